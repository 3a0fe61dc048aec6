"""Worker processes and Ray actors compared with threads of one process, and the model with both.

    python benchmarks/scaling.py
    python benchmarks/scaling.py --costs costs.json

1. Games per second of self-play (Connect Four, its preset and shipped net): one worker and two, as
   processes and as Ray actors, relative to as many threads of one process. Means of rounds that
   take turns; every one plays the same games.
2. The time from the kill of a worker until its replacement has played a game.
3. What workers, the driver and the learner need for a chunk and a game, and what the model
   (`cluster_model.py`) makes of these times for the generations of part 1. Workers are timed
   between the rounds of part 1 with the same games, one alone and two at once: games differ in
   length, and the speed of a machine changes in minutes. `--costs` writes the costs of two at once
   to a file for the model.

Takes about eight minutes. Meaningful only on an idle machine with two cores or more.
"""

import argparse
import json
import os
import signal
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from pathlib import Path

from _cluster_costs import Chunk, game_seconds, measured_costs, play_chunks, some_games
from _machine import machine_and_date, ratio_text
from cluster_model import Costs, usual_generation_seconds
from rich.console import Console
from rich.table import Table

from tengen.nets import Checkpoint, load_checkpoint
from tengen.nets.shipped import find_net
from tengen.rules.registry import load_game
from tengen.runs import load_preset
from tengen.runs.config import RunConfig
from tengen.runs.errands import PlayErrand
from tengen.runs.executor import CrewExecutor, Executor, Inline, WantedGames
from tengen.runs.process_crew import ProcessCrew
from tengen.runs.ray import RayCrew
from tengen.runs.stages import play_settings
from tengen.search import StopToken

GAMES, ROUNDS = 240, 3
WARM_UP = 16
TWO_OVER_ONE, OVERHEAD, REPLACEMENT, MODEL = 1.8, 0.95, 5.0, 0.10
MAKERS: dict[str, Callable[[int], Executor]] = {
    "threads": lambda workers: Inline(),
    "processes": lambda workers: CrewExecutor(ProcessCrew(workers)),
    "Ray actors": lambda workers: CrewExecutor(RayCrew(workers=workers)),
}
Times = dict[tuple[str, int], float]
Chunks = dict[int, list[Chunk]]


def seconds_of(
    executor: Executor, net: Checkpoint, config: RunConfig, threads: int, games: int, turn: int
) -> float:
    """Plays one generation with full searches."""
    rules, played = load_game(config.run.game), 0
    settings = replace(play_settings(config), threads=threads)
    numbers = some_games(config, turn, range(games))
    started = time.perf_counter()
    for delivery in executor.play(WantedGames(net, settings, numbers, rules, StopToken())):
        played += len(delivery.records)
    assert played == games
    return time.perf_counter() - started


def scaling(net: Checkpoint, config: RunConfig, games: int, rounds: int) -> tuple[Times, Chunks]:
    """Mean seconds of a generation by kind and number of workers; chunks without a dispatcher."""
    times: dict[tuple[str, int], list[float]] = {}
    chunks: Chunks = {1: [], 2: []}
    for workers in (1, 2):
        with ExitStack() as stack:
            made = {
                name: stack.enter_context(closing(make(workers))) for name, make in MAKERS.items()
            }
            crew = stack.enter_context(closing(ProcessCrew(workers)))
            play_chunks(crew, net, config, some_games(config, 0, range(WARM_UP)), WARM_UP // 2)
            for executor in made.values():
                seconds_of(executor, net, config, workers, WARM_UP, 0)
            for turn in range(1, rounds + 1):
                for name, executor in made.items():
                    seconds = seconds_of(executor, net, config, workers, games, turn)
                    times.setdefault((name, workers), []).append(seconds)
                some = some_games(config, turn, range(games))
                chunks[workers] += play_chunks(crew, net, config, some)
    return {key: statistics.mean(seconds) for key, seconds in times.items()}, chunks


def scaling_table(times: Times, games: int) -> Table:
    """Games per second and ratios."""
    table = Table("who plays", title=f"Self-play of {games} games of Connect Four")
    for heading in ("one, games/s", "two, games/s", "two over one", "two over two threads"):
        table.add_column(heading, justify="right")
    for name in MAKERS:
        one, two = times[name, 1], times[name, 2]
        table.add_row(
            name,
            f"{games / one:.1f}",
            f"{games / two:.1f}",
            ratio_text(one / two, TWO_OVER_ONE),
            ratio_text(times["threads", 2] / two, OVERHEAD),
        )
    table.caption = f"{machine_and_date()}; goals {TWO_OVER_ONE}x and {OVERHEAD}x"
    return table


def replacement_seconds(crew: ProcessCrew | RayCrew, net: Checkpoint, config: RunConfig) -> float:
    """From the kill of a worker until its successor has played a game."""

    def errand(number: int, games: int) -> PlayErrand:
        some = some_games(config, 1, range(games))
        return PlayErrand(number, (net.weights_sha256,), play_settings(config), some)

    worker = crew.workers()[0]
    crew.publish(net)
    crew.send(worker, errand(0, games=1000))
    time.sleep(1.0)
    killed = time.perf_counter()
    os.kill(crew.pid(worker) or 0, signal.SIGKILL)
    while not any(answer.trouble for answer in crew.answers(0.02)):
        pass
    while worker not in crew.workers():
        time.sleep(0.02)
    crew.send(worker, errand(1, games=1))
    while not any(answer.data for answer in crew.answers(0.02)):
        pass
    return time.perf_counter() - killed


def model_line(workers: int, games: int, costs: Costs, measured: float) -> str:
    """The model's speed, and how far it is from the measured one."""
    seconds = usual_generation_seconds(workers, games, costs)
    off = seconds / measured - 1
    colour = "green" if abs(off) <= MODEL else "red"
    return (
        f"Model, processes: {workers}: {games / seconds:.1f} games/s; its time differs from the "
        f"measured one by [{colour}]{off:+.1%}[/{colour}] (goal: within {MODEL:.0%})"
    )


def main() -> None:
    """Measures everything and prints it as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--costs", type=Path, help="write the measured costs here")
    options = parser.parse_args()
    net, config, console = load_checkpoint(find_net("connect4")), load_preset("connect4"), Console()
    # No cache: here one net plays all rounds, and would find its own evaluations of the one before.
    config = replace(config, run=replace(config.run, threads=1, cache_mb=0))
    with console.status("self-play by threads, processes and actors"):
        times, chunks = scaling(net, config, options.games, options.rounds)
    console.print(scaling_table(times, options.games))
    for kind, crew in (("process", ProcessCrew(2)), ("Ray actor", RayCrew(workers=2))):
        with closing(crew), console.status(f"replacing a {kind}"):
            seconds = replacement_seconds(crew, net, config)
        goal = f"goal: {REPLACEMENT:.0f} s"
        console.print(f"A killed {kind} is replaced and has played after {seconds:.1f} s ({goal})")
    with console.status("times of the driver and the learner"):
        costs, memory = measured_costs(net, config, chunks[2])
    alone = replace(costs, game_seconds=game_seconds(chunks[1], costs.chunk_seconds))
    console.print(costs, f"One worker occupies {memory / 1e6:.0f} MB.")
    for workers, each in ((1, alone), (2, costs)):
        console.print(model_line(workers, options.games, each, times["processes", workers]))
    if options.costs is not None:
        options.costs.write_text(json.dumps(asdict(costs), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
