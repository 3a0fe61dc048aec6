"""`tengen play`: a game in the terminal."""

import secrets
import shlex
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.arena.specs import parse_spec
from tengen.cli.board_themes import Look
from tengen.cli.console import out
from tengen.cli.language import choose, texts
from tengen.cli.named_games import NamedGame, game_or_net
from tengen.cli.play_loop import PlayLoop
from tengen.cli.play_screen import Screen
from tengen.errors import PlayerSpecError
from tengen.nets.shipped import shipped_nets
from tengen.partners.opponent import HUMAN, Opponent
from tengen.partners.saving import human_seat, load_first, missed_opponent, saved_opponent
from tengen.play.notebook import Notebook
from tengen.play.records import SavedGame, game_named
from tengen.play.session import Session
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.settings import LARGEST_SEED
from tengen.texts import Language

USUAL_GAME = "connect4"
USUAL_OPPONENT = "level:6"
_INTERRUPTED = 130


class Turn(StrEnum):
    """Who moves first."""

    FIRST = "first"
    SECOND = "second"


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|NET",
            help="A game, such as gomoku:15x15/5, or a net to play against: shipped, a run "
            f"folder or a path. Default: {USUAL_GAME}.",
            show_default=False,
        ),
    ] = None,
    other: Annotated[str | None, typer.Argument(hidden=True, show_default=False)] = None,
    turn: Annotated[
        Turn | None, typer.Option("--as", help="Move first or second. Default: first.")
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="A player as in tengen match, such as net:runs/mine, mcts@5000, random, perfect "
            "or engine:COMMAND; or human, for two people at one keyboard.",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10,
            help="Strength, 1 to 10. Default: 6. With --opponent net:NET, the strength of that "
            "net.",
            show_default=False,
        ),
    ] = None,
    load: Annotated[
        Path | None,
        typer.Option(help="Continue a saved game (.sgf, .psq or .txt).", show_default=False),
    ] = None,
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
    plain: Annotated[
        bool, typer.Option("--ascii", help="Draw the board with ASCII characters only.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=LARGEST_SEED,
            help="Random seed; the same seed and moves give the same game.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play a game in the terminal.

    Type a move, such as h8 or 4, or a command: undo, redo, hint, eval, explain, swap,
    level N, save FILE, resign, new, help, quit.

    Examples: tengen play; tengen play gomoku:9x9/5 --as second --level 8;
    tengen play runs/gomoku-6x6-1; tengen play othello --opponent human
    """
    _refuse_two_names(game, other)
    named = _named_game(game)
    record, count, rules = begin(named, load)
    number = secrets.randbits(32) if seed is None else seed
    asked, net = _opponent_spec(opponent, level, named)
    chosen = asked or _saved_or_usual(record, rules)
    player = None if chosen == HUMAN else Opponent(chosen, rules, number, net)
    screen = Screen(out, texts(), _look(plain))
    session = _session(rules, record, turn, is_shared=player is None)
    if record is not None:
        key, moves = "loaded" if count == 1 else "loaded first", len(record.actions)
        screen.say(key, file=load, count=count, moves=moves)
        if left_out := record.ignored_variations:
            screen.say(f"loaded without {'one' if left_out == 1 else 'many'}", count=left_out)
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
        net=net,
        notebook=Notebook(record),
    )
    try:
        loop.run()
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None


def _refuse_two_names(first: str | None, second: str | None) -> None:
    """Raises for a game and a net in either order: `--opponent` is the only way to write that."""
    if first is None or second is None:
        return
    game, net = (second, first) if _is_net(first) else (first, second)
    typed = f"tengen play {shlex.quote(game)} --opponent {shlex.quote(f'net:{net}')}"
    raise PlayerSpecError(f"specify one game or one net; to play a net in another game: {typed}")


def _is_net(name: str) -> bool:
    return name in shipped_nets() or Path(name).exists()


def _named_game(name: str | None) -> NamedGame | None:
    return None if name is None else game_or_net(name, "tengen play {game} --opponent net:{net}")


def begin(named: NamedGame | None, load: Path | None) -> tuple[SavedGame | None, int, Game[Any]]:
    """The saved game and the number of games in its file, if there is one; and the rules."""
    rules = None if named is None else named.rules
    if load is None:
        return None, 0, rules or load_game(USUAL_GAME)
    record, count = load_first(load, rules)
    return record, count, rules or game_named(record.game)


def _opponent_spec(
    opponent: str | None, level: int | None, named: NamedGame | None
) -> tuple[str | None, str | None]:
    """The requested opponent, if any, and the net that levels play with."""
    net = None if named is None else named.net
    usual = None if level is None else f"level:{level}"
    if opponent is None:
        return usual, net
    spec = parse_spec(_player_text(opponent))
    if level is None:
        return str(spec), net
    if opponent != f"net:{spec.source}":
        raise PlayerSpecError(
            f"--opponent and --level go together only for a net without a budget, as in "
            f"--opponent net:PATH --level {level}; got {opponent!r} and {level}"
        )
    return usual, spec.source


def _player_text(opponent: str) -> str:
    """Raises for a net without the prefix `net:`, which is easily forgotten."""
    if opponent != HUMAN and _is_net(opponent):
        raise PlayerSpecError(f"{opponent!r} is a net: write --opponent net:{opponent}")
    return opponent


def _saved_or_usual(record: SavedGame | None, rules: Game[Any]) -> str:
    saved = None if record is None else saved_opponent(record, rules)
    return saved or USUAL_OPPONENT


def _session(
    rules: Game[Any], record: SavedGame | None, turn: Turn | None, *, is_shared: bool
) -> Session:
    position = rules.initial() if record is None else record.position(rules)
    seat = position.start.to_move ^ (turn is Turn.SECOND)
    if turn is None and record is not None:
        saved = human_seat(record)
        seat = seat if saved is None else saved
    session = Session(position, (0, 1) if is_shared else (seat,))
    ended = None if record is None else record.outcome
    if ended is not None and ended.winner is not None and position.outcome is None:
        session.end(ended.winner, ended.reason)
    return session


def _look(plain: bool) -> Look:
    """What this terminal can show: plain characters if it cannot encode others."""
    colours = out.color_system is not None and not out.no_color
    return Look(colours=colours, ascii=plain or out.options.ascii_only)
