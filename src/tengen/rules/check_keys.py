"""Checks that equal keys mean equal positions, side to move included. Part of `check_game`.

Search and training identify a position by its hash and its planes. In most games the stones show
whose turn it is; where a side may pass or move again they do not, and a key made of stones alone
would give one side the value of the other.
"""

from typing import Any

from tengen.errors import UnsupportedError
from tengen.rules.contract import require
from tengen.rules.game import PLANE_COUNTS
from tengen.rules.position import Position


class SeenPositions:
    """The positions of one check by their keys."""

    def __init__(self) -> None:
        self._verdicts: dict[int, tuple[object, list[int]]] = {}
        self._movers: dict[tuple[object, ...], int] = {}

    def add(self, position: Position[Any]) -> None:
        """Compares a position with those that have the same hash."""
        verdict = (position.to_move, position.legal_actions, position.outcome)
        known, history = self._verdicts.setdefault(position.hash, (verdict, list(position.history)))
        promise = "hash_state: equal hashes must mean equal side to move, legal actions and outcome"
        require(
            known == verdict,
            position,
            f"{promise}, but this hash is also that after moves {history}",
        )
        self._add_views(position)

    def _add_views(self, position: Position[Any]) -> None:
        """Tengen's own encodings are from the side to move's view by their definition.

        With equal numbers of stones, both sides may correctly see the same planes.
        """
        try:
            cells = tuple(position.game.cells(position.state))
        except UnsupportedError:
            return
        own = [name for name in position.game.encodings if name not in PLANE_COUNTS]
        for encoding in own if cells.count(0) != cells.count(1) else ():
            view = (encoding, cells, position.planes(encoding).tobytes())
            same = self._movers.setdefault(view, position.to_move) == position.to_move
            promise = f"encode: {encoding} must show the board from the side to move's view"
            require(same, position, f"{promise}, but this board looks the same to both sides")
