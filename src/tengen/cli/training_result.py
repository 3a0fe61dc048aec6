"""What came of a training run: its strength, its nets, and what to type next."""

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from tengen.cli.console import out
from tengen.cli.language import texts
from tengen.runs.strength import Strength, best_checkpoint, match_of, run_matches

if TYPE_CHECKING:
    from tengen.runs import Run

_PLAYING_SIMULATIONS = 400


def print_result(run: "Run") -> None:
    """Strength by the last match, the newest and the best net, and how to look at them."""
    speak = texts()
    out.print()
    if run.generation == 0:
        _print(_unfinished(run.store.counts().games, run.config.run.games_per_generation))
        return
    _print(_strength(run))
    newest = run.directory.checkpoint(run.checkpoint)
    best = best_checkpoint(run_matches(run.store), run.checkpoint)
    _print(speak("newest net", path=escape(str(newest))))
    if best != run.checkpoint:
        _print(speak("best net", path=escape(str(run.directory.checkpoint(best)))))
    _print("\n" + speak("to play it"))
    for line in next_commands(run, best):
        _print(f"  {escape(line)}")


def next_commands(run: "Run", checkpoint: str) -> tuple[str, str]:
    """The lines to type to play a net, and to see what it thinks."""
    game = shlex.quote(run.config.run.game)
    net = str(run.directory.checkpoint(checkpoint))
    opponent = shlex.quote(f"net:{net}@{_PLAYING_SIMULATIONS}")
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
    speak = texts()
    start = speak("untrained")
    if games == 0:
        return f"{start} {speak('no game over')}"
    return f"{start} {speak('games stored', games=games, wanted=wanted)}"


def _strength(run: "Run") -> str:
    matches, speak = run_matches(run.store), texts()
    if not matches:
        return speak("no match played")
    said = speak(
        "strength of net",
        net=matches[-1].checkpoint,
        simulations=run.config.ladder.simulations,
        strength=speak.message(str(Strength.of(match_of(matches[-1])))),
    )
    return f"[bold]{speak('strength word')}[/]{said}"


def _print(text: str) -> None:
    out.print(text, soft_wrap=True, highlight=False)
