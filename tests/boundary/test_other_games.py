"""Positions of another game, or of another size of it, are refused."""

import pytest

from tengen import Limit, Search, SearchConfig, UniformEvaluator, _core, load_game
from tengen.errors import GameMismatchError
from tengen.rules.reference import Gomoku
from tests.boundary.liars import Row

PAIRS = [
    (load_game("gomoku:9x9/5"), load_game("gomoku:15x15/5")),
    (load_game("gomoku:15x15/5"), load_game("gomoku:15x15/5:standard")),
    (load_game("gomoku:15x15/5"), load_game("gomoku:15x15/4")),
    (load_game("connect4"), load_game("connect4:6x5")),
    (load_game("othello"), load_game("othello:6x6")),
    (load_game("othello"), load_game("connect4")),
    (Gomoku(3, 3, 3), Gomoku(5, 5, 4)),
    (Row(), load_game("connect4")),
    (load_game("connect4"), Row()),
]


@pytest.mark.parametrize(("game", "other"), PAIRS, ids=lambda game: game.name)
def test_a_position_of_another_game_or_size_is_refused(game, other):
    for mine, stranger in ((game, other), (other, game)):
        search = Search(mine, UniformEvaluator())
        with pytest.raises(GameMismatchError, match="belongs to another game"):
            search.run(stranger.initial(), Limit(simulations=5))
        assert search.run(mine.initial(), Limit(simulations=5)).simulations == 5


def test_something_that_is_no_position_is_refused():
    search = Search(load_game("connect4"), UniformEvaluator())
    with pytest.raises(GameMismatchError, match="expected a position of connect4; got None"):
        search.run(None, Limit(simulations=5))


@pytest.mark.parametrize(("size", "other"), [("9x9", "15x15"), ("15x15", "9x9"), ("9x8", "8x9")])
def test_the_core_refuses_positions_of_another_size(size, other):
    game, stranger = load_game(f"gomoku:{size}/5").core, load_game(f"gomoku:{other}/5").core
    pool = _core.SearchPool.of_native(
        game, SearchConfig().for_core(), [1], 8, 1, _core.EvaluatorChoice.uniform()
    )
    with pytest.raises(ValueError, match="belongs to another game"):
        pool.set_root(0, stranger.initial(0))
    with pytest.raises(ValueError, match="belongs to another game"):
        game.legal_actions(stranger.initial(0))
