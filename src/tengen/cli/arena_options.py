"""Options shared by `tengen match` and `tengen ladder`."""

from collections.abc import Iterable
from os.path import realpath
from pathlib import Path
from typing import Annotated

import typer

from tengen.arena.stored_results import DEFAULT_FOLDER
from tengen.cli.output_files import require_new_file, require_usual_folder
from tengen.errors import ConfigError
from tengen.search.evaluator import MOST_THREADS
from tengen.settings import LARGEST_SEED

INTERRUPTED = 130
"""The exit code after Ctrl-C, by shell convention."""

GameOption = Annotated[
    str | None,
    typer.Option(help="The game. Default: that of the first net.", show_default=False),
]
OpeningsOption = Annotated[
    str,
    typer.Option(
        metavar="random|random:K|random:K-L|FILE",
        help="Openings, one per pair of games: two random plies, or more once those run out; K "
        "random plies, or K to L; or those in FILE, one line of moves each, or SGF.",
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(min=0, max=LARGEST_SEED, help="Random seed; the same seed gives the same games."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MOST_THREADS,
        help="Games played in parallel. Default: one per core.",
        show_default=False,
    ),
]
StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--out", help="File for the result. Default: a new file in matches/.", show_default=False
    ),
]
NoStoreOption = Annotated[bool, typer.Option("--no-store", help="Do not store the result.")]


def require_places(store: Path | None, *, no_store: bool, others: Iterable[Path] = ()) -> None:
    """Raises `ConfigError` before any game is played unless all results can be written."""
    for file in others:
        if store is not None and not no_store and realpath(file) == realpath(store):
            raise ConfigError(f"{file} cannot hold both the result and the games: choose two names")
        require_new_file(file)
    if no_store:
        return
    if store is None:
        require_usual_folder(DEFAULT_FOLDER)
    else:
        require_new_file(store)
