"""Checkpoints: a net's weights, architecture and provenance. No pickle, no torch.

Two forms hold the same: a folder (`manifest.json` and `weights.safetensors`), or one file ending
in `.safetensors` with the manifest in its metadata. Both are replaced so that a crash at any
moment leaves either the old checkpoint or the new one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tengen import pictures
from tengen.errors import CheckpointError
from tengen.nets import safetensors
from tengen.nets.architecture import Architecture
from tengen.nets.atomic_files import write_atomically
from tengen.nets.layout import parameter_count, tensor_shapes
from tengen.nets.manifest import MAX_MANIFEST_BYTES, Fact, Manifest, read_manifest
from tengen.rules.arguments import shown

FILE_SUFFIX = ".safetensors"
MANIFEST_NAME = "manifest.json"
MAX_WEIGHTS_BYTES = 2 * 2**30

# Two names, so that new weights never overwrite those the manifest still refers to.
_WEIGHTS_NAMES = ("weights.safetensors", "weights-2.safetensors")
_METADATA_KEY = "tengen"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Checkpoint:
    """A trained net: `tensors` are those of `layout.tensor_shapes(architecture)`, float32."""

    architecture: Architecture
    tensors: Mapping[str, npt.NDArray[np.float32]]
    game: str
    game_version: int
    encoding: str
    training: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def weights_sha256(self) -> str:
        """Names the weights: the SHA-256 of `weights.safetensors` as this program writes it."""
        digest = hashlib.sha256()
        for piece in safetensors.serialize(self.tensors):
            digest.update(piece)
        return digest.hexdigest()

    def __repr__(self) -> str:
        net = f"{self.architecture.family}, {parameter_count(self.architecture):,} parameters"
        return f"<Checkpoint of {self.game}: {net}, weights {self.weights_sha256[:8]}>"

    def _repr_html_(self) -> str:
        """How notebooks show it."""
        net = self.architecture
        facts = [
            ("network", f"{net.family}, {net.channels} channels, {net.blocks} blocks"),
            ("parameters", f"{parameter_count(self.architecture):,}"),
            ("board", f"{net.board}, shown as {self.encoding}"),
            ("weights", self.weights_sha256[:12]),
            *((name, str(value)) for name, value in self.training.items()),
        ]
        return pictures.captioned(pictures.facts_table(facts), self.game, "trained net")

    def manifest(self) -> Manifest:
        """Everything but the weights."""
        return Manifest(
            self.architecture,
            self.game,
            self.game_version,
            self.encoding,
            self.weights_sha256,
            self.training,
        )

    def to_bytes(self) -> bytes:
        """The single-file form as bytes."""
        return b"".join(_file_pieces(self))

    @classmethod
    def from_bytes(cls, data: bytes) -> Checkpoint:
        """Reads and checks the output of `to_bytes`; raises `CheckpointError`."""
        file = safetensors.parse(data)
        manifest = _manifest_in(file.metadata)
        checkpoint = _make_checkpoint(manifest, file.tensors)
        _check_digest(manifest, checkpoint.weights_sha256)
        return checkpoint


def save_checkpoint(checkpoint: Checkpoint, path: str | os.PathLike[str]) -> None:
    """Writes one file when `path` ends in `.safetensors`, else a folder; replaces an older one."""
    if not isinstance(checkpoint, Checkpoint):
        raise CheckpointError(f"expected a Checkpoint to save; got {shown(checkpoint)}")
    path = path_of(path)
    check_tensors(checkpoint.architecture, checkpoint.tensors)
    if path.suffix == FILE_SUFFIX:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _file_pieces(checkpoint))
    else:
        _save_folder(checkpoint, path)


def _file_pieces(checkpoint: Checkpoint) -> Iterator[bytes]:
    metadata = {_METADATA_KEY: checkpoint.manifest().to_text()}
    return safetensors.serialize(checkpoint.tensors, metadata)


def _save_folder(checkpoint: Checkpoint, folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise CheckpointError(f"{folder} is a file; a checkpoint folder cannot be written there")
    folder.mkdir(parents=True, exist_ok=True)
    old = _weights_in_use(folder)
    new = _WEIGHTS_NAMES[1] if old == _WEIGHTS_NAMES[0] else _WEIGHTS_NAMES[0]
    write_atomically(folder / new, safetensors.serialize(checkpoint.tensors))
    text = checkpoint.manifest().to_text(weights=new)
    write_atomically(folder / MANIFEST_NAME, [text.encode()])
    if old is not None:
        (folder / old).unlink(missing_ok=True)


def _weights_in_use(folder: Path) -> str | None:
    """The weights file that the folder's manifest names, or None without a valid manifest.

    A manifest that cannot be read at the moment may be valid: that is an `OSError`, not None.
    """
    try:
        return _parse_manifest(_read_limited(folder / MANIFEST_NAME, MAX_MANIFEST_BYTES))[1]
    except (FileNotFoundError, CheckpointError):
        return None


def load_checkpoint(path: str | os.PathLike[str]) -> Checkpoint:
    """Reads and checks a checkpoint of either form; raises `CheckpointError`."""
    path = path_of(path)
    if path.is_dir() and _is_missing(path / MANIFEST_NAME):
        raise CheckpointError(f"{path} is not a Tengen checkpoint: it has no {MANIFEST_NAME}")
    try:
        return _load_folder(path) if path.is_dir() else _load_file(path)
    except CheckpointError as error:
        raise CheckpointError(f"{path}: {error}") from None


def load_manifest(path: str | os.PathLike[str]) -> Manifest:
    """What a checkpoint of either form says about itself, without reading its weights.

    Raises `CheckpointError` if it says nothing; the weights may still be damaged.
    """
    path = path_of(path)
    try:
        if path.is_dir():
            return _parse_manifest(_read_bytes(path / MANIFEST_NAME, MAX_MANIFEST_BYTES))[0]
        with path.open("rb") as file:
            return _manifest_in(safetensors.read_metadata(file))
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}") from None


def _manifest_in(metadata: Mapping[str, str]) -> Manifest:
    if _METADATA_KEY not in metadata:
        raise CheckpointError("not a Tengen checkpoint: this safetensors file has no manifest")
    return read_manifest(metadata[_METADATA_KEY])[0]


def path_of(net: object) -> Path:
    """A path as given by the user; raises `CheckpointError` for anything else."""
    if not isinstance(net, str | os.PathLike) or not os.fspath(net):
        raise CheckpointError(f"a net must be a name or a path; got {shown(net)}")
    return Path(net)


def _is_missing(path: Path) -> bool:
    """Whether there is certainly no such file: one that cannot be reached may exist."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def _load_folder(folder: Path) -> Checkpoint:
    text = _read_bytes(folder / MANIFEST_NAME, MAX_MANIFEST_BYTES)
    manifest, weights_name = _parse_manifest(text)
    data = _read_bytes(folder / weights_name, MAX_WEIGHTS_BYTES)
    _check_digest(manifest, hashlib.sha256(data).hexdigest())
    return _make_checkpoint(manifest, safetensors.parse(data).tensors)


