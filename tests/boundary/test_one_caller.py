"""One object, two callers at once: a clear error or correct results, never a crash or a hang."""

import threading
import time

import numpy as np
import pytest

from tengen import Evaluation, Limit, RolloutEvaluator, SearchConfig, _core, load_game
from tengen.errors import InUseError
from tengen.nets import NativeEvaluator, load_evaluator
from tengen.replay.window import ReplayWindow
from tengen.search import CachedEvaluator, Search
from tengen.search.evaluator import UniformEvaluator
from tengen.search.threaded import ThreadedEvaluator
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.boundary.liars import Row
from tests.nets.example_nets import example_checkpoint
from tests.search.fakes import HashEvaluator


def at_once(action, threads=4):
    """What each of several threads got, an answer or an error."""
    barrier, answers = threading.Barrier(threads), [None] * threads

    def work(number):
        barrier.wait()
        try:
            answers[number] = action()
        except Exception as error:
            answers[number] = error

    workers = [threading.Thread(target=work, args=(n,)) for n in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert not any(worker.is_alive() for worker in workers)
    return answers


class Slow(HashEvaluator):
    """Lets other threads run in the middle of its thoughts."""

    def evaluate(self, planes):
        time.sleep(0.001)
        return super().evaluate(planes)


CONFIG = SelfPlayConfig(simulations=6, games_at_once=2)


@pytest.mark.parametrize("kind", ["python", "core"])
def test_threads_that_iterate_one_self_play_get_each_game_once_or_an_error(kind):
    game = load_game("connect4")
    evaluator = Slow(game) if kind == "python" else RolloutEvaluator()
    play = SelfPlay(game, evaluator, SearchConfig(), CONFIG, Games(1, 0, range(6)))
    reports = []

    def iterate():
        reports.extend(play)

    answers = at_once(iterate)
    assert all(answer is None or isinstance(answer, InUseError) for answer in answers)
    iterate()
    indices = [record.index for report in reports for record in report.records]
    assert sorted(indices) == list(range(6))


def test_an_evaluator_that_calls_its_own_self_play_is_refused():
    game = load_game("connect4")

    class Recursive(HashEvaluator):
        def evaluate(self, planes):
            if self.caught is None:
                with pytest.raises(InUseError) as caught:
                    next(iter(play))
                self.caught = caught.value
            return super().evaluate(planes)

    evaluator = Recursive(game)
    evaluator.caught = None
    games = Games(1, 0, range(2))
    play = SelfPlay(game, evaluator, SearchConfig(), CONFIG, games)
    records = sorted((r for report in play for r in report.records), key=lambda r: r.index)
    assert "in use" in str(evaluator.caught)
    alone = SelfPlay(game, HashEvaluator(game), SearchConfig(), CONFIG, games)
    assert records == alone.all_records()


def window_of_one_game(game):
    window = ReplayWindow(game, "4-planes")
    config = SelfPlayConfig(simulations=8, adjudicate=False)
    play = SelfPlay(game, UniformEvaluator(), SearchConfig(), config, Games(1, 0, [0]))
    for record in play.all_records():
        window.add(record)
    return window


def test_a_game_that_calls_the_window_it_is_drawn_from_is_refused():
    class Nosy(Row):
        window = None

        def encode(self, position, encoding):
            if self.window is not None:
                self.window.sample(4, seed=2)
            return super().encode(position, encoding)

    game = Nosy()
    window = window_of_one_game(game)
    game.window = window
    with pytest.raises(InUseError, match="the replay window is in use"):
        window.sample(4, seed=1)
    game.window = None
    assert len(window.sample(4, seed=1).value) == 4


def test_threads_that_draw_from_one_window_get_the_same_batch_or_an_error():
    window = window_of_one_game(Row())
    expected = window.sample(200, seed=5).planes
    answers = [answer for _ in range(5) for answer in at_once(lambda: window.sample(200, seed=5))]
    batches = [answer for answer in answers if not isinstance(answer, InUseError)]
    assert batches
    for batch in batches:
        np.testing.assert_array_equal(batch.planes, expected)


def test_rules_that_call_back_into_their_own_pool_are_refused():
    class Recursive(Row):
        pool = None

        def next_state(self, state, action):
            if self.pool is not None:
                self.pool.run(0.01)
            return super().next_state(state, action)

    game = Recursive()
    search = Search(game, UniformEvaluator())
    game.pool = search._pool.core
    with pytest.raises(InUseError, match="the search is in use"):
        search.run(game.initial(), Limit(simulations=20))


def test_threads_on_one_pool_of_the_core_never_race():
    game = load_game("connect4")
    choice = _core.EvaluatorChoice.rollout(1, tactical=False)
    config = SearchConfig().for_core()
    pool = _core.SearchPool.of_native(game.core, config, [1, 2], 8, 1, choice)

    def use():
        for _ in range(50):
            try:
                pool.set_root(0, game.initial().state)
                pool.begin(0, 20, None, None)
                pool.run(0.001)
                pool.report(0)
                pool.advance(0, 3, True)
            except InUseError:
                continue
            except ValueError:  # another thread has moved the root: the action is not legal there
                continue

    assert at_once(use) == [None] * 4


def nets():
    checkpoint = example_checkpoint("modern")
    native = NativeEvaluator(checkpoint, threads=2)
    game = load_game("connect4")
    return {
        "native": native,
        "cached Python": CachedEvaluator(HashEvaluator(game)),
        "torch": load_evaluator(checkpoint, "torch"),
        "onnx": load_evaluator(checkpoint, "onnx"),
    }


@pytest.mark.parametrize("kind", ["native", "cached Python", "torch", "onnx"])
def test_threads_that_share_an_evaluator_get_the_same_answers(kind):
    evaluator = nets()[kind]
    planes = np.random.default_rng(1).integers(0, 2, (40, 3, 6, 7)).astype(np.float32)
    expected = evaluator.evaluate(planes)
    for answer in at_once(lambda: [evaluator.evaluate(planes) for _ in range(5)]):
        assert isinstance(answer, list)
        for evaluation in answer:
            assert isinstance(evaluation, Evaluation)
            np.testing.assert_allclose(evaluation.policy_logits, expected.policy_logits, atol=1e-4)


@pytest.mark.parametrize("wrap", [CachedEvaluator, lambda net: ThreadedEvaluator(net, 2)])
def test_searches_in_threads_that_share_a_net_of_the_core_agree(wrap):
    evaluator, game = wrap(NativeEvaluator(example_checkpoint("modern"))), load_game("connect4")

    def search():
        config = SearchConfig(leaves_per_batch=4)
        result = Search(game, evaluator, config).run(game.initial(), Limit(simulations=60))
        return result.visits.tolist()

    answers = at_once(search)
    assert answers == [answers[0]] * 4
