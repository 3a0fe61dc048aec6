"""Gomocup engines as opponents: by name, from the settings of the server."""

import sys
from pathlib import Path

import pytest

from tengen.studio.shelf import Shelf
from tests.studio.studio_client import HUMAN, running_studio

FAKE = Path(__file__).parents[1] / "engines" / "fake_engine.py"
COMMANDS = {kind: f"{sys.executable} {FAKE} {kind}" for kind in ("honest", "crasher")}
COMMANDS["missing"] = "/no/such/program --fast"


@pytest.fixture(scope="module")
def studio():
    with running_studio(Shelf(engines=COMMANDS)) as running:
        yield running


def test_engines_are_listed_by_name_and_never_by_command(studio):
    answer = studio.http.get("/api/opponents", params={"game": "gomoku:15x15/5"})
    assert [engine["name"] for engine in answer.json()["engines"]] == [
        "honest",
        "crasher",
        "missing",
    ]
    assert "fake_engine" not in answer.text


def test_an_engine_plays(page):
    state = page.new_game("gomoku:15x15/5", [HUMAN, {"kind": "engine", "name": "honest"}])
    assert state.seats[1].name.en == "honest"
    assert "fake_engine" not in state.model_dump_json()
    page.play(state.game_id, "h8")
    assert page.until_type("state", is_human_turn=True).ply == 2


def test_an_engine_that_crashes_loses_its_game_and_nothing_else(page):
    seats = [HUMAN, {"kind": "engine", "name": "crasher"}]
    game = page.new_game("gomoku:15x15/5", seats).game_id
    page.play(game, "h8")
    page.until_type("state", is_human_turn=True)
    page.play(game, "i9")
    state = page.until(lambda message: getattr(message, "result", None) is not None)
    assert (state.result.winner, state.result.is_early) == (0, True)
    assert state.result.reason.zh != state.result.reason.en
    assert state.result.reason.en.startswith("crasher: ")
    assert page.new_game("tictactoe").type == "state"


def test_an_engine_that_cannot_start_is_called_by_its_name(page):
    error = page.new_game("gomoku:15x15/5", [HUMAN, {"kind": "engine", "name": "missing"}])
    assert (error.type, error.field) == ("error", "seats.1.name")
    assert "'missing'" in error.message.en
    assert error.message.zh != error.message.en
    assert "/no/such" not in error.model_dump_json()


def test_an_engine_is_refused_for_other_games(page):
    error = page.new_game("connect4", [HUMAN, {"kind": "engine", "name": "honest"}])
    assert (error.type, error.field) == ("error", "seats.1")
