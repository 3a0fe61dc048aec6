"""What `tengen match` and `tengen ladder` have in common."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from tengen.arena.stored_results import DEFAULT_FOLDER
from tengen.cli.output_files import require_new_file, require_usual_folder

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells expect it."""

GameOption = Annotated[
    str | None,
    typer.Option(help="The game; that of the first net by itself.", show_default=False),
]
OpeningsOption = Annotated[
    str,
    typer.Option(
        metavar="random|random:K|FILE",
        help="Where pairs of games begin: after two random plies, and more when there are no new "
        "ones; after K random plies; after the moves of a file, one line each, or SGF.",
    ),
]
SeedOption = Annotated[int, typer.Option(help="The same seed gives the same games.")]
WorkersOption = Annotated[
    int | None,
    typer.Option(min=1, help="Games in parallel; one per core by itself.", show_default=False),
]
StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--out", help="Where to store the result; in matches/ by itself.", show_default=False
    ),
]
NoStoreOption = Annotated[bool, typer.Option("--no-store", help="Store nothing.")]


def require_places(store: Path | None, *, no_store: bool, others: Iterable[Path] = ()) -> None:
    """Raises `ConfigError` unless all results can be written: before the games, not after them."""
    for file in others:
        require_new_file(file)
    if no_store:
        return
    if store is None:
        require_usual_folder(DEFAULT_FOLDER)
    else:
        require_new_file(store)
