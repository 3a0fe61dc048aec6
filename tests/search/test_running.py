"""A running search: watched, stopped, waited for, and never shared (SPEC M17a)."""

import threading

import numpy as np
import pytest

from tengen import (
    Evaluation,
    Limit,
    RolloutEvaluator,
    Search,
    SearchConfig,
    SearchPool,
    StopToken,
    UniformEvaluator,
    load_game,
)
from tengen.errors import EvaluationError, InUseError
from tests.search.fakes import HashEvaluator

GAME = load_game("gomoku:15x15/5")


def endless(**settings):
    return Search(GAME, RolloutEvaluator(), SearchConfig(memory_mb=200), **settings)


class Gated(HashEvaluator):
    """Evaluates only as often as it is allowed to, and tells when it waits."""

    def __init__(self, game):
        super().__init__(game)
        self.allowed = threading.Semaphore(0)
        self.asked = threading.Semaphore(0)
        self.calls = 0

    def evaluate(self, planes):
        self.calls += 1
        self.asked.release()
        assert self.allowed.acquire(timeout=60)
        return super().evaluate(planes)

    def let_go(self):
        self.allowed.release(1_000_000)


def test_a_running_search_ends_with_what_run_gives():
    game = load_game("connect4")
    ran = Search(game, HashEvaluator(game), seed=3).run(game.initial(), Limit(simulations=300))
    started = Search(game, HashEvaluator(game), seed=3).start(game.initial(), Limit(300)).result()
    np.testing.assert_array_equal(started.visits, ran.visits)
    assert (started.stop_reason, started.simulations) == ("simulations", 300)


def test_snapshots_grow_and_the_last_one_is_the_result():
    running = endless().start(GAME.initial(), every=0.01)
    seen = []
    for snapshot in running:
        seen.append(snapshot)
        if len(seen) == 4:
            running.stop()
    assert [snapshot.stop_reason for snapshot in seen[:4]] == [None] * 4
    counts = [snapshot.simulations for snapshot in seen]
    assert counts == sorted(counts)
    assert counts[0] < counts[3]
    assert seen[-1] is running.result()
    assert seen[-1].stop_reason == "stopped"
    for snapshot in seen:
        assert snapshot.policy_target.sum() == pytest.approx(1)
        assert snapshot.line[0] == snapshot.best_action


def test_watching_does_not_change_what_is_found():
    game = load_game("connect4")
    for root in ("puct", "gumbel"):
        config = SearchConfig(root=root, noise_epsilon=0.25, leaves_per_batch=3, prove=False)
        alone = Search(game, HashEvaluator(game), config, seed=5)
        watched = Search(game, HashEvaluator(game), config, seed=5)
        expected = alone.run(game.initial(), Limit(simulations=900))
        (*snapshots, result) = watched.start(game.initial(), Limit(900), every=1e-6)
        assert snapshots
        np.testing.assert_array_equal(result.visits, expected.visits)
        np.testing.assert_array_equal(result.policy_target, expected.policy_target)
        assert result.best_action == expected.best_action


def test_two_watchers_see_the_same_end():
    running = endless().start(GAME.initial(), every=0.005)
    ends = []
    watchers = [threading.Thread(target=lambda: ends.append(list(running)[-1])) for _ in range(2)]
    for watcher in watchers:
        watcher.start()
    next(iter(running))
    running.stop()
    for watcher in watchers:
        watcher.join(60)
    assert ends == [running.result()] * 2


def test_a_proof_ends_the_search_and_is_the_last_snapshot():
    game = load_game("tictactoe")
    *_, last = Search(game, UniformEvaluator()).start(game.position_from("a1b1a2b2"))
    assert last.stop_reason == "proven"
    assert last.proof.value == "win"


def test_a_stop_before_the_search_begins_is_not_lost():
    stop = StopToken()
    stop.request()
    search = endless()
    result = search.start(GAME.initial(), stop=stop).result(60)
    assert (result.stop_reason, result.simulations) == ("stopped", 1)
    assert result.best_action in range(225)
    assert search.run(GAME.initial(), Limit(), stop=stop).stop_reason == "stopped"
    assert search.run(GAME.initial(), Limit(simulations=50)).stop_reason == "simulations"


def test_a_stop_right_after_the_start_is_not_lost():
    search = endless()
    for _ in range(50):
        running = search.start(GAME.initial())
        running.stop()
        assert running.result(60).stop_reason == "stopped"


def test_one_token_stops_every_search_that_has_it():
    stop, searches = StopToken(), [endless(seed=seed) for seed in range(3)]
    started = [search.start(GAME.initial(), stop=stop) for search in searches]
    stop.request()
    assert {running.result(60).stop_reason for running in started} == {"stopped"}
    pool = SearchPool(GAME, RolloutEvaluator(), seeds=range(4), threads=2)
    results = pool.run([GAME.initial()] * 4, Limit(), stop=stop)
    assert {result.stop_reason for result in results} == {"stopped"}


