"""Config models read from files and command lines: unknown keys and wrong types are errors.

A config model is a frozen dataclass whose fields are plain values, each with a default. Rooms own
their models; this module only fills them in.
"""

import dataclasses
import difflib
import math
import numbers
import tomllib
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tengen.errors import ConfigError

Model = TypeVar("Model")

MOST = 10**9
"""A limit for whole numbers that the core counts with, far above anything useful."""


@dataclass(frozen=True, slots=True)
class Range:
    """What a number may be; None, where a field allows it, is always in range."""

    low: float = -math.inf
    high: float = math.inf
    low_allowed: bool = True

    def contains(self, value: float) -> bool:
        """Whether a finite value lies in the range."""
        above = value >= self.low if self.low_allowed else value > self.low
        finite = isinstance(value, numbers.Integral) or math.isfinite(value)
        return above and value <= self.high and finite

    def __str__(self) -> str:
        lowest = f"{self.low:g} or more" if self.low_allowed else f"above {self.low:g}"
        if self.high == math.inf:
            return lowest
        return f"{lowest} and at most {f'{self.high:g}' if self.high < 1000 else f'{self.high:,}'}"


def refuse_out_of_range(model: object, ranges: Mapping[str, Range]) -> None:
    """Raises `ConfigError` for the first field that is no number, or outside its range."""
    hints = typing.get_type_hints(type(model))
    for name, allowed in ranges.items():
        value: Any = getattr(model, name)
        options = _options(hints[name])
        if value is None and type(None) in options:
            continue
        fits = isinstance(value, numbers.Real if float in options else numbers.Integral)
        if isinstance(value, bool) or not fits:
            wanted = "a number" if float in options else "a whole number"
            raise ConfigError(f"{name} must be {wanted}; got {value!r}")
        if not allowed.contains(value):
            raise ConfigError(f"{name} must be {allowed}; got {value!r}")


def read_model(kind: type[Model], values: Mapping[str, Any], section: str) -> Model:
    """The model with these values; keys it does not have and wrong types are errors."""
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    hints = typing.get_type_hints(kind)
    filled = {}
    for key, value in values.items():
        if key not in fields:
            raise ConfigError(unknown_key(f"{section}.{key}", [f"{section}.{n}" for n in fields]))
        filled[key] = _fitted(value, hints[key], f"{section}.{key}")
    try:
        return kind(**filled)
    except ConfigError as error:
        raise ConfigError(f"in [{section}]: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; `ConfigError` names the file that cannot be read."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{path} is not UTF-8 text: {error.reason} at byte {error.start}"
        ) from None
    return parse_toml(text, str(path))


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a text; `ConfigError` says where it is from."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of numbers and lists beyond all measure, too
        raise ConfigError(f"{where} is not TOML: {error}") from None


def unknown_key(key: str, known: list[str]) -> str:
    """A sentence about a key that does not exist."""
    close = difflib.get_close_matches(key, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"known are: {', '.join(known)}"
    return f"there is no setting {key}; {hint}"


def _fitted(value: Any, hint: Any, where: str) -> Any:  # noqa: ANN401
    """The value as its field wants it: whole numbers serve as floats, lists as tuples."""
    options = _options(hint)
    if type(None) in options and value in (None, "none"):
        return None
    for option in options:
        if option is float and isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        if option in (int, str, bool) and type(value) is option:
            return value
        if typing.get_origin(option) is typing.Literal and value in typing.get_args(option):
            return value
        if typing.get_origin(option) is tuple and isinstance(value, list | tuple):
            item = typing.get_args(option)[0]
            return tuple(_fitted(entry, item, where) for entry in value)
    raise ConfigError(f"{where} must be {_described(options)}; got {value!r}")


def _options(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """The types a field may have."""
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return typing.get_args(hint) if is_union else (hint,)


def _described(options: tuple[Any, ...]) -> str:
    names = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
    words = []
    for option in options:
        if option is type(None):
            words.append('"none"')
        elif typing.get_origin(option) is typing.Literal:
            words.extend(repr(choice) for choice in typing.get_args(option))
        elif typing.get_origin(option) is tuple:
            words.append("a list")
        else:
            words.append(names[option])
    return " or ".join(words)
