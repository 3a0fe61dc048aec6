"""Search findings during a game, kept until its record is written."""

import math
from dataclasses import replace
from typing import Any

from tengen.play.records import MoveNote, SavedGame
from tengen.rules.position import Position
from tengen.search.result import OTHER_SIDE, SearchResult


class Notebook:
    """Keyed by the moves that led to a position, so undo and redo lose and mix up nothing."""

    def __init__(self, record: SavedGame | None = None) -> None:
        self._record = record
        self._results: dict[tuple[int, ...], SearchResult] = {}
        self._loaded: dict[tuple[int, ...], MoveNote] = {}
        """Notes of the record that the game continues, by the moves up to and including theirs."""
        if record is not None:
            for number, note in enumerate(record.notes, start=1):
                self._loaded[record.actions[:number]] = note

    def keep(self, position: Position[Any], result: SearchResult) -> None:
        """Remembers what a search found in a position; the last search counts."""
        self._results[position.history] = result

    def clear(self) -> None:
        """Forgets everything, for a new game."""
        self._record = None
        self._results.clear()
        self._loaded.clear()

    def facts(self, position: Position[Any]) -> dict[str, Any]:
        """Fields of a `SavedGame` from the record that the game continues."""
        record, history = self._record, position.history
        if record is None:
            return {}
        pairs = enumerate(zip(record.actions, history, strict=False))
        shared = next((place for place, (old, new) in pairs if old != new), len(history))
        facts = {name: getattr(record, name) for name in ("event", "round", "comment")}
        if record.date and history == record.actions:
            facts["date"] = record.date
        nodes = tuple(node for node in record.nodes if node.after <= shared)
        return facts | {"properties": record.properties, "nodes": nodes}

    def notes(self, position: Position[Any]) -> tuple[MoveNote, ...]:
        """A note for each move that led to `position`, empty where nothing is known."""
        history = position.history
        notes = [self._note(history[:number]) for number in range(1, len(history) + 1)]
        if notes and notes[-1] == MoveNote() and (result := self._results.get(history)):
            notes[-1] = _note_after(position, result)
        return tuple(notes)

    def _note(self, history: tuple[int, ...]) -> MoveNote:
        """The note for the last of these moves."""
        result, action = self._results.get(history[:-1]), history[-1]
        if result is None or math.isnan(result.values[action]):  # neither visited nor proven
            return self._loaded.get(history, MoveNote())
        loaded = self._loaded.get(history, MoveNote())
        return replace(
            note_of(result, action), comment=loaded.comment, properties=loaded.properties
        )


def note_of(result: SearchResult, action: int) -> MoveNote:
    """The note for a move that the search visited or proved."""
    is_best = action == result.best_action
    proof = result.proof if is_best else None
    return MoveNote(
        value=_bounded(result.values[action]),
        simulations=result.simulations,
        seconds=round(result.seconds, 3),
        proof=None if proof is None else proof.value,
        line=result.line if is_best else (action,),
    )


def _note_after(position: Position[Any], result: SearchResult) -> MoveNote:
    """The note for the move that led to the searched position."""
    action = position.last_action
    assert action is not None
    is_other = position.undo().to_move != position.to_move
    proof = None if result.proof is None else result.proof.value
    return MoveNote(
        value=_bounded(-result.root_value if is_other else result.root_value),
        simulations=result.simulations,
        seconds=round(result.seconds, 3),
        proof=OTHER_SIDE[proof] if proof is not None and is_other else proof,
        line=(action, *result.line),
    )


def _bounded(value: float) -> float:
    """Means of many values may leave the range by a rounding error."""
    return round(max(-1.0, min(1.0, float(value))), 6) + 0.0  # adding 0 turns -0.0 into 0.0
