"""Errands of workers and their answers: data that travels between processes and machines.

An errand goes from the driver, which workers trust, to a worker. An answer is bytes with a checksum
that the driver reads without executing anything; the records in it are validated by replaying them
before they are stored.
"""

import functools
import hashlib
import json
import math
import struct
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from tengen import nets as net_backends
from tengen.errors import RecordError
from tengen.nets import Checkpoint
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.runs.instruction_set import own_instruction_set
from tengen.runs.matches import MatchSettings, play_match
from tengen.selfplay import Games, PlaySettings, play
from tengen.selfplay.evaluators import Backend, KeptEvaluator

_DIGEST = 32
_LENGTH = struct.Struct("<I")
LARGEST_ANSWER = 256 * 1024 * 1024
"""Bytes; a chunk of games has a few hundred thousand."""


@dataclass(frozen=True, slots=True)
class PlayErrand:
    """Some games of a generation."""

    number: int
    nets: tuple[str, ...]
    """SHA-256 of the weights of the net that plays."""
    settings: PlaySettings
    games: Games


@dataclass(frozen=True, slots=True)
class MatchErrand:
    """Some games of a match."""

    number: int
    nets: tuple[str, ...]
    """SHA-256 of the weights of its nets."""
    settings: MatchSettings
    games: range
    """Begins with an even number, so that seats alternate as in the whole match."""


Errand: TypeAlias = PlayErrand | MatchErrand


def with_backend(errand: Errand, backend: Backend) -> Errand:
    """The same errand for a worker with another evaluator."""
    settings: Any = replace(errand.settings, backend=backend)  # each kind has its own
    return replace(errand, settings=settings)


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
    instructions: str = ""
    """The instruction set that evaluated positions: another one differs in the last bits."""
    trouble: str = ""
    """Why it could not be done."""


Nets: TypeAlias = Mapping[str, Checkpoint]
"""By the SHA-256 of their weights."""


def do_errand(errand: Errand, nets: Nets) -> bytes:
    """Runs the stage as it is; everything random comes from the errand. Returns the answer."""
    started = time.monotonic()
    try:
        if errand.settings.backend == "torch":
            net_backends.set_torch_threads(errand.settings.threads)
        done = _play(errand, nets) if isinstance(errand, PlayErrand) else _match(errand, nets)
    except Exception as error:  # Rules of one's own may raise anything.
        done = Done(errand.number, trouble=f"{type(error).__name__}: {error}")
    seconds = time.monotonic() - started
    return pack(replace(done, seconds=seconds, instructions=own_instruction_set()))


_kept = KeptEvaluator()
"""A worker does one errand at a time, most of them with the net of the one before."""


@functools.lru_cache(maxsize=1)
def _rules(name: str) -> Game[Any]:
    """Read once, as by the driver: a file of one's own may be edited while a run trains."""
    return load_game(name)


def _play(errand: PlayErrand, nets: Nets) -> Done:
    records: list[bytes] = []
    evaluations, cache_hits = 0, None
    net, rules = nets[errand.nets[0]], _rules(errand.settings.game)
    for report in play(net, errand.settings, errand.games, rules=rules, kept=_kept):
        records += report.records
        evaluations, cache_hits = report.evaluations, report.cache_hits
    return Done(errand.number, tuple(records), evaluations, cache_hits)


def _match(errand: MatchErrand, nets: Nets) -> Done:
    rules, playing = _rules(errand.settings.game), [nets[digest] for digest in errand.nets]
    wins, draws, losses = play_match(errand.settings, rules, playing, errand.games)
    return Done(errand.number, wins=wins, draws=draws, losses=losses)


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
    is_bytes = isinstance(data, bytes) and len(data) <= LARGEST_ANSWER
    _require(is_bytes, "it is too large, or not bytes")
    body = memoryview(data)[_DIGEST:]
    _require(hashlib.sha256(body).digest() == data[:_DIGEST], "its checksum is wrong")
    (length,) = _LENGTH.unpack_from(body)
    start = _LENGTH.size + length
    header = json.loads(bytes(body[_LENGTH.size : start]))
    _require(isinstance(header, dict), "its header is not a table")
    records = []
    for size in _counts(header.pop("records")):
        records.append(bytes(body[start : start + size]))
        start += size
    return _typed(Done(**header, records=tuple(records)))


def _typed(done: Done) -> Done:
    """The answer, if everything in it is of its kind."""
    _counts([done.number, done.evaluations, done.wins, done.draws, done.losses])
    for number in (done.seconds, done.cache_hits or 0.0):
        is_number = isinstance(number, float | int) and 0 <= number < math.inf
        _require(is_number, "a number is missing or out of range")
    for text in (done.instructions, done.trouble):
        _require(isinstance(text, str), "a text is missing")
    return done


def _counts(values: object) -> list[int]:
    """A list of whole numbers, none of them negative."""
    counts: list[Any] = values if isinstance(values, list) else [values]
    are_counts = all(type(count) is int and count >= 0 for count in counts)
    _require(are_counts and counts is values, "a count is not a whole number, or negative")
    return counts


def _require(condition: bool, trouble: str) -> None:
    if not condition:
        raise ValueError(trouble)
