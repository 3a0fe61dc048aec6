"""Simulations per second of the search compared with OpenSpiel's C++ MCTS in the same run.

    python benchmarks/search.py

Pure MCTS: both programs search the empty board with one random game per simulation, one thread
each. Rounds alternate between the two, medians are shown, and CPU time is measured, so that other
programs have little effect.
"""

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import pyspiel
from _machine import machine_and_date, ratio_text
from rich.console import Console
from rich.table import Table

from tengen import (
    Limit,
    RolloutEvaluator,
    Search,
    SearchConfig,
    SearchResult,
    UniformEvaluator,
    load_game,
)

ROUNDS = 5
SEED = 1
TREE_SIMULATIONS = 100_000
LARGE_SIMULATIONS = 1_000_000
LARGE_LIMIT_BYTES = 2_000_000_000

Simulate = Callable[[int], object]


@dataclass(frozen=True)
class Contest:
    """One game in both programs, simulations per search, and the target ratio."""

    name: str
    openspiel_name: str
    simulations: int
    target: float


CONTESTS = (
    Contest("connect4", "connect_four", 100_000, 12),
    Contest("gomoku:15x15/5", "gomoku(size=15,connect=5)", 10_000, 20),
)


def core_search(name: str) -> Simulate:
    """Pure MCTS in the core, with a new tree each time."""
    game = load_game(name)

    def simulate(simulations: int) -> object:
        search = Search(game, RolloutEvaluator(), SearchConfig.classic(prove=False), seed=SEED)
        return search.run(game.initial(), Limit(simulations=simulations))

    return simulate


def openspiel_search(name: str) -> Simulate:
    """OpenSpiel's MCTS bot with one random rollout per simulation."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)

    def simulate(simulations: int) -> object:
        exploration, memory_mb, solve, verbose = 2.0, 1000, False, False
        bot = pyspiel.MCTSBot(
            game, evaluator, exploration, simulations, memory_mb, solve, SEED, verbose
        )
        return bot.mcts_search(game.new_initial_state())

    return simulate


def per_second(simulate: Simulate, simulations: int) -> float:
    """The speed of one search."""
    start = time.process_time()
    simulate(simulations)
    return simulations / (time.process_time() - start)


def measure(contest: Contest, rounds: int) -> tuple[float, float]:
    """Median simulations per second of the core and of OpenSpiel, alternating."""
    core, openspiel = core_search(contest.name), openspiel_search(contest.openspiel_name)
    speeds: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        speeds[0].append(per_second(core, contest.simulations))
        speeds[1].append(per_second(openspiel, contest.simulations))
    return statistics.median(speeds[0]), statistics.median(speeds[1])


def contests_table(rounds: int) -> Table:
    """Pure MCTS compared with OpenSpiel."""
    table = Table("game", title="Pure MCTS, simulations per second", title_justify="left")
    for heading in ("core", "OpenSpiel", "ratio", "target"):
        table.add_column(heading, justify="right")
    for contest in CONTESTS:
        core, openspiel = measure(contest, rounds)
        ratio = core / openspiel
        numbers = (f"{core:,.0f}", f"{openspiel:,.0f}", ratio_text(ratio, contest.target))
        table.add_row(contest.name, *numbers, f"{contest.target:g}x")
    return table


def tree_search(name: str, simulations: int) -> tuple[float, SearchResult]:
    """The speed and result of a search with a trivial evaluator: only the tree takes time."""
    game = load_game(name)
    search = Search(game, UniformEvaluator(), SearchConfig(prove=False))
    start = time.process_time()
    result = search.run(game.initial(), Limit(simulations=simulations))
    return simulations / (time.process_time() - start), result


def peak_bytes() -> int:
    """Peak memory of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def tree_table(rounds: int) -> Table:
    """The tree alone: speed, and memory of a large search."""
    title = "The tree alone (uniform evaluator)"
    table = Table("search", title=title, title_justify="left")
    for heading in ("per second", "tree", "bytes/node", "process peak"):
        table.add_column(heading, justify="right")
    for name, simulations in (
        ("connect4", TREE_SIMULATIONS),
        ("gomoku:15x15/5", LARGE_SIMULATIONS),
    ):
        searches = [tree_search(name, simulations) for _ in range(rounds)]
        speed, result = statistics.median(speed for speed, _ in searches), searches[0][1]
        colour = "green" if peak_bytes() < LARGE_LIMIT_BYTES else "red"
        table.add_row(
            f"{simulations:,} on {name}",
            f"{speed:,.0f}",
            f"{result.tree_bytes / 1e6:,.1f} MB",
            f"{result.tree_bytes / result.tree_size:.0f}",
            f"[{colour}]{peak_bytes() / 1e6:,.0f} MB[/]",
        )
    return table


def main() -> None:
    """Measures and prints both tables."""
    parser = argparse.ArgumentParser(description="Simulations per second, one thread.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    console = Console()
    console.print(contests_table(options.rounds))
    console.print(tree_table(options.rounds))
    console.print(f"{machine_and_date()}, medians of {options.rounds} rounds", style="dim")


if __name__ == "__main__":
    main()
