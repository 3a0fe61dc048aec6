"""A running search: watched, stopped, waited for, and never shared (SPEC M17a)."""

import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from tengen import (
    Evaluation,
    Limit,
    RolloutEvaluator,
    RunningSearch,
    Search,
    SearchConfig,
    SearchPool,
    StopToken,
    UniformEvaluator,
    load_game,
)
from tengen.errors import ConfigError, EvaluationError, GameOverError, InUseError
from tests.search.fakes import HashEvaluator
from tests.selfplay.made import HEX

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


def test_a_running_search_belongs_to_its_starter_alone():
    search = endless()
    position = GAME.initial()
    with search.start(position):
        for use in (
            lambda: search.run(position, Limit(simulations=1)),
            lambda: search.start(position),
            lambda: search.advance(0),
            lambda: search.explain(),
            lambda: search.trace(position),
            lambda: search.set_moves_left(0.1, 0.1),
        ):
            with pytest.raises(InUseError, match="still running"):
                use()
    assert search.explain().visits > 0


def test_an_evaluator_that_calls_its_own_search_gets_an_error():
    class Meddling(HashEvaluator):
        def evaluate(self, planes):
            search.run(GAME.initial(), Limit(simulations=1))

    search = Search(GAME, Meddling(GAME))
    with pytest.raises(InUseError):
        search.run(GAME.initial(), Limit(simulations=5))
    with pytest.raises(InUseError):
        search.start(GAME.initial(), Limit(simulations=5)).result(60)


def test_threads_that_share_a_search_get_results_or_errors():
    search, found = endless(), []

    def use():
        for _ in range(30):
            try:
                found.append(search.run(GAME.initial(), Limit(simulations=30)).simulations)
            except InUseError as error:
                found.append(error)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 120
    assert 30 in found


def test_a_given_up_run_does_not_go_on_when_other_trees_are_searched():
    game = load_game("connect4")
    pool = SearchPool(game, HashEvaluator(game), seeds=range(2))
    run = pool.begin({0: game.initial()}, Limit(simulations=500))
    run.go_on(1e-9)
    run.close()
    before = pool.core.node(0, []).visits
    pool.run_some({1: game.initial()}, Limit(simulations=100))
    assert pool.core.node(0, []).visits == before


def test_refusals_leave_the_search_free():
    search = endless()
    over = load_game("gomoku:15x15/5").position_from("a1a2b1b2c1c2d1d2e1")
    with pytest.raises(GameOverError):
        search.start(over)
    with pytest.raises(ConfigError, match="every"):
        search.start(GAME.initial(), every=0)
    gumbel = Search(GAME, UniformEvaluator(), SearchConfig(root="gumbel"))
    with pytest.raises(ConfigError, match=r"Limit\.simulations"):
        gumbel.start(GAME.initial())
    assert gumbel.run(GAME.initial(), Limit(simulations=20)).simulations == 20
    assert search.run(GAME.initial(), Limit(simulations=2)).simulations == 2


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


class Unclosable:
    """Work that cannot even be closed."""

    stop = StopToken()

    def go_on(self, seconds):
        return True

    def result(self):
        return "found"

    def close(self):
        raise ZeroDivisionError("cannot close")


def test_work_that_cannot_be_closed_is_an_error_and_no_hang():
    running = RunningSearch(Unclosable(), every=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="cannot close") as caught:
            running.result(60)
    assert len(caught.traceback) < 10


def test_a_thread_that_cannot_be_started_leaves_the_search_free(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    search = endless()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="can't start"):
            search.start(GAME.initial())
    assert search.run(GAME.initial(), Limit(simulations=5)).simulations == 5


def test_interrupts_at_any_moment_leave_the_search_free():
    game = load_game("connect4")
    search, interrupted = Search(game, UniformEvaluator()), 0
    earlier = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for number in range(400):
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-6 * (1 + number % 200))
                for _ in range(20):
                    search.run(game.initial(), Limit(simulations=2))
            except KeyboardInterrupt:
                interrupted += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, earlier)
    assert interrupted > 100
    assert search.run(game.initial(), Limit(simulations=5)).simulations == 5


def test_a_forked_process_is_told_that_the_search_is_not_its_own():
    code = """
import os, sys
from tengen import *
from tengen.errors import InUseError
game = load_game("connect4")
search = Search(game, UniformEvaluator(), SearchConfig(prove=False, memory_mb=50))
running = search.start(game.initial())
if os.fork() == 0:
    uses = (running.result, lambda: list(running), running.__enter__().__exit__)
    for number, use in enumerate(uses):
        try:
            use(*[None] * (3 if number == 2 else 0))
            os._exit(1)
        except InUseError:
            pass
    os._exit(7)
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], timeout=60, check=False)
    assert done.returncode == 7


BEGIN = """
import threading, time
import numpy as np
from tengen import *
from tengen.search import Solver
from tengen.selfplay import *
game = load_game("gomoku:15x15/5")
search = Search(game, RolloutEvaluator(), SearchConfig(memory_mb=50))
own = load_game("{hex}")
def in_thread(work):
    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.3)
"""
ENDINGS = {
    "running": "running = search.start(game.initial()); next(iter(running))",
    "run": "in_thread(lambda: search.run(game.initial(), Limit()))",
    "Python rules": """
theirs = Search(own, UniformEvaluator())
in_thread(lambda: theirs.run(own.initial(), Limit()))""",
    "core": """
core = search._pool.core
core.set_root(0, game.initial().state)
core.begin(0, None, None, None)
in_thread(lambda: core.run(1e9))""",
    "self-play": """
play = SelfPlay(game, RolloutEvaluator(), SearchConfig(),
                SelfPlayConfig(simulations=10**6), Games(1, 0, range(9)))
in_thread(lambda: list(play))""",
    "solver": """
small = load_game("gomoku:6x6/4")
in_thread(lambda: Solver(small).score_moves(small.initial()))""",
    "evaluator": """
evaluator, planes = load_evaluator("gomoku-15x15"), np.zeros((256, 4, 15, 15), np.float32)
def evaluate():
    while True: evaluator.evaluate(planes)
in_thread(evaluate)""",
    "teardown": """
class Late:
    def __del__(self): search.start(game.initial())
keep = Late()
keep.myself = keep""",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_program_may_end_while_the_core_is_at_work(ending):
    code = BEGIN.format(hex=HEX) + ENDINGS[ending]
    done = subprocess.run(
        [sys.executable, "-c", code], timeout=60, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b"" or ending == "teardown"
