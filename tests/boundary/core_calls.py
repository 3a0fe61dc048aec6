"""Every entry point of the core, and arguments that nobody should give it."""

import math
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tengen import SearchConfig, UniformEvaluator, _core, load_game
from tengen.nets.folding import fold
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.boundary.liars import Row
from tests.nets.example_nets import example_checkpoint

COUNTS = [0, 1, 2, 7, -1, 10**9, 2**31 - 1, 2**31, 2**63, 10**30, 2.5, "3", None]
NUMBERS = [0.0, 0.5, 1.0, -1.0, 1e-9, 1e300, math.nan, math.inf, -math.inf, "x", None]
ENCODING = _core.Encoding.FOUR_PLANES


SEARCH = SearchConfig().for_core()
SELF_PLAY = SelfPlayConfig(simulations=8).for_core(SearchConfig(), 0, [])


def fields_of(config: Any) -> list[str]:
    """The names of a config's fields."""
    return [name for name in dir(config) if not name.startswith("_")]


def changed(config: Any, **changes: Any) -> Any:
    """A config of the core with other values in some fields."""
    values = {name: getattr(config, name) for name in fields_of(config)}
    return type(config)(**values | changes)


class Makers:
    """Objects to call, made anew: a call may leave them in any state."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        names = [
            "connect4",
            "connect4",
            "connect4",
            "gomoku:9x9/5",
            "gomoku:15x15/5",
            "gomoku:17x4/4",
            "othello:6x6",
        ]
        self.game = load_game(chance.choice(names)).core
        self.other = load_game(chance.choice(names)).core
        self.network = _core.Network(*folded())

    def mostly(self, sound: list[Any], absurd: list[Any]) -> Any:
        """Something that makes sense nine times in ten."""
        return self.chance.choice(sound if self.chance.random() < 0.9 else absurd)

    def count(self) -> Any:
        return self.chance.choice(COUNTS)

    def number(self) -> Any:
        return self.chance.choice(NUMBERS)

    def small(self) -> Any:
        """A count that takes no time when it is taken seriously."""
        return self.chance.choice([0, 1, 2, 5, -1, 2**40, "a", None])

    def action(self) -> Any:
        return self.chance.choice([0, 1, 5, 64, 300, -1, -7, 65535, 2**31, "a", None])

    def stop(self) -> _core.StopToken | None:
        """Nobody's, or one that was asked to stop before the search began."""
        token = _core.StopToken() if self.chance.random() < 0.5 else None
        if token is not None and self.chance.random() < 0.3:
            token.request()
        return token

    def position(self) -> Any:
        game = self.chance.choice([self.game, self.game, self.game, self.other])
        position = game.initial(self.chance.randrange(2))
        for _ in range(self.chance.randrange(12)):
            legal = game.legal_actions(position)
            if legal:
                position = game.play(position, self.chance.choice(legal))
        return position

    def config(self) -> _core.CoreSearchConfig:
        return self._spoilt(SEARCH, {"memory_mb": [-5, 0, 1, 2**62]})

    def play_config(self) -> _core.CoreSelfPlayConfig:
        simulations = self.mostly([1, 3, 8], [-1, 0])
        openings = [[self.chance.choice([0, 3, -1, 900, 2**31 - 1])]]
        config = changed(
            SELF_PLAY,
            search=self.config(),
            simulations=simulations,
            cheap_simulations=self.mostly([1, 3], [-1, 0]),
            openings=self.chance.choice([[], openings]),
        )
        return self._spoilt(config, {"random_plies": [-1, 0, 3, 2**31 - 1]})

    def _spoilt(self, config: Any, more: dict[str, list[Any]]) -> Any:
        """At most one field that cannot be, so that the others are reached."""
        name = self.chance.choice(fields_of(config))
        if self.chance.random() < 0.8 or "simulations" in name or name in ("search", "openings"):
            return config
        return changed(
            config, **{name: self.chance.choice(more.get(name, [*NUMBERS, *COUNTS, True]))}
        )

    def choice(self) -> _core.EvaluatorChoice:
        make = _core.EvaluatorChoice
        kind = self.chance.randrange(8)
        if kind < 3:
            return make.uniform()
        if kind < 4:
            return make.rollout(self.mostly([1, 2], [0, -1, 10**9]))
        if kind < 6:
            return make.outside(self.chance.choice([ENCODING, _core.Encoding.THREE_PLANES]))
        return make.evaluator(self.network, ENCODING)

    def array(self, *shape: int, exact: float = 0.7) -> Any:
        """Mostly of this shape and float32, sometimes of any kind."""
        if self.chance.random() < exact:
            return np.zeros(shape, np.float32)
        kinds = [np.float64, np.int32, np.complex64, bool, object]
        odd = tuple(max(0, extent + self.chance.choice([-1, 0, 1])) for extent in shape)
        return self.chance.choice(
            [
                np.zeros(odd, np.float32),
                np.zeros(shape, self.chance.choice(kinds)),
                np.full(shape, self.chance.choice([math.nan, math.inf, 1e38]), np.float32),
                np.zeros((*shape, 2), np.float32)[..., 0],
                np.zeros(shape[::-1], np.float32).T,
                np.broadcast_to(np.float32(1), shape),
                np.zeros(shape, np.float32).tolist(),
                b"bytes",
                None,
            ]
        )

    def pool(self) -> Any:
        seeds = self.mostly([[1], [1, 2, 3]], [[], [-1], [2**64]])
        batch = self.mostly([1, 4, 8], [0, -1, 10**9])
        if self.chance.random() < 0.3:
            return _core.SearchPool.of_python(
                Row(), "4-planes", self.config(), seeds, batch, self.choice()
            )
        threads = self.mostly([1, 1, 2], [0, -1, 10**9])
        return _core.SearchPool.of_native(
            self.game, self.config(), seeds, batch, threads, self.choice()
        )

    def driver(self) -> Any:
        numbers = self.mostly([[0], [5, -3], [2**62]], [[], [2**64]])
        at_once = self.mostly([1, 2], [0, -1, 10**9])
        threads = self.mostly([1, 1, 2], [0, -1, 10**9])
        seed, stop = self.chance.choice([0, 7]), self.stop()
        task = _core.SelfPlayTask(seed, numbers, at_once, threads, "", stop)
        if self.chance.random() < 0.3:
            return _core.SelfPlayDriver.of_python(
                Row(), "4-planes", self.play_config(), task, self.choice()
            )
        return _core.SelfPlayDriver.of_native(self.game, self.play_config(), task, self.choice())

    def record(self) -> Any:
        """Bytes of a record, mostly damaged."""
        data = bytearray(self.chance.choice(sound_records()))
        for _ in range(self.chance.randrange(4)):
            data[self.chance.randrange(len(data))] = self.chance.randrange(256)
        return _core.GameRecord.from_bytes(bytes(data))


