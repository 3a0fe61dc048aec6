"""What to train, by name: a preset, a file, or any game.

A preset states what differs from the defaults, and why. A game without a preset gets settings
scaled to it (`scaled_preset`).
"""

import difflib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from tengen.errors import ConfigError
from tengen.rules.game import Game
from tengen.rules.registry import (
    FAMILIES,
    class_wanted,
    is_file_without_class,
    is_registered,
    list_games,
    load_game,
    load_registered_game,
    names_code,
)
from tengen.runs.config import RunConfig
from tengen.runs.scaled_preset import scaled_preset
from tengen.runs.typed_game import typed_form
from tengen.texts.counts import counted

_FOLDER = resources.files("tengen") / "presets"


@dataclass(frozen=True, slots=True)
class ChosenPreset:
    """The settings a name stands for, and their source."""

    name: str
    """A preset, a file or a game; runs are named after it."""
    config: RunConfig
    remark: str | None = None
    """Shown if the name is not a preset."""


def preset_names() -> list[str]:
    """The names of the presets that ship with Tengen."""
    return sorted(Path(f.name).stem for f in _FOLDER.iterdir() if f.name.endswith(".toml"))


def preset_text(name: str) -> str:
    """The file of a preset that ships with Tengen."""
    return (_FOLDER / f"{name}.toml").read_text("utf-8")


def load_preset(name: str, overrides: Sequence[str] = ()) -> RunConfig:
    """The settings of a preset or a TOML file, or for any game that `load_game` accepts."""
    return choose_preset(name, overrides).config


def choose_preset(name: str, overrides: Sequence[str] = ()) -> ChosenPreset:
    """The settings and their source; raises `ConfigError` for unknown names."""
    if name.endswith(".toml"):
        config = RunConfig.from_file(_existing(name), overrides)
        return ChosenPreset(name, _without_code(name, config, overrides))
    if name in preset_names():
        return ChosenPreset(name, RunConfig.from_text(preset_text(name), name, overrides))
    game = _game(name)
    if (preset := _preset_of(game)) is not None:
        remark = f"Using preset {preset} for {name}."
        config = RunConfig.from_text(preset_text(preset), preset, overrides)
        return ChosenPreset(preset, config, remark)
    config = RunConfig.from_text(scaled_preset(name, game), name, overrides)
    return ChosenPreset(name, config, _scaled_remark(name, config))


def run_name(name: str) -> str:
    """The name its runs are stored under: the preset, if the name is a preset's game."""
    if name in preset_names() or not is_registered(name):
        return name
    return _preset_of(load_registered_game(name)) or name


def _existing(file: str) -> Path:
    if not Path(file).is_file():
        raise ConfigError(f"there is no preset file {file!r}")
    return Path(file)


def _without_code(file: str, config: RunConfig, overrides: Sequence[str]) -> RunConfig:
    """The config of a file; raises `ConfigError` if the file, not the user, names code."""
    game = config.run.game
    is_typed = any(override.partition("=")[0].strip() == "run.game" for override in overrides)
    if names_code(game) and not is_typed:
        raise ConfigError(
            f"{file} trains {game[:80]!r}, and Tengen imports code only when you name it: add "
            f"-o run.game={typed_form(game)}"
        )
    return config


def _preset_of(game: Game[Any]) -> str | None:
    """The preset named after exactly this game.

    Presets named after other systems (`classic-8x8`, `resnet-10x10`) reproduce those systems and
    are used only on request.
    """
    family = game.facts.family
    if family not in FAMILIES:
        return None
    named = [preset for preset in preset_names() if preset.startswith(family)]
    own = [preset for preset in named if _game_of(preset) == game.name]
    return min(own, key=len, default=None)


def _game_of(preset: str) -> str:
    return str(tomllib.loads(preset_text(preset))["run"]["game"])


def _game(name: str) -> Game[Any]:
    if not (is_registered(name) or names_code(name)):
        raise ConfigError(_unknown(name))
    return load_game(name)


def _unknown(name: str) -> str:
    if is_file_without_class(name):
        return class_wanted(name)
    presets, guess = preset_names(), _guess(name)
    forms = ", ".join(family.form for family in FAMILIES.values())
    return (
        f"there is no preset or game {name[:60]!r}. {guess}Presets: {', '.join(presets)}. "
        f"Games: {forms}, openspiel:NAME, FILE.py:CLASS"
    )


def _guess(name: str) -> str:
    """A suggestion: another spelling of a family with the same size, or a similar name."""
    family, colon, size = name.lower().partition(":")
    if colon and (close := difflib.get_close_matches(family, FAMILIES, n=1)):
        return f"Did you mean {close[0]}:{size}? "
    close = difflib.get_close_matches(name.lower(), [*preset_names(), *list_games()], n=1)
    return f"Did you mean {close[0]}? " if close else ""


def _scaled_remark(name: str, config: RunConfig) -> str:
    net, loop = config.net, config.run
    return (
        f"{name} has no preset: its settings are scaled to the game "
        f"({counted(net.blocks, 'block')} x {counted(net.channels, 'channel')}, "
        f"{counted(config.selfplay.simulations, 'simulation')}, "
        f"{counted(loop.games_per_generation, 'game')} per generation); "
        "config.toml gives the reasons."
    )
