"""What `tengen match` and `tengen ladder` have in common."""

import os
from pathlib import Path
from typing import Annotated

import typer

from tengen.errors import ConfigError

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


def refuse_existing(*files: Path | None) -> None:
    """Raises for files that exist or cannot be written: before the games, not after them."""
    for file in files:
        if file is None:
            continue
        if file.exists():
            raise ConfigError(f"{file} already exists: choose another name")
        if not (file.parent.is_dir() and os.access(file.parent, os.W_OK)):
            raise ConfigError(f"there is no folder {str(file.parent)!r} to write {file.name} into")
