"""Speed of the Connect Four solver compared with BitBully, and whether their scores agree.

    python benchmarks/connect4_solver.py

Needs the `oracle` extra. Times are for the positions of `tengen measure`, each solved by a solver
that has solved those before it, in processor time: both programs use one thread. The two programs
alternate on each position, so that a busy machine affects both. BitBully uses its own twelve-ply
book, so speed is compared on later positions only.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from _machine import machine_and_date, ratio_text
from rich.console import Console
from rich.table import Table

from tengen.arena.bitbully import BitBully
from tengen.arena.exact_positions import different_positions, shipped_positions
from tengen.rules.position import Position
from tengen.rules.registry import load_game
from tengen.search import ConnectFourSolver

LAST_BOOK_PLY = 12
SEED = 12_345
GAME = load_game("connect4")


def main() -> None:
    """Prints the times, then the number of equal scores."""
    parser = argparse.ArgumentParser(description="Compares the Connect Four solver with BitBully.")
    parser.add_argument("--compared", type=int, default=10_000, help="positions compared")
    parser.add_argument("--every", type=int, default=1, help="time only every n-th position")
    options = parser.parse_args()
    positions = [exact.position for exact in shipped_positions(GAME)][:: options.every]
    console = Console()
    console.print(times_table(positions))
    console.print(ratios_table([each for each in positions if len(each.history) > LAST_BOOK_PLY]))
    compared = agreement(options.compared)
    equal = sum(compared)
    colour = "green" if equal == len(compared) else "red"
    console.print(f"[{colour}]{equal:,} of {len(compared):,} positions[/{colour}] score the same")


def times_table(positions: list[Position[Any]]) -> Table:
    """Percentiles of the time per score, and per set of column scores."""
    table = Table("question", title=f"{len(positions):,} positions of the meter")
    for heading in ("median", "99 %", "slowest", "within 200 ms"):
        table.add_column(heading, justify="right")
    solver = ConnectFourSolver()
    table.add_row("score of the position", *percentiles(solver.score, positions))
    solver = ConnectFourSolver()
    table.add_row("best moves", *percentiles(solver.best_moves, positions))
    solver = ConnectFourSolver()
    table.add_row("score of every column", *percentiles(solver.score_moves, positions))
    table.caption = f"goals: median 1 ms, 99 % 200 ms, slowest 3 s. {machine_and_date()}"
    return table


def percentiles(
    question: Callable[[Position[Any]], object], positions: list[Position[Any]]
) -> Iterator[str]:
    """Median, 99th percentile and longest time, as text."""
    times = sorted(clocked(question, position) for position in positions)
    yield f"{1e3 * statistics.median(times):.3f} ms"
    yield f"{1e3 * times[len(times) * 99 // 100]:.0f} ms"
    yield f"{times[-1]:.2f} s"
    yield f"{100 * sum(each <= 0.2 for each in times) / len(times):.1f} %"


def ratios_table(positions: list[Position[Any]]) -> Table:
    """The times of both for the same queries."""
    table = Table("question", title=f"{len(positions):,} positions after ply {LAST_BOOK_PLY}")
    for heading in ("Tengen", "BitBully", "ratio"):
        table.add_column(heading, justify="right")
    ours, theirs = ConnectFourSolver(), BitBully()
    for name, our_question, their_question in (
        ("score of the position", ours.score, theirs.score),
        ("score of every column", ours.score_moves, theirs.score_moves),
    ):
        spent = [0.0, 0.0]
        for position in positions:
            for side, question in enumerate((our_question, their_question)):
                spent[side] += clocked(question, position)
        table.add_row(
            name, *(f"{each:.2f} s" for each in spent), ratio_text(spent[1] / spent[0], 1)
        )
    return table


def agreement(count: int) -> list[bool]:
    """Whether the scores are equal, for positions of every ply."""
    ours, theirs = ConnectFourSolver(), BitBully()
    positions = different_positions(GAME, count, seed=SEED, last_ply=36)
    return [ours.score(each) == theirs.score(each) for each in positions]


def clocked(question: Callable[[Position[Any]], object], position: Position[Any]) -> float:
    """The processor time of one call in seconds."""
    start = time.process_time()
    question(position)
    return time.process_time() - start


if __name__ == "__main__":
    main()