@cache
def folded() -> Any:
    """A small net for Connect Four on 4 planes."""
    checkpoint = example_checkpoint("teaching, 4 planes")
    return fold(checkpoint.architecture, checkpoint.tensors)


@cache
def sound_records() -> list[bytes]:
    """Records of games of Connect Four and of the small game in Python."""
    config, games = SelfPlayConfig(simulations=8), Games(1, 0, range(3))
    records = [
        record
        for game in (load_game("connect4"), Row())
        for record in SelfPlay(
            game, UniformEvaluator(), SearchConfig(), config, games
        ).all_records()
    ]
    return [record.to_bytes() for record in records]


def use_pool(make: Makers) -> None:
    pool, chance = make.pool(), make.chance
    verbs: list[Callable[[], Any]] = [
        lambda: pool.set_root(chance.choice([0, 0, 2, 9, -1]), make.position()),
        lambda: pool.set_python_root(0, Row().initial()),
        lambda: pool.set_python_root(0, make.position()),
        lambda: pool.begin(0, chance.choice([1, 5, 20, 0, -1]), make.number(), make.stop()),
        lambda: pool.begin(0, 10, None, make.stop()),
        lambda: pool.end(chance.choice([0, 9])),
        lambda: pool.run(chance.choice([0.001, 0.0, math.nan, -1.0, -math.inf, "x"])),
        lambda: pool.collect(),
        lambda: pool.abandon(),
        lambda: answer(pool, make),
        lambda: answer(pool, make, collected=pool.collect()),
        lambda: pool.advance(chance.choice([0, 5]), make.action(), chance.random() < 0.5),
        lambda: pool.set_moves_left(0, make.number(), make.number()),
        lambda: pool.report(make.action()),
        lambda: pool.report(0),
        lambda: pool.node(0, [make.action(), make.action()]),
        lambda: pool.preview(0),
        lambda: pool.simulations(make.action()),
        lambda: pool.stop_reason(0),
        lambda: (pool.tree_bytes(0), pool.tree_size(0)),
    ]
    attempt_some(verbs, make.chance, 14)


