"""`tengen match`, `ladder` and `levels`, as a shell sees them."""

import errno
import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tengen.arena.match import MatchConfig, MatchProgress, play_match
from tengen.arena.match_lines import MatchLines
from tengen.arena.sprt import Sprt
from tengen.cli import app
from tengen.cli.match_result import warnings
from tengen.cli.match_stop import MatchStop
from tengen.cli.match_view import MatchView
from tengen.cli.round_robin_result import short_names
from tengen.play import read_records
from tests.arena.made import save_net
from tests.cli.conftest import COMMAND

ENVIRONMENT = {"COLUMNS": "120", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}


@pytest.fixture
def shell(tmp_path):
    """Calls `tengen` in a folder of its own."""

    def call(*arguments):
        return subprocess.run(
            [*COMMAND, *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=ENVIRONMENT,
            cwd=tmp_path,
        )

    return call


def one_line_error(answer):
    """The message; the command failed as it should, without a traceback."""
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: ")
    assert answer.stderr.count("\n") == 1
    return answer.stderr


def test_a_match_is_played_told_and_stored(shell, tmp_path):
    answer = shell("match", "mcts@60", "random", "--game", "connect4", "--games", "11")
    assert answer.returncode == 0, answer.stderr
    for words in (
        "mcts@60 against random · connect4",
        "score",
        "of 12 (",
        "moving first",
        "moving second",
        "pairs by points",
        "Elo difference",
        "95% interval",
        "12 of 12 (openings random, seed 0)",
    ):
        assert words in answer.stdout
    (file,) = (tmp_path / "matches").iterdir()
    assert f"Stored in matches/{file.name}" in answer.stdout
    assert len(json.loads(file.read_text())["games"]) == 12


def test_games_go_into_an_sgf_file_that_can_be_read(shell, tmp_path):
    arguments = ["match", "random", "random", "--game", "tictactoe", "--games", "4"]
    answer = shell(*arguments, "--no-store", "--sgf", "games.sgf", "--seed", "3")
    assert answer.returncode == 0, answer.stderr
    assert "4 games written to games.sgf" in answer.stdout
    records = read_records(tmp_path / "games.sgf")
    assert len(records) == 4
    assert all(record.outcome is not None for record in records)
    assert not (tmp_path / "matches").exists()
    assert "games.sgf already exists" in one_line_error(shell(*arguments, "--sgf", "games.sgf"))


def test_games_in_another_format_get_files_of_their_own_and_losses_are_told(shell, tmp_path):
    arguments = ("match", "random", "random", "--game", "gomoku:7x6/5", "--games", "2")
    answer = shell(*arguments, "--no-store", "--sgf", "games.psq")
    assert answer.returncode == 0, answer.stderr
    assert "2 games written to games-1.psq to games-2.psq" in answer.stdout
    assert "in the format psq: the date, the event, the round." in answer.stdout
    assert (tmp_path / "games-2.psq").is_file()


def test_a_psq_that_could_not_be_written_is_refused_before_the_games(shell, tmp_path):
    arguments = ("match", "random", "random", "--games", "2", "--no-store", "--sgf", "games.psq")
    assert "choose a name that ends in .sgf" in one_line_error(
        shell(*arguments, "--game", "connect4")
    )
    (tmp_path / "games-1.psq").write_text("mine")
    answer = shell(*arguments, "--game", "gomoku:7x7/5")
    assert "games-1.psq already exists" in one_line_error(answer)
    assert (tmp_path / "games-1.psq").read_text() == "mine"


@pytest.mark.parametrize("game", ["tic_tac_toe", "breakthrough"])
def test_an_sgf_that_cannot_hold_the_game_is_refused_before_the_games(shell, tmp_path, game):
    answer = shell(
        "match", "random", "random", "--game", f"openspiel:{game}", "--games", "2", "--sgf", "a.sgf"
    )
    error = one_line_error(answer)
    assert f"and openspiel:{game} is not one: choose a name that ends in .txt" in error
    assert answer.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_result_is_shown_even_if_the_games_cannot_be_written(tmp_path, monkeypatch):
    def refuse(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device", "a.sgf")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.modules["tengen.cli.match"], "write_records", refuse)
    players = ("random", "random", "--game", "tictactoe", "--games", "2")
    answer = CliRunner().invoke(app, ["match", *players, "--sgf", "a.sgf"])
    assert isinstance(answer.exception, OSError)
    assert "score" in answer.stdout
    assert "Stored in matches" in answer.stdout


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f"games = 1{'0' * 400}", "games must be 1 or more and at most 100,000"),
        (f"games = 1{'0' * 5000}", "is not TOML"),
        (f"games = {'[' * 5000}", "is not TOML"),
        ('players = ["mcts@99999999999", "random"]', "a budget is at most 1,000,000,000"),
        (f'players = ["level:{"9" * 5000}", "random"]', "levels are 1 to 10; got '99"),
    ],
)
def test_numbers_beyond_all_measure_are_refused_in_a_line(shell, tmp_path, line, sentence):
    (tmp_path / "match.toml").write_text(f'[match]\ngame = "connect4"\n{line}\n')
    error = one_line_error(shell("match", "--config", "match.toml"))
    assert sentence in error


