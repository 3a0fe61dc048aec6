"""`tengen play`: a game in the terminal."""

import secrets
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.arena.specs import parse_spec
from tengen.cli.board_themes import Look
from tengen.cli.console import out
from tengen.cli.language import choose, texts
from tengen.cli.play_loop import PlayLoop
from tengen.cli.play_screen import Screen
from tengen.errors import PlayerSpecError
from tengen.nets.shipped import read_card, shipped_nets
from tengen.partners.opponent import HUMAN, Opponent
from tengen.partners.saving import human_seat, load_first, missed_opponent, saved_opponent
from tengen.play.notebook import Notebook
from tengen.play.records import SavedGame, game_named
from tengen.play.session import Session
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.texts import Language

USUAL_GAME = "connect4"
USUAL_OPPONENT = "level:6"
_INTERRUPTED = 130


class Turn(StrEnum):
    """Who begins."""

    FIRST = "first"
    SECOND = "second"


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help=f"A game or a shipped net, such as gomoku:15x15/5; usually {USUAL_GAME}.",
            show_default=False,
        ),
    ] = None,
    turn: Annotated[
        Turn | None, typer.Option("--as", help="Move first, as is usual, or second.")
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="net:connect4@400, mcts@5000, random, perfect, engine:COMMAND ... "
            "or human: two people at one keyboard.",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(min=1, max=10, help="How strong: 1 to 10, usually 6.", show_default=False),
    ] = None,
    load: Annotated[
        Path | None,
        typer.Option(help="Go on with a saved game: .sgf, .psq or .txt.", show_default=False),
    ] = None,
    _language: Annotated[
        Language | None,
        typer.Option(
            "--language",
            callback=choose,
            is_eager=True,
            help="English or Chinese; usually that of LANG.",
            show_default=False,
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--ascii", help="Draw the board with plain characters.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed and moves give the same game.", show_default=False),
    ] = None,
) -> None:
    """Play a game in the terminal.

    Type moves by their names, such as h8 or 4, or commands: undo, hint, eval,
    explain, swap, level, save FILE, resign, new, help, quit.

    Examples: tengen play; tengen play gomoku:9x9/5 --as second --level 8;
    tengen play othello --opponent human
    """
    record, count, rules = begin(game, load)
    number = secrets.randbits(32) if seed is None else seed
    asked = _opponent_spec(opponent, level)
    chosen = asked or _saved_or_usual(record, rules)
    player = None if chosen == HUMAN else Opponent(chosen, rules, number)
    screen = Screen(out, texts(), _look(plain))
    session = _session(rules, record, turn, is_shared=player is None)
    if record is not None:
        key, moves = "loaded" if count == 1 else "loaded first", len(record.actions)
        screen.say(key, file=load, count=count, moves=moves)
        missed = missed_opponent(record, chosen)
        if asked is None and player is not None and missed is not None:
            described = player.describe(screen.texts)
            screen.say("other opponent", asked=missed, opponent=described)
    loop = PlayLoop(
        session,
        player,
        screen,
        game_name=game or rules.name,
        seed=number,
        notebook=Notebook(record),
    )
    try:
        loop.run()
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None


def begin(name: str | None, load: Path | None) -> tuple[SavedGame | None, int, Game[Any]]:
    """The saved game and how many the file holds, if there is one; and the rules."""
    rules = None if name is None else load_game(_game_name(name))
    if load is None:
        return None, 0, rules or load_game(USUAL_GAME)
    record, count = load_first(load, rules)
    return record, count, rules or game_named(record.game)


def _game_name(name: str) -> str:
    """Nets that come with Tengen stand for the games they learned."""
    return read_card(name).game if name in shipped_nets() else name


def _opponent_spec(opponent: str | None, level: int | None) -> str | None:
    """The opponent that was asked for, if any was."""
    if opponent is not None and level is not None:
        raise PlayerSpecError(f"--opponent or --level, not both; got {opponent!r} and {level}")
    if opponent is not None:
        return str(parse_spec(opponent))
    return None if level is None else f"level:{level}"


def _saved_or_usual(record: SavedGame | None, rules: Game[Any]) -> str:
    saved = None if record is None else saved_opponent(record, rules)
    return saved or USUAL_OPPONENT


def _session(
    rules: Game[Any], record: SavedGame | None, turn: Turn | None, *, is_shared: bool
) -> Session:
    position = rules.initial() if record is None else record.position(rules)
    seat = position.first ^ (turn is Turn.SECOND)
    if turn is None and record is not None:
        saved = human_seat(record)
        seat = seat if saved is None else saved
    session = Session(position, (0, 1) if is_shared else (seat,))
    ended = None if record is None else record.outcome
    if ended is not None and ended.winner is not None and position.outcome is None:
        session.end(ended.winner, ended.reason)
    return session


def _look(plain: bool) -> Look:
    """What this terminal shows: plain characters where it could not encode others."""
    colours = out.color_system is not None and not out.no_color
    return Look(colours=colours, ascii=plain or out.options.ascii_only)