def use_driver(make: Makers) -> None:
    driver, chance = make.driver(), make.chance
    verbs: list[Callable[[], Any]] = [
        lambda: driver.run(chance.choice([0.001, 0.01, 0.0, math.nan, -1.0, "x"])),
        lambda: driver.collect(),
        lambda: answer(driver, make),
        lambda: answer(driver, make, collected=driver.collect()),
        lambda: driver.take_records(),
        lambda: driver.progress.games,
    ]
    attempt_some(verbs, chance, 14)


def answer(asker: Any, make: Makers, collected: Any = None) -> None:
    """Answers of the right shape to what was collected, or of any kind."""
    count = make.chance.choice([0, 1, 2, 8]) if collected is None else len(collected)
    actions = make.chance.choice([5, 7, make.game.num_actions])
    asker.apply(make.array(count, actions), make.array(count), make.array(count), make.array(count))


def use_window(make: Makers) -> None:
    chance = make.chance
    if chance.random() < 0.3:
        window = _core.ReplayWindow.of_python(Row(), chance.choice(["4-planes", "x", "3-planes"]))
    else:
        window = _core.ReplayWindow.of_native(make.game, ENCODING)
    verbs: list[Callable[[], Any]] = [
        lambda: window.add(make.record()),
        lambda: window.add_validated(make.record()),
        lambda: window.add(None),
        lambda: window.trim(make.count()),
        lambda: window.sample(chance.choice([0, 1, 9, -1, 10**9]), 1, 0.5, 0.5, True),
        lambda: window.sample(3, 1, make.number(), make.number(), False),
        lambda: window.positions,
    ]
    attempt_some(verbs, chance, 10)


def use_game(make: Makers) -> None:
    game, chance = make.game, make.chance
    verbs: list[Callable[[], Any]] = [
        lambda: _core.NativeGame.connect4(make.count(), make.count()),
        lambda: _core.NativeGame.gomoku(make.count(), make.count(), make.count(), True),
        lambda: _core.NativeGame.othello(make.count()),
        lambda: game.initial(make.small()),
        lambda: game.cell_image(make.count()),
        lambda: game.action_image(make.count()),
        lambda: game.to_move(make.position()),
        lambda: game.outcome(make.position()),
        lambda: game.legal_actions(make.position()),
        lambda: game.is_legal(make.position(), make.action()),
        lambda: game.play(make.position(), make.action()),
        lambda: game.encode(make.position(), ENCODING),
        lambda: game.hash(make.position()),
        lambda: game.setup(make.position()),
        lambda: game.place(chance.choices([-1, 0, 1, 2, -7], k=42), 0, make.small(), make.action()),
        lambda: game.permute(make.position(), make.count()),
        lambda: game.playout(make.position(), make.count(), chance.choice([False, True, None])),
        lambda: game.winning_actions(make.position(), make.small()),
        lambda: game.count_playouts(make.position(), chance.choice([0, 3, -1, "a"]), 1),
        lambda: game.perft(make.position(), chance.choice([0, 1, -1, 10**9, "a"])),
    ]
    attempt_some(verbs, chance, 30)


