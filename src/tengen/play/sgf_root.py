"""The SGF root: names, dates, the result, and properties of other programs."""

import re
from typing import Any

from tengen.play.properties import MOVE_NAMES, SETUP_NAMES, Properties, others
from tengen.play.records import ROOT_NAMES, settle
from tengen.play.sgf_board import RULE, is_rule_of
from tengen.play.sgf_notes import EXACT
from tengen.play.sgf_tree import SgfNode, unescape
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position

TEXTS = {"date": "DT", "event": "EV", "round": "RO", "comment": "C"}
"""Properties that are fields of a `SavedGame`."""
_RESULT, _REASON = "RE", "TGREASON"
_REASON_LETTERS = {"resign": "R", "time": "T", "forfeit": "F"}
_REASONS = {"r": "resigned", "t": "time", "f": "forfeit"}
_SINGLE = (ROOT_NAMES | {_RESULT, RULE}) - {*SETUP_NAMES, *MOVE_NAMES}


def read_root(root: SgfNode, end: Position[Any], *, is_move: bool) -> dict[str, Any]:
    """Fields of the `SavedGame` that led to `end`; a root that is a move keeps no comment."""
    outcome = settle(end, _claimed(root.text(_RESULT), root.text(_REASON)))
    kept, dropped = _others(root, end, outcome, is_move=is_move)
    facts: dict[str, Any] = {key: root.text(name) for key, name in TEXTS.items()}
    if is_move:
        del facts["comment"]  # it belongs to the move
    facts |= {"players": (root.text("PB"), root.text("PW")), "outcome": outcome}
    return facts | {"properties": kept, "ignored_properties": dropped}


def result_properties(outcome: Outcome | None, kept: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """RE and Tengen's reason for it.

    A result written by another program is in `kept` and stays, unless it differs.
    """
    said = kept.get(_RESULT, ("",))[0]
    is_true = bool(said) and _winner(_claimed(unescape(said), "")) == _winner(outcome)
    if not is_true:
        kept.pop(_RESULT, None)
    if outcome is None:
        return {}
    written = {} if is_true else {_RESULT: _result(outcome)}
    return written | {_REASON: outcome.reason}


def _others(
    root: SgfNode, end: Position[Any], outcome: Outcome | None, *, is_move: bool
) -> tuple[Properties, tuple[str, ...]]:
    """The properties without a field, and the names of those that cannot be kept."""
    known = ROOT_NAMES | {EXACT} if is_move else ROOT_NAMES
    kept = dict(others(root.properties, known))
    dropped = {name for name in _SINGLE if len(root.properties.get(name, ())) > 1}
    rule = root.text(RULE)
    if RULE in kept and not is_rule_of(rule, end.game):
        dropped.add(RULE)
    said = root.text(_RESULT)
    if said and _winner(_claimed(said, "")) != _winner(outcome):
        dropped.add(_RESULT)
    is_ours = {RULE: rule == "standard", _RESULT: outcome is not None and said == _result(outcome)}
    for name in (RULE, _RESULT):
        if name in dropped or is_ours[name] or not root.text(name):
            kept.pop(name, None)
    return tuple(kept.items()), tuple(sorted(dropped))


def _winner(outcome: Outcome | None) -> tuple[int | None] | None:
    return None if outcome is None else (outcome.winner,)


def _result(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "0"
    letters = [
        letter for word, letter in _REASON_LETTERS.items() if outcome.reason.startswith(word)
    ]
    return f"{MOVE_NAMES[outcome.winner]}+{''.join(letters)}"


def _claimed(result: str, reason: str) -> Outcome | None:
    """The result in RE, or None if it is not understood."""
    text = result.strip().lower()
    if text in ("0", "draw", "jigo"):
        return Outcome(None, reason or "draw")
    match = re.match(r"([bw])\+(.?)", text)
    if match is None:
        return None
    return Outcome("bw".index(match[1]), reason or _REASONS.get(match[2], "as recorded"))
