"""Notes on moves in SGF: a sentence for people in C, and the exact numbers in TGNOTE."""

import math
import re
from collections.abc import Callable
from typing import Any

from tengen.errors import IllegalActionError, NotationError, RecordError
from tengen.play.properties import others, write_properties
from tengen.play.records import NOTE_NAMES, MoveNote
from tengen.play.seats import SEAT_NAMES
from tengen.play.sgf_tree import SgfNode, escape
from tengen.rules.position import Position

EXACT = "TGNOTE"
_LINE = re.compile(r"(?<!\S)line=")  # the last of the facts: names of moves may have spaces
_NUMBER = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,30})?(?:e[-+]?[0-9]{1,3})?", re.ASCII)


def write_note(note: MoveNote, seat: int, position: Position[Any]) -> str:
    """The properties of a note; nothing for an empty one."""
    exact = _exact_text(note, position)
    sentence = _sentence(note, seat, position)
    comment = "\n".join(text for text in (sentence, note.comment) if text)
    written = f"{EXACT}[{escape(exact)}]" if exact else ""
    written += f"C[{escape(comment)}]" if comment else ""
    return written + write_properties(note.properties)


def read_note(node: SgfNode, seat: int, position: Position[Any], *, keeps_others: bool) -> MoveNote:
    """The note of a node; a comment of another program stays a comment."""
    comment = node.text("C")
    kept = others(node.properties, NOTE_NAMES) if keeps_others else ()
    if EXACT not in node.properties:
        return MoveNote(comment=comment, properties=kept)
    facts = _exact_facts(node.text(EXACT), position)
    sentence = _sentence(MoveNote(**facts), seat, position)
    return MoveNote(**facts, comment=comment.removeprefix(sentence), properties=kept)


def _exact_text(note: MoveNote, position: Position[Any]) -> str:
    facts = {
        "value": None if note.value is None else repr(float(note.value)),
        "simulations": note.simulations,
        "seconds": None if note.seconds is None else repr(float(note.seconds)),
        "proof": note.proof,
        "line": position.game.join_moves(position.move_names(note.line)) or None,
    }
    return " ".join(f"{key}={value}" for key, value in facts.items() if value is not None)


def _exact_facts(text: str, position: Position[Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    text, *line = _LINE.split(text, maxsplit=1)
    for word in text.split():
        key, _, value = word.partition("=")
        if key not in _READERS:
            raise RecordError(f"{EXACT} has no {key[:20]!r}; it has {', '.join(_READERS)}")
        facts[key] = _READERS[key](value)
    return facts | ({"line": _read_line(line[0], position)} if line else {})


def _read_float(text: str) -> float:
    if not _NUMBER.fullmatch(text) or not math.isfinite(number := float(text)):
        raise RecordError(f"{EXACT} needs a number; got {text[:20]!r}")
    return number


def _read_int(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        raise RecordError(f"{EXACT} needs a whole number; got {text[:20]!r}")
    return int(text)


def _read_line(text: str, position: Position[Any]) -> tuple[int, ...]:
    actions: list[int] = []
    try:
        for name in position.game.split_moves(text):
            actions.append(position.parse_move(name))
            if position.game.names_moves:
                position = position.play(actions[-1])
    except (NotationError, IllegalActionError) as error:
        raise RecordError(f"{EXACT}: {error}") from None
    return tuple(actions)


_READERS: dict[str, Callable[[str], Any]] = {
    "value": _read_float,
    "simulations": _read_int,
    "seconds": _read_float,
    "proof": str,
}


def _sentence(note: MoveNote, seat: int, position: Position[Any]) -> str:
    """`value +0.312 (65.6 % for black), 400 simulations, 0.8 s, line h8 i9 j10`."""
    parts = []
    if note.value is not None:
        share = 50 * (1 + note.value)
        parts.append(f"value {note.value:+.3f} ({share:.1f} % for {SEAT_NAMES[seat]})")
    if note.proof is not None:
        parts.append(f"proven {note.proof}")
    if note.simulations is not None:
        parts.append(f"{note.simulations} simulations")
    if note.seconds is not None:
        parts.append(f"{note.seconds:.3g} s")
    if note.line:
        parts.append("line " + " ".join(position.move_names(note.line)))
    return ", ".join(parts)