def use_endings(make: Makers) -> None:
    chance = make.chance
    endings = _core.ConnectFourEndings(chance.choice([1, 50, 2**20, 0, -1, 2**62, None]))
    positions = [load_game("connect4").core.initial(0), make.position(), None]
    endings.solve(chance.choice(positions))


def use_rest(make: Makers) -> None:
    chance, network = make.chance, make.network
    verbs: list[Callable[[], Any]] = [
        lambda: _core.Random(make.count()).below(make.count()),
        lambda: _core.draw_dirichlet(1, make.number(), make.small()),
        lambda: _core.draw_dirichlet(1, 0.3, chance.choice([-1, 0, 4, 2**31 - 1])),
        lambda: _core.sequential_halving(make.small(), chance.choice([0, 9, -4, 2**60])),
        lambda: _core.derive_seed(make.count(), make.count()),
        lambda: _core.CachedEvaluator(network, chance.choice([0, 1, -1, 10**9, 2**62, "a"])),
        lambda: _core.CachedEvaluator(None, 1),
        lambda: _core.ThreadedEvaluator(network, make.count()),
        lambda: network.evaluate(make.array(2, 4, 6, 7), chance.choice([1, 2, 0, -1, 10**9])),
        lambda: _core.Network(spoilt_description(chance), folded()[1]),
        lambda: _core.Network(folded()[0], spoilt_tensors(make)),
        lambda: _core.peak_gflops(chance.choice([0.0, math.nan, math.inf, -1.0, 1e300])),
        lambda: _core.GameRecord.from_bytes(chance.randbytes(chance.randrange(60))),
        lambda: make.record().to_bytes(),
        lambda: _core.require_playable(make.game, make.record()),
        lambda: _core.require_playable_in_python(Row(), "4-planes", make.record()),
        lambda: use_convolver(make),
        lambda: use_trunk_trainer(make),
        lambda: use_head_planes(make),
        lambda: use_solver(make),
        lambda: use_forced_wins(make),
        lambda: use_endings(make),
        lambda: _core.SearchPool.__new__(_core.SearchPool).run(1.0),
        lambda: _core.GameRecord(),
    ]
    attempt_some(verbs, chance, 20)


def spoilt_description(chance: random.Random) -> dict[str, Any]:
    description = dict(folded()[0])
    name = chance.choice(list(description))
    return description | {name: chance.choice([*COUNTS, [], ["conv"] * 3, ["residual"], ""])}


def spoilt_tensors(make: Makers) -> dict[str, Any]:
    tensors = dict(folded()[1])
    name = make.chance.choice(list(tensors))
    return tensors | {name: make.array(*tensors[name].shape, exact=0.0)}


def use_convolver(make: Makers) -> None:
    chance = make.chance
    convolver = _core.Convolver(chance.choice([1, 2, 0, -1, 10**9]))
    step = convolver.channel_step
    inputs, outputs = chance.choice([step, step, 0, 3]), chance.choice([step, 2 * step, 1])
    boards, side = chance.choice([0, 1, 5]), chance.choice([0, 1, 2, 6, 9])
    given = make.array(boards, side, 4, inputs)
    taken = make.array(boards, side, 4, outputs)
    filters = make.array(outputs, inputs, 3, 3)
    chance.choice(
        [
            lambda: convolver.convolve(given, filters, taken),
            lambda: convolver.filter_gradient(given, taken, filters),
        ]
    )()