def _parse_manifest(text: bytes) -> tuple[Manifest, str]:
    """A folder's manifest, and the name of its weights file."""
    manifest, data = read_manifest(text, extra_keys=("weights",))
    name = data.get("weights")
    if name not in _WEIGHTS_NAMES:
        raise CheckpointError(f"the manifest is damaged: 'weights' is not {_WEIGHTS_NAMES[0]!r}")
    return manifest, name


def _load_file(path: Path) -> Checkpoint:
    return Checkpoint.from_bytes(_read_bytes(path, MAX_WEIGHTS_BYTES))


def _read_bytes(path: Path, most: int) -> bytes:
    try:
        return _read_limited(path, most)
    except FileNotFoundError:
        raise CheckpointError(f"there is no file {path.name!r}") from None
    except OSError as error:
        raise CheckpointError(f"{path.name!r} cannot be read: {error.strerror}") from None


def _read_limited(path: Path, most: int) -> bytes:
    if path.exists() and not path.is_file():
        raise CheckpointError(f"{path.name!r} is not a regular file")  # a pipe would block
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise CheckpointError(f"{path.name!r} has {size} bytes; the limit is {most}")
        return file.read(size)


def _check_digest(manifest: Manifest, digest: str) -> None:
    if digest != manifest.weights_sha256:
        raise CheckpointError(
            f"the weights are damaged: their SHA-256 begins with {digest[:12]}, but the manifest "
            f"expects {manifest.weights_sha256[:12]}"
        )


def _make_checkpoint(manifest: Manifest, tensors: safetensors.Tensors) -> Checkpoint:
    check_tensors(manifest.architecture, tensors)
    return Checkpoint(
        manifest.architecture,
        tensors,
        manifest.game,
        manifest.game_version,
        manifest.encoding,
        manifest.training,
    )


def check_tensors(
    architecture: Architecture, tensors: Mapping[str, npt.NDArray[np.float32]]
) -> None:
    """Raises `CheckpointError` unless these are the finite weights of this architecture."""
    shapes = tensor_shapes(architecture)
    for name in tensors:
        if name not in shapes:
            raise CheckpointError(f"the weights have an unexpected tensor {name[:80]!r}")
    for name, shape in shapes.items():
        if name not in tensors:
            raise CheckpointError(f"the weights are missing {name!r} of shape {shape}")
        tensor = tensors[name]
        if tensor.shape != shape:
            raise CheckpointError(f"{name!r} must have shape {shape}; got {tensor.shape}")
        if not np.isfinite(tensor).all():
            raise CheckpointError(f"{name!r} contains NaN or infinity: training diverged")
        if name.endswith("running_var") and (tensor < 0).any():
            raise CheckpointError(f"{name!r} contains a negative variance: the weights are damaged")
