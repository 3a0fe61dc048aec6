"""Notes on moves in SGF: a sentence for people in C, and the exact numbers in TGNOTE."""

import math
import re
from typing import Any

from tengen.errors import NotationError, RecordError
from tengen.play.properties import others, write_properties
from tengen.play.records import NOTE_NAMES, MoveNote
from tengen.play.seats import SEAT_NAMES
from tengen.play.sgf_tree import SgfNode, escape
from tengen.rules.game import Game

EXACT = "TGNOTE"
_NUMBER = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,30})?(?:e[-+]?[0-9]{1,3})?", re.ASCII)


def write_note(note: MoveNote, seat: int, game: Game[Any]) -> str:
    """The properties of a note; nothing for an empty one."""
    exact = _exact_text(note, game)
    sentence = _sentence(note, seat, game)
    comment = "\n".join(text for text in (sentence, note.comment) if text)
    written = f"{EXACT}[{escape(exact)}]" if exact else ""
    written += f"C[{escape(comment)}]" if comment else ""
    return written + write_properties(note.properties)


def read_note(node: SgfNode, seat: int, game: Game[Any], *, keeps_others: bool) -> MoveNote:
    """The note of a node; a comment of another program stays a comment."""
    comment = node.text("C")
    kept = others(node.properties, NOTE_NAMES) if keeps_others else ()
    if EXACT not in node.properties:
        return MoveNote(comment=comment, properties=kept)
    facts = _exact_facts(node.text(EXACT), game)
    sentence = _sentence(MoveNote(**facts), seat, game)
    return MoveNote(**facts, comment=comment.removeprefix(sentence), properties=kept)


def _exact_text(note: MoveNote, game: Game[Any]) -> str:
    facts = {
        "value": None if note.value is None else repr(float(note.value)),
        "simulations": note.simulations,
        "seconds": None if note.seconds is None else repr(float(note.seconds)),
        "proof": note.proof,
        "line": game.moves_text(note.line) or None,
    }
    return " ".join(f"{key}={value}" for key, value in facts.items() if value is not None)


def _exact_facts(text: str, game: Game[Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key not in _READERS:
            raise RecordError(f"{EXACT} has no {key[:20]!r}; it has {', '.join(_READERS)}")
        facts[key] = _READERS[key](value, game)
    return facts


def _read_float(text: str, game: Game[Any]) -> float:
    if not _NUMBER.fullmatch(text) or not math.isfinite(number := float(text)):
        raise RecordError(f"{EXACT} needs a number; got {text[:20]!r}")
    return number


def _read_int(text: str, game: Game[Any]) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        raise RecordError(f"{EXACT} needs a whole number; got {text[:20]!r}")
    return int(text)


def _read_line(text: str, game: Game[Any]) -> tuple[int, ...]:
    try:
        return tuple(game.parse_action(name) for name in game.split_moves(text))
    except NotationError as error:
        raise RecordError(f"{EXACT}: {error}") from None


_READERS = {
    "value": _read_float,
    "simulations": _read_int,
    "seconds": _read_float,
    "proof": lambda text, game: text,
    "line": _read_line,
}


def _sentence(note: MoveNote, seat: int, game: Game[Any]) -> str:
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
        parts.append("line " + " ".join(game.action_name(action) for action in note.line))
    return ", ".join(parts)
