"""Samples per second of the learner compared with a plain eager torch loop in the same run.

    python benchmarks/learner.py

Both train the same net on the same batches with the same losses, Adam and thread count. The plain
loop is the obvious first version: default layout, default optimiser, the loss read in every step.
Each has its own process, because the learner also configures its process's memory allocator. The
two take turns and medians are shown, so that other load on the machine slows both alike.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from _machine import machine_and_date, ratio_text
from rich.console import Console
from rich.table import Table
from torch.nn import functional

from tengen import Architecture, load_game
from tengen.learner import Learner, LearnerConfig
from tengen.nets.modules import build_network
from tengen.replay.window import Batch

TARGET = 2.5
BATCH_SIZE = 256
ROUNDS = 3
LEARNING_RATE = 1e-3
MOVES_LEFT_WEIGHT = 0.1

TrainOn = Callable[[list[Batch]], object]


@dataclass(frozen=True)
class Contest:
    """A game, the size of its net, and the number of batches per turn."""

    game: str
    channels: int
    blocks: int
    batches: int


CONTESTS = (
    Contest("connect4", 32, 4, batches=80),
    Contest("connect4", 64, 4, batches=40),
    Contest("gomoku:15x15/5", 64, 6, batches=10),
)


def random_batch(net: Architecture, seed: int) -> Batch:
    """A batch of the right shape; its content does not affect the time."""
    rng = np.random.default_rng(seed)
    rows = (BATCH_SIZE,)

    def policies() -> npt.NDArray[np.float32]:
        weights = rng.random((*rows, net.actions), np.float32)
        return weights / weights.sum(1, keepdims=True)

    return Batch(
        planes=(rng.random((*rows, net.planes, net.height, net.width)) < 0.3).astype(np.float32),
        policy=policies(),
        policy_weight=np.ones(rows, np.float32),
        value=rng.choice(np.array([-1, 0, 1], np.float32), rows),
        wdl=np.eye(3, dtype=np.float32)[rng.integers(0, 3, rows)],
        moves_left=rng.integers(0, net.moves_left, rows),
        reply=policies(),
        reply_weight=np.ones(rows, np.float32),
    )


def plain_loop(net: Architecture) -> TrainOn:
    """An eager loop as in a tutorial."""
    network = build_network(net, seed=1).train()
    optimiser = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE, weight_decay=2e-4)

    def train_on(batch: Batch) -> float:
        outputs = network(torch.from_numpy(batch.planes))
        policy, wdl = torch.from_numpy(batch.policy), torch.from_numpy(batch.wdl)
        loss = -(policy * functional.log_softmax(outputs.policy_logits, 1)).sum(1).mean()
        loss = loss - (wdl * functional.log_softmax(outputs.value_logits, 1)).sum(1).mean()
        plies = torch.from_numpy(batch.moves_left)
        loss = loss + MOVES_LEFT_WEIGHT * functional.cross_entropy(outputs.moves_left_logits, plies)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        return loss.item()

    return lambda batches: [train_on(batch) for batch in batches]


def our_learner(game: str, net: Architecture, threads: int) -> TrainOn:
    """`Learner.train` as called by a run, including its metrics."""
    config = LearnerConfig(
        batch_size=BATCH_SIZE,
        optimiser="adam",
        learning_rate=LEARNING_RATE,
        moves_left_loss=MOVES_LEFT_WEIGHT,
        threads=threads,
    )
    learner = Learner(load_game(game), net, config, seed=1, device="cpu")

    def train_on(batches: list[Batch]) -> object:
        waiting = iter(batches)
        return learner.train(lambda count, seed: next(waiting), len(batches))

    return train_on


def serve(contender: str, contest: Contest, threads: int) -> None:
    """Trains one turn for each line of input, and replies with samples per second."""
    torch.set_num_threads(threads)
    net = Architecture.resnet(
        load_game(contest.game), channels=contest.channels, blocks=contest.blocks
    )
    batches = [random_batch(net, seed) for seed in range(contest.batches)]
    ours = contender == "learner"
    train_on = our_learner(contest.game, net, threads) if ours else plain_loop(net)
    train_on(batches[:2])
    for _ in sys.stdin:
        start = time.perf_counter()
        train_on(batches)
        print(len(batches) * BATCH_SIZE / (time.perf_counter() - start), flush=True)


def start(contender: str, contest: int, threads: int) -> subprocess.Popen[str]:
    """A process that serves one contender."""
    command = [sys.executable, __file__, "--serve", contender, "--contest", str(contest)]
    command += ["--threads", str(threads)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def take_turn(process: subprocess.Popen[str]) -> float:
    """Samples per second of one turn."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def measure(contest: int, rounds: int, threads: int) -> tuple[float, float]:
    """Median samples per second of the learner and of the plain loop, alternating."""
    with start("learner", contest, threads) as ours, start("plain", contest, threads) as plain:
        turns = [(take_turn(ours), take_turn(plain)) for _ in range(rounds)]
    return statistics.median(t[0] for t in turns), statistics.median(t[1] for t in turns)


def main() -> None:
    """Measures every contest and prints the table."""
    parser = argparse.ArgumentParser(description="Samples per second of the learner.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--serve", choices=("learner", "plain"), help=argparse.SUPPRESS)
    parser.add_argument("--contest", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, CONTESTS[options.contest], options.threads)
        return
    title = f"Training samples per second, {options.threads} threads, batches of {BATCH_SIZE}"
    table = Table("net", title=title, caption_justify="left")
    for heading in ("learner", "plain loop", "ratio", "target"):
        table.add_column(heading, justify="right")
    for number, contest in enumerate(CONTESTS):
        ours, plain = measure(number, options.rounds, options.threads)
        name = f"{contest.game}, resnet {contest.channels}x{contest.blocks}"
        numbers = (f"{ours:,.0f}", f"{plain:,.0f}", ratio_text(ours / plain, TARGET))
        table.add_row(name, *numbers, f"{TARGET}x")
    table.caption = f"{machine_and_date()}, torch {torch.__version__}"
    Console().print(table)


if __name__ == "__main__":
    main()
