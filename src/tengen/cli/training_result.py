"""What came of a training run: its strength, its nets, and what to type next."""

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from tengen.cli.console import out
from tengen.runs.strength import Strength, best_checkpoint, match_of, run_matches

if TYPE_CHECKING:
    from tengen.runs import Run


def print_result(run: "Run") -> None:
    """Strength by the last match, the newest and the best net, and how to look at them."""
    out.print()
    if run.generation == 0:
        _print(_unfinished(run.store.counts().games, run.config.run.games_per_generation))
        return
    _print(_strength(run))
    newest = run.directory.checkpoint(run.checkpoint)
    best = best_checkpoint(run_matches(run.store), run.checkpoint)
    _print(f"Newest net: {escape(str(newest))}")
    if best != run.checkpoint:
        _print(f"Best net: {escape(str(run.directory.checkpoint(best)))}")
    _print("\nTo play against it, and to see it think:")
    for line in next_commands(run, best):
        _print(f"  {escape(line)}")


def next_commands(run: "Run", checkpoint: str) -> tuple[str, str]:
    """The lines to type to play a net, and to see what it thinks.

    They name the game, so that they work for every game; the run stands for its newest net.
    """
    is_newest = checkpoint == run.checkpoint
    net = str(run.directory.path if is_newest else run.directory.checkpoint(checkpoint))
    game, opponent = shlex.quote(run.config.run.game), shlex.quote(f"net:{net}")
    return (
        f"{own_command()} play {game} --opponent {opponent}",
        f"{own_command()} explain {game} --net {shlex.quote(net)}",
    )


def own_command() -> str:
    """How this program is called from here: `tengen`, or its path where the shell finds none."""
    called = sys.argv[0]
    if shutil.which("tengen") or not Path(called).is_file():
        return "tengen"
    return shlex.quote(called)


def _unfinished(games: int, wanted: int) -> str:
    start = "No generation was finished: the net is still untrained."
    if games == 0:
        return f"{start} Not one game was over in this time: games need more of it here."
    return f"{start} {games} of the {wanted} games of the first one are stored; they are not lost."


def _strength(run: "Run") -> str:
    matches = run_matches(run.store)
    if not matches:
        return "It has not played a match yet."
    found, net = Strength.of(match_of(matches[-1])), matches[-1].checkpoint
    how = f"of net {net} with {run.config.ladder.simulations} simulations a move"
    return f"[bold]Strength[/] {how}: {found}."


def _print(text: str) -> None:
    out.print(text, soft_wrap=True, highlight=False)
