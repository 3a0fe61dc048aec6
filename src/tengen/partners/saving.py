"""Saves and loads people's games as record files."""

import time
from pathlib import Path
from typing import Any

from tengen.arena.players import player_factory
from tengen.arena.specs import parse_spec
from tengen.errors import RecordError, TengenError
from tengen.nets.shipped import shipped_nets
from tengen.partners.opponent import HUMAN
from tengen.play.lost_facts import LostFacts, lost_facts
from tengen.play.notebook import Notebook
from tengen.play.record_files import format_of, read_records, write_records
from tengen.play.records import SavedGame
from tengen.play.session import Session
from tengen.play.sgf_board import sgf_refusal
from tengen.rules.game import Game
from tengen.rules.registry import is_registered

# The players that a file may name: neither commands nor files of its choice.
_SAFE_KINDS = ("level", "mcts", "tactical", "random", "perfect")


def with_suffix(file: str, game: Game[Any]) -> Path | None:
    """The file, with a suffix added if it has none: SGF for boards, text for all else.

    A folder is returned unchanged; None if the text names no file.
    """
    try:
        path = Path(file).expanduser()
    except RuntimeError:  # the home folder of an unknown user
        return None
    if "\0" in file:
        return None
    if path.suffix or path.is_dir():
        return path
    return path.with_name(path.name + (".sgf" if sgf_refusal(game) is None else ".txt"))


def names_itself(game: Game[Any], asked: str) -> bool:
    """Whether a file of this game, named by the user, records the game's name too."""
    return asked == game.name and is_registered(asked)


def save_game(
    session: Session,
    opponent: str,
    path: Path,
    notebook: Notebook,
    *,
    overwrite: bool,
) -> LostFacts:
    """Writes the game; returns what the file format does not keep.

    Players are recorded by their specs, so that the game can be resumed.
    """
    facts = {"date": time.strftime("%Y-%m-%d")} | notebook.facts(session.position)
    players = [HUMAN if seat in session.humans else opponent for seat in (0, 1)]
    record = SavedGame.of(
        session.position,
        session.early_end,
        players=(players[0], players[1]),
        notes=notebook.notes(session.position),
        **facts,
    )
    write_records([record], path, game=session.game, overwrite=overwrite)
    return lost_facts([record], format_of(path) or "sgf", session.game)


def load_first(path: Path, game: Game[Any] | None) -> tuple[SavedGame, int]:
    """The first game of a file, and how many it holds."""
    records = read_records(path, game=game)
    if not records:
        raise RecordError(f"{path} holds no game")
    return records[0], len(records)


def human_seat(record: SavedGame) -> int | None:
    """The person's seat when Tengen saved the game."""
    seats = [seat for seat in (0, 1) if record.players[seat] == HUMAN]
    return seats[0] if len(seats) == 1 else None


def saved_opponent(record: SavedGame, game: Game[Any]) -> str | None:
    """The opponent of a game saved by Tengen, if it can and may be used without asking."""
    if record.players == (HUMAN, HUMAN):
        return HUMAN
    seat = human_seat(record)
    if seat is None:
        return None
    name = record.players[1 - seat]
    try:
        spec = parse_spec(name)
        is_safe = spec.kind in _SAFE_KINDS or (spec.kind == "net" and spec.source in shipped_nets())
        if is_safe:
            player_factory(spec, game)
    except TengenError:
        return None
    return name if is_safe else None


def missed_opponent(record: SavedGame, used: str) -> str | None:
    """The opponent named in a game saved by Tengen, if another one has to be used."""
    seat = human_seat(record)
    named = "" if seat is None else record.players[1 - seat]
    return named[:60] if named and named != used else None
