"""Time and memory that an engine allows itself."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import Evaluation, Limit, StopToken, load_game
from tengen.engines import thinking
from tengen.engines.info import Info, update
from tengen.engines.memory import resident_bytes, tree_megabytes
from tengen.engines.thinking import Thinker
from tengen.engines.timing import Margin, seconds_allowed
from tengen.nets import Architecture, NativeEvaluator
from tengen.play.searching import playing_config
from tengen.search import CachedEvaluator, RolloutEvaluator
from tests.nets.example_nets import random_checkpoint

MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    ("info", "seconds"),
    [
        (Info(timeout_turn=1000), 1.0),
        (Info(timeout_turn=0), 0.0),
        (Info(timeout_turn=1000, timeout_match=0, time_left=2**31 - 1), 1.0),
        (Info(timeout_turn=1000, timeout_match=3000), 0.2),
        (Info(timeout_turn=1000, timeout_match=90_000, time_left=1500), 0.1),
        (Info(timeout_turn=1000, timeout_match=90_000, time_left=0), 0.0),
        (Info(timeout_turn=1000, timeout_match=90_000, time_left=-7), 0.0),
        (Info(timeout_turn=1000, timeout_match=0, time_left=0), 1.0),
    ],
)
def test_the_time_for_a_move(info, seconds):
    assert seconds_allowed(info) == pytest.approx(seconds)


@given(st.lists(st.floats(0, 10)), st.lists(st.floats(0, 10)), st.floats(0.001, 1000))
def test_a_search_ends_before_the_last_moment_and_that_before_the_time(search, wait, allowed):
    margin, fresh = Margin(), Margin()
    for seconds in search:
        margin.note_search(seconds)
    for seconds in wait:
        margin.note_wait(seconds)
    assert 0 < margin.end_of_search(allowed) <= fresh.end_of_search(allowed)
    assert 0 < margin.last_moment(allowed) <= fresh.last_moment(allowed) < allowed
    assert margin.end_of_search(allowed) <= margin.last_moment(allowed)


def test_lateness_fades():
    margin = Margin()
    margin.note_search(1.0)
    margin.note_wait(1.0)
    assert margin.end_of_search(100) < 96.5
    assert margin.last_moment(100) < 98.5
    for _ in range(600):
        margin.note_search(0.0)
        margin.note_wait(0.0)
    assert margin.end_of_search(100) == pytest.approx(Margin().end_of_search(100), abs=1e-4)
    assert margin.last_moment(100) == pytest.approx(Margin().last_moment(100), abs=1e-4)


class Recorder:
    """Notes the limit of each search, and searches a little, whatever the limit."""

    def __init__(self, search):
        self.search = search
        self.limits = []

    def run(self, position, limit):
        self.limits.append(limit)
        return self.search.run(position, Limit(simulations=limit.simulations))

    def start(self, position, limit, **settings):
        self.limits.append(limit)
        return self.search.start(position, Limit(simulations=5), **settings)


def recorded(info, arrived, monkeypatch):
    """The limits a thinker gives its searches when it begins at time 1000."""
    game = load_game("gomoku:9x9/5")
    thinker = Thinker(game, RolloutEvaluator(), threads=1, seed=0)
    recorder = Recorder(thinker._search_for(info))
    monkeypatch.setattr(thinker, "_search_for", lambda info: recorder)
    monkeypatch.setattr(thinking, "clock", lambda: 1000.0)
    thinker.think(game.initial(), info, arrived)
    thinker._settle()
    return recorder.limits


def test_a_search_gets_what_is_left_since_the_question_came(monkeypatch):
    info = Info(timeout_turn=1000)
    full = recorded(info, 1000.0, monkeypatch)[-1].seconds
    assert 0.8 < full < 1.0
    for limit in recorded(info, 999.7, monkeypatch):
        assert limit.seconds == pytest.approx(full - 0.3)


def test_a_question_that_waited_too_long_gets_no_time(monkeypatch):
    limits = recorded(Info(timeout_turn=1000), 900.0, monkeypatch)
    assert max(limit.seconds for limit in limits) < 0.001


def test_as_fast_as_possible_is_a_few_simulations(monkeypatch):
    (limit,) = recorded(Info(timeout_turn=0), 1000.0, monkeypatch)
    assert limit.simulations < 100


def test_a_search_that_is_stopped_at_once_still_looks_at_the_least_there_is():
    game, info, stop = load_game("gomoku:9x9/5"), Info(timeout_turn=60_000), StopToken()
    thinker = Thinker(game, RolloutEvaluator(), threads=1, seed=0)
    stop.request()
    result = thinker.think(game.initial(), info, thinking.clock(), stop=stop)
    assert result.simulations >= thinking._LEAST_SIMULATIONS
    assert result.seconds < 30


def test_a_stop_ends_a_search_that_has_begun():
    game, info, stop = load_game("gomoku:9x9/5"), Info(timeout_turn=600_000), StopToken()
    thinker = Thinker(game, RolloutEvaluator(), threads=1, seed=0)
    with ThreadPoolExecutor(1) as executor:
        thought = executor.submit(thinker.think, game.initial(), info, thinking.clock(), stop=stop)
        while thinker._running is None:
            pass
        stop.request()
    assert thought.result(60).stop_reason == "stopped"


def test_searches_that_share_a_token_all_get_their_time():
    game, stop = load_game("gomoku:9x9/5"), StopToken()
    thinker = Thinker(game, RolloutEvaluator(), threads=1, seed=0)
    results = [
        thinker.think(game.initial(), Info(timeout_turn=400), thinking.clock(), 1.0, stop)
        for _ in range(3)
    ]
    assert "stopped" not in [result.stop_reason for result in results]
    assert not stop.requested


class FailingOnce:
    """Evaluates, but for one call."""

    def __init__(self, game):
        self.game = game
        self.calls = 0

    def evaluate(self, planes):
        self.calls += 1
        if self.calls == 40:
            raise TimeoutError("the net is far away")
        cells = self.game.num_actions
        return Evaluation(np.zeros((len(planes), cells)), np.zeros(len(planes)))


def test_an_error_of_one_search_does_not_spoil_the_next():
    game, short, long = load_game("gomoku:9x9/5"), Info(timeout_turn=300), Info(timeout_turn=60_000)
    thinker = Thinker(game, FailingOnce(game), threads=1, seed=0)
    with pytest.raises(TimeoutError, match="far away"):
        thinker.think(game.initial(), long, thinking.clock())
    assert thinker.think(game.initial(), short, thinking.clock()).simulations > 0
    thinker.forget()


class Stuck:
    """Evaluates until it is told to get stuck, and then not before it is told to go on."""

    def __init__(self, game):
        self.game = game
        self.calls = 0
        self.may_go_on = threading.Event()

    def evaluate(self, planes):
        self.calls += 1
        if self.calls > 100:
            assert self.may_go_on.wait(60)
        cells = self.game.num_actions
        return Evaluation(np.zeros((len(planes), cells)), np.zeros(len(planes)))


def test_a_batch_that_ends_late_does_not_hold_up_the_answer():
    game, info = load_game("gomoku:9x9/5"), Info(timeout_turn=300)
    stuck = Stuck(game)
    thinker = Thinker(game, stuck, threads=1, seed=0)
    result = thinker.think(game.initial(), info, thinking.clock())
    assert not stuck.may_go_on.is_set()
    leaves = playing_config(game, stuck, one_tree=True).leaves_per_batch
    assert thinking._LEAST_SIMULATIONS <= result.simulations <= 100 * leaves
    stuck.may_go_on.set()
    thinker.advance(game.initial(), result.best_action)


def test_memory_is_what_the_process_does_not_need_itself():
    base = 60 * MEGABYTE
    assert tree_megabytes(Info(), base) == 1000
    assert tree_megabytes(Info(max_memory=276 * MEGABYTE), base) == 100
    assert tree_megabytes(Info(max_memory=10 * MEGABYTE), base) == 1
    assert tree_megabytes(Info(hash_size=32_000), base) == 32


@pytest.mark.parametrize(
    ("milliseconds", "megabytes", "cache"),
    [(0, 1000, 0), (100, 1000, 1), (1000, 1000, 16), (60_000, 1000, 64), (60_000, 40, 10)],
)
def test_the_cache_fits_the_memory_and_the_first_move(milliseconds, megabytes, cache):
    info = Info(timeout_turn=milliseconds)
    assert thinking._cache_megabytes(info, megabytes) == cache


def thinker_with_net():
    game = load_game("gomoku:9x9/5")
    net = Architecture.resnet(game, blocks=1, channels=8)
    evaluator = NativeEvaluator(random_checkpoint(game.name, net))
    return Thinker(game, evaluator, threads=1, seed=0)


def test_no_cache_is_made_before_the_first_search():
    thinker = thinker_with_net()
    assert thinker._evaluator is thinker.evaluator
    thinker.glance(thinker.game.initial(), Info())
    assert isinstance(thinker._evaluator, CachedEvaluator)


def test_a_new_game_keeps_a_cache_that_still_fits():
    thinker, slow = thinker_with_net(), Info(timeout_turn=1000)
    caches = []
    for info in (slow, slow, replace(slow, timeout_turn=2000)):
        thinker.forget()
        thinker.glance(thinker.game.initial(), info)
        caches.append(thinker._evaluator)
    assert caches[0] is caches[1]
    assert caches[1] is not caches[2]


def test_a_tree_outlives_a_change_of_time_and_not_one_of_memory():
    thinker, info = thinker_with_net(), Info(timeout_turn=1000)
    search = thinker._search_for(info)
    assert thinker._search_for(replace(info, timeout_turn=2000)) is search
    assert thinker._search_for(replace(info, hash_size=8000)) is not search


def test_this_process_has_a_size():
    assert 10 * MEGABYTE < resident_bytes() < 10_000 * MEGABYTE


def test_a_small_memory_ends_the_search_early():
    game = load_game("gomoku:15x15/5")
    thinker = Thinker(game, RolloutEvaluator(), threads=1, seed=0)
    result = thinker.think(
        game.initial(), Info(max_memory=1, timeout_turn=20_000), thinking.clock()
    )
    assert result.stop_reason == "memory"
    assert result.tree_bytes < 4 * MEGABYTE


@pytest.mark.parametrize("key", ["unheard_of", "match_milliseconds", "is_exact", "", "__class__"])
def test_keys_that_are_not_settings_change_nothing(key):
    assert update(Info(), key, "3") == Info()