@pytest.mark.parametrize("leaves", [1, 16])
def test_a_stop_is_obeyed_within_one_batch(leaves):
    evaluator = Gated(GAME)
    search = Search(GAME, evaluator, SearchConfig(leaves_per_batch=leaves))
    running = search.start(GAME.initial())
    for _ in range(3):
        assert evaluator.asked.acquire(timeout=60)
        evaluator.allowed.release()
    assert evaluator.asked.acquire(timeout=60)
    running.stop()
    evaluator.let_go()
    assert running.result(60).stop_reason == "stopped"
    assert evaluator.calls == 4


def test_the_end_of_the_time_is_obeyed_within_one_batch():
    """No clock is read here: the time is over before the first answer comes."""
    evaluator = Gated(GAME)
    search = Search(GAME, evaluator, SearchConfig(leaves_per_batch=16))
    running = search.start(GAME.initial(), Limit(seconds=1e-6))
    assert evaluator.asked.acquire(timeout=60)
    evaluator.let_go()
    assert running.result(60).stop_reason == "time"
    assert evaluator.calls == 1


def test_a_snapshot_is_there_at_once_while_an_evaluation_takes_its_time():
    evaluator = Gated(GAME)
    running = Search(GAME, evaluator).start(GAME.initial(), every=1e-6)
    assert evaluator.asked.acquire(timeout=60)
    assert running.snapshot() is None
    evaluator.allowed.release()
    assert evaluator.asked.acquire(timeout=60)
    assert running.snapshot().simulations == 1
    with pytest.raises(TimeoutError, match="still running"):
        running.result(0.001)
    running.stop()
    evaluator.let_go()
    assert running.result(60) is running.snapshot()


def test_leaving_the_with_block_stops_the_search_and_frees_it():
    search = endless()
    with search.start(GAME.initial()) as running:
        assert not running.is_over
    assert running.is_over
    assert running.result().stop_reason == "stopped"
    assert search.run(GAME.initial(), Limit(simulations=10)).simulations == 10


def test_an_error_in_the_with_block_is_the_one_that_is_raised():
    def fail_beside_a_failing_search():
        with Search(GAME, Broken(at_call=1)).start(GAME.initial()):
            raise ZeroDivisionError("of the caller")

    with pytest.raises(ZeroDivisionError, match="of the caller"):
        fail_beside_a_failing_search()


def test_a_search_nobody_holds_any_more_ends():
    search = endless()
    iterator = iter(search.start(GAME.initial(), every=0.001))
    next(iterator)
    del iterator
    for _ in range(6000):
        try:
            search.run(GAME.initial(), Limit(simulations=1))
            break
        except InUseError:
            threading.Event().wait(0.01)
    else:
        pytest.fail("the search goes on although nobody holds it")


class Broken(HashEvaluator):
    """Raises at one call."""

    def __init__(self, at_call):
        super().__init__(GAME)
        self.calls_left = at_call

    def evaluate(self, planes):
        self.calls_left -= 1
        if self.calls_left == 0:
            raise ZeroDivisionError("evaluator out of order")
        return super().evaluate(planes)


def test_what_goes_wrong_reaches_whoever_asks_for_the_result():
    search = Search(GAME, Broken(at_call=3))
    running = search.start(GAME.initial(), Limit(simulations=10))
    with pytest.raises(ZeroDivisionError, match="out of order"):
        running.result(60)
    with pytest.raises(ZeroDivisionError, match="out of order"):
        list(running)
    assert search.run(GAME.initial(), Limit(simulations=10)).simulations == 10


def test_a_bad_answer_is_an_evaluation_error_in_the_background_too():
    class Bad:
        def evaluate(self, planes):
            return Evaluation(np.zeros((len(planes), 225)), np.full(len(planes), np.nan))

    with pytest.raises(EvaluationError):
        Search(GAME, Bad()).start(GAME.initial()).result(60)


def test_the_end_of_one_search_leaves_the_token_of_its_caller_alone():
    stop, search = StopToken(), endless()
    search.start(GAME.initial(), Limit(simulations=50), stop=stop).result(60)
    with search.start(GAME.initial(), stop=stop) as running:
        running.stop()
    search.start(GAME.initial(), stop=stop).stop()
    assert not stop.requested
    assert running.result().stop_reason == "stopped"


def test_a_token_is_requested_with_its_parent_and_not_the_other_way_round():
    parent = StopToken()
    child, other = StopToken(parent), StopToken(parent)
    child.request()
    assert (child.requested, other.requested, parent.requested) == (True, False, False)
    parent.request()
    assert other.requested
