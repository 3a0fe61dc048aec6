"""What was measured of the levels: their Elo, and the strongest fixed player that each beats."""

import itertools
from dataclasses import replace

import pytest

from tengen import load_game
from tengen.arena import level_strengths, levels
from tengen.arena.level_strengths import (
    YARDSTICKS,
    Beaten,
    LevelStrength,
    measured_strengths,
    strengths_file,
)
from tengen.arena.levels import LEVELS
from tengen.arena.players import player_factory
from tengen.arena.round_robin import RoundRobinConfig, play_round_robin
from tengen.arena.stored_results import rating_facts, save_json
from tengen.nets.choosing import choose_net
from tengen.nets.shipped import read_card, shipped_nets
from tests.arena.made import save_net
from tests.arena.stored_strengths import EVEN, WON, store_strengths

RANKS = ("tactical@5000", "mcts@1000", "level:2", "random", "level:1")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder in place of the measurements that come with Tengen."""
    monkeypatch.setattr(level_strengths, "_MEASURED", tmp_path)
    return tmp_path


def measured(game, net=None):
    return measured_strengths(game, choose_net(game, net))


def beaten_by_the_second_level(ranks, results):
    game = load_game("gomoku:7x5/4")
    store_strengths(game, ranks=ranks, results=results)
    return measured(game)[2].beats


def test_strengths_come_from_the_file_a_round_robin_wrote(folder):
    game = load_game("connect4")
    assert measured(game) == {}
    players = ("level:1", "level:6", "random", "mcts@5")
    facts = rating_facts(play_round_robin(RoundRobinConfig(game=game.name, players=players)))
    assert "matches" not in facts
    save_json(facts, strengths_file(game))
    assert strengths_file(game) == folder / "connect4.json"
    rated = {rating["player"]: (rating["elo"], rating["error"]) for rating in facts["ratings"]}
    strengths = measured(game)
    assert list(strengths) == [1, 6]
    for number, strength in strengths.items():
        assert (strength.elo, strength.error) == rated[f"level:{number}"]
    assert strengths[6].beats is not None
    assert strengths[6].beats.yardstick == max("random", "mcts@5", key=rated.__getitem__)


def test_the_file_of_another_board_has_another_name(folder):
    assert strengths_file(load_game("gomoku:7x5/4")) == folder / "gomoku-7x5-4.json"


def test_a_level_that_plays_otherwise_now_is_not_measured(folder, monkeypatch):
    game = load_game("gomoku:7x5/4")
    store_strengths(game)
    assert set(measured(game)) == {1, 2}
    changed = replace(LEVELS[1], pure=replace(LEVELS[1].pure, temperature=0.95))
    monkeypatch.setattr(levels, "LEVELS", (LEVELS[0], changed, *LEVELS[2:]))
    assert set(measured(game)) == {1}


def test_levels_measured_with_another_net_are_not_measured(folder):
    game = load_game("tictactoe")
    store_strengths(game, fingerprint=player_factory("level:1", game).fingerprint)
    assert set(measured(game)) == {1, 2}
    store_strengths(game, fingerprint="0" * 64)
    assert measured(game) == {}


def test_a_net_that_is_named_has_the_strengths_measured_with_it_and_no_others(tmp_path):
    game = load_game("gomoku:8x8/5")
    assert len(measured(game, "gomoku-8x8")) == len(LEVELS)
    assert measured(game, "gomoku-8x8") == measured(game)
    assert measured(game, "gomoku-9x9") == {}
    assert measured(game, str(save_net(tmp_path / "mine", game.name))) == {}


def test_a_level_beats_the_strongest_yardstick_of_those_it_beat(folder):
    results = {
        ("level:2", "random"): WON,
        ("level:2", "mcts@1000"): (0, 0, 1, 0, 4),
        ("level:2", "tactical@5000"): EVEN,
    }
    assert beaten_by_the_second_level(RANKS, results) == Beaten("mcts@1000", 9.0, 10)


def test_the_strongest_is_the_best_rated_whatever_its_budget(folder):
    results = {("level:2", "random"): WON, ("level:2", "mcts@1000"): WON}
    ranks = ("level:2", "random", "mcts@1000", "level:1")
    assert beaten_by_the_second_level(ranks, results) == Beaten("random", 10.0, 10)


@pytest.mark.parametrize(
    ("counts", "is_beaten"),
    [
        ((0, 0, 0, 0, 3), False),  # 6 of 6
        ((0, 0, 0, 0, 4), True),  # 8 of 8
        ((0, 0, 2, 0, 3), False),  # 8 of 10
        ((0, 0, 1, 0, 4), True),  # 9 of 10
        ((0, 0, 8, 0, 2), False),  # 12 of 20
        ((0, 0, 32, 0, 8), True),  # 48 of 80, the same share
        ((1, 0, 0, 0, 4), False),  # 8 of 10, one opening lost with both colours
        ((5, 0, 0, 0, 0), False),
    ],
)
def test_a_score_that_may_be_chance_beats_nobody(folder, counts, is_beaten):
    found = beaten_by_the_second_level(RANKS, {("level:2", "random"): counts})
    assert (found is not None) == is_beaten


def test_half_points_count(folder):
    found = beaten_by_the_second_level(RANKS, {("level:2", "random"): (0, 0, 0, 1, 4)})
    assert found == Beaten("random", 9.5, 10)


def test_other_levels_are_not_yardsticks(folder):
    results = {("level:2", "level:1"): WON, ("level:2", "random"): EVEN}
    assert beaten_by_the_second_level(RANKS, results) is None


def test_what_another_level_beat_is_not_claimed(folder):
    assert beaten_by_the_second_level(RANKS, {("level:1", "random"): WON}) is None


def test_a_file_from_before_the_yardsticks_tells_strengths_and_claims_nothing(folder):
    game = load_game("gomoku:7x5/4")
    store_strengths(game)
    assert measured(game) == {1: LevelStrength(-50.0, 30.0), 2: LevelStrength(50.0, 30.0)}


def test_yardsticks_play_every_game_without_a_net():
    for name in ("tictactoe", "connect4:6x5", "gomoku:7x5/4", "othello:6x6"):
        for yardstick in YARDSTICKS:
            assert player_factory(yardstick, load_game(name)).fingerprint == ""


@pytest.mark.parametrize("name", [read_card(net).game for net in shipped_nets()])
def test_measured_levels_rise_as_far_as_chance_can_tell(name):
    strengths = measured(load_game(name))
    assert sorted(strengths) == [level.number for level in LEVELS]
    for low, high in itertools.combinations([strengths[level.number] for level in LEVELS], 2):
        assert low.elo < high.elo + low.error + high.error
    assert strengths[10].elo > strengths[1].elo + strengths[1].error + strengths[10].error
