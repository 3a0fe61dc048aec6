"""Errands of workers and their answers: data that travels between processes and machines.

An errand goes from the driver, which workers trust, to a worker. An answer is bytes with a checksum
that the driver reads without executing anything; the records in it are validated by replaying them
before they are stored.
"""

import hashlib
import json
import struct
import time
from dataclasses import asdict, dataclass, replace
from typing import TypeAlias

from tengen.errors import RecordError
from tengen.nets import Checkpoint
from tengen.rules.registry import load_game
from tengen.runs.ladder import LadderConfig, LadderMatch, play_ladder_match
from tengen.search.config import SearchConfig
from tengen.selfplay import Games, PlaySettings, play
from tengen.selfplay.evaluators import Backend, make_evaluator

_DIGEST = 32
_LENGTH = struct.Struct("<I")
LARGEST_ANSWER = 256 * 1024 * 1024
"""Bytes; a chunk of games has a few hundred thousand."""


@dataclass(frozen=True, slots=True)
class PlayErrand:
    """Some games of a generation."""

    number: int
    net: str
    """SHA-256 of the weights of the net that plays."""
    settings: PlaySettings
    games: Games


@dataclass(frozen=True, slots=True)
class MatchErrand:
    """Some games of a match against pure MCTS."""

    number: int
    net: str
    game: str
    backend: Backend
    search: SearchConfig
    ladder: LadderConfig
    opponent: int
    seed: int
    first: int
    """Number of the first game; even, so that seats alternate as in the whole match."""
    games: int
    threads: int


Errand: TypeAlias = PlayErrand | MatchErrand


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker made of an errand."""

    number: int
    records: tuple[bytes, ...] = ()
    evaluations: int = 0
    cache_hits: float | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: float = 0.0
    trouble: str = ""
    """Why it could not be done."""


def do_errand(errand: Errand, net: Checkpoint) -> bytes:
    """Runs the stage as it is; everything random comes from the errand. Returns the answer."""
    started = time.monotonic()
    try:
        done = _play(errand, net) if isinstance(errand, PlayErrand) else _match(errand, net)
    except Exception as error:  # Rules of one's own may raise anything.
        done = Done(errand.number, trouble=f"{type(error).__name__}: {error}")
    return pack(replace(done, seconds=time.monotonic() - started))


def _play(errand: PlayErrand, net: Checkpoint) -> Done:
    records: list[bytes] = []
    evaluations, cache_hits = 0, None
    for report in play(net, errand.settings, errand.games):
        records += report.records
        evaluations, cache_hits = report.evaluations, report.cache_hits
    return Done(errand.number, tuple(records), evaluations, cache_hits)


def _match(errand: MatchErrand, net: Checkpoint) -> Done:
    match: LadderMatch = play_ladder_match(
        load_game(errand.game),
        make_evaluator(errand.backend, net),
        errand.search,
        errand.ladder,
        errand.opponent,
        seed=errand.seed,
        threads=errand.threads,
        games=range(errand.first, errand.first + errand.games),
    )
    return Done(errand.number, wins=match.wins, draws=match.draws, losses=match.losses)


def pack(done: Done) -> bytes:
    """The answer as bytes: checksum, header, records."""
    lengths = [len(record) for record in done.records]
    written = json.dumps(asdict(replace(done, records=())) | {"records": lengths}).encode()
    body = b"".join((_LENGTH.pack(len(written)), written, *done.records))
    return hashlib.sha256(body).digest() + body


def unpack(data: bytes) -> Done:
    """Reads an answer; raises `RecordError` if it is not one."""
    try:
        return _unpacked(data)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, struct.error) as error:
        raise RecordError(f"a worker's answer cannot be read: {error}") from None


def _unpacked(data: bytes) -> Done:
    if not isinstance(data, bytes) or len(data) > LARGEST_ANSWER:
        raise ValueError("it is too large, or not bytes")
    body = memoryview(data)[_DIGEST:]
    if hashlib.sha256(body).digest() != data[:_DIGEST]:
        raise ValueError("its checksum is wrong")
    (length,) = _LENGTH.unpack_from(body)
    start = _LENGTH.size + length
    header = json.loads(bytes(body[_LENGTH.size : start]))
    if not isinstance(header, dict) or not all(map(_is_plain, header.values())):
        raise ValueError("its header is wrong")
    records = []
    for size in header.pop("records"):
        records.append(bytes(body[start : start + int(size)]))
        start += int(size)
    return Done(**header, records=tuple(records))


def _is_plain(value: object) -> bool:
    """A number, a short text, nothing, or the lengths of records."""
    if isinstance(value, list):
        return all(isinstance(length, int) and length >= 0 for length in value)
    return value is None or isinstance(value, int | float | str)
