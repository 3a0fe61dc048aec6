"""Self-play compared with bare inference, and with the classic system in plain Python.

    python benchmarks/selfplay.py

1. Evaluations per second of CPU time in self-play, relative to bare inference with the same batch
   size and threads, no cache; and two threads relative to one by wall-clock time, which is
   meaningful only on an idle machine.
2. Playouts per second in the classic setting (8x8, five in a row, the classic net, 400 simulations,
   c = 5, no proofs, no cache, no resignation) relative to a plain Python twin of the classic
   system: the reference search with a torch evaluator, one position at a time.
3. Memory of the whole process, torch included, with a replay window of 500,000 positions.

Both sides of a ratio take turns and the best turn of each counts: other load on the machine can
only slow a turn down.
"""

import argparse
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from _machine import machine_and_date
from rich.console import Console
from rich.table import Table

from tengen import Architecture, Checkpoint, Game, SearchConfig, UniformEvaluator, load_game
from tengen._core import GameRecord
from tengen.learner import Learner, LearnerConfig
from tengen.nets import NativeEvaluator
from tengen.nets.torch_evaluator import TorchEvaluator
from tengen.replay.window import ReplayWindow
from tengen.search.reference import ReferenceSearch
from tengen.selfplay import Finished, Games, SelfPlay, SelfPlayConfig

GAMES_PER_THREAD = 32
SECONDS = 3.0
ROUNDS = 5
INFERENCE_TARGET = 0.85
THREADS_TARGET = 1.8
CLASSIC_TARGET = 25
WINDOW_POSITIONS = 500_000
WINDOW_TARGET_MB = 2000


@dataclass(frozen=True)
class Turn:
    """Work done in one turn, and the time it took."""

    count: int
    seconds: float
    processor_seconds: float

    @property
    def per_second(self) -> float:
        """By wall-clock time."""
        return self.count / self.seconds

    @property
    def per_processor_second(self) -> float:
        """By CPU time, which excludes other programs."""
        return self.count / self.processor_seconds


Contestant = Callable[[float], int]
"""Works for about `seconds`; returns the amount of work done."""


def take_turn(contestant: Contestant) -> Turn:
    """Runs a contestant, measuring wall-clock and CPU time."""
    start, processor_start = time.perf_counter(), time.process_time()
    count = contestant(SECONDS)
    return Turn(count, time.perf_counter() - start, time.process_time() - processor_start)


def take_turns(rounds: int, *contestants: Contestant) -> list[list[Turn]]:
    """The turns of each contestant."""
    turns = [[take_turn(contestant) for contestant in contestants] for _ in range(rounds)]
    return [list(own) for own in zip(*turns, strict=True)]


@dataclass(frozen=True)
class Contest:
    """A game and the size of its net."""

    game: str
    channels: int
    blocks: int


CONTESTS = (Contest("connect4", 64, 4), Contest("gomoku:15x15/5", 64, 6))


def fresh_net(game: Game, architecture: Architecture) -> Checkpoint:
    """An untrained net; its weights do not affect the time."""
    return Learner(game, architecture, LearnerConfig(), seed=1, device="cpu").checkpoint()


def some_planes(game: Game, encoding: str, count: int) -> np.ndarray:
    """Positions from random games."""
    rng, position, planes = np.random.default_rng(1), game.initial(), []
    while len(planes) < count:
        planes.append(position.planes(encoding))
        position = position.play(int(rng.choice(position.legal_actions)))
        position = game.initial() if position.outcome else position
    return np.stack(planes)


def bare_inference(game: Game, evaluator: NativeEvaluator, threads: int) -> Contestant:
    """Every thread evaluates one batch repeatedly."""
    planes = some_planes(game, evaluator.encoding, GAMES_PER_THREAD)

    def evaluate(seconds: float) -> int:
        counts, start = [0] * threads, time.perf_counter()

        def work(number: int) -> None:
            while time.perf_counter() - start < seconds:
                evaluator.native.evaluate(planes, 1)
                counts[number] += len(planes)

        workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return sum(counts)

    return evaluate


def self_play(
    game: Game,
    evaluator: NativeEvaluator,
    search: SearchConfig,
    config: SelfPlayConfig,
    threads: int,
) -> Callable[[float], Finished]:
    """Plays continuously; keeps the last report."""

    def play(seconds: float) -> Finished:
        games, start = Games(1, 0, range(100_000)), time.perf_counter()
        reports = iter(SelfPlay(game, evaluator, search, config, games, threads=threads))
        while True:
            report = next(reports)
            if time.perf_counter() - start > seconds:
                return report

    return play


def painted(text: str, reached: bool) -> str:
    """Green if the target was reached, otherwise red."""
    return f"[{'green' if reached else 'red'}]{text}[/]"


def inference_table(rounds: int, threads: int) -> Table:
    """Self-play relative to bare inference, and several threads relative to one."""
    title = f"Evaluations per processor second, batches of {GAMES_PER_THREAD}, no cache"
    table = Table("net", title=title, title_justify="left")
    headings = ("threads", "inference", "self-play", "ratio", "target", "over 1 thread", "target")
    for heading in headings:
        table.add_column(heading, justify="right")
    for contest in CONTESTS:
        game = load_game(contest.game)
        net = Architecture.resnet(game, channels=contest.channels, blocks=contest.blocks)
        evaluator = NativeEvaluator(fresh_net(game, net))
        add_inference_rows(table, contest, game, evaluator, rounds, threads)
    return table


