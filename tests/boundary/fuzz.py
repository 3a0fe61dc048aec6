"""Random misuse of Tengen from Python, a case for each seed.

    python -m tests.boundary.fuzz FIRST LAST

runs the cases FIRST to LAST - 1 and prints the seed of each before it begins, so that a crash names
its case. A case must end with a result or with an exception.
"""

import argparse
import faulthandler
import random
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from tengen import (
    Evaluation,
    Limit,
    Outcome,
    RolloutEvaluator,
    SearchConfig,
    SearchPool,
    StopToken,
    Symmetry,
    load_game,
)
from tengen.replay.window import ReplayWindow
from tengen.search import CachedEvaluator, Search, UniformEvaluator
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.boundary import core_calls
from tests.boundary.liars import Row, Unprintable

SECONDS_PER_CASE = 60
"""A case takes milliseconds; this is for machines under a heavy load."""

Case = Callable[[random.Random], None]


def nonsense(chance: random.Random, true: Any) -> Any:
    """Something that may be wrong in any way, and is sometimes right."""
    kind = chance.randrange(12)
    if kind == 0:
        raise chance.choice([ValueError, KeyError, RecursionError, StopIteration])("nonsense")
    if kind == 1 and isinstance(true, np.ndarray):
        return core_calls.Makers(chance).array(*true.shape, exact=0.0)
    if kind == 2 and isinstance(true, list):
        return [action + chance.choice([-3, 0, 0, 9, 2**40]) for action in true]
    if kind == 3 and isinstance(true, list):
        return [*true, *true][chance.randrange(4) :]
    return chance.choice(
        [
            true,
            *core_calls.COUNTS,
            *core_calls.NUMBERS,
            [],
            [0],
            [4],
            [0, 1, 2, 3, 4],
            range(70_000),
            iter(int, 1),
            (0, 1, (None,) * 5),
            (0, 7, (9,) * 2),
            Outcome(None, "draw"),
            Outcome(chance.choice([0, 1, 7, -1, "a", 0.5]), "won"),  # type: ignore[arg-type]
            np.zeros((4, 1, 5), np.float32),
            Unprintable(),
            {},
            object(),
        ]
    )


class FuzzedGame(Row):
    """True most of the time, and nonsense in some positions or after some questions."""

    METHODS = (
        "legal_actions",
        "to_move",
        "outcome",
        "next_state",
        "encode",
        "hash_state",
        "playout_state",
        "initial_state",
        "plane_count",
    )

    def __init__(self, chance: random.Random) -> None:
        self.called = 0
        self.callback: Callable[[], Any] | None = None
        for method in chance.sample(self.METHODS, chance.randrange(3)):
            setattr(self, method, self._spoilt(chance, getattr(super(), method)))
        if chance.random() < 0.2:
            facts = ["name", "version", "width", "height", "num_actions", "max_plies"]
            setattr(self, chance.choice(facts), nonsense(chance, 5))
        if chance.random() < 0.2:
            self.images = [chance.choices(range(-1, 7), k=chance.choice([0, 4, 5])) for _ in "12"]

    images: Any = None

    @property
    def symmetries(self) -> Any:
        if self.images is None:
            return super().symmetries
        return [*super().symmetries, Symmetry(*self.images)]

    def _spoilt(self, chance: random.Random, truth: Callable[..., Any]) -> Callable[..., Any]:
        rarity = chance.choice([1, 3, 20, 100])

        def answer(*arguments: Any) -> Any:
            self.called += 1
            true = truth(*arguments)
            if self.callback is not None and chance.random() < 0.05:
                self.callback()
            return nonsense(chance, true) if chance.randrange(rarity) == 0 else true

        return answer


class FuzzedEvaluator:
    """Right most of the time."""

    def __init__(self, chance: random.Random, actions: int = 5) -> None:
        self.chance = chance
        self.actions = actions
        self.rarity = chance.choice([2, 10, 1000])
        self.callback: Callable[[], Any] | None = None

    def evaluate(self, planes: Any) -> Any:
        chance, count = self.chance, len(planes)
        if self.callback is not None and chance.random() < 0.1:
            self.callback()
        fields = {
            "policy_logits": np.zeros((count, self.actions), np.float32),
            "value": np.zeros(count, np.float32),
            "wdl": np.tile(np.float32([0.2, 0.3, 0.5]), (count, 1)),
            "moves_left": np.zeros(count, np.float32),
        }
        if chance.randrange(self.rarity) == 0:
            name = chance.choice(list(fields))
            fields[name] = nonsense(chance, fields[name])
        return Evaluation(**fields) if chance.randrange(20 * self.rarity) else fields