def test_none_in_a_file_is_nothing(shell, tmp_path):
    settings = 'players = ["random", "random"]\ngame = "connect4"\ngames = 2\nsprt = "none"'
    (tmp_path / "match.toml").write_text(f"[match]\n{settings}\n")
    assert shell("match", "--config", "match.toml").returncode == 0


def test_the_sgf_of_a_match_tells_what_the_players_thought(shell, tmp_path):
    arguments = ("match", "mcts@30", "random", "--game", "tictactoe", "--games", "2", "--no-store")
    assert shell(*arguments, "--sgf", "games.sgf").returncode == 0
    record = read_records(tmp_path / "games.sgf")[0]
    thought = [note.simulations for note in record.notes if note.simulations]
    assert thought
    assert len(thought) < len(record.actions)  # random does not think, nor does the opening
    assert "simulations" in (tmp_path / "games.sgf").read_text()


def test_a_test_stops_the_match(shell):
    answer = shell(
        *("match", "mcts@60", "random", "--game", "connect4", "--games", "900"),
        *("--sprt", "-50,50", "--no-store"),
    )
    assert answer.returncode == 0, answer.stderr
    assert "SPRT -50,50: accepted: better by 50 Elo rather than -50" in answer.stdout
    assert "decided by the test" in answer.stdout


def test_the_net_tells_the_game_and_repeats_are_told(shell, tmp_path):
    save_net(tmp_path / "net")
    answer = shell("match", "net:net@0", "net:net@4", "--games", "6", "--openings", "random:0")
    assert answer.returncode == 0, answer.stderr
    assert "tictactoe" in answer.stdout
    assert "4 of 6 games repeat another move for move" in answer.stdout


MATCH = """
[match]
game = "tictactoe"
players = ["mcts@20", "random"]
games = 6
openings = "random:1"
seed = 4
sprt = "-800,800"
"""


def test_a_file_describes_a_match_and_options_go_before_it(shell, tmp_path):
    (tmp_path / "match.toml").write_text(MATCH)
    answer = shell("match", "--config", "match.toml")
    assert answer.returncode == 0, answer.stderr
    assert "mcts@20 against random · tictactoe" in answer.stdout
    assert "of 6 (openings random:1, seed 4)" in answer.stdout
    assert "SPRT -800,800" in answer.stdout
    options = ("--seed", "5", "--games", "2", "--no-store")
    answer = shell("match", "random", "mcts@9", "--config", "match.toml", *options)
    assert answer.returncode == 0, answer.stderr
    assert "random against mcts@9 · tictactoe" in answer.stdout
    assert "2 of 2 (openings random:1, seed 5)" in answer.stdout


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("games =", "gaems =", "there is no setting match.gaems; did you mean match.games?"),
        ("games = 6", 'games = "six"', "match.games must be a whole number; got 'six'"),
        (
            "games = 6",
            "games = 0",
            "in [match]: games must be 1 or more and at most 100,000; got 0",
        ),
        ("mcts@20", "nobody", "match.players: there is no player 'nobody'"),
        (', "random"]', "]", "in [match]: a match needs exactly two players; got 1"),
        ('"-800,800"', '"10"', "match.sprt: an SPRT is two Elo differences"),
        ("tictactoe", "tictacto", "match.game: "),
        ("random:1", "x", "match.openings: "),
        ("[match]", "", "a match file has the section [match] and no other; got game"),
        ("[match]", "[match", "is not TOML"),
    ],
)
def test_a_mistake_in_the_file_names_the_file_and_the_key(shell, tmp_path, old, new, message):
    assert old in MATCH
    (tmp_path / "match.toml").write_text(MATCH.replace(old, new, 1))
    said = one_line_error(shell("match", "--config", "match.toml"))
    assert said.startswith("error: match.toml")
    assert message in said


