"""Every game keeps the contract that the other rooms rely on."""

import pytest

import tengen
from tengen.rules import check_game, list_games, load_game
from tests.rules.games import EXTRA_SIZES, LARGE_SIZES, reference_of


@pytest.mark.parametrize("name", [*list_games(), *EXTRA_SIZES])
def test_a_native_game_keeps_the_contract(name):
    check_game(load_game(name), games=6)


@pytest.mark.parametrize("name", LARGE_SIZES)
def test_a_native_game_on_a_large_board_keeps_the_contract(name):
    check_game(load_game(name), games=2)


@pytest.mark.parametrize(
    "name",
    ["tictactoe", "connect4", "connect4:4x4", "gomoku:4x3/3:standard", "othello:6x6"],
)
def test_a_reference_game_keeps_the_contract(name):
    check_game(reference_of(load_game(name)), games=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gomoku:9x7/4", "gomoku:3x20/3", "othello"])
def test_a_large_reference_game_keeps_the_contract(name):
    check_game(reference_of(load_game(name)), games=4)


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four", "breakthrough", "hex(board_size=5)", "mnk(m=4,n=3,k=3)"]
)
def test_a_game_of_openspiel_keeps_the_contract(name):
    check_game(load_game(f"openspiel:{name}"), games=4)


def test_chess_of_openspiel_keeps_the_contract_though_its_player_1_begins():
    check_game(load_game("openspiel:chess"), games=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*list_games(), *EXTRA_SIZES, *LARGE_SIZES])
def test_a_native_game_keeps_the_contract_over_many_games(name):
    check_game(load_game(name), games=10 if name in LARGE_SIZES else 40, seed=1000)


@pytest.mark.parametrize("name", [*list_games(), *EXTRA_SIZES, *LARGE_SIZES])
def test_a_game_is_loaded_under_its_own_name(name):
    assert tengen.load_game(name).name == name


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "gomoku:9x7/4", "othello:6x6"])
def test_core_and_reference_agree_on_the_facts_and_the_symmetries(name):
    core = load_game(name)
    reference = reference_of(core)
    facts = [(g.width, g.height, g.num_actions, g.max_plies) for g in (core, reference)]
    assert facts[0] == facts[1]
    assert core.symmetries == reference.symmetries