def evaluator_for(chance: random.Random) -> Any:
    """Any kind that takes the small game."""
    outside = FuzzedEvaluator(chance)
    return chance.choice(
        [UniformEvaluator(), RolloutEvaluator(), outside, outside, CachedEvaluator(outside, 1)]
    )


def config_for(chance: random.Random) -> SearchConfig:
    """Any search that is over soon."""
    return SearchConfig(
        prove=chance.random() < 0.5,
        leaves_per_batch=chance.choice([1, 1, 4]),
        random_symmetry=chance.random() < 0.5,
        noise_epsilon=chance.choice([0.0, 0.25]),
        root=chance.choice(["puct", "puct", "gumbel"]),
        forced_playouts=chance.choice([0.0, 2.0]),
    )


def lying_game_in_search(chance: random.Random) -> None:
    game, evaluator = FuzzedGame(chance), evaluator_for(chance)
    search = Search(game, evaluator, config_for(chance), seed=chance.randrange(99))
    entangle(chance, (game, evaluator), lambda: search.run(game.initial(), Limit(simulations=3)))
    for _ in range(3):
        attempt(lambda: search.run(game.initial(), Limit(simulations=40)))
        attempt(lambda: search.advance(chance.randrange(-1, 6)))
        attempt(search.explain)


def lying_game_in_pool(chance: random.Random) -> None:
    game, evaluator = FuzzedGame(chance), evaluator_for(chance)
    pool = SearchPool(game, evaluator, config_for(chance), seeds=range(3), max_batch=2)
    for _ in range(2):
        attempt(lambda: pool.run([game.initial()] * 3, Limit(simulations=12)))


def lying_game_in_self_play(chance: random.Random) -> None:
    game, evaluator = FuzzedGame(chance), evaluator_for(chance)
    config = SelfPlayConfig(
        simulations=6,
        adjudicate=chance.random() < 0.5,
        random_plies=chance.choice([0, 3]),
        games_at_once=2,
        resign_below=chance.choice([None, -0.2]),
    )
    play = SelfPlay(game, evaluator, config_for(chance), config, Games(1, 0, range(3)))
    entangle(chance, (game, evaluator), lambda: next(iter(play)))
    window = ReplayWindow(game, "4-planes")
    for _ in range(3):
        attempt(lambda: [window.add(r) for report in play for r in report.records])
    attempt(lambda: window.sample(16, seed=1, surprise_share=0.5, proven_share=0.25))


def lying_game_in_window(chance: random.Random) -> None:
    config = SelfPlayConfig(simulations=4, adjudicate=False)
    games = Games(chance.randrange(99), 0, range(2))
    records = SelfPlay(Row(), UniformEvaluator(), SearchConfig(), config, games).all_records()
    game = FuzzedGame(chance)
    window = ReplayWindow(game, chance.choice(["4-planes", "3-planes", "no-planes"]))
    entangle(chance, (game,), lambda: window.sample(2, seed=3))
    for record in records:
        attempt(lambda record=record: window.add(record))
        attempt(lambda: window.sample(chance.choice([1, 9]), seed=2))
        attempt(lambda: window.trim(chance.randrange(9)))


def entangle(chance: random.Random, parts: tuple[Any, ...], call: Callable[[], Any]) -> None:
    """Sometimes one of the parts calls back into the whole that is asking it."""
    part = chance.choice(parts)
    if chance.random() < 0.3 and isinstance(part, FuzzedGame | FuzzedEvaluator):
        part.callback = call


