"""Nets of the classic Gomoku system (SPEC N6), as checkpoints that give the same answers.

That system shows its net the board upside down (plane row 0 is the top row) while its policy
counts from the bottom, and its pickled nets are for true convolution. All of that is folded
into the weights here, once, so that the result is an ordinary net of the classic family.
"""

import io
import pickle
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.errors import NetImportError
from tengen.nets.architecture import Architecture
from tengen.nets.checkpoint import Checkpoint
from tengen.nets.layout import tensor_shapes
from tengen.nets.packages import require_package
from tengen.nets.restricted_pickle import MAX_FILE_BYTES, load_arrays
from tengen.rules.facts import ActionForm
from tengen.rules.game import Encoding, Game

Floats = npt.NDArray[np.float32]

# The classic PyTorch version's layers in the order of the pickled arrays, and ours.
_LAYERS = {
    "conv1": "trunk.0.conv",
    "conv2": "trunk.1.conv",
    "conv3": "trunk.2.conv",
    "act_conv1": "policy.conv",
    "act_fc1": "policy.linear",
    "val_conv1": "value.conv",
    "val_fc1": "value.hidden",
    "val_fc2": "value.output",
}
_PARTS = ("weight", "bias")
_ZIP_MAGIC = b"PK\x03\x04"


def import_classic_net(path: str | Path, game: Game[Any]) -> Checkpoint:
    """A classic net for `game` from pickled arrays or from a PyTorch state dict.

    Nothing in the file is run. Raises `NetImportError` for anything else.
    """
    path = Path(path)
    architecture = _architecture_for(game)
    data = _read(path)
    try:
        if data.startswith(_ZIP_MAGIC):
            tensors = _from_state_dict(_load_state_dict(data), architecture)
        else:
            tensors = _from_arrays(load_arrays(data), architecture)
    except NetImportError as error:
        raise NetImportError(f"{path}: {error}") from None
    training = {"imported_from": path.name}
    name, encoding = game.name, str(Encoding.FOUR_PLANES)
    return Checkpoint(architecture, tensors, name, game.version, encoding, training)


def _architecture_for(game: Game[Any]) -> Architecture:
    facts = game.facts
    has_cells_alone = facts.actions is ActionForm.CELLS and facts.pass_action is None
    if Encoding.FOUR_PLANES not in game.encodings or not has_cells_alone:
        raise NetImportError(
            f"classic nets play games with one action per cell, such as gomoku:8x8/5; "
            f"got {game.name}"
        )
    return Architecture.classic(game)


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise NetImportError(f"there is no file {str(path)!r}")
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        raise NetImportError(f"{path} has {size} bytes; the limit is {MAX_FILE_BYTES}")
    return path.read_bytes()


def _from_arrays(arrays: list[Floats], architecture: Architecture) -> dict[str, Floats]:
    names = [f"{layer}.{part}" for layer in _LAYERS for part in _PARTS]
    if len(arrays) != len(names):
        raise NetImportError(f"a classic net has {len(names)} arrays; the file has {len(arrays)}")
    tensors = {}
    for index, (name, array) in enumerate(zip(names, arrays, strict=True)):
        if "fc" in name and array.ndim == 2:
            array = array.T
        if array.ndim == 4:
            array = array[:, :, ::-1, ::-1]
        tensors[_our_name(name)] = _adapt(f"array {index} ({name})", array, name, architecture)
    return tensors


def _from_state_dict(state: Mapping[str, Floats], architecture: Architecture) -> dict[str, Floats]:
    names = [f"{layer}.{part}" for layer in _LAYERS for part in _PARTS]
    if set(state) != set(names):
        missing, unknown = sorted(set(names) - set(state)), sorted(set(state) - set(names))
        raise NetImportError(
            f"not the state dict of a classic net: missing {missing[:3] or 'none'}, "
            f"unexpected {[name[:40] for name in unknown[:3]] or 'none'}"
        )
    return {_our_name(name): _adapt(repr(name), state[name], name, architecture) for name in names}


def _our_name(name: str) -> str:
    layer, part = name.split(".")
    return f"{_LAYERS[layer]}.{part}"


def _adapt(where: str, array: Floats, name: str, architecture: Architecture) -> Floats:
    """Checks one array in torch's layout and folds the upside-down board into it."""
    shape = tensor_shapes(architecture)[_our_name(name)]
    if array.shape != shape:
        raise NetImportError(
            f"{where} must have torch shape {shape} for a {architecture.board} board; "
            f"got {array.shape}"
        )
    if not np.isfinite(array).all():
        raise NetImportError(f"{where} contains NaN or infinity")
    if name.startswith("conv") and array.ndim == 4:
        array = array[:, :, ::-1, :]
    elif name in ("act_fc1.weight", "val_fc1.weight"):
        board = (architecture.height, architecture.width)
        array = array.reshape(len(array), -1, *board)[:, :, ::-1].reshape(shape)
    return np.array(array, np.float32, order="C")


def _load_state_dict(data: bytes) -> dict[str, Floats]:
    """The tensors of a PyTorch file, read with `weights_only`: it runs nothing."""
    torch = require_package("torch", "reading a PyTorch file", "train")
    _check_archive(data)
    try:
        state = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except pickle.UnpicklingError:  # its own message advises to load the file unsafely
        raise NetImportError(
            "the PyTorch file holds more than weights, such as code, or is damaged: it was not "
            "loaded, and nothing was run"
        ) from None
    except Exception as error:  # a damaged archive can fail in any way
        first_line = str(error).partition("\n")[0]
        raise NetImportError(f"PyTorch refuses the file: {first_line}") from None
    if not isinstance(state, dict):
        raise NetImportError(f"expected a state dict; the file contains {type(state).__name__}")
    return {str(name): _to_numpy(torch, str(name), tensor) for name, tensor in state.items()}


def _check_archive(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise NetImportError(f"the PyTorch file is damaged: {error}") from None
    if size > MAX_FILE_BYTES:
        raise NetImportError(f"the file unpacks to {size} bytes; the limit is {MAX_FILE_BYTES}")


def _to_numpy(torch: Any, name: str, tensor: Any) -> Floats:  # noqa: ANN401
    is_plain = isinstance(tensor, torch.Tensor) and tensor.layout == torch.strided
    if not is_plain or not tensor.is_floating_point() or tensor.device.type != "cpu":
        raise NetImportError(f"{name[:60]!r} is not a tensor of floats")
    if tensor.numel() * 4 > MAX_FILE_BYTES:
        raise NetImportError(
            f"{name[:60]!r} has {tensor.numel()} values: too large for a classic net"
        )
    return np.array(tensor.detach().float().numpy(), np.float32)
