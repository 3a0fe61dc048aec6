import json

import pytest
import python2_pickle as py2
import typer
from example_nets import classic_arrays, example_checkpoint
from typer.testing import CliRunner

from tengen.cli.nets import export, import_net
from tengen.errors import TengenError
from tengen.nets import load_checkpoint, load_evaluator, save_checkpoint


def run(*arguments):
    app = typer.Typer()
    app.command("import-net")(import_net)
    app.command("export")(export)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_import_net_writes_a_checkpoint(tmp_path):
    (tmp_path / "best.model").write_bytes(py2.arrays(classic_arrays(6, 6)))
    out = tmp_path / "net"
    result = run("import-net", tmp_path / "best.model", "--game", "gomoku:6x6/4", "--out", out)
    assert result.exit_code == 0, result.output
    assert result.output == f"{out}: classic net for gomoku:6x6/4, 104,267 parameters\n"
    assert json.loads((out / "manifest.json").read_text())["encoding"] == "4-planes"
    assert load_checkpoint(out).game == "gomoku:6x6/4"


def test_export_writes_onnx_beside_the_checkpoint(tmp_path):
    save_checkpoint(example_checkpoint("modern"), tmp_path / "net")
    result = run("export", tmp_path / "net", "--format", "onnx")
    assert result.exit_code == 0, result.output
    assert load_evaluator(tmp_path / "net.onnx") is not None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("export", "nothing"), "there is no file 'nothing'"),
        (("export", "nothing", "--format", "png"), "exported as onnx or kaggle; got 'png'"),
        (("import-net", "none", "--game", "gomoku:6x6/4", "--out", "x"), "there is no file 'none'"),
        (("import-net", "none", "--game", "chess", "--out", "x"), "there is no game 'chess'"),
    ],
)
def test_mistakes_are_one_sentence(arguments, sentence):
    result = run(*arguments)
    assert isinstance(result.exception, TengenError)
    assert sentence in str(result.exception)


def test_export_writes_an_agent_for_kaggle(tmp_path):
    save_checkpoint(example_checkpoint("modern"), tmp_path / "net")
    result = run("export", tmp_path / "net", "--format", "kaggle")
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"{tmp_path / 'submission.py'}: written, ")
    assert "def agent(observation" in (tmp_path / "submission.py").read_text()
