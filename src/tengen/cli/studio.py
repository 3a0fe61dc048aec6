"""`tengen studio`: play, analyse, review and train in the browser."""

import contextlib
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.console import errors, tell
from tengen.cli.language import choose, texts
from tengen.cli.named_games import game_or_net
from tengen.errors import ConfigError
from tengen.machine import data_folder
from tengen.nets.packages import require_package
from tengen.rules.registry import is_registered
from tengen.runs.directory import DEFAULT_FOLDER
from tengen.texts import Language

if TYPE_CHECKING:
    from tengen.studio.serving import StudioServer

_USUAL_PORT = 8290
_LOOPBACK = "127.0.0.1"
_MOST_ENGINE_NAME = 60


def studio(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game to begin with, such as connect4, or one of your own: FILE.py:CLASS. "
            "Default: gomoku:15x15/5.",
            show_default=False,
        ),
    ] = None,
    own: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="FILE.py:CLASS",
            help="Another game of your own to choose from; may be repeated.",
            show_default=False,
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=COMMAND",
            help="A Gomocup engine to play against, under this name; may be repeated.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Port; if it is taken, the next free one.")
    ] = _USUAL_PORT,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
    runs: Annotated[
        Path, typer.Option(help="Folder of the runs to show, and whose nets can be chosen.")
    ] = DEFAULT_FOLDER,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Folder for open games. Default: a folder of your own.", show_default=False
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen at; others than loopback let other people in.")
    ] = _LOOPBACK,
    open_to_network: Annotated[
        bool,
        typer.Option(
            "--open-to-network", help="Allow --host to be an address that others can reach."
        ),
    ] = False,
    secret: Annotated[
        str | None,
        typer.Option(
            help="What others must know to come in, with --open-to-network. Default: a random one.",
            show_default=False,
        ),
    ] = None,
    language: Annotated[
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
    """Play, analyse, review and train in the browser.

    Serves a page on this computer alone and opens it. Open games are kept when the studio
    stops, and runs go on. Works offline.

    Examples: tengen studio; tengen studio connect4; tengen studio examples/hex.py:Hex;
    tengen studio --engine rapfi=/opt/rapfi/pbrain-rapfi
    """
    require_package("fastapi", "the studio", "studio")
    require_package("uvicorn", "the studio", "studio")
    from tengen.studio.serving import StudioOptions, StudioServer
    from tengen.studio.shelf import USUAL_GAME, Shelf

    typed = [each for each in (game, *(own or [])) if each is not None]
    named = [game_or_net(each, "tengen studio {game}").rules for each in typed]
    shelf = Shelf(
        own_games={rules.name: rules for rules in named if not is_registered(rules.name)},
        engines=dict(map(_engine, engine or [])),
        runs=runs,
        default_game=named[0].name if game else USUAL_GAME,
    )
    options = StudioOptions(
        host=host,
        port=port,
        is_open_to_network=open_to_network,
        secret=secret,
        data=data or data_folder() / "studio",
        language=language,
    )
    server = StudioServer(shelf, options)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(lambda problems: _greet(server, port, problems, browser=browser))
    tell(texts()("studio stopped"))


def _greet(server: "StudioServer", asked: int, problems: list[str], *, browser: bool) -> None:
    """Says where the studio is, and opens it."""
    speak = texts()
    if asked not in (0, server.port):
        tell(speak("studio port taken", asked=asked, port=server.port))
    for problem in problems:
        tell(speak.message(problem), errors)
    tell(speak("studio at", address=server.address))
    if server.is_open_to_network:
        tell(speak("studio network"))
    tell(speak("studio how to stop"))
    if browser:  # some browsers run until they are closed
        threading.Thread(target=webbrowser.open, args=[server.address], daemon=True).start()


def _engine(text: str) -> tuple[str, str]:
    name, _, command = text.partition("=")
    if not name.strip() or not command.strip() or len(name) > _MOST_ENGINE_NAME:
        raise ConfigError(f"an engine is given as NAME=COMMAND; got {text!r}")
    return name.strip(), command.strip()
