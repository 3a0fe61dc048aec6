"""Nets as evaluators: in the core, in torch or in ONNX Runtime, behind one protocol."""

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from tengen import _core
from tengen.errors import CheckpointError, EvaluationError, UnsupportedError
from tengen.nets.checkpoint import Checkpoint, load_checkpoint
from tengen.nets.folding import fold
from tengen.nets.packages import is_installed, require_package
from tengen.nets.shipped import find_net
from tengen.search.evaluator import (
    Evaluation,
    Evaluator,
    RolloutEvaluator,
    RulesEvaluator,
    UniformEvaluator,
    require_threads,
)

BACKENDS = ("auto", "native", "torch", "onnx")
ONNX_SUFFIX = ".onnx"
_WITHOUT_NET: dict[str, Callable[[int], RulesEvaluator]] = {
    "uniform": lambda threads: UniformEvaluator(),
    "rollout": RolloutEvaluator,
}


@overload
def load_evaluator(net: Checkpoint, backend: str = "auto", *, threads: int = 1) -> Evaluator: ...


@overload
def load_evaluator(
    net: Checkpoint | str | os.PathLike[str], backend: str = "auto", *, threads: int = 1
) -> Evaluator | RulesEvaluator: ...


def load_evaluator(
    net: Checkpoint | str | os.PathLike[str], backend: str = "auto", *, threads: int = 1
) -> Evaluator | RulesEvaluator:
    """An evaluator from a net, named as on the command line, or from a checkpoint.

    A net is a shipped one by its name, a file (a checkpoint or an exported `.onnx`), a folder, or
    a run (its newest net). `uniform` and `rollout` need no net.

    `auto` uses torch if there is a CUDA device, otherwise the core, which needs no torch and is
    the fastest on a CPU. `threads` is the number per batch in the core or in ONNX Runtime.
    """
    if backend not in BACKENDS:
        raise UnsupportedError(f"the backend must be one of {', '.join(BACKENDS)}; got {backend!r}")
    if isinstance(net, str) and net in _WITHOUT_NET:
        return _WITHOUT_NET[net](threads)
    if isinstance(net, str | os.PathLike):
        if Path(net).suffix == ONNX_SUFFIX:
            return _load_onnx_file(Path(net), backend, threads)
        net = load_checkpoint(find_net(net))
    if not isinstance(net, Checkpoint):
        raise UnsupportedError(f"a net must be a name, a path or a Checkpoint; got {net!r}")
    return _evaluator_of(net, backend, threads)


def _evaluator_of(net: Checkpoint, backend: str, threads: int) -> Evaluator:
    if backend == "auto":
        backend = "torch" if _has_cuda() else "native"
    if backend == "native":
        return NativeEvaluator(net, threads=threads)
    if backend == "onnx":
        from tengen.nets.onnx_export import onnx_bytes

        return OnnxEvaluator(onnx_bytes(net), threads=threads)
    require_package("torch", "the torch backend", "train")
    from tengen.nets.torch_evaluator import TorchEvaluator

    return TorchEvaluator(net)


def _load_onnx_file(path: Path, backend: str, threads: int) -> Evaluator:
    if backend not in ("auto", "onnx"):
        raise UnsupportedError(f"{path} runs only in the onnx backend; got {backend!r}")
    if not path.is_file():
        raise CheckpointError(f"there is no file {str(path)!r}")
    return OnnxEvaluator(path.read_bytes(), threads=threads)


def _has_cuda() -> bool:
    """Whether torch has a CUDA device; asks for the driver first, as torch is slow to import."""
    try:
        ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return False
    return is_installed("torch") and bool(
        require_package("torch", "the torch backend", "train").cuda.is_available()
    )


def check_planes(
    planes: npt.NDArray[np.float32], shape: tuple[int, int, int]
) -> npt.NDArray[np.float32]:
    """The planes [B, *shape] as contiguous float32; raises `EvaluationError` for another shape."""
    if planes.ndim != 4 or planes.shape[1:] != shape:
        raise EvaluationError(
            f"this net takes planes of shape [batch, {', '.join(map(str, shape))}]; "
            f"got {list(planes.shape)}"
        )
    return np.ascontiguousarray(planes, np.float32)


_PIECE = 1024


class NativeEvaluator:
    """A net in the core; a sample's result is bit-identical in every batch."""

    def __init__(self, checkpoint: Checkpoint, *, threads: int = 1) -> None:
        require_threads(threads)
        self.architecture = checkpoint.architecture
        self.encoding = checkpoint.encoding
        self.threads = threads
        self.native = _core.Network(*fold(checkpoint.architecture, checkpoint.tensors))
        """The core's own evaluator, which the search runs with no Python in between."""

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Evaluates planes [B, C, H, W]."""
        net = self.architecture
        planes = check_planes(planes, (net.planes, net.height, net.width))
        # In pieces, so that Ctrl-C works during a large batch; samples are independent.
        pieces = [
            self.native.evaluate(planes[first : first + _PIECE], self.threads)
            for first in range(0, max(1, len(planes)), _PIECE)
        ]
        logits, value, draw, moves_left = (
            np.concatenate(part) if len(part) > 1 else part[0] for part in zip(*pieces, strict=True)
        )
        return Evaluation(
            policy_logits=logits,
            value=value,
            wdl=_wdl(value, draw) if net.value_kind == "wdl" else None,
            moves_left=moves_left if net.moves_left else None,
        )


def _wdl(value: npt.NDArray[np.float32], draw: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Chances of win, draw and loss [B, 3] from win minus loss and the chance of a draw."""
    decided = 1 - draw
    return np.stack([(decided + value) / 2, draw, (decided - value) / 2], axis=1)


class OnnxEvaluator:
    """A net in ONNX Runtime, from the bytes of a file that `export_onnx` wrote."""

    def __init__(self, model: bytes, *, threads: int = 1) -> None:
        runtime = require_package("onnxruntime", "the onnx backend", "onnx")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session: Any = runtime.InferenceSession(
                model, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise CheckpointError(f"ONNX Runtime cannot load this file: {error}") from None
        facts = self._session.get_modelmeta().custom_metadata_map
        if "encoding" not in facts:
            raise CheckpointError(
                "this ONNX file was not exported by Tengen: its metadata names no encoding"
            )
        self.encoding: str = facts["encoding"]
        self._outputs = [output.name for output in self._session.get_outputs()]
        _, channels, height, width = self._session.get_inputs()[0].shape
        self._shape = (channels, height, width)

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Evaluates planes [B, C, H, W]."""
        planes = check_planes(planes, self._shape)
        answers = self._session.run(self._outputs, {"planes": planes})
        named = dict(zip(self._outputs, answers, strict=True))
        wdl = named.get("wdl")
        return Evaluation(
            policy_logits=named["policy_logits"],
            value=named["value"] if wdl is None else wdl[:, 0] - wdl[:, 2],
            wdl=wdl,
            moves_left=named.get("moves_left"),
        )
