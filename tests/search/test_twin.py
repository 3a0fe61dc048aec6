"""The core and its readable twin do the same, visit for visit and bit for bit (SPEC M11)."""

import random

import pytest

from tengen import Limit, Search, SearchConfig
from tengen.search.reference import ReferenceSearch
from tests.search.fakes import HEX, HashEvaluator, random_position

GAMES = (
    "tictactoe",
    "connect4",
    "connect4:4x5",
    "gomoku:5x4/3",
    "gomoku:4x7/4:standard",
    "gomoku:6x6/4",
    "othello:6x6",
    "othello",
    HEX,
    "openspiel:tic_tac_toe",
)


def random_config(chance: random.Random) -> SearchConfig:
    return SearchConfig(
        c_init=chance.choice([0.5, 1.25, 5.0]),
        c_base=chance.choice([None, 100.0, 19652.0]),
        fpu_reduction=chance.choice([None, 0.0, 0.2, 0.4, 2.0]),
        discount=chance.choice([1.0, 0.97]),
        noise_epsilon=chance.choice([0.0, 0.25, 1.0]),
        noise_alpha=chance.choice([0.03, 0.3, 2.0]),
        noise_total=chance.choice([None, 10.0]),
        mlh_slope=chance.choice([0.0, 0.03, 0.2]),
        mlh_cap=chance.choice([0.0, 0.1, 0.5]),
        prove=chance.choice([True, True, False]),
        one_ply_ahead=chance.choice([True, True, False]),
        forcing_nodes=chance.choice([0, 3, 50]),
        root_forcing_nodes=chance.choice([0, 10, 500]),
        endgame_nodes=chance.choice([0, 20, 300]),
        root_endgame_nodes=chance.choice([0, 50, 2000]),
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("trial", range(12))
def test_visits_and_values_equal_those_of_the_twin(name, trial):
    chance = random.Random(f"{name[-20:]} {trial}")
    longest = 0.95 if "othello" in name else 0.6  # passes come late
    position = random_position(name, chance, longest)
    evaluator = HashEvaluator(position.game, moves_left=chance.random() < 0.8)
    config, seed = random_config(chance), chance.getrandbits(64)
    core = Search(position.game, evaluator, config, seed=seed)
    twin = ReferenceSearch(position.game, evaluator, config, seed, core._pool.encoding)
    twin.set_root(position)
    for _ in range(3):
        simulations = chance.choice([1, 2, 10, 60, 120])
        result = core.run(position, Limit(simulations=simulations))
        visited = {action: visits for action, visits in twin.run(simulations).items() if visits}
        assert {a: n for a, n in enumerate(result.visits) if n} == visited
        assert result.root_value == twin.root.value
        assert (result.proof is not None) == (twin.root.proof is not None)
        action = chance.choice(position.legal_actions)  # also moves the tree has never visited
        position = position.play(action)
        if position.outcome is not None:
            break
        twin.advance(action)


def test_the_games_of_this_test_pass_now_and_then():
    chance = random.Random(1)
    positions = [random_position("othello:6x6", chance, 0.95) for _ in range(200)]
    assert any(position.legal_actions == [36] for position in positions)
