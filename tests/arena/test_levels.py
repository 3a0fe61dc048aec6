"""Ten levels, each stronger than the one below it, none that blunders on purpose."""

import itertools

import pytest

from tengen import load_game
from tengen.arena.levels import LEVELS, level_spec
from tengen.arena.match import MatchConfig, play_match
from tengen.arena.players import player_factory
from tengen.errors import PlayerSpecError
from tengen.nets.choosing import choose_net


def test_they_are_numbered_from_one_to_ten():
    assert [level.number for level in LEVELS] == list(range(1, 11))


def test_each_searches_more_and_draws_less_freely_than_the_one_below():
    for lower, higher in itertools.pairwise(LEVELS):
        for low, high in ((lower.net, higher.net), (lower.pure, higher.pure)):
            assert low.simulations < high.simulations
            assert low.temperature >= high.temperature
    assert LEVELS[-1].net.temperature == LEVELS[-1].pure.temperature == 0


@pytest.mark.parametrize("text", ["level:0", "level:11", "level:x", "level:-1"])
def test_there_are_no_others(text):
    with pytest.raises(PlayerSpecError, match=r"levels are 1 to 10|a level is a number"):
        player_factory(text, load_game("connect4"))


def test_without_a_shipped_net_a_level_is_pure_search():
    spec = level_spec(3, choose_net(load_game("gomoku:7x5/4")))
    assert (spec.kind, spec.simulations, spec.temperature) == ("mcts", 80, 0.8)


def test_even_the_first_takes_a_win_it_can_see():
    position = load_game("tictactoe").position_from("a1a3b1b3")
    player = player_factory("level:1", position.game).make(range(50))
    moves = player.choose(dict.fromkeys(range(50), position))
    won = [position.play(move).outcome is not None for move in moves.values()]
    assert all(won)


def test_the_fifth_beats_the_first():
    config = MatchConfig(game="connect4", players=("level:5", "level:1"), pairs=20)
    assert play_match(config).tally.score > 0.7
