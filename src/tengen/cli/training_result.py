"""The result of a training run: its strength, its nets, and what to type next."""

import shlex
import shutil
import sys
from pathlib import Path

from rich.text import Text

from tengen.cli.console import out, tell
from tengen.cli.language import texts
from tengen.runs import TrainingResult


def print_result(result: TrainingResult) -> None:
    """Strength in the last match, the newest and the best net, and commands to try them."""
    speak = texts()
    text = Text("\n" + "\n".join(map(speak.message, str(result).splitlines())))
    text.highlight_words([speak("strength word")], "bold")
    out.print(text, soft_wrap=True)
    if result.generations == 0:
        return
    tell("\n" + speak("to play it"))
    for line in next_commands(result):
        tell(f"  {line}")


def next_commands(result: TrainingResult) -> tuple[str, str]:
    """The commands to play against the best net and to explain its search.

    They name the game, so that they work for any game; the run stands for its newest net.
    """
    net = str(result.folder if result.net == result.newest_net else result.net)
    game, opponent = shlex.quote(result.game), shlex.quote(f"net:{net}")
    return (
        f"{own_command()} play {game} --opponent {opponent}",
        f"{own_command()} explain {game} --net {shlex.quote(net)}",
    )


def own_command() -> str:
    """The command for this program: `tengen`, or its path if that is not on PATH."""
    called = sys.argv[0]
    is_command = Path(called).is_file() and not called.endswith("__main__.py")
    if shutil.which("tengen") or not is_command:
        return "tengen"
    return shlex.quote(called)
