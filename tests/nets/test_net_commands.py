import json
import re

import pytest
import python2_pickle as py2
import typer
from example_nets import classic_arrays, example_checkpoint
from typer.testing import CliRunner

from tengen.cli.nets import export, import_net
from tengen.errors import TengenError
from tengen.nets import (
    kaggle_perfect,
    load_checkpoint,
    load_evaluator,
    save_checkpoint,
    shipped,
)
from tengen.nets.kaggle_perfect import LIBRARY


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


def test_export_of_a_shipped_net_writes_into_the_current_folder(tmp_path, monkeypatch):
    models, here = tmp_path / "models", tmp_path / "here"
    models.mkdir()
    here.mkdir()
    monkeypatch.setattr(shipped, "_FOLDER", models)
    monkeypatch.chdir(here)
    save_checkpoint(example_checkpoint("modern"), models / "small.safetensors")
    for file_format in ("onnx", "kaggle"):
        result = run("export", "small", "--format", file_format)
        assert result.exit_code == 0, result.output
    assert {path.name for path in here.iterdir()} == {"small.onnx", "submission.py"}
    assert {path.name for path in models.iterdir()} == {"small.safetensors"}


def test_export_of_a_run_takes_its_newest_net_and_writes_beside_the_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        save_checkpoint(example_checkpoint("modern"), tmp_path / f"run-0.5/checkpoints/{number}")
    (tmp_path / "run-0.5/checkpoints/1/manifest.json").write_text("damaged")
    result = run("export", "run-0.5")
    assert result.exit_code == 0, result.output
    assert load_evaluator(tmp_path / "run-0.5.onnx") is not None


def test_a_file_is_exported_under_its_own_name_and_a_folder_may_be_the_current_one(
    tmp_path, monkeypatch
):
    save_checkpoint(example_checkpoint("modern"), tmp_path / "net.safetensors")
    save_checkpoint(example_checkpoint("modern"), tmp_path / "folder")
    monkeypatch.chdir(tmp_path / "folder")
    for name in ("../net.safetensors", "."):
        result = run("export", name)
        assert result.exit_code == 0, result.output
    assert (tmp_path / "net.onnx").is_file()
    assert (tmp_path / "folder.onnx").is_file()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("export", "nothing"), "there is no net 'nothing'"),
        (("export", "nothing", "--format", "png"), "exported as onnx or kaggle; got 'png'"),
        (("export", "perfect"), "perfect is not a net: it is exported with --format kaggle only"),
        (("export", "perfect", "--format", "kaggle", "--simulations", "9"), "is for nets: perfect"),
        (("export", "perfect", "--format", "kaggle", "--seconds", "0"), "seconds must be 0.01"),
        (("import-net", "none", "--game", "gomoku:6x6/4", "--out", "x"), "there is no file 'none'"),
        (("import-net", "none", "--game", "chess", "--out", "x"), "there is no game 'chess'"),
    ],
)
def test_mistakes_are_one_sentence(arguments, sentence):
    result = run(*arguments)
    assert isinstance(result.exception, TengenError)
    assert sentence in str(result.exception)


def test_a_net_that_cannot_be_an_agent_is_refused_before_the_file_is_looked_at(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "submission.py").write_text("precious")
    result = run("export", "gomoku-8x8", "--format", "kaggle")
    assert "Kaggle's ConnectX is Connect Four" in str(result.exception)
    assert (tmp_path / "submission.py").read_text() == "precious"


def test_export_writes_an_agent_for_kaggle(tmp_path):
    save_checkpoint(example_checkpoint("modern"), tmp_path / "net")
    result = run("export", tmp_path / "net", "--format", "kaggle")
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"{tmp_path / 'submission.py'}: ")
    assert result.output.endswith(" kB written\n")
    assert "def agent(observation" in (tmp_path / "submission.py").read_text()


def test_export_writes_how_much_a_kaggle_agent_searches(tmp_path):
    save_checkpoint(example_checkpoint("modern"), tmp_path / "net")
    asked = ("export", tmp_path / "net", "--format", "kaggle", "--simulations", 9, "--seconds", 0.5)
    assert run(*asked).exit_code == 0
    agent = (tmp_path / "submission.py").read_text()
    assert "\nSIMULATIONS = 9 " in agent
    assert "\nSECONDS = 0.5 " in agent


@pytest.mark.skipif(not LIBRARY.is_file(), reason="the library is built for Kaggle's machines")
def test_export_writes_the_perfect_player_for_kaggle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = ("export", "perfect", "--format", "kaggle", "--seconds", 1.5)
    result = run(*asked)
    assert result.exit_code == 0, result.output
    assert re.fullmatch(r"submission\.py: 2\d\d kB written\n", result.output)
    assert "\nSECONDS = 1.5 " in (tmp_path / "submission.py").read_text()
    assert isinstance(run(*asked).exception, TengenError), "it exists"
    assert run(*asked, "--force").exit_code == 0


def test_without_its_library_the_perfect_player_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kaggle_perfect, "LIBRARY", tmp_path / "none.so")
    result = run("export", "perfect", "--format", "kaggle")
    assert isinstance(result.exception, TengenError)
    assert "only Tengen on Linux x86-64 has" in str(result.exception)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (("--format", "kaggle", "--simulations", 0), "simulations must be 1 or more"),
        (("--format", "kaggle", "--simulations", 10**22), "simulations must be 1 or more and at"),
        (("--format", "kaggle", "--seconds", -1), "seconds must be 0.01 or more"),
        (("--seconds", 1), "--simulations and --seconds require --format kaggle"),
    ],
)
def test_an_effort_that_makes_no_sense_writes_nothing(tmp_path, asked, reason):
    save_checkpoint(example_checkpoint("modern"), tmp_path / "net")
    answer = run("export", tmp_path / "net", *asked)
    assert isinstance(answer.exception, TengenError)
    assert reason in str(answer.exception)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net"]
