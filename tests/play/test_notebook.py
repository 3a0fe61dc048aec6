"""Notes on moves, from searches while a game is played."""

import pytest

from tengen import load_game
from tengen.play import MoveNote, SavedGame, SearchPlayer
from tengen.play.notebook import Notebook, note_of
from tengen.search import Limit, RolloutEvaluator, Search, SearchConfig

GAME = load_game("tictactoe")


def searched(moves):
    position = GAME.position_from(moves)
    search = Search(GAME, RolloutEvaluator(), SearchConfig.classic(), seed=1)
    return position, search.run(position, Limit(simulations=400))


def test_a_player_tells_of_its_searches_with_the_number_of_the_game():
    heard = []
    player = SearchPlayer(
        "mcts@50",
        GAME,
        RolloutEvaluator(),
        SearchConfig.classic(),
        Limit(simulations=50),
        seeds=[1, 2],
        on_search=lambda *told: heard.append(told),
    )
    position = GAME.position_from("b2")
    chosen = player.choose({1: position})
    ((number, told_position, result),) = heard
    assert (number, told_position) == (1, position)
    assert result.best_action == chosen[1]
    assert result.simulations == 50


def test_a_searched_move_gets_its_value_in_the_view_of_who_made_it():
    position, result = searched("a1a2b1b2")
    notebook = Notebook()
    notebook.keep(position, result)
    note = notebook.notes(position.play(GAME.parse_action("c1")))[-1]
    assert (note.value, note.proof, note.line) == (1.0, "win", (2,))
    assert note.simulations == result.simulations


def test_another_move_than_the_best_gets_its_own_value_and_no_proof():
    position, result = searched("b2")
    action = next(a for a in position.legal_actions if a != result.best_action)
    note = note_of(result, action)
    assert note.value == pytest.approx(result.values[action], abs=1e-6)
    assert (note.proof, note.line) == (None, (action,))


def test_a_search_after_the_last_move_turns_into_the_view_of_who_made_that():
    position, result = searched("a1a2b1b2")
    notebook = Notebook()
    notebook.keep(position, result)
    *others, last = notebook.notes(position)
    assert others == [MoveNote()] * 3
    assert (last.value, last.proof) == (-1.0, "loss")
    assert last.line == (GAME.parse_action("b2"), *result.line)


def test_a_search_belongs_to_its_own_moves_only():
    position, result = searched("a1a2b1b2")
    notebook = Notebook()
    notebook.keep(position, result)
    assert notebook.notes(GAME.position_from("b1a2a1b2c1")) == (MoveNote(),) * 5
    assert notebook.notes(GAME.initial()) == ()
    notebook.clear()
    assert notebook.notes(GAME.position_from("a1a2b1b2c1")) == (MoveNote(),) * 5


def test_notes_of_a_loaded_game_stay_with_its_moves_and_keep_their_comments():
    notes = (MoveNote(value=0.5), MoveNote(comment="bold"))
    notebook = Notebook(SavedGame.of(GAME.position_from("a1b2"), notes=notes))
    assert notebook.notes(GAME.position_from("a1b2c3")) == (*notes, MoveNote())
    assert notebook.notes(GAME.position_from("a1c3")) == (notes[0], MoveNote())
    notebook.keep(*searched("a1"))
    again = notebook.notes(GAME.position_from("a1b2"))[1]
    assert again.comment == "bold"
    assert again.simulations is not None
