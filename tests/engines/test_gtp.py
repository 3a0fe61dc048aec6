"""Driving Othello engines by GTP: whatever they do wrong costs them the game and nothing else."""

import shlex
import sys
from pathlib import Path

import pytest

from tengen import load_game
from tengen.engines import GtpPlayer, engine_player_of
from tengen.engines.driver import EnginePlayer
from tengen.errors import UnsupportedError
from tengen.play import Forfeit, RandomPlayer, play_pairings
from tengen.rules.setups import set_up

GAME = load_game("othello")
FAKE = Path(__file__).with_name("fake_gtp.py")


def player(tmp_path, kind, **changes):
    command = shlex.join([sys.executable, str(FAKE), kind, str(tmp_path / "log")])
    return GtpPlayer(command, GAME, **{"seconds_per_move": 5.0} | changes)


def heard(tmp_path):
    """What the engine was told, without the numbers of the questions."""
    return [
        line.split(maxsplit=1)[-1].strip() for line in (tmp_path / "log").read_text().splitlines()
    ]


@pytest.mark.parametrize("kind", ["honest", "automatic", "spacious", "unnumbered", "chatterbox"])
def test_whole_games_with_passes_end_by_the_rules(tmp_path, kind):
    engine = player(tmp_path, kind)
    try:
        played = play_pairings((engine, RandomPlayer([1, 2])), [GAME.initial()] * 2)
    finally:
        engine.close()
    assert not any(each.is_forfeit for each in played)
    assert all(each.position.outcome is not None for each in played)
    assert any("pass" in each.position.history_names for each in played)


def test_the_engine_hears_the_opening_once_and_then_only_what_it_does_not_know(tmp_path):
    engine = player(tmp_path, "honest", seconds_per_move=1.5)
    opening = GAME.initial().play("d3").play("c3").play("c4")
    answered = opening.play(engine.choose({0: opening})[0])
    engine.choose({0: answered.play(answered.legal_actions[-1])})
    engine.close()
    told = heard(tmp_path)
    assert told[:5] == [
        "clear_board",
        "set_game Othello",
        "time_settings 0 2 1",
        "boardsize 8",
        "clear_board",
    ]
    last = answered.play(answered.legal_actions[-1]).last_move_name
    moves = ["play black d3", "play white c3", "play black c4", "genmove white"]
    assert told[5:] == [*moves, f"play black {last}", "genmove white", "quit"]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("crasher", "the engine has exited"),
        ("sleeper", "no answer within 1.1 s; expected one to 'genmove black'"),
        ("resigner", "it resigned"),
        ("mumbler", "expected a move such as d3 or pass; got 'I would like d3'"),
        ("cheater", "illegal move: 'a1'"),
        ("passer", "illegal move: 'pass'"),
        ("refuser", "it refused 'genmove black': 'cannot'"),
    ],
)
def test_a_faulty_engine_forfeits_its_game_and_says_why(tmp_path, kind, reason):
    seconds = {"seconds_per_move": 0.3, "grace_seconds": 0.1} if kind == "sleeper" else {}
    engine = player(tmp_path, kind, **seconds)
    position = GAME.initial().play("d3").play("c3")
    [answer] = engine.choose({0: position}).values()
    engine.close()
    assert isinstance(answer, Forfeit)
    assert reason in answer.reason


def test_a_board_that_was_set_up_is_refused(tmp_path):
    engine = player(tmp_path, "honest")
    start = GAME.initial().play("d3")
    position = set_up(GAME, GAME.cells(start.state), start.to_move, first=0)
    [answer] = engine.choose({0: position}).values()
    engine.close()
    assert isinstance(answer, Forfeit)
    assert "GTP has no command for a board that was set up" in answer.reason


def test_the_protocol_follows_from_the_game():
    assert engine_player_of(load_game("gomoku:15x15/5")) is EnginePlayer
    assert engine_player_of(GAME) is GtpPlayer
    for game in ("connect4", "gomoku:8x8/4"):
        with pytest.raises(UnsupportedError, match=r"engines play gomoku:WxH/5, .* and othello"):
            engine_player_of(load_game(game))
        with pytest.raises(UnsupportedError, match="GTP engines play Othello here"):
            GtpPlayer("gtp-any", load_game(game))
