"""Entry points of the core with arguments that make no sense: an exception, never a crash."""

import math

import numpy as np
import pytest

from tengen import _core, load_game
from tests.boundary.core_calls import SEARCH, SELF_PLAY, changed, fields_of, folded

CONNECT4 = load_game("connect4").core
UNIFORM = _core.EvaluatorChoice.uniform()
OUTSIDE = _core.EvaluatorChoice.outside(_core.Encoding.FOUR_PLANES)


def pool(config=None, *, seeds=(1,), batch=8, threads=1, choice=UNIFORM):
    config = config or SEARCH
    return _core.SearchPool.of_native(CONNECT4, config, list(seeds), batch, threads, choice)


def driver(*, games_at_once=1, threads=1, choice=UNIFORM, **fields):
    task = _core.SelfPlayTask(1, [0], games_at_once, threads, "", None)
    return _core.SelfPlayDriver.of_native(CONNECT4, changed(SELF_PLAY, **fields), task, choice)


def _too_many_planes():
    """Each head's number fits; their sum would not fit 32 bits."""
    step = _core.Convolver(1).channel_step
    boards, planes = np.zeros((1, 1, 1, step), np.float32), 1_000_000
    weights, made = np.zeros((planes, step), np.float32), np.zeros((1, planes, 1, 1), np.float32)
    return boards, [weights] * 4295, [made] * 4295


def begun(**how):
    made = pool(**how)
    made.set_root(0, CONNECT4.initial(0))
    made.begin(0, 50, None, None)
    return made


@pytest.mark.parametrize("how", [{"threads": 0}, {"threads": -1}, {"threads": 10**9}])
@pytest.mark.parametrize("make", [pool, driver])
def test_threads_that_cannot_be_are_refused(make, how):
    with pytest.raises(ValueError, match="threads: expected 1 to 1024"):
        make(**how)


@pytest.mark.parametrize(
    "action",
    [
        lambda: pool(seeds=()),
        lambda: pool(batch=0),
        lambda: pool(batch=10**9),
        lambda: driver(games_at_once=0),
        lambda: driver(games_at_once=10**9),
        lambda: driver(simulations=0),
        lambda: driver(simulations=-5),
        lambda: driver(random_plies=-1),
        lambda: driver(temperature_early=math.nan),
        lambda: begun().run(math.nan),
        lambda: begun().run(-1.0),
        lambda: begun().begin(0, 0, None, None),
        lambda: begun().begin(0, None, math.nan, None),
        lambda: begun().set_moves_left(0, math.nan, 0.1),
        lambda: begun().set_moves_left(0, 0.1, -0.1),
        lambda: begun().advance(0, 99, True),
        lambda: driver().run(math.nan),
        lambda: _core.CachedEvaluator(_network(), 0),
        lambda: _core.CachedEvaluator(_network(), 10**12),
        lambda: _core.ThreadedEvaluator(_network(), 0),
        lambda: _core.Solver(load_game("tictactoe").core, -1),
        lambda: _core.Solver(load_game("tictactoe").core, 10**12),
        lambda: _core.ConnectFourSolver(-1, None),
        lambda: _core.ConnectFourSolver(10**12, None),
        lambda: _core.ConnectFourSolver(1, b"tengen c4 book 1" + b"\xff" * 40),
        lambda: _core.Random(1).below(0),
        lambda: _core.draw_dirichlet(1, math.nan, 4),
        lambda: _core.draw_dirichlet(1, -1e9, 4),
        lambda: _core.draw_dirichlet(1, 0.3, -4),
        lambda: _core.sequential_halving(0, 10),
        lambda: _core.sequential_halving(4, 2**60),
        lambda: _core.peak_gflops(math.inf),
        lambda: _core.Convolver(0),
        lambda: _core.TrunkTrainer(3, 64, 65, 3, [], 1e-5, 0.1, 1),
        lambda: _core.TrunkTrainer(3, 63, 3, 3, [], 1e-5, 0.1, 1),
        lambda: _core.TrunkTrainer(3, 64, 3, 3, [65], 1e-5, 0.1, 1),
        lambda: _core.TrunkTrainer(3, 64, 3, 3, [], 1e-5, 0.1, 0),
        lambda: _core.make_head_planes(_core.Convolver(1), *_too_many_planes()),
        lambda: CONNECT4.initial(7),
        lambda: CONNECT4.play(CONNECT4.initial(0), 99),
        lambda: CONNECT4.perft(CONNECT4.initial(0), -1),
        lambda: _core.GameRecord.from_bytes(b"garbage"),
    ],
)
def test_numbers_that_cannot_be_are_refused(action):
    with pytest.raises(ValueError, match=r"\w"):
        action()


@pytest.mark.parametrize("name", fields_of(SEARCH))
def test_no_field_of_a_search_may_be_negative_or_no_number(name):
    for value in (-5, math.nan, math.inf):
        try:
            config = changed(SEARCH, **{name: value})
        except TypeError:  # a flag, or a whole number that this is not
            continue
        with pytest.raises(ValueError, match=name):
            pool(config)


def test_a_pool_evaluated_outside_cannot_run_and_one_inside_cannot_collect():
    for make in (begun, driver):
        with pytest.raises(RuntimeError, match="evaluated outside"):
            make(choice=OUTSIDE).run(0.01)
        with pytest.raises(RuntimeError, match="evaluated in the core"):
            make().collect()


def answers(count, actions=7):
    return (np.zeros((count, actions), np.float32), *[np.zeros(count, np.float32)] * 3)


@pytest.mark.parametrize("make", [begun, driver])
def test_answers_to_another_number_of_leaves_are_refused(make):
    asker = make(choice=OUTSIDE)
    with pytest.raises(ValueError, match="answers"):
        asker.apply(*answers(1))
    count = len(asker.collect())
    with pytest.raises(ValueError, match="answers"):
        asker.apply(*answers(count + 1))
    with pytest.raises(ValueError, match="logits"):
        asker.apply(*answers(count, 6))
    asker.apply(*answers(count))
    with pytest.raises(ValueError, match="answers"):
        asker.apply(*answers(count))


@pytest.mark.parametrize(
    "between",
    [
        lambda searching: searching.set_root(0, CONNECT4.initial(1)),
        lambda searching: searching.advance(0, 3, True),
        lambda searching: searching.begin(0, 10, None, None),
        lambda searching: searching.collect(),
        lambda searching: searching.abandon(),
    ],
)
def test_leaves_that_were_collected_before_something_else_are_given_up(between):
    searching = begun(choice=OUTSIDE)
    searching.apply(*answers(len(searching.collect())))
    searching.collect()
    between(searching)
    searching.begin(0, 10, None, None)
    while count := len(searching.collect()):
        searching.apply(*answers(count))
    assert searching.simulations(0) == 10


def test_games_that_were_collected_twice_are_the_same_games():
    config = {"simulations": 5, "choice": OUTSIDE}
    records = []
    for times in (1, 3):
        asker = driver(**config)
        while count := len([asker.collect() for _ in range(times)][-1]):
            asker.apply(*answers(count))
        records.append(asker.take_records())
    assert records[0] == records[1]


def _network():
    return _core.Network(*folded())
