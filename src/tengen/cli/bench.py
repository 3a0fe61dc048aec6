"""`tengen bench`: a fingerprint of the search."""

import typer

from tengen.cli.console import out
from tengen.cli.help_page import PageCommand
from tengen.search.signature import signature as compute_signature

bench = typer.Typer(
    name="bench", help="Check what the search does on this machine.", no_args_is_help=True
)


@bench.callback()
def _bench() -> None:
    """Check what the search does on this machine."""


@bench.command(cls=PageCommand)
def signature() -> None:
    """Print a hash of fixed searches on all games.

    The hash is the same on every machine, whatever the number of cores, and changes if and only
    if visit counts change. The expected value is in tests/golden/signature.txt.
    """
    out.print(compute_signature(), highlight=False)
