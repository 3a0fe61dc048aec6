"""The `tengen` command: the only room that prints."""

import os
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

import typer

from tengen.cli.bench import bench
from tengen.cli.console import out, prepare_streams
from tengen.cli.convert import convert
from tengen.cli.doctor import doctor
from tengen.cli.engine import engine
from tengen.cli.estimate import estimate
from tengen.cli.explain import explain
from tengen.cli.failures import USAGE_ERROR, print_error, print_usage_error, sentence_of
from tengen.cli.games import games
from tengen.cli.help_page import PageCommand, PageGroup
from tengen.cli.language import choose
from tengen.cli.levels import levels
from tengen.cli.match import match
from tengen.cli.measure import measure_command
from tengen.cli.nets import export, import_net
from tengen.cli.play import play
from tengen.cli.round_robin import round_robin
from tengen.cli.runs import runs
from tengen.cli.shipped import nets
from tengen.cli.steady_output import steady_output
from tengen.cli.stop import stop
from tengen.cli.studio import studio
from tengen.cli.train import train
from tengen.errors import TengenError
from tengen.texts import Language

app = typer.Typer(
    name="tengen",
    cls=PageGroup,
    help="AlphaZero for board games on ordinary computers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
COMMANDS: dict[str, Callable[..., None]] = {
    "studio": studio,
    "play": play,
    "games": games,
    "explain": explain,
    "train": train,
    "runs": runs,
    "stop": stop,
    "doctor": doctor,
    "estimate": estimate,
    "match": match,
    "ladder": round_robin,
    "levels": levels,
    "measure": measure_command,
    "engine": engine,
    "nets": nets,
    "import-net": import_net,
    "export": export,
    "convert": convert,
}
for name, command in COMMANDS.items():
    app.command(name, cls=PageCommand)(command)
app.add_typer(bench, cls=PageGroup)


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
    _language: Annotated[
        Language | None,
        typer.Option(
            "--language",
            callback=choose,
            is_eager=True,
            help="Output language. Default: taken from LANG.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Options of the program itself."""


def main() -> None:
    """Runs the command line; an expected error is one line and exit code 2.

    If TENGEN_TRACEBACK is set, the traceback is printed first, to help authors of games.
    """
    with steady_output():
        prepare_streams()
        try:
            sys.exit(app(prog_name="tengen", standalone_mode=False))
        except USAGE_ERROR as error:
            print_usage_error(error)
        except (TengenError, OSError) as error:
            if os.environ.get("TENGEN_TRACEBACK"):
                traceback.print_exception(error)
            print_error(sentence_of(error))
        except typer.Abort:
            sys.exit(1)
        sys.exit(2)
