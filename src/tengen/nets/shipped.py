"""Nets by name: those that come with Tengen, a file, a folder, or a run's newest.

Every shipped net is a file `NAME.safetensors` with a card `NAME.toml` beside it, which states where
the net comes from and its measured strength.
"""

import os
import shlex
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tengen.errors import CheckpointError
from tengen.nets.checkpoint import FILE_SUFFIX, MANIFEST_NAME, path_of
from tengen.rules.game import Game

_FOLDER = Path(__file__).parent.parent / "models"
_CHECKPOINTS = "checkpoints"


@dataclass(frozen=True, slots=True)
class Card:
    """Where a shipped net comes from."""

    game: str
    command: str
    """The command that trained it."""
    seed: int
    minutes: float
    machine: str
    date: str
    strength: tuple[str, ...]
    """Measurements, each with its interval and command."""
    weaknesses: tuple[str, ...]
    """What it is known to do badly."""
    use: str
    """What it is made for."""
    evaluations: int | None = None
    """Positions the net judged in self-play; None: not recorded."""
    licence: str = "MIT"

    @property
    def settings(self) -> list[str]:
        """What the command changed in the preset, each as `section.key=value`."""
        words = shlex.split(self.command)
        return [value for option, value in pairwise(words) if option == "-o"]


def shipped_nets() -> dict[str, Path]:
    """The nets that come with Tengen, by name."""
    return {path.stem: path for path in sorted(_FOLDER.glob(f"*{FILE_SUFFIX}"))}


def read_card(name: str) -> Card:
    """The card of a shipped net."""
    values = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("strength", "weaknesses"):
        values[name] = tuple(values[name])
    return Card(**values)


def shipped_net_for(game: Game[Any]) -> Path | None:
    """The shipped net trained on exactly this game, if any."""
    for name, path in shipped_nets().items():
        if read_card(name).game == game.name:
            return path
    return None


def find_net(name: str | os.PathLike[str]) -> Path:
    """The checkpoint of this name: a shipped net, a file, a folder, or the newest net of a run."""
    shipped = shipped_nets()
    if isinstance(name, str) and name in shipped:
        return shipped[name]
    path = path_of(name)
    if not path.exists():
        known = ", ".join(shipped) or "none"
        raise CheckpointError(
            f"there is no net {str(name)!r}: give a path or the name of a shipped net ({known})"
        )
    return _newest(path) if (path / _CHECKPOINTS).is_dir() else path


def _newest(run: Path) -> Path:
    nets = sorted((run / _CHECKPOINTS).glob(f"*/{MANIFEST_NAME}"))
    if not nets:
        raise CheckpointError(f"the run {str(run)!r} has no net yet")
    return nets[-1].parent
