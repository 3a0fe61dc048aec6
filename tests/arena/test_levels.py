"""Ten levels, each stronger than the one below it, none that blunders on purpose."""

import itertools
from dataclasses import replace

import pytest

from tengen import load_game
from tengen.arena import levels
from tengen.arena.levels import LEVELS, level_spec, measured_strengths, strengths_file
from tengen.arena.match import MatchConfig, play_match
from tengen.arena.players import player_factory
from tengen.arena.round_robin import RoundRobinConfig, play_round_robin
from tengen.arena.stored_results import rating_facts, save_json
from tengen.errors import PlayerSpecError
from tengen.nets.choosing import choose_net
from tengen.nets.shipped import read_card, shipped_nets


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


def test_strengths_come_from_the_file_a_ladder_wrote(tmp_path, monkeypatch):
    monkeypatch.setattr(levels, "_MEASURED", tmp_path)
    game = load_game("gomoku:7x5/4")
    assert measured_strengths(game) == {}
    robin = RoundRobinConfig(game=game.name, players=("level:1", "level:2"), pairs=2)
    facts = rating_facts(play_round_robin(robin))
    assert "matches" not in facts
    save_json(facts, strengths_file(game))
    assert strengths_file(game) == tmp_path / "gomoku-7x5-4.json"
    rated = {rating["player"]: (rating["elo"], rating["error"]) for rating in facts["ratings"]}
    assert measured_strengths(game) == {1: rated["level:1"], 2: rated["level:2"]}


def test_a_level_that_plays_otherwise_now_is_not_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(levels, "_MEASURED", tmp_path)
    game = load_game("gomoku:7x5/4")
    store_strengths(game, fingerprint="")
    assert set(measured_strengths(game)) == {1, 2}
    changed = replace(LEVELS[1], pure=replace(LEVELS[1].pure, temperature=0.95))
    monkeypatch.setattr(levels, "LEVELS", (LEVELS[0], changed, *LEVELS[2:]))
    assert set(measured_strengths(game)) == {1}


def test_levels_measured_with_another_net_are_not_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(levels, "_MEASURED", tmp_path)
    game = load_game("tictactoe")
    store_strengths(game, fingerprint=player_factory("level:1", game).fingerprint)
    assert set(measured_strengths(game)) == {1, 2}
    store_strengths(game, fingerprint="0" * 64)
    assert measured_strengths(game) == {}


def store_strengths(game, fingerprint):
    """A file as a round robin of the first two levels leaves it."""
    asked = ("level:1", "level:2")
    players = [
        {
            "asked": level,
            "name": str(level_spec(number, choose_net(game))),
            "fingerprint": fingerprint,
        }
        for number, level in enumerate(asked, start=1)
    ]
    ratings = [{"player": level, "elo": 51.5, "error": 30.0} for level in asked]
    save_json({"contestants": players, "ratings": ratings}, strengths_file(game))


@pytest.mark.parametrize("name", [read_card(net).game for net in shipped_nets()])
def test_measured_levels_rise_as_far_as_chance_can_tell(name):
    measured = measured_strengths(load_game(name))
    assert sorted(measured) == [level.number for level in LEVELS]
    for (low, low_error), (high, high_error) in itertools.combinations(
        [measured[level.number] for level in LEVELS], 2
    ):
        assert low < high + low_error + high_error
    assert measured[10][0] > measured[1][0] + measured[1][1] + measured[10][1]
