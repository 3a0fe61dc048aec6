"""Objects with threads, in a child of the process that made them: an error, and no hang."""

import os
import signal
import sys

import numpy as np
import pytest

from tengen import Limit, RolloutEvaluator, SearchConfig, load_game
from tengen._core import Convolver
from tengen.errors import ForkError
from tengen.nets import NativeEvaluator
from tengen.search import Search
from tests.nets.example_nets import example_checkpoint

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
SECONDS = 60


def in_child(action):
    """What an action prints in a child, which is killed when it takes too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            answer = str(action())
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, f"the child ended with status {status}"
    return answer


def searches():
    game, config = load_game("connect4"), SearchConfig(leaves_per_batch=8)
    net = NativeEvaluator(example_checkpoint("modern"))
    return {
        "a net shared out": Search(game, net, config, threads=2),
        "rollouts shared out": Search(game, RolloutEvaluator(), config, threads=2),
    }


@pytest.mark.parametrize("kind", ["a net shared out", "rollouts shared out"])
def test_a_search_with_threads_says_that_it_cannot_be_used_in_a_child(kind):
    search, game = searches()[kind], load_game("connect4")
    before = search.run(game.initial(), Limit(simulations=40))

    def use():
        return search.run(game.position_from("4"), Limit(simulations=400)).simulations

    assert "ThreadsLost" in in_child(use)
    assert search.run(game.position_from("4"), Limit(simulations=40)).simulations == 40
    assert before.simulations == 40


def test_objects_with_threads_can_be_dropped_in_a_child():
    kept = [*searches().values(), Convolver(2)]

    def drop():
        kept.clear()
        return "dropped"

    assert in_child(drop) == "dropped"
    assert len(kept) == 3


def test_the_convolutions_of_training_say_that_they_cannot_be_used_in_a_child():
    convolver = Convolver(2)
    step = convolver.channel_step
    boards = np.zeros((8, 6, 7, step), np.float32)
    filters = np.zeros((step, step, 3, 3), np.float32)

    def convolve():
        convolver.convolve(boards, filters, np.empty_like(boards))
        return "convolved"

    assert convolve() == "convolved"
    assert "create it again" in in_child(convolve)
    assert convolve() == "convolved"


def test_what_has_no_threads_works_in_a_child():
    game = load_game("connect4")
    search = Search(game, NativeEvaluator(example_checkpoint("modern")))
    expected = search.run(game.initial(), Limit(simulations=40)).simulations

    def use():
        return search.run(game.initial(), Limit(simulations=40)).simulations

    assert in_child(use) == str(expected)


def test_the_error_is_one_of_ours():
    from tengen import _core

    assert issubclass(_core.ThreadsLost, ForkError)
    assert sys.modules["tengen.errors"].ForkError is ForkError