def threads_on_one_object(chance: random.Random) -> None:
    game = FuzzedGame(chance) if chance.random() < 0.5 else Row()
    evaluator = evaluator_for(chance)
    config = SelfPlayConfig(simulations=4, games_at_once=2)
    search = Search(game, evaluator, config_for(chance))
    play = SelfPlay(game, evaluator, config_for(chance), config, Games(1, 0, range(3)))
    window = ReplayWindow(game, "4-planes")
    verbs: list[Callable[[], Any]] = [
        lambda: search.run(game.initial(), Limit(simulations=20)),
        lambda: search.advance(chance.randrange(5)),
        lambda: search.explain(),
        lambda: [window.add(record) for report in play for record in report.records],
        lambda: window.sample(8, seed=1),
        lambda: search._pool.core.run(0.001),
        lambda: search._pool.core.collect(),
        lambda: play._core.run(0.001),
    ]
    in_threads(chance, verbs)


def running_searches(chance: random.Random) -> None:
    """Started, watched, stopped, dropped and asked by several threads at once."""
    native = load_game("connect4")
    game: Any = native if chance.random() < 0.5 else FuzzedGame(chance)
    evaluator = RolloutEvaluator() if game is native else evaluator_for(chance)
    threads = chance.choice([1, 2]) if game is native else 1
    search = Search(game, evaluator, config_for(chance), threads=threads)
    stop, begun = StopToken(), []
    verbs: list[Callable[[], Any]] = [
        lambda: begun.append(search.start(game.initial(), every=1e-4, stop=stop)),
        lambda: begun.append(search.start(game.initial(), Limit(simulations=20))),
        lambda: begun[-1].stop(),
        lambda: begun[-1].snapshot(),
        lambda: next(iter(begun[-1])),
        lambda: begun.pop().stop(),
        lambda: begun[-1].result(0.01),
        lambda: begun[-1].__exit__(None, None, None),
        lambda: search.run(game.initial(), Limit(simulations=5), stop=stop),
        lambda: search.explain(),
        lambda: search._pool.core.end(0),
    ]
    in_threads(chance, verbs)
    stop.request()
    for running in begun:
        running.stop()
        attempt(lambda running=running: running.result(SECONDS_PER_CASE))


def threads_on_the_core(chance: random.Random) -> None:
    make = core_calls.Makers(chance)
    pool, driver = make.pool(), make.driver()
    verbs: list[Callable[[], Any]] = [
        lambda: pool.set_root(0, make.position()),
        lambda: pool.begin(0, 30, None, None),
        lambda: pool.run(0.002),
        lambda: pool.report(0),
        lambda: pool.advance(0, chance.randrange(7), True),
        lambda: core_calls.answer(pool, make, pool.collect()),
        lambda: driver.run(0.002),
        lambda: core_calls.answer(driver, make, driver.collect()),
        lambda: driver.take_records(),
        lambda: make.network.evaluate(make.array(3, 4, 6, 7), 2),
    ]
    in_threads(chance, verbs)


def in_threads(chance: random.Random, verbs: list[Callable[[], Any]]) -> None:
    def work() -> None:
        for _ in range(6):
            attempt(chance.choice(verbs), kinds=Exception)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def absurd_arguments(chance: random.Random) -> None:
    uses = (
        core_calls.use_pool,
        core_calls.use_driver,
        core_calls.use_window,
        core_calls.use_game,
        core_calls.use_rest,
    )
    chance.choice(uses)(core_calls.Makers(chance))


def attempt(call: Callable[[], Any], kinds: type[Exception] = Exception) -> None:
    """A result or an exception: both are fine."""
    try:
        call()
    except kinds:
        return


CASES: tuple[Case, ...] = (
    lying_game_in_search,
    lying_game_in_pool,
    lying_game_in_self_play,
    lying_game_in_window,
    threads_on_one_object,
    threads_on_the_core,
    running_searches,
    absurd_arguments,
    absurd_arguments,
    absurd_arguments,
)


def run_case(seed: int) -> None:
    """One case; anything but an exception would have ended the process."""
    chance = random.Random(seed)
    case = chance.choice(CASES)
    faulthandler.dump_traceback_later(SECONDS_PER_CASE, exit=True)
    attempt(lambda: case(chance))
    faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """The cases from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    arguments = parser.parse_args()
    faulthandler.enable()
    for seed in range(arguments.first, arguments.last):
        sys.stdout.write(f"case {seed}\n")
        sys.stdout.flush()
        run_case(seed)
    sys.stdout.write("all cases ended\n")


if __name__ == "__main__":
    main()
