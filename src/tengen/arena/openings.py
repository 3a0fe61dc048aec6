"""The openings of a match, varied so that no two pairs need to be the same."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from tengen import _core
from tengen.errors import ConfigError, RecordError
from tengen.play.record_files import read_records
from tengen.play.setups import Setup
from tengen.rules.game import Game
from tengen.rules.position import Position

DEFAULT_OPENINGS = "random"
_FEWEST_PLIES = 2
_MOST_PLIES = 8
_TRIES = 60


@dataclass(frozen=True, slots=True)
class Openings:
    """Openings described by a text.

    random      two random plies, and one more whenever no new openings are left
    random:4    four random plies; random:0 is the initial position
    random:2-4  two, three or four random plies, drawn for each opening
    FILE        the positions after the games of a record file: moves (one game a line), SGF or PSQ
    """

    plies: range | None = None
    """The numbers of plies that openings may have."""
    file: Path | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parses a text; raises `ConfigError`."""
        if text == DEFAULT_OPENINGS:
            return cls()
        if match := re.fullmatch(r"random:(\d{1,4})(?:-(\d{1,4}))?", text, re.ASCII):
            plies = range(int(match[1]), int(match[2] or match[1]) + 1)
            if plies:
                return cls(plies=plies)
        if Path(text).is_file():
            return cls(file=Path(text))
        raise ConfigError(
            "openings are random, random:4 (four random plies), random:2-4 (two to four) or a file "
            f"of moves; there is no file {text!r}"
        )

    def positions(self, game: Game[Any], count: int, seed: int) -> list[Position[Any]]:
        """`count` positions; the first ones do not depend on `count`."""
        if self.file is not None:
            found = read_openings(self.file, game)
            return [found[number % len(found)] for number in range(count)]
        if self.plies is not None:
            return openings_of_plies(game, count, seed, self.plies)
        most = min(_MOST_PLIES, game.max_plies // 2)
        return random_openings(game, count, seed, fewest=min(_FEWEST_PLIES, most), most=most)

    def set_up_stones(self, game: Game[Any]) -> bool:
        """Whether any of them has set-up stones, which only SGF files can contain."""
        if self.file is None:
            return False
        return any(Setup.of(position) is not None for position in read_openings(self.file, game))


def random_openings(
    game: Game[Any], count: int, seed: int, *, fewest: int, most: int
) -> list[Position[Any]]:
    """Positions after random moves, distinct up to symmetry as long as there are enough.

    They are `fewest` plies deep; one more, up to `most`, when new ones are hard to find.
    """
    found: list[Position[Any]] = []
    seen: set[int] = set()
    plies, tries = fewest, _TRIES
    for number in range(count):
        random = _random_of(seed, number)
        position = _new_opening(game, random, plies, seen, tries)
        while position is None and plies < most:
            plies += 1
            position = _new_opening(game, random, plies, seen, tries)
        if position is None:
            tries = 0
            position = _random_opening(game, random, plies)
        found.append(position)
        seen.add(_identity(position))
    return found


def openings_of_plies(game: Game[Any], count: int, seed: int, plies: range) -> list[Position[Any]]:
    """Positions after random moves, distinct up to symmetry as long as there are enough.

    The number of moves of each is drawn from `plies`.
    """
    found: list[Position[Any]] = []
    seen: set[int] = set()
    exhausted: set[int] = set()
    for number in range(count):
        random = _random_of(seed, number)
        depth = plies[random.below(len(plies))] if len(plies) > 1 else plies[0]
        tries = 0 if depth in exhausted else _TRIES
        position = _new_opening(game, random, depth, seen, tries)
        if position is None:
            exhausted.add(depth)
            position = _random_opening(game, random, depth)
        found.append(position)
        seen.add(_identity(position))
    return found


def _random_of(seed: int, number: int) -> _core.Random:
    return _core.Random(_core.derive_seed(seed % 2**64, number))


def _new_opening(
    game: Game[Any], random: _core.Random, plies: int, seen: set[int], tries: int
) -> Position[Any] | None:
    for _ in range(tries):
        position = _random_opening(game, random, plies)
        if _identity(position) not in seen:
            return position
    return None


def _random_opening(game: Game[Any], random: _core.Random, plies: int) -> Position[Any]:
    for _ in range(_TRIES):
        position = game.initial()
        while len(position.history) < plies and position.outcome is None:
            actions = position.legal_actions
            position = position.play(actions[random.below(len(actions))])
        if position.outcome is None:
            return position
    raise ConfigError(f"random games of {game.name} end within {plies} plies: choose fewer")


def _identity(position: Position[Any]) -> int:
    """A key shared by positions that are equal up to symmetry."""
    game = position.game
    return min(
        game.hash_state(game.permute_state(position.state, symmetry))
        for symmetry in range(len(game.symmetries))
    )


def read_openings(file: Path, game: Game[Any]) -> list[Position[Any]]:
    """The positions after the games of a record file; raises `RecordError`."""
    positions = [record.position(game) for record in read_records(file, game=game)]
    for number, position in enumerate(positions, start=1):
        if position.outcome is not None:
            raise RecordError(f"{file}: opening {number} is a finished game ({position.outcome})")
    return positions
