"""A search has one user at a time, and whatever goes wrong leaves it free."""

import signal
import threading

import pytest

from tengen import (
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
from tengen.errors import ConfigError, GameOverError, InUseError
from tests.search.fakes import HashEvaluator

GAME = load_game("gomoku:15x15/5")


def endless(**settings):
    return Search(GAME, RolloutEvaluator(), SearchConfig(memory_mb=200), **settings)


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
