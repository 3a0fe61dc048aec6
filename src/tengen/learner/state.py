"""The complete state of a learner in one file, for exact resumption."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.errors import CheckpointError
from tengen.nets import safetensors
from tengen.nets.atomic_files import write_atomically

FORMAT = "tengen-learner"
FORMAT_VERSION = 3  # since 2 the digest covers the facts; since 3 samples due are among them
_DIGEST = "sha256"
WEIGHTS = "weights."
"""The prefix of the net's own tensors."""


class LearnerState(NamedTuple):
    """Tensors by name, and facts that are valid JSON."""

    tensors: dict[str, npt.NDArray[np.float32]]
    """`weights.*`, `average.*` (when weights are averaged) and `optimiser.*`."""
    facts: dict[str, Any]
    """Counters, the multiplier of the KL rule, and what they belong to."""

    @property
    def updates(self) -> int:
        """Steps of the optimiser since the beginning of the run."""
        return int(self.facts["updates"])


def save_state(state: LearnerState, path: str | Path) -> None:
    """Writes a safetensors file, the facts as metadata; a crash leaves the old file or the new."""
    header = {_DIGEST: _digest(state), **state.facts}
    metadata = {FORMAT: json.dumps(header, allow_nan=False)}
    write_atomically(Path(path), safetensors.serialize(state.tensors, metadata))


def load_state(path: str | Path) -> LearnerState:
    """Reads what `save_state` wrote; raises `CheckpointError` naming the file."""
    try:
        return _parse(Path(path).read_bytes())
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}") from None
    except CheckpointError as error:
        raise CheckpointError(f"{path}: {error}") from None


def _parse(data: bytes) -> LearnerState:
    file = safetensors.parse(data)
    if FORMAT not in file.metadata:
        raise CheckpointError("this safetensors file does not contain the state of a learner")
    try:
        facts = json.loads(file.metadata[FORMAT])
    except ValueError:
        raise CheckpointError("the learner's metadata is damaged: it is not JSON") from None
    if not isinstance(facts, dict):
        raise CheckpointError("the learner's metadata is damaged: it is not a table")
    digest, state = facts.pop(_DIGEST, None), LearnerState(file.tensors, facts)
    if facts.get("format_version") != FORMAT_VERSION:
        raise CheckpointError(
            f"the learner's state has version {facts.get('format_version')!r}; this version of "
            f"Tengen reads {FORMAT_VERSION}"
        )
    if digest != _digest(state):
        raise CheckpointError("the learner's state is damaged: its SHA-256 does not match")
    return state


def _digest(state: LearnerState) -> str:
    digest = hashlib.sha256(json.dumps(state.facts, sort_keys=True).encode())
    for piece in safetensors.serialize(state.tensors):
        digest.update(piece)
    return digest.hexdigest()
