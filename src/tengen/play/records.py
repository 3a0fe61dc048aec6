"""`SavedGame`: a game of a record file (SGF, PSQ, move string), checked by the rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Self, get_args

from tengen.errors import (
    GameOverError,
    IllegalActionError,
    NotationError,
    RecordError,
    UnknownGameError,
)
from tengen.play.properties import (
    MOVE_NAMES,
    SETUP_NAMES,
    ExtraNode,
    Properties,
    refuse_malformed,
)
from tengen.play.seats import winner_text
from tengen.play.setups import Setup
from tengen.rules import native
from tengen.rules.facts import LineRule
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.rules.registry import load_registered_game
from tengen.search.result import ProofValue

NOTE_NAMES = (*MOVE_NAMES, *SETUP_NAMES, "C", "TGNOTE")
"""Properties of an SGF move node that are stored as the move or its `MoveNote`."""
ROOT_NAMES = frozenset(
    {*MOVE_NAMES, *SETUP_NAMES, "FF", "CA", "AP", "GM", "SZ", "TG", "PL", "TGREASON"}
    | {"PB", "PW", "DT", "EV", "RO", "C"}
)
"""Properties of an SGF root that are stored in other fields of a `SavedGame`."""


@dataclass(frozen=True, slots=True)
class MoveNote:
    """What is known about one move; values are in the view of the side that made it."""

    value: float | None = None
    simulations: int | None = None
    seconds: float | None = None
    proof: ProofValue | None = None
    line: tuple[int, ...] = ()
    """The expected play, beginning with this move."""
    comment: str = ""
    properties: Properties = ()
    """Other SGF properties of the move."""

    def __post_init__(self) -> None:
        refuse_malformed(self.properties, NOTE_NAMES)
        if self.value is not None and not -1 <= self.value <= 1:
            raise RecordError(f"the value of a move must be from -1 to 1; got {self.value!r}")
        if self.simulations is not None and self.simulations < 0:
            raise RecordError(f"simulations are 0 or more; got {self.simulations!r}")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds >= 0):
            raise RecordError(f"seconds must be 0 or more; got {self.seconds!r}")
        if self.proof not in (None, *get_args(ProofValue)):
            raise RecordError(f"a proof must be win, draw or loss; got {self.proof!r}")
        object.__setattr__(self, "comment", clean_text(self.comment))


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGame:
    """A game with everything a record file can hold.

    Names and remarks are cleaned when the record is created (one line each; comments keep their
    lines), so that every format reads back what it wrote. `position` checks the moves.
    """

    game: str
    actions: tuple[int, ...]
    first: int = 0
    """The seat that begins. Files call seat 0 black and seat 1 white."""
    players: tuple[str, str] = ("", "")
    """Names by seat."""
    outcome: Outcome | None = None
    """None: unfinished or unknown."""
    date: str = ""
    event: str = ""
    round: str = ""
    comment: str = ""
    notes: tuple[MoveNote, ...] = ()
    """One for each action, or none at all."""
    setup: Setup | None = None
    """The starting position, if not the usual one."""
    properties: Properties = ()
    """Other SGF properties of the game."""
    nodes: tuple[ExtraNode, ...] = ()
    """Nodes of an SGF file that hold no move."""
    ignored_variations: int = field(default=0, compare=False)
    """The number of other variations in the file."""
    ignored_properties: tuple[str, ...] = field(default=(), compare=False)
    """Names of properties that were not kept."""

    def __post_init__(self) -> None:
        refuse_malformed(self.properties, ROOT_NAMES)
        if self.notes and len(self.notes) != len(self.actions):
            raise RecordError(
                f"a record must have one note for each of its {len(self.actions)} moves, or none; "
                f"got {len(self.notes)}"
            )
        for name in ("date", "event", "round"):
            object.__setattr__(self, name, clean_line(getattr(self, name)))
        object.__setattr__(self, "players", tuple(clean_line(name) for name in self.players))
        object.__setattr__(self, "comment", clean_text(self.comment))
        if self.outcome is not None:
            outcome = Outcome(self.outcome.winner, clean_line(self.outcome.reason))
            object.__setattr__(self, "outcome", outcome)
        if not any(note != MoveNote() for note in self.notes):
            object.__setattr__(self, "notes", ())
        if any(node.after > len(self.actions) for node in self.nodes):
            raise RecordError(f"a node must follow one of the {len(self.actions)} moves")
        object.__setattr__(self, "nodes", tuple(sorted(self.nodes, key=lambda node: node.after)))

    @classmethod
    def of(cls, position: Position[Any], outcome: Outcome | None = None, **facts: Any) -> Self:  # noqa: ANN401
        """The record of the game that led to `position`.

        `outcome` is for games that did not end by the rules; `facts` are further fields.
        """
        setup = Setup.of(position)
        return cls(
            game=position.game.name,
            actions=position.history,
            first=position.first if setup is None else setup.first_seat(position.game),
            outcome=settle(position, outcome),
            setup=setup,
            **facts,
        )

    def note(self, move: int) -> MoveNote:
        """The note for a move, counted from 0."""
        return self.notes[move] if self.notes else MoveNote()

    def start(self, game: Game[Any]) -> Position[Any]:
        """The position before the first move; raises `RecordError`."""
        return game.initial(self.first) if self.setup is None else self.setup.position(game)

    def position(self, game: Game[Any] | None = None) -> Position[Any]:
        """The position after the last move; raises `RecordError` where a move breaks the rules.

        `game` is needed for games that have no name of their own, such as those in Python files.
        """
        position = self.start(game or game_named(self.game))
        for action in self.actions:
            position = play_move(position, action)
        settle(position, self.outcome)
        return position


def game_named(name: str) -> Game[Any]:
    """A game named by a record file, which can never make Tengen import other code."""
    with _unknown_games_refused():
        return load_registered_game(name)


def five_in_a_row(width: int, height: int, rule: LineRule) -> Game[Any]:
    """Gomoku with this board and rule; raises `RecordError`."""
    with _unknown_games_refused():
        return native.gomoku(width, height, 5, rule=rule)


@contextmanager
def _unknown_games_refused() -> Iterator[None]:
    try:
        yield
    except UnknownGameError as error:
        raise RecordError(str(error)) from None


def play_move(position: Position[Any], action: int) -> Position[Any]:
    """The position after one more move of a record; raises `RecordError` with its number."""
    try:
        return position.play(action)
    except GameOverError:
        last, name = len(position.history), position.game.name
        raise RecordError(
            f"move {last + 1}: the game is over after move {last}; the file may be of a game "
            f"other than {name}"
        ) from None
    except IllegalActionError:
        move, name = len(position.history) + 1, _move_name(position, action)
        raise RecordError(f"move {move}: {name} is not legal here") from None


def _move_name(position: Position[Any], action: int) -> str:
    """The name of a move, even one that the game does not have."""
    if not 0 <= action < position.game.num_actions:
        return f"action {action} of {position.game.num_actions}"
    return position.move_name(action)


def settle(position: Position[Any], claimed: Outcome | None) -> Outcome | None:
    """How the game ended: by the rules where they decide, otherwise as the file claims."""
    ended = position.outcome
    if ended is None:
        return claimed
    if claimed is not None and claimed.winner != ended.winner:
        raise RecordError(
            f"the file gives the result as {winner_text(claimed)}; by the rules of "
            f"{position.game.name} it is {winner_text(ended)}"
        )
    return ended


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Prefixes errors with the line of the file."""
    try:
        yield
    except (RecordError, NotationError) as error:
        raise RecordError(f"line {number}: {error}") from None


def refuse_setup(record: SavedGame, file_format: str) -> None:
    """Raises `RecordError` for a game that a format without set-up stones cannot hold."""
    if record.setup is not None:
        raise RecordError(
            f"{file_format} cannot hold a game that begins with set-up stones (AB, AW); use SGF"
        )


def clean_line(text: str) -> str:
    """The text as one line that every file can hold."""
    return " ".join(_encodable(text).split())


def clean_text(text: str) -> str:
    """The text with plain line breaks, none at either end."""
    return "\n".join(line.rstrip() for line in _encodable(text).splitlines()).strip()


def _encodable(text: str) -> str:
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
