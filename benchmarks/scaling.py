"""Worker processes and Ray actors compared with threads of one process, and the model with both.

    python benchmarks/scaling.py

1. Games per second of self-play (Connect Four, the shipped net): one worker and two, as processes
   and as Ray actors, relative to as many threads of one process. Medians are shown.
2. The time from the kill of a worker until its replacement has played a game.
3. What the model (`cluster_model.py`), fed with times measured on one worker here, says about the
   same generations.

Meaningful only on an idle machine with two cores or more.
"""

import argparse
import os
import signal
import statistics
import time
from collections.abc import Callable
from contextlib import closing

from _machine import machine_and_date, ratio_text
from cluster_model import Costs, generation_seconds
from rich.console import Console
from rich.table import Table

from tengen.nets import Checkpoint, load_checkpoint
from tengen.nets.shipped import find_net
from tengen.rules.registry import load_game
from tengen.runs.errands import PlayErrand
from tengen.runs.executor import CrewExecutor, Executor, Inline
from tengen.runs.process_crew import ProcessCrew
from tengen.runs.ray import RayCrew
from tengen.search import SearchConfig, StopToken
from tengen.selfplay import Games, PlaySettings, SelfPlayConfig

GAMES, ROUNDS = 240, 3
TWO_OVER_ONE, OVERHEAD, REPLACEMENT, MODEL = 1.8, 0.95, 5.0, 0.10
SETTINGS = PlaySettings(
    game="connect4",
    search=SearchConfig(noise_epsilon=0.25),
    selfplay=SelfPlayConfig(simulations=80, games_at_once=64, random_plies=6),
)


def seconds_of(executor: Executor, net: Checkpoint, threads: int, games: int, turn: int) -> float:
    """Plays one generation."""
    numbers = Games(turn, 0, range(games))
    settings = PlaySettings(
        game=SETTINGS.game, search=SETTINGS.search, selfplay=SETTINGS.selfplay, threads=threads
    )
    started, played = time.perf_counter(), 0
    rules = load_game(SETTINGS.game)
    for delivery in executor.play(net, settings, numbers, rules, StopToken()):
        played += len(delivery.records)
    assert played == games
    return time.perf_counter() - started


def replacement_seconds(crew: ProcessCrew | RayCrew, net: Checkpoint) -> float:
    """From the kill of a worker until its successor has played a game."""
    worker = crew.workers()[0]
    crew.publish(net)
    crew.send(worker, errand(net, 0, games=1000))
    time.sleep(1.0)
    killed = time.perf_counter()
    os.kill(crew.pid(worker) or 0, signal.SIGKILL)
    while not any(answer.trouble for answer in crew.answers(0.02)):
        pass
    while worker not in crew.workers():
        time.sleep(0.02)
    crew.send(worker, errand(net, 1, games=1))
    while not any(answer.data for answer in crew.answers(0.02)):
        pass
    return time.perf_counter() - killed


def errand(net: Checkpoint, number: int, games: int) -> PlayErrand:
    """Some games for a worker."""
    return PlayErrand(number, net.weights_sha256, SETTINGS, Games(99, 0, range(games)))


def measured_costs(net: Checkpoint, game_seconds: float) -> Costs:
    """The times of one worker: a small chunk shows what every chunk costs."""
    with closing(CrewExecutor(ProcessCrew(1))) as executor:
        seconds_of(executor, net, 1, 8, 0)
        small = statistics.median(seconds_of(executor, net, 1, 4, turn) for turn in range(1, 6))
    chunk = max(0.0, small - 4 * game_seconds)
    return Costs(chunk_seconds=chunk, game_seconds=game_seconds, net_bytes=len(net.to_bytes()))


def main() -> None:
    """Measures everything and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    net = load_checkpoint(find_net("connect4"))
    console = Console()
    makers: dict[str, Callable[[int], Executor]] = {
        "threads": lambda workers: Inline(),
        "processes": lambda workers: CrewExecutor(ProcessCrew(workers)),
        "Ray actors": lambda workers: CrewExecutor(RayCrew(workers=workers)),
    }
    times: dict[tuple[str, int], float] = {}
    for name, make in makers.items():
        for workers in (1, 2):
            with closing(make(workers)) as executor:
                seconds_of(executor, net, workers, 16, 0)
                times[name, workers] = statistics.median(
                    seconds_of(executor, net, workers, options.games, turn + 1)
                    for turn in range(options.rounds)
                )
    table = Table("who plays", title=f"Self-play of {options.games} games of Connect Four")
    for heading in ("one, games/s", "two, games/s", "two over one", "two over two threads"):
        table.add_column(heading, justify="right")
    for name in makers:
        one, two = times[name, 1], times[name, 2]
        table.add_row(
            name,
            f"{options.games / one:.1f}",
            f"{options.games / two:.1f}",
            ratio_text(one / two, TWO_OVER_ONE),
            ratio_text(times["threads", 2] / two, OVERHEAD),
        )
    table.caption = f"{machine_and_date()}; goals {TWO_OVER_ONE}x and {OVERHEAD}x"
    console.print(table)
    for kind, crew in (("process", ProcessCrew(2)), ("Ray actor", RayCrew(workers=2))):
        with closing(crew):
            seconds = replacement_seconds(crew, net)
        console.print(
            f"A killed {kind} is replaced and has played after {seconds:.1f} s (goal 5 s)"
        )
    costs = measured_costs(net, times["processes", 1] / options.games)
    for workers in (1, 2):
        model = generation_seconds(workers, options.games, costs)
        off = model / times["processes", workers] - 1
        colour = "green" if abs(off) <= MODEL else "red"
        console.print(
            f"Model, {workers} workers: {options.games / model:.1f} games/s, "
            f"[{colour}]{off:+.0%}[/{colour}] of the measured time (goal within 10%)"
        )
    console.print(f"Costs measured: {costs}")


if __name__ == "__main__":
    main()