def use_trunk_trainer(make: Makers) -> None:
    chance, step = make.chance, _core.Convolver(1).channel_step
    channels, side = chance.choice([step, step, step, 0, 3]), chance.choice([1, 3, 3, 0, 65])
    pooled, boards = chance.choice([[], [0], [2], [-1], [step + 1]]), chance.choice([0, 1, 5])
    threads = chance.choice([1, 2, 2, 0, 10**9])
    trainer = _core.TrunkTrainer(3, channels, side, side, pooled, 1e-5, 0.1, threads)

    def array(*shape: int) -> Any:
        return make.array(*shape, exact=0.98)

    def layer(inputs: int, rows: int) -> tuple[Any, ...]:
        return (array(channels, inputs, 3, 3), *(array(channels) for _ in range(rows)))

    def layers(rows: int) -> list[tuple[Any, ...]]:
        return [layer(3, rows)] + [layer(channels, rows) for _ in range(2 * len(pooled))]

    def poolings() -> list[tuple[Any, ...]]:
        return [(array(channels, 2 * n), array(channels)) for n in pooled if n > 0]

    planes, output = array(boards, side, side, 3), array(boards, side, side, channels)
    record = trainer.forward(layers(4), poolings(), planes, output, chance.random() < 0.7)
    gradient = array(boards, side, side, channels)
    trainer.backward(layers(4), poolings(), record, planes, output, gradient, layers(2), poolings())


def use_head_planes(make: Makers) -> None:
    chance, step = make.chance, _core.Convolver(1).channel_step
    channels, side = chance.choice([step, step, 3 * step, 0, 3]), chance.choice([1, 3, 3, 0])
    boards, planes = chance.choice([0, 1, 5]), chance.choice([[], [2], [1, 4], [0]])

    def array(*shape: int) -> Any:
        return make.array(*shape, exact=0.98)

    cells, weights = array(boards, side, 4, channels), [array(n, channels) for n in planes]
    made = [array(boards, n, side, 4) for n in planes]
    owner = chance.choice([_core.Convolver(2), _core.TrunkTrainer(3, step, 3, 3, [], 1e-5, 0.1, 2)])
    gradient = array(*cells.shape)
    chance.choice(
        [
            lambda: _core.make_head_planes(owner, cells, weights, made),
            lambda: _core.head_plane_gradients(owner, cells, weights, made, gradient, weights),
        ]
    )()


def use_solver(make: Makers) -> None:
    chance = make.chance
    game = load_game(chance.choice(["tictactoe", "gomoku:4x4/3", "connect4", "gomoku:9x9/5"])).core
    megabytes = chance.choice([1, 0, -1, 10**9, 2**62])
    book = chance.choice([None, b"", chance.randbytes(60), b"tengen c4 book 1" + bytes(16), 3])
    solver = chance.choice(
        [
            lambda: _core.Solver(game, megabytes),
            lambda: _core.ConnectFourSolver(megabytes, book),
        ]
    )()
    question = getattr(
        solver, chance.choice(["value", "score", "keeping_moves", "best_moves", "score_moves"])
    )
    position = chance.choice([game.initial(0), make.position(), None])
    question(
        position,
        chance.choice([0, 100, -1, None]),
        chance.choice([0.0, 0.01, math.nan, -1.0]),
        None,
    )


def use_forced_wins(make: Makers) -> None:
    chance = make.chance
    game = load_game(chance.choice(["gomoku:9x9/5", "gomoku:17x4/4", "tictactoe", "connect4"])).core
    forced = _core.ForcedWins(game, chance.choice([0, 5, 10, -1, 10**9, 2**62, None]))
    position = chance.choice([game.initial(0), make.position(), None])
    find = chance.choice([forced.by_fours, forced.by_threats])
    find(position, chance.choice([0, 1, 100, -1]), make.number(), make.stop())


def attempt_some(verbs: list[Callable[[], Any]], chance: random.Random, times: int) -> None:
    """Calls some of them in any order; each gives an answer or raises."""
    for _ in range(times):
        try:
            chance.choice(verbs)()
        except Exception:
            continue
