"""How players search is decided in one place, with the same answer for everyone who plays."""

import os
from dataclasses import replace

import pytest

from tengen import Limit, RolloutEvaluator, SearchConfig, UniformEvaluator, load_game
from tengen.arena.meter import PlayerSubject, SearchSubject
from tengen.arena.players import player_factory
from tengen.engines.engine import EngineOptions
from tengen.engines.info import Info
from tengen.engines.server import make_options
from tengen.engines.thinking import Thinker
from tengen.errors import ConfigError
from tengen.nets import load_evaluator
from tengen.partners.adviser import Adviser
from tengen.play.searching import ladder_configs, playing_config, playing_threads
from tengen.runs.presets import load_preset
from tengen.runs.stages import threads_of
from tests.search.fakes import HashEvaluator

GAMES = ("connect4", "connect4:5x4", "gomoku:9x9/5", "othello")


@pytest.mark.parametrize("name", GAMES)
def test_players_search_without_noise_and_with_proofs(name):
    game = load_game(name)
    for evaluator in (HashEvaluator(game), RolloutEvaluator(), UniformEvaluator()):
        for one_tree in (False, True):
            config = playing_config(game, evaluator, one_tree=one_tree)
            assert (config.noise_epsilon, config.forced_playouts, config.prove) == (0, 0, True)
            assert config.reuse_tree
            assert not config.early_stop
            assert (config.leaves_per_batch > 1) == one_tree


@pytest.mark.parametrize("name", GAMES)
def test_nets_are_shown_symmetries_and_random_games_are_not(name):
    game = load_game(name)
    assert playing_config(game, HashEvaluator(game)).random_symmetry
    assert not playing_config(game, RolloutEvaluator()).random_symmetry


def test_nets_of_connect_four_of_any_size_prefer_the_quicker_win():
    for name in GAMES:
        game = load_game(name)
        slope = playing_config(game, HashEvaluator(game)).mlh_slope
        assert (slope > 0) == name.startswith("connect4")


@pytest.mark.parametrize("evaluator", [RolloutEvaluator(tactical=True), UniformEvaluator()])
def test_only_nets_solve_endings(evaluator):
    game = load_game("connect4")
    config = playing_config(game, evaluator)
    assert config.one_ply_ahead
    assert config.endgame_nodes == config.root_endgame_nodes == 0
    assert playing_config(game, HashEvaluator(game)).root_endgame_nodes > 0


@pytest.mark.parametrize(
    ("limit", "nodes"),
    [
        (Limit(simulations=24), 24_000),
        (Limit(simulations=200), 200_000),
        (Limit(simulations=100_000), 1_000_000),
        (Limit(seconds=0.01), 100_000),
        (Limit(simulations=24, seconds=0.01), 24_000),
        (Limit(simulations=800, seconds=0.001), 10_000),
        (Limit(seconds=1e300), 1_000_000),
        (None, 1_000_000),
    ],
)
def test_a_longer_search_solves_more_at_its_root(limit, nodes):
    game = load_game("connect4")
    assert playing_config(game, HashEvaluator(game), limit).root_endgame_nodes == nodes


def test_player_meter_adviser_and_engine_search_alike():
    game, evaluator = load_game("connect4"), load_evaluator("connect4")
    expected = playing_config(game, evaluator, Limit(simulations=10))
    player = player_factory("net:connect4@10", game).make([1])
    adviser = Adviser(game, None, 0, lambda position, result: None)
    assert player._pool.config == expected
    assert SearchSubject(game, evaluator, 10)._config == expected
    looks_on = replace(expected, seek_shorter_win=True, endgame_nodes=0, root_endgame_nodes=0)
    assert adviser.search.config == looks_on
    thinker = Thinker(game, evaluator, threads=1, seed=0)
    engine = thinker._search_for(Info(timeout_turn=100)).config
    one_tree = playing_config(game, evaluator, one_tree=True)
    assert {engine.random_symmetry, engine.mlh_slope} == {True, expected.mlh_slope}
    assert engine.leaves_per_batch == one_tree.leaves_per_batch


def test_whoever_has_the_machine_alone_takes_every_core_it_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {1, 3, 4}, raising=False)
    game, factory = load_game("connect4"), player_factory("mcts@10", load_game("connect4"))
    assert EngineOptions().threads == make_options(None, None, 0).threads == 3
    assert threads_of(load_preset("tictactoe")) == 3
    assert SearchSubject(game, HashEvaluator(game), 10)._threads == 3
    assert PlayerSubject(factory)._threads == 3


def test_threads_that_were_asked_for_are_taken():
    assert playing_threads(5) == threads_of(load_preset("tictactoe", ["run.threads=5"])) == 5
    with pytest.raises(ConfigError, match="threads must be 1 to 1024; got 0"):
        playing_threads(0)


def test_a_run_plays_its_matches_by_its_own_search_without_the_noise():
    search = SearchConfig(noise_epsilon=0.25, forced_playouts=2.0, c_init=3.0, root="gumbel")
    net, pure = ladder_configs(search, plain=False)
    assert net == SearchConfig(c_init=3.0, root="gumbel")
    assert pure == SearchConfig.classic(one_ply_ahead=False)
    net, pure = ladder_configs(search, plain=True)
    assert net == SearchConfig(c_init=3.0, root="gumbel", reuse_tree=False)
    assert pure == SearchConfig.classic(prove=False, one_ply_ahead=False, reuse_tree=False)
