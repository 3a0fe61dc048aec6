"""Checks that the engine never exceeds its time limit, measured from outside at the pipe.

    python benchmarks/engine_clock.py --moves 1000 --milliseconds 100 --busy 1

Plays moves against `pbrain-tengen` while `--busy` processes spin, and counts the answers that came
after `timeout_turn`. The clock starts before the command is written and stops when the whole answer
has been read. It also prints how long the first OK took, from the start of the process.
"""

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass, field

from _machine import machine_and_date

from tengen import load_game
from tengen._core import Random
from tengen.engines.protocol import cell_text, parse_cell

ENGINE = [sys.executable, "-c", "from tengen.engines.server import main; main()"]
SPINNER = [sys.executable, "-c", "while True: pass"]


class EngineUnderTest:
    """The engine process, with the time of each answer."""

    def __init__(self, side: int, milliseconds: int, arguments: list[str]) -> None:
        started = time.perf_counter()
        self.process = subprocess.Popen(
            [*ENGINE, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.ask(f"START {side}")
        self.start_seconds = time.perf_counter() - started
        self.tell(f"INFO timeout_turn {milliseconds}", "INFO timeout_match 0", "INFO rule 0")

    def tell(self, *lines: str) -> None:
        """Writes lines that have no reply."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\r\n" for line in lines).encode())
        self.process.stdin.flush()

    def ask(self, *lines: str) -> tuple[str, float]:
        """The answer and its time in seconds."""
        assert self.process.stdout is not None
        begun = time.perf_counter()
        self.tell(*lines)
        while (line := self.process.stdout.readline()).startswith((b"MESSAGE", b"DEBUG")):
            pass
        return line.decode().strip(), time.perf_counter() - begun


@dataclass
class ClockUse:
    """The measurements."""

    seconds: list[float] = field(default_factory=list)
    games: int = 0


def play(engine: EngineUnderTest, side: int, moves: int) -> ClockUse:
    """Plays games against random replies until there are enough moves."""
    game, random, use = load_game(f"gomoku:{side}x{side}/5"), Random(1), ClockUse()
    while len(use.seconds) < moves:
        use.games += 1
        engine.ask("RESTART")
        position, question = game.initial(), "BEGIN"
        while position.outcome is None and len(use.seconds) < moves:
            answer, seconds = engine.ask(question)
            use.seconds.append(seconds)
            position = position.play(parse_cell(game, answer))
            if position.outcome is None:
                reply = position.legal_actions[random.below(len(position.legal_actions))]
                position = position.play(reply)
                question = f"TURN {cell_text(game, reply)}"
    return use


def report(use: ClockUse, milliseconds: int, busy: int) -> None:
    """Prints the number of late answers and the distribution of times."""
    times = sorted(1000 * seconds for seconds in use.seconds)
    late = [one for one in times if one > milliseconds]
    print(f"{machine_and_date()}; {busy} busy processes")
    print(f"{len(times)} moves in {use.games} games at {milliseconds} ms: {len(late)} too late")
    middle, most = times[len(times) // 2], times[-1]
    print(f"answer time: median {middle:.1f} ms, maximum {most:.1f} ms")


def main() -> None:
    """Starts the busy processes and the engine, and always ends them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--milliseconds", type=int, default=100)
    parser.add_argument("--side", type=int, default=15)
    parser.add_argument("--busy", type=int, default=1)
    parser.add_argument("--net", help="default: the shipped net")
    chosen = parser.parse_args()
    spinners = [subprocess.Popen(SPINNER) for _ in range(chosen.busy)]
    arguments = ["--net", chosen.net] if chosen.net else []
    engine = EngineUnderTest(chosen.side, chosen.milliseconds, arguments)
    try:
        print(f"first OK after {engine.start_seconds:.2f} s")
        report(play(engine, chosen.side, chosen.moves), chosen.milliseconds, chosen.busy)
    finally:
        for process in (*spinners, engine.process):
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
