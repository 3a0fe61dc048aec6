"""Presets: for each, what differs from the defaults, and why."""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from tengen.errors import ConfigError
from tengen.rules.registry import file_and_class, names_code
from tengen.runs.config import RunConfig
from tengen.runs.typed_game import typed_form
from tengen.settings import unknown_key

_FOLDER = resources.files("tengen") / "presets"


def preset_names() -> list[str]:
    """The presets that come with the package."""
    return sorted(Path(f.name).stem for f in _FOLDER.iterdir() if f.name.endswith(".toml"))


def preset_text(name: str) -> str:
    """The file of a preset that comes with the package."""
    if name not in preset_names():
        raise ConfigError(unknown_key(name, preset_names()).replace("setting", "preset"))
    return (_FOLDER / f"{name}.toml").read_text("utf-8")


def load_preset(name: str, overrides: Sequence[str] = ()) -> RunConfig:
    """A preset by name or by the path of a TOML file; FILE.py:CLASS is the generic preset."""
    if file_and_class(name) is not None:
        return load_preset("generic", [f"run.game={name}", *overrides])
    if name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            raise ConfigError(f"there is no file {name!r} to read a preset from")
        return _without_code(name, RunConfig.from_file(path, overrides), overrides)
    return RunConfig.from_text(preset_text(name), name, overrides)


def _without_code(file: str, config: RunConfig, overrides: Sequence[str]) -> RunConfig:
    """The config of a file; raises `ConfigError` where the file, not the user, names code."""
    game = config.run.game
    is_typed = any(override.partition("=")[0].strip() == "run.game" for override in overrides)
    if names_code(game) and not is_typed:
        raise ConfigError(
            f"{file} trains {game[:80]!r}, and Tengen imports code only when you name it: add "
            f"-o run.game={typed_form(game)}"
        )
    return config
