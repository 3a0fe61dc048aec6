"""Trains a player for your own game from Python: `python examples/train_my_game.py`.

The same on the command line: `tengen train examples/hex.py:Hex --minutes 5`. The whole way from
rules to a trained player is in docs/your-game.md.
"""

from pathlib import Path

from tengen.runs import Observers, Stop, begin_run, play_next_match, train
from tengen.runs.events import Event, GenerationDone

GAME = f"{Path(__file__).parent / 'hex.py'}:Hex"


class Diary:
    """Any object with an `observe` method can watch a run."""

    def observe(self, event: Event) -> None:
        """Prints a line per generation."""
        if isinstance(event, GenerationDone):
            print(f"generation {event.generation}: {event.total_positions} positions so far")


def train_hex(folder: Path, minutes: float, settings: list[str]) -> float:
    """Trains and returns the share of points against pure MCTS."""
    run = begin_run(GAME, folder, minutes=minutes, overrides=settings)
    observers = Observers([Diary()])
    train(run, Stop(run.time_limit), observers)
    score = play_next_match(run, observers).match.score
    run.close()
    return score


if __name__ == "__main__":
    folder = Path("runs/hex-from-python")
    score = train_hex(folder, minutes=5, settings=["selfplay.simulations=50"])
    print(f"{score:.0%} of the points against pure MCTS; its nets are in {folder}/checkpoints")