def add_inference_rows(
    table: Table,
    contest: Contest,
    game: Game,
    evaluator: NativeEvaluator,
    rounds: int,
    threads: int,
) -> None:
    """One row for one thread and one for all threads, alternating."""
    search, counts = SearchConfig(noise_epsilon=0.25), sorted({1, threads})
    contestants: list[Contestant] = []
    for count in counts:
        config = SelfPlayConfig(simulations=200, games_at_once=GAMES_PER_THREAD * count)
        play = self_play(game, evaluator, search, config, count)
        contestants += [
            bare_inference(game, evaluator, count),
            lambda seconds, play=play: play(seconds).evaluations,
        ]
    turns = take_turns(rounds, *contestants)
    alone = max(turn.per_second for turn in turns[1])
    for number, count in enumerate(counts):
        bare, played = (
            max(turn.per_processor_second for turn in own)
            for own in turns[2 * number : 2 * number + 2]
        )
        scaling = max(turn.per_second for turn in turns[2 * number + 1]) / alone
        table.add_row(
            f"{contest.game}, {contest.channels}x{contest.blocks}",
            f"{count}",
            f"{bare:,.0f}",
            f"{played:,.0f}",
            painted(f"{played / bare:.2f}", played / bare >= INFERENCE_TARGET),
            f"{INFERENCE_TARGET}",
            *scaling_cells(count, scaling),
        )


def scaling_cells(threads: int, scaling: float) -> tuple[str, str]:
    """The speed-up from several threads, and its target."""
    if threads == 1:
        return "", ""
    wanted = THREADS_TARGET * threads / 2
    return painted(f"{scaling:.2f}", scaling >= wanted), f"{wanted:.1f}"


def python_twin(game: Game, net: Checkpoint, search: SearchConfig) -> Contestant:
    """The reference search with torch, one position at a time, game after game."""
    torch.set_num_threads(1)  # more are slower: a single position is too small to split
    evaluator = TorchEvaluator(net, device="cpu")

    def search_on(seconds: float) -> int:
        twin = ReferenceSearch(game, evaluator, search, seed=1, encoding=evaluator.encoding)
        twin.set_root(game.initial())
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            visits = twin.run(400)
            count += 400
            twin.advance(max(visits, key=visits.__getitem__))
            if twin.root.position.outcome:
                twin.set_root(game.initial())
        return count

    return search_on


def classic_table(rounds: int, threads: int) -> Table:
    """The classic setting compared with its Python twin."""
    table = Table("gomoku 8x8/5, classic net, 400 simulations", title="Playouts per second")
    for heading in ("Tengen", "Python twin", "ratio", "target"):
        table.add_column(heading, justify="right")
    game = load_game("gomoku:8x8/5")
    net = fresh_net(game, Architecture.classic(game))
    search = SearchConfig.classic(prove=False)
    config = SelfPlayConfig(
        simulations=400, adjudicate=False, games_at_once=GAMES_PER_THREAD * threads
    )
    play = self_play(game, NativeEvaluator(net), search, config, threads)
    # Playouts that reach the end of a game need no evaluation and do not count for us.
    turns = take_turns(
        rounds, lambda seconds: play(seconds).evaluations, python_twin(game, net, search)
    )
    ours, twin = (max(turn.per_second for turn in own) for own in turns)
    ratio = painted(f"{ours / twin:.1f}x", ours / twin >= CLASSIC_TARGET)
    about = f"{threads} threads; torch with one"
    table.add_row(about, f"{ours:,.0f}", f"{twin:,.0f}", ratio, f"{CLASSIC_TARGET}x")
    return table


def resident_mb() -> float:
    """Current memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def window_table() -> Table:
    """Memory of the window, and the time to fill it from stored records."""
    table = Table(f"window of {WINDOW_POSITIONS:,}", title="Replay window")
    for heading in ("bytes stored", "memory", "target", "filled in", "samples/s"):
        table.add_column(heading, justify="right")
    for name in ("connect4", "gomoku:15x15/5"):
        game, config = load_game(name), SelfPlayConfig(simulations=200)
        games, search = Games(1, 0, range(16)), SearchConfig(noise_epsilon=0.25)
        records = SelfPlay(game, UniformEvaluator(), search, config, games).all_records()
        stored = [record.to_bytes() for record in records]
        positions = sum(len(record.moves) for record in records)
        start, window = time.perf_counter(), ReplayWindow(game, "4-planes")
        while window.positions < WINDOW_POSITIONS:
            for data in stored:
                window.add(GameRecord.from_bytes(data))
        seconds, memory = time.perf_counter() - start, resident_mb()
        start = time.perf_counter()
        window.sample(20_000, 1)
        per_second = 20_000 / (time.perf_counter() - start)
        table.add_row(
            f"{name}, 200 simulations, equal priors",
            f"{sum(map(len, stored)) / positions:.0f}/position",
            painted(f"{memory:,.0f} MB", memory < WINDOW_TARGET_MB),
            f"{WINDOW_TARGET_MB:,} MB",
            f"{seconds:.1f} s",
            f"{per_second:,.0f}",
        )
    return table


def main() -> None:
    """Measures and prints all tables."""
    parser = argparse.ArgumentParser(description="Speed and memory of self-play.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    console = Console()
    console.print(inference_table(options.rounds, options.threads))
    console.print(classic_table(options.rounds, options.threads))
    console.print(window_table())
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    about = f"{machine_and_date()}, best of {options.rounds} turns, load {load}"
    console.print(about, style="dim")


if __name__ == "__main__":
    main()
