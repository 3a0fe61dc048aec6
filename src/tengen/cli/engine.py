"""`tengen engine`: Tengen inside other Gomoku programs."""

import signal
import sys
from typing import Annotated

import typer

from tengen.engines.server import make_options, serve
from tengen.search.evaluator import MOST_THREADS
from tengen.settings import LARGEST_SEED


def engine(
    net: Annotated[
        str | None,
        typer.Option(help="Net to use: a path or a shipped net. Default: the best shipped one."),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_THREADS, help="Search threads. Default: all cores."),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            min=0,
            max=LARGEST_SEED,
            help="Random seed; the same seed and search effort give the same moves.",
        ),
    ] = 0,
) -> None:
    """Run as a Gomocup engine on standard input and output.

    Works with Piskvork, Yixin-board and any other program that speaks the Gomocup protocol. For
    programs that cannot pass arguments, use `pbrain-tengen` instead.

    The engine exits as soon as its input ends, even in the middle of a search: a script
    that pipes commands into it must keep the input open until it has the answer.
    """
    # An engine must notice a closed pipe, and end at once when it is asked to.
    sys.stdout = sys.__stdout__
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    serve(make_options(net, threads, seed))
