"""Config models read from files and command lines: unknown keys and wrong types are errors.

A config model is a frozen dataclass whose fields are plain values. Each field states all there is
to know about its setting: type, range (`Annotated`), default, and what it is for (the text below
it). Rooms own their models; this module only fills them in.
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
"""Maximum of whole numbers passed to the core, far above any useful value."""

LARGEST_SEED = 2**64 - 1
"""Seeds are whole numbers of 64 bits, as the core takes them."""
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Range:
    """The range of a number; None, where a field allows it, is always in range."""

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


def ranges_of(kind: type) -> Mapping[str, Range]:
    """The range of each field that states one in its annotation."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {
        name: note
        for name, hint in hints.items()
        for note in getattr(hint, "__metadata__", ())
        if isinstance(note, Range)
    }


def type_options(kind: type) -> Mapping[str, tuple[Any, ...]]:
    """The types that each field may have."""
    return {name: _options(hint) for name, hint in typing.get_type_hints(kind).items()}


def require_allowed(model: object) -> None:
    """Raises `ConfigError` for the first field that is out of its range or not a known choice."""
    options = type_options(type(model))
    for name, allowed in ranges_of(type(model)).items():
        _require_in_range(name, getattr(model, name), options[name], allowed)
    for name, choices in options.items():
        if any(typing.get_origin(option) is typing.Literal for option in choices):
            _fitted(getattr(model, name), choices, name)


def _require_in_range(name: str, value: Any, options: tuple[Any, ...], allowed: Range) -> None:  # noqa: ANN401
    if value is None and type(None) in options:
        return
    fits = isinstance(value, numbers.Real if float in options else numbers.Integral)
    if isinstance(value, bool) or not fits:
        wanted = "a number" if float in options else "a whole number"
        raise ConfigError(f"{name} must be {wanted}; got {value!r}")
    if not allowed.contains(value):
        raise ConfigError(f"{name} must be {allowed}; got {value!r}")


def read_model(kind: type[Model], values: Mapping[str, Any], section: str) -> Model:
    """The model with these values; unknown or missing keys and wrong types are errors."""
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    options = type_options(kind)
    filled = {}
    for key, value in values.items():
        if key not in fields:
            raise ConfigError(unknown_key(f"{section}.{key}", [f"{section}.{n}" for n in fields]))
        filled[key] = _fitted(value, options[key], f"{section}.{key}")
    for name, field in fields.items():
        if name not in filled and not has_default(field):
            raise ConfigError(f"{section}.{name} is missing: it has no default")
    try:
        return kind(**filled)
    except ConfigError as error:
        raise ConfigError(f"in [{section}]: {error}") from None


def has_default(field: "dataclasses.Field[Any]") -> bool:
    """Whether a field may be left out."""
    return field.default is not dataclasses.MISSING


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; `ConfigError` names the file that cannot be read."""
    return parse_toml(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a file; `ConfigError` names the file that cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise ConfigError(f"{path} is not a regular file")
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise ConfigError(f"{path} is too large: settings are read up to {_MOST_BYTES:,} bytes")
        return data.decode("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{path} is not UTF-8 text: {error.reason} at byte {error.start}"
        ) from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a text; `ConfigError` says where it is from."""
    try:
        return tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # also raised for huge numbers and deeply nested lists
        raise ConfigError(f"{where} is not TOML: {error}") from None


def unknown_key(key: str, known: list[str]) -> str:
    """The error message for an unknown key, with the nearest known one."""
    close = difflib.get_close_matches(key, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"known are: {', '.join(known)}"
    return f"there is no setting {key}; {hint}"


def _fitted(value: Any, options: tuple[Any, ...], where: str) -> Any:  # noqa: ANN401
    """The value converted for its field: whole numbers to floats, lists to tuples."""
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
            item = _options(typing.get_args(option)[0])
            return tuple(_fitted(entry, item, where) for entry in value)
    raise ConfigError(f"{where} must be {describe_types(options)}; got {value!r}")


def _options(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """The types a field may have."""
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return typing.get_args(hint) if is_union else (hint,)


def describe_types(options: tuple[Any, ...]) -> str:
    """What a value of these types is called in a sentence."""
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
