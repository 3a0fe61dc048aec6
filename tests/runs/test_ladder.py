"""The ladder of SPEC T6, rung by rung."""

import pytest

from tengen import RolloutEvaluator, SearchConfig, UniformEvaluator, load_game
from tengen.errors import ConfigError
from tengen.play import SearchPlayer
from tengen.runs import ladder
from tengen.runs.ladder import LadderConfig, LadderMatch, LadderState, climb, play_ladder_match

CLASSIC = LadderConfig()


def matches(*results):
    return [LadderMatch(0, *result) for result in results]


def test_a_draw_counts_half():
    assert LadderMatch(1000, 6, 2, 2).score == 0.7
    assert LadderMatch(1000, 0, 0, 10).score == 0.0


def test_a_run_begins_at_the_first_opponent():
    assert climb(CLASSIC, []) == LadderState(1000, 0.0, False)


def test_a_better_score_is_a_new_best():
    assert climb(CLASSIC, matches((3, 0, 7))) == LadderState(1000, 0.3, True)
    assert climb(CLASSIC, matches((3, 0, 7), (2, 1, 7))) == LadderState(1000, 0.3, False)
    assert climb(CLASSIC, matches((3, 0, 7), (3, 0, 7))) == LadderState(1000, 0.3, False)
    assert climb(CLASSIC, matches((3, 0, 7), (3, 1, 6))) == LadderState(1000, 0.35, True)


def test_a_lost_match_is_no_best():
    assert climb(CLASSIC, matches((0, 0, 10))) == LadderState(1000, 0.0, False)


def test_all_points_bring_a_stronger_opponent_and_a_fresh_best():
    assert climb(CLASSIC, matches((10, 0, 0))) == LadderState(2000, 0.0, True)
    assert climb(CLASSIC, matches((9, 1, 0))) == LadderState(1000, 0.95, True)
    assert climb(CLASSIC, matches((10, 0, 0), (1, 0, 9))) == LadderState(2000, 0.1, True)


def test_the_last_opponent_stays():
    wins = matches(*[(10, 0, 0)] * 6)
    assert [climb(CLASSIC, wins[:count]).opponent for count in range(7)] == [
        1000,
        2000,
        3000,
        4000,
        5000,
        5000,
        5000,
    ]
    assert climb(CLASSIC, wins[:5]) == LadderState(5000, 1.0, True)
    assert climb(CLASSIC, wins) == LadderState(5000, 1.0, False)


def test_a_step_never_goes_beyond_the_last_opponent():
    config = LadderConfig(first_opponent=100, step=300, last_opponent=250)
    assert climb(config, matches((10, 0, 0))).opponent == 250


def play(config, *, seed=5, threads=1, search=SearchConfig(), evaluator=None):  # noqa: B008
    game = load_game("connect4")
    evaluator = evaluator or UniformEvaluator()
    return play_ladder_match(game, evaluator, search, config, 20, seed=seed, threads=threads)


def test_the_same_seed_gives_the_same_match():
    config = LadderConfig(games=6, simulations=20)
    assert play(config) == play(config, threads=2)
    assert play(config).opponent == 20
    results = {(m.wins, m.draws, m.losses) for m in (play(config, seed=s) for s in range(5))}
    assert len(results) > 1


def test_every_game_counts_once():
    match = play(LadderConfig(games=5, simulations=5))
    assert match.wins + match.draws + match.losses == 5


def test_a_much_stronger_player_wins_from_both_seats():
    config = LadderConfig(games=8, simulations=1500)
    assert play(config, evaluator=RolloutEvaluator()).score >= 0.9


def test_noise_that_serves_learning_does_not_weaken_a_match():
    noisy = SearchConfig(noise_epsilon=0.9, forced_playouts=2.0)
    config = LadderConfig(games=6, simulations=40)
    assert play(config, search=noisy) == play(config, search=SearchConfig())


def test_a_plain_match_proves_nothing_and_begins_every_search_anew(monkeypatch):
    used = {}

    class Recorder(SearchPlayer):
        def __init__(self, name, game, evaluator, config, *rest, **named):
            used[name] = (config.prove, config.reuse_tree)
            super().__init__(name, game, evaluator, config, *rest, **named)

    monkeypatch.setattr(ladder, "SearchPlayer", Recorder)
    play(LadderConfig(games=2, simulations=5))
    assert used == {"net": (True, True), "mcts@20": (True, True)}
    play(LadderConfig(games=2, simulations=5, plain=True), search=SearchConfig(prove=False))
    assert used == {"net": (False, False), "mcts@20": (False, False)}


def test_impossible_settings_are_refused():
    with pytest.raises(ConfigError, match="games"):
        LadderConfig(games=1)