def test_a_match_without_players_or_a_file_says_what_is_missing(shell):
    assert "give A and B, or a file with --config" in one_line_error(shell("match"))
    assert "a match needs exactly two players; got 1" in one_line_error(shell("match", "random"))
    assert "no.toml cannot be read" in one_line_error(shell("match", "--config", "no.toml"))


def test_levels_play_each_other(shell):
    answer = shell("match", "level:2", "level:1", "--game", "gomoku:5x5/4", "--games", "2")
    assert answer.returncode == 0, answer.stderr
    assert "level:2 (mcts@40,t=0.9) against level:1 (mcts@20,t=1)" in answer.stdout


def test_ctrl_c_shows_what_is_finished(tmp_path):
    command = [*COMMAND, "match", "mcts@300", "random", "--game", "connect4", "--games", "100000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=tmp_path
    ) as process:
        lines = process.stdout
        assert lines is not None
        first = lines.readline()
        process.send_signal(signal.SIGINT)
        rest = lines.read()
    assert "of 100000 games" in first
    assert process.returncode == 130
    assert "interrupted" in rest
    assert "Stored in" in rest


@pytest.fixture
def long_match(tmp_path):
    """A match whose first moves take minutes, once it plays; ends with the test."""
    arguments = ["mcts@600s", "mcts@900s", "--game", "othello", "--games", "2"]
    with subprocess.Popen(
        [*COMMAND, "match", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        cwd=tmp_path,
    ) as process:
        while len(list(Path(f"/proc/{process.pid}/task").iterdir())) < 3:
            time.sleep(0.01)
        yield process
        process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_cuts_long_searches_short(long_match, number):
    long_match.send_signal(number)
    told, errors = long_match.communicate(timeout=60)
    assert (long_match.returncode, errors) == (130, "")
    assert "nothing to report" in told


def test_many_signals_end_the_program_without_a_traceback(long_match):
    for _ in range(3):
        long_match.send_signal(signal.SIGINT)
        time.sleep(0.02)
    _, errors = long_match.communicate(timeout=60)
    assert (long_match.returncode, errors) == (130, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random", "random"), "which game?"),
        (
            ("random", "random", "--game", "connect4", "--sgf", "no/a.sgf"),
            "the folder 'no' for a.sgf does not exist",
        ),
        (
            ("random", "random", "--game", "connect4", "--sgf", "a.foo"),
            "a.foo: choose a name that ends in .sgf, .psq or .txt",
        ),
        (
            ("random", "random", "--game", "connect4", "--out", "no/a.json"),
            "the folder 'no' for a.json does not exist",
        ),
        (
            ("engine:/nowhere/engine", "random", "--game", "gomoku:15x15/5"),
            "cannot start '/nowhere/engine'",
        ),
        (("random", "human", "--game", "connect4"), "tengen play"),
        (("random", "net:gone@5", "--game", "connect4"), "there is no net 'gone'"),
        (("random", "random", "--game", "connect4", "--sprt", "10"), "such as 0,10"),
        (("random", "random", "--game", "connect4", "--openings", "x"), "there is no file 'x'"),
    ],
)
def test_what_cannot_be_played_is_one_line(shell, arguments, message):
    assert message in one_line_error(shell("match", *arguments))


