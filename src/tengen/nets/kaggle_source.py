"""Agents for Kaggle's ConnectX as text: one Python file each, with its data inside."""

import base64
import inspect
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Annotated

from tengen.nets import kaggle_search
from tengen.nets.atomic_files import write_atomically
from tengen.settings import Range, require_allowed

KAGGLE_NAME = "submission.py"
_LINE_LENGTH = 96
_SHARED_IMPORT = re.compile(
    rf"^from {re.escape(kaggle_search.__name__)} import \(.*?\)\n", re.M | re.S
)


@dataclass(frozen=True, slots=True)
class KaggleEffort:
    """Search limits per move; the first one reached ends the search."""

    simulations: Annotated[int, Range(1, 10_000_000)] = kaggle_search.SIMULATIONS
    seconds: Annotated[float | None, Range(0.01, 3600)] = None
    """None, or more than Kaggle allows: 80% of Kaggle's time for a move, less 0.1 s."""

    def __post_init__(self) -> None:
        require_allowed(self)


def agent_source(agent: ModuleType, effort: KaggleEffort, **data: bytes) -> str:
    """The agent and what it shares with others as one text, with `data` for its constants."""
    shared = inspect.getsource(kaggle_search)
    source, count = _SHARED_IMPORT.subn(lambda _: shared, inspect.getsource(agent))
    assert count == 1, "the agent imports the shared search once"
    source = _filled(source, "SIMULATIONS", f"{effort.simulations}")
    if effort.seconds is not None:
        source = _filled(source, "SECONDS", f"{effort.seconds!r}")
    for name, content in data.items():
        source = _filled(source, name, _literal(content))
    return source


def write_source(source: str, path: Path) -> None:
    """Writes the agent, replacing an older file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [source.encode()])


def _filled(source: str, name: str, value: str) -> str:
    """The source with another value for one of its constants."""
    constant = re.compile(rf"^{name} = .*?(?=  #|$)", re.MULTILINE)
    filled, count = constant.subn(lambda _: f"{name} = {value}", source)
    assert count == 1, f"the agent has one {name}"
    return filled


def _literal(content: bytes) -> str:
    """Compressed, in printable characters, on many lines."""
    packed = base64.b85encode(zlib.compress(content, 9)).decode()
    starts = range(0, len(packed), _LINE_LENGTH)
    lines = [f"    {packed[start : start + _LINE_LENGTH]!r}\n" for start in starts]
    return f"(\n{''.join(lines)})"
