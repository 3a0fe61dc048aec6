"""Windows over games of self-play, and samples traced back to the position they show."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tengen import Position, load_game
from tengen.replay.window import ReplayWindow
from tests.selfplay.made import positions_of


@dataclass(frozen=True)
class Place:
    """A position of a game, and the number of its move within the record."""

    record: Any
    move: int
    position: Position[Any]

    @property
    def value(self):
        """The result as the side to move sees it, from the winner alone."""
        if self.record.winner is None:
            return 0
        return 1 if self.record.winner == self.position.to_move else -1


def window_of(game, records, encoding="4-planes"):
    window = ReplayWindow(load_game(game), encoding)
    for record in records:
        window.add(record)
    return window


def places_by_planes(game, records, encoding="4-planes"):
    """Every position that only one game has, by the bytes of its planes."""
    places, shared = {}, set()
    for record in records:
        for number, position in enumerate(positions_of(game, record)[0]):
            key = position.planes(encoding).tobytes()
            shared |= {key} & places.keys()
            places[key] = Place(record, number, position)
    return {key: place for key, place in places.items() if key not in shared}


def rows_with_places(batch, places):
    """(row, place) for every sample whose position is known for certain."""
    for row, planes in enumerate(batch.planes):
        place = places.get(np.ascontiguousarray(planes).tobytes())
        if place is not None:
            yield row, place
