"""The manifest of a checkpoint: everything about a net that is not a weight, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tengen.errors import ArchitectureError, CheckpointError
from tengen.nets.architecture import Architecture

FORMAT = "tengen-checkpoint"
FORMAT_VERSION = 1
MAX_MANIFEST_BYTES = 2**20

Fact = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything about a net except its weights."""

    architecture: Architecture
    game: str
    game_version: int
    encoding: str
    weights_sha256: str
    training: Mapping[str, Fact] = field(default_factory=dict)
    """Where the net came from: steps, games, seed, parent and so on."""

    def to_text(self, **more: str) -> str:
        """The manifest as readable JSON; `more` adds entries that the form needs."""
        data = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game,
            "game_version": self.game_version,
            "encoding": self.encoding,
            "architecture": self.architecture.to_json(),
            "training": dict(self.training),
            "weights_sha256": self.weights_sha256,
            **more,
        }
        try:
            return json.dumps(data, indent=2, allow_nan=False) + "\n"
        except (TypeError, ValueError) as error:
            raise CheckpointError(f"cannot write the training facts as JSON: {error}") from None


def read_manifest(text: bytes | str, extra_keys: tuple[str, ...] = ()) -> tuple[Manifest, Any]:
    """The manifest in `text`, and the whole JSON object; raises `CheckpointError`."""
    data = _read_object(text)
    _check_version(data)
    keys = {"format", "format_version", "training", *_FIELD_TYPES, *extra_keys}
    if unknown := sorted(set(data) - keys):
        _refuse(f"it has an unknown key {unknown[0][:60]!r}")
    for name, kind in _FIELD_TYPES.items():
        if type(data.get(name)) is not kind:
            _refuse(f"{name!r} is missing or not of type {kind.__name__}")
    try:
        architecture = Architecture.from_json(data["architecture"])
    except ArchitectureError as error:
        _refuse(str(error))
    fields = {name: data[name] for name in _FIELD_TYPES if name != "architecture"}
    return Manifest(architecture, **fields, training=_read_facts(data.get("training", {}))), data


_FIELD_TYPES = {
    "game": str,
    "game_version": int,
    "encoding": str,
    "architecture": dict,
    "weights_sha256": str,
}


def _refuse(reason: str) -> NoReturn:
    raise CheckpointError(f"the manifest is damaged: {reason}")


def _read_object(text: bytes | str) -> dict[str, Any]:
    if len(text) > MAX_MANIFEST_BYTES:
        _refuse(f"it has {len(text)} bytes; the limit is {MAX_MANIFEST_BYTES}")
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        _refuse("it is not JSON")
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CheckpointError(f"not a Tengen checkpoint: its manifest is not of format {FORMAT!r}")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _check_version(data: dict[str, Any]) -> None:
    version = data.get("format_version")
    if type(version) is not int or version < 1:
        _refuse("its format_version is not a positive number")
    if version > FORMAT_VERSION:
        raise CheckpointError(
            f"this checkpoint has format version {version}; this Tengen reads up to "
            f"{FORMAT_VERSION}: upgrade Tengen"
        )


def _read_facts(facts: object) -> dict[str, Fact]:
    if not isinstance(facts, dict) or any(isinstance(v, dict | list) for v in facts.values()):
        _refuse("'training' is not a table of plain values")
    return facts
