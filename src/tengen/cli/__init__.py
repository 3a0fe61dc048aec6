"""The `tengen` command: the only room that prints."""

import os
import sys
import traceback
from importlib.metadata import version
from typing import Annotated

import typer
from rich.markup import escape

from tengen.cli.bench import bench
from tengen.cli.console import errors, out
from tengen.cli.convert import convert
from tengen.cli.doctor import doctor
from tengen.cli.engine import engine
from tengen.cli.estimate import estimate
from tengen.cli.explain import explain
from tengen.cli.games import games
from tengen.cli.levels import levels
from tengen.cli.match import match
from tengen.cli.measure import measure_command
from tengen.cli.nets import export, import_net
from tengen.cli.play import play
from tengen.cli.round_robin import round_robin
from tengen.cli.runs import runs
from tengen.cli.shipped import nets
from tengen.cli.train import train
from tengen.errors import TengenError

app = typer.Typer(
    name="tengen",
    help="AlphaZero for board games on ordinary computers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(play)
app.command()(games)
app.command()(explain)
app.command()(train)
app.command()(runs)
app.command()(doctor)
app.command()(estimate)
app.command()(match)
app.command("ladder")(round_robin)
app.command()(levels)
app.command("measure")(measure_command)
app.command()(engine)
app.add_typer(bench)
app.command()(nets)
app.command("import-net")(import_net)
app.command()(export)
app.command()(convert)


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"tengen {version('tengen')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Options that belong to no command."""


def main() -> None:
    """Runs the command line; an expected error is one line and exit code 2.

    With TENGEN_TRACEBACK set the traceback comes first, for those who write games.
    """
    try:
        app()
    except (TengenError, OSError) as error:
        if os.environ.get("TENGEN_TRACEBACK"):
            traceback.print_exception(error)
        errors.print(f"[bold red]error:[/] {escape(str(error))}", soft_wrap=True)
        sys.exit(2)