def test_a_ladder_of_players(shell, tmp_path):
    save_net(tmp_path / "net")
    answer = shell("ladder", "net", "random", "mcts@50", "--games", "6", "--simulations", "4")
    assert answer.returncode == 0, answer.stderr
    assert "net@4 against random:" in answer.stdout
    table = answer.stdout.split("\n\n")[1].splitlines()
    assert " ".join(table[0].split()) == "player Elo ± (95%) points vs 1 vs 2 vs 3"
    assert len(table) == 4
    (file,) = (tmp_path / "matches").iterdir()
    assert len(json.loads(file.read_text())["ratings"]) == 3


def test_a_ladder_of_a_run_takes_nets_from_the_first_to_the_newest(shell, tmp_path):
    run = tmp_path / "run"
    for number in range(5):
        save_net(run / "checkpoints" / f"{number:05d}", seed=number)
    (run / "config.toml").write_text("")
    answer = shell("ladder", "run", "--nets", "3", "--games", "2", "--simulations", "2")
    assert answer.returncode == 0, answer.stderr
    for pairing in ("00000@2 against 00002@2", "00000@2 against 00004@2", "00002@2 against 00004"):
        assert pairing in answer.stdout
    assert "is not a run" in one_line_error(shell("ladder", "checkpoints"))


def test_levels_are_listed(shell):
    answer = shell("levels", "gomoku:7x5/4")
    assert answer.returncode == 0, answer.stderr
    assert "player in gomoku:7x5/4" in answer.stdout
    assert "mcts@20,t=1" in answer.stdout
    assert "not measured" in answer.stdout


def test_names_are_shortened_only_where_they_stay_different():
    assert short_names(("net:runs/a/00001@5", "net:runs/a/00002@5", "random")) == [
        "00001@5",
        "00002@5",
        "random",
    ]
    same = ("net:runs/a/00001@5", "net:runs/b/00001@5")
    assert short_names(same) == list(same)


@pytest.fixture(scope="module")
def played():
    """A match with a test, and its progress."""
    seen = []
    config = MatchConfig(game="tictactoe", players=("random", "random"), pairs=10, sprt=Sprt(0, 5))
    return play_match(config, on_progress=seen.append), seen[-1]


def test_the_picture_shows_score_strength_test_and_time(played):
    _, progress = played
    console = Console(width=100, file=io.StringIO())
    view = MatchView(console, MatchStop())
    view.begin("one against another")
    console.print(view.picture())
    view.show(progress)
    console.print(view.picture())
    text = console.file.getvalue()
    for words in (
        "one against another",
        "starting ...",
        "20 of 20",
        "Elo difference",
        "SPRT 0,5",
    ):
        assert words in text
    assert "games/s" in text


def test_lines_come_with_every_tenth_of_the_games(played):
    report, progress = played
    shown = []
    lines = MatchLines(shown.append)
    for games in (20, 21, 22):
        lines.show(MatchProgress(games, 40, report.tally, None, 1.0))
    lines.show(progress)
    assert len(shown) == 1
    assert shown[0].startswith("20 of 40 games: ")


def test_a_sound_match_has_no_warnings(played):
    assert warnings(played[0]) == []


def test_openings_with_stones_set_up_are_written_as_sgf_alone(shell, tmp_path):
    (tmp_path / "openings.sgf").write_text("(;GM[4]SZ[9]AB[ee]AW[ff]PL[B])")
    arguments = ("match", "random", "random", "--game", "gomoku:9x9/5", "--games", "2")
    arguments += ("--openings", "openings.sgf", "--sgf")
    answer = shell(*arguments, "games.txt", "--no-store")
    assert "openings.sgf starts from set-up stones, which only SGF can hold" in (
        one_line_error(answer)
    )
    assert shell(*arguments, "games.sgf", "--out", "match.json").returncode == 0
    assert (tmp_path / "games.sgf").read_text().count("AB[ee]AW[ff]PL[B]") == 2
    assert "x to move" in json.loads((tmp_path / "match.json").read_text())["games"][0]["setup"]
