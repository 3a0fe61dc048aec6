"""`tengen engine`: Tengen inside other Gomoku programs."""

import signal
import sys
from typing import Annotated

import typer

from tengen.engines.server import make_options, serve


def engine(
    net: Annotated[
        str | None,
        typer.Option(help="Net to play with: a path or a shipped name. Default: the best shipped."),
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed and work give the same moves.")] = 0,
) -> None:
    """Be a Gomocup engine on standard input and output.

    For Piskvork, Yixin-board and every program that speaks the Gomocup protocol. Where a program
    takes no arguments, give it `pbrain-tengen` instead.

    It ends at once when its input ends, without a move if it is thinking: a script
    that pipes commands into it must keep the input open until it has the answer.
    """
    # An engine must hear that nobody listens any more, and end at once when it is told to.
    sys.stdout = sys.__stdout__
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    serve(make_options(net, threads, seed))
