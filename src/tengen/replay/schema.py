"""The tables of a run's database, and their rows as dataclasses. Names and meanings are stable.

    facts        name, value: schema_version, tengen_version and instruction_set (those used
                 last), run_id, and what the run adds, such as origin, origin_game, origin_sha256
                 and origin_generation: the net that it started from, if any
    games        one finished game of self-play; `record` is zlib of `GameRecord.to_bytes()`
    checkpoints  one saved net
    matches      one match of a net against an opponent
    metrics      one number about one moment of a run

Generations count from 0: generation k is the games of net k and the learning that turns them into
net k + 1 (`tengen.selfplay.games`). Times are UTC, as in 2026-11-15T22:43:43Z. Other programs may
read the file while a run writes to it.
"""

from dataclasses import dataclass
from typing import Annotated

from tengen._core import GameRecord
from tengen.settings import MOST, Range

SCHEMA_VERSION = 1
LAST_GENERATION = 99_999
"""Ids have five digits for the generation."""
LAST_GAME = 999_999
"""Per generation: ids have six digits for the game."""

Generation = Annotated[int, Range(0, LAST_GENERATION)]
Count = Annotated[int, Range(0, MOST)]

TABLES = """
CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE games (
    id TEXT PRIMARY KEY,          -- g{generation}-{game_index}, such as g00012-000345
    generation INTEGER NOT NULL,
    game_index INTEGER NOT NULL,
    checkpoint TEXT NOT NULL,     -- id of the net that played
    seed TEXT NOT NULL,           -- decimal: 64 bits without a sign do not fit an INTEGER
    winner INTEGER,               -- 0 or 1, the seat; NULL: a draw
    end TEXT NOT NULL,            -- played_out, proven or resigned
    plies INTEGER NOT NULL,       -- all moves, the opening's included
    positions INTEGER NOT NULL,   -- moves to learn from
    created TEXT NOT NULL,
    record BLOB NOT NULL
);
CREATE INDEX games_by_age ON games (generation, game_index, positions);
CREATE TABLE checkpoints (
    id TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,  -- the one that this net plays
    updates INTEGER NOT NULL,     -- steps of the optimiser so far
    path TEXT NOT NULL,           -- relative to the run's folder
    sha256 TEXT NOT NULL,         -- of the weights
    created TEXT NOT NULL
);
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,  -- the one that the net of this match plays
    checkpoint TEXT NOT NULL,
    opponent TEXT NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    details TEXT NOT NULL,        -- JSON
    created TEXT NOT NULL
);
CREATE TABLE metrics (
    generation INTEGER NOT NULL,
    step INTEGER NOT NULL,        -- updates of the learner so far
    name TEXT NOT NULL,
    value REAL,                   -- NULL: not a number
    created TEXT NOT NULL,
    PRIMARY KEY (generation, step, name)
) WITHOUT ROWID;
"""


def game_id(generation: int, index: int) -> str:
    """The id of game `index` of a generation, such as g00012-000345."""
    return f"g{generation:05d}-{index:06d}"


@dataclass(frozen=True, slots=True)
class GameRow:
    """A stored game."""

    id: str
    generation: Generation
    game_index: Annotated[int, Range(0, LAST_GAME)]
    checkpoint: str
    seed: int
    winner: Annotated[int | None, Range(0, 1)]
    end: str
    plies: Count
    positions: Count
    created: str
    record: GameRecord


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """A saved net."""

    id: str
    generation: Generation
    updates: Count
    path: str
    sha256: str
    created: str = ""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match, with the results of the net."""

    id: str
    generation: Generation
    checkpoint: str
    opponent: str
    wins: Count
    draws: Count
    losses: Count
    details: str = "{}"
    created: str = ""


@dataclass(frozen=True, slots=True)
class MetricRow:
    """The value of a metric at one point of a run; None if it was not a number."""

    generation: Generation
    step: Count
    name: str
    value: float | None
    created: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a run has stored."""

    games: int
    positions: int
    checkpoints: int
    matches: int


@dataclass(frozen=True, slots=True)
class GenerationCounts:
    """How much one generation has stored."""

    generation: int
    games: int
    positions: int


@dataclass(frozen=True, slots=True)
class Space:
    """Disk space used by the games."""

    positions: int
    record_bytes: int
    """Size of the compressed records alone."""
    file_bytes: int
    """Size of the whole database, including all tables and indexes."""

    @property
    def record_bytes_per_position(self) -> float:
        """Bytes of records per position; 0 without positions."""
        return self.record_bytes / self.positions if self.positions else 0.0

    @property
    def file_bytes_per_position(self) -> float:
        """Bytes of the database per position; 0 without positions."""
        return self.file_bytes / self.positions if self.positions else 0.0
