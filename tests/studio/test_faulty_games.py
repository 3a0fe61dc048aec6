"""A user's game with a mistake in it: a sentence, and everything else goes on."""

import pytest

from tengen.rules.registry import load_game
from tengen.studio.shelf import Shelf
from tests.studio.studio_client import HUMAN, RANDOM, running_studio

FAULTY = '''
from tengen import Game, Outcome

class Faulty(Game):
    """Counts to six; whoever looks beyond the third move finds a mistake."""

    name, width, height, num_actions, max_plies = "faulty", 3, 2, 6, 6

    def initial_state(self, first):
        return (first, ())

    def to_move(self, state):
        return (state[0] + len(state[1])) % 2

    def legal_actions(self, state):
        if len(state[1]) == 3:
            return [1 // 0]
        return [a for a in range(6) if a not in state[1]] if len(state[1]) < 6 else []

    def next_state(self, state, action):
        return (state[0], (*state[1], action))

    def outcome(self, state):
        return Outcome(None, "counted") if len(state[1]) == 6 else None

    def cells(self, state):
        cells = [None] * 6
        for number, action in enumerate(state[1]):
            cells[action] = (state[0] + number) % 2
        return cells
'''


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    file = tmp_path_factory.mktemp("own") / "faulty.py"
    file.write_text(FAULTY)
    game = load_game(f"{file}:Faulty")
    with running_studio(Shelf(own_games={game.name: game})) as running:
        yield running


def test_the_mistake_is_told_when_a_person_meets_it(page):
    game = page.new_game("faulty").game_id
    page.play(game, "a1", "b1")
    error = page.play(game, "c1")
    assert error.type == "error"
    assert "ZeroDivisionError" in error.message.en
    assert page.new_game("tictactoe").type == "state"


def test_a_file_of_an_own_game_is_opened_while_that_game_is_in_view(studio, page):
    game = page.new_game("faulty", moves="a1b1").game_id
    text = studio.http.get(f"/api/export/{game}", params={"file_format": "sgf"}).text
    answer = studio.http.post("/api/import", json={"text": text, "game": "faulty"})
    (copy,) = answer.json()["games"]
    state = page.ask("open_game", game_id=copy)
    assert [node.move for node in state.nodes] == [None, "a1", "b1"]


def test_the_mistake_is_told_when_a_search_meets_it(page):
    game = page.new_game("faulty").game_id
    page.send("analyse", game_id=game)
    error = page.until_type("error")
    assert error.game_id == game
    assert "ZeroDivisionError" in error.message.en
    assert page.ask("stop_analysis", game_id=game).type == "state"


def test_the_mistake_is_told_when_a_player_meets_it(page):
    seats = [HUMAN, {"kind": "mcts", "simulations": 50}]
    game = page.new_game("faulty", seats).game_id
    page.send("play", game_id=game, move="a1")
    error = page.until_type("error")
    assert "ZeroDivisionError" in error.message.en
    assert page.until_type("state").is_paused


def test_the_mistake_is_told_when_a_review_meets_it(page):
    game = page.new_game("faulty", [HUMAN, RANDOM]).game_id
    page.send("review", game_id=game)
    page.until_type("review", state="stopped")
    assert "ZeroDivisionError" in page.until_type("error").message.en
