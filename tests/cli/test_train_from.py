"""`tengen train --from NET`, as a shell sees it."""

import pytest

from tests.cli.test_train import OVERRIDES, one_line_error

TINY = [part for part in OVERRIDES if "=" in part and not part.startswith("net.")]
SMALL = [part for setting in TINY for part in ("-o", setting)]


@pytest.fixture
def train(tengen, tmp_path):
    """Calls `tengen train` with a run folder that does not exist yet."""

    def call(*arguments, **options):
        return tengen("train", *arguments, "--run", str(tmp_path / "new"), *SMALL, **options)

    return call


def test_training_begins_with_where_the_net_comes_from(train, tengen, tmp_path):
    answer = train("tictactoe", "--from", "tictactoe", "--generations", "1")
    assert answer.returncode == 0, answer.stderr
    lines = answer.stdout.splitlines()
    assert lines[1].startswith("Starts from tictactoe, a net of tictactoe (generation 28, weights ")
    assert lines[2].startswith(
        "The net keeps its form, 2 blocks x 32 channels, whatever the preset"
    )
    listed = tengen("runs", str(tmp_path)).stdout
    assert "new: started from tictactoe, a net of tictactoe (generation 28, weights " in listed


def test_a_run_can_start_from_a_run_with_a_larger_net(train, tengen, tmp_path):
    first = ("train", "tictactoe", "--run", str(tmp_path / "old"), "--generations", "1")
    assert tengen(*first, *OVERRIDES).returncode == 0
    larger = ("-o", "net.channels=16", "-o", "net.blocks=2")
    answer = train("tictactoe", "--from", str(tmp_path / "old"), "--generations", "1", *larger)
    assert answer.returncode == 0, answer.stderr
    assert "The net grows from 1 block x 8 channels to 2 blocks x 16 channels." in answer.stdout


def test_without_time_the_net_is_the_one_it_started_from(train):
    answer = train("gomoku-9x9", "--from", "gomoku-8x8", "--minutes", "0")
    assert "No generation was finished: the net is still that of gomoku-8x8." in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["connect4", "--from", "nothing"], "there is no net 'nothing'"),
        (["connect4", "--from", "README.md"], "README.md"),
        (["connect4", "--from", ""], "a net must be a name or a path; got ''"),
        (["connect4", "--from", "connect4", "-o", "net.channels=8"], "wider, not narrower"),
        (["connect4", "--from", "connect4", "--resume"], "--from starts a new run"),
    ],
)
def test_a_net_to_start_from_that_is_none_is_one_line(train, tmp_path, arguments, sentence):
    assert sentence in one_line_error(train(*arguments))
    assert list(tmp_path.iterdir()) == []


def test_the_remarks_are_chinese_too(train):
    arguments = ("gomoku:15x15/5", "--from", "gomoku-8x8", "--minutes", "0")
    shown = train(*arguments, language="zh_CN.UTF-8").stdout
    assert "从 gomoku-8x8（gomoku:8x8/5 的神经网络，第 " in shown
    assert "神经网络保持原有结构（" in shown
    assert "剩余手数头的上限由 64 手改为 225 手" in shown
