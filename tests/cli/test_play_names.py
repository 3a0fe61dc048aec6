"""`tengen play` with games that name their moves themselves."""

import pytest

from tengen.play import read_records
from tengen.texts import Language
from tests.cli.play_conversations import conversation, piped, without_models
from tests.rules import named_games

AWKWARD = f"{named_games.__file__}:Awkward"


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch):
    return without_models(tmp_path, monkeypatch)


def names_played(loop):
    return loop.session.position.history_names


def test_a_whole_line_is_one_name():
    said, loop = conversation("take two, now", "NF3#", "天元", game=AWKWARD, opponent="human")
    assert names_played(loop) == ["take two, now", "Nf3#", "天元"]
    assert "Type a move (a, ab, AB), or help for all commands." in said


def test_what_is_both_a_move_and_a_command_is_asked_back():
    said, loop = conversation("a", "undo", game=AWKWARD, opponent="human")
    told = 'type "undo", in quotes, for the move, or /undo for the command'
    assert told in " ".join(said.split())
    assert names_played(loop) == ["a"]


def test_quotes_mean_the_move_and_a_slash_the_command():
    _, loop = conversation("a", '"undo"', "ab", "/undo", game=AWKWARD, opponent="human")
    assert names_played(loop) == ["a", "undo"]


def test_a_command_with_an_argument_needs_no_slash():
    _, loop = conversation("a", "ab", "undo 2", game=AWKWARD, opponent="human")
    assert names_played(loop) == []


def test_it_is_said_in_chinese_too():
    said, _ = conversation("undo", game=AWKWARD, opponent="human", language=Language.CHINESE)
    assert "既是着法也是命令" in said


@pytest.mark.parametrize("suffix", ["sgf", "txt"])
def test_a_game_with_awkward_names_is_saved_and_goes_on(tmp_path, suffix):
    file = tmp_path / f"game.{suffix}"
    lines = ("take two, now", '"undo"', 'the "big" one', f"save {file}", "quit")
    piped("\n".join(lines), AWKWARD, "--opponent", "human")
    done = piped("moves\nquit\n", AWKWARD, "--opponent", "human", "--load", str(file))
    assert '"take two, now" undo "the \\"big\\" one"' in done.stdout
    (record,) = read_records(file, game=named_games.Awkward())
    assert record.actions == (5, 4, 6)


def test_games_of_openspiel_are_played_and_hinted_with_their_own_names(tmp_path):
    file = tmp_path / "game.txt"
    said, loop = conversation(
        "x(1,1)", "O(0,0)", "hint", "moves", f"save {file}", "nonsense",
        game="openspiel:tic_tac_toe", opponent="human",
    )  # fmt: skip
    assert names_played(loop) == ["x(1,1)", "o(0,0)"]
    assert "x(0,1)" in said
    assert "last: o(0,0)" in said
    assert "is neither a move nor a command: moves are x(0,1), x(0,2), x(1,0)" in said
    assert "openspiel:tic_tac_toe x(1,1) o(0,0)" in file.read_text()
