"""Nets: architectures, checkpoints, evaluators. Only training and the torch backend need torch."""

import importlib
from typing import TYPE_CHECKING, Any

from tengen.nets.architecture import Architecture
from tengen.nets.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from tengen.nets.classic_import import import_classic_net
from tengen.nets.compatibility import require_game, resize_checkpoint
from tengen.nets.evaluators import NativeEvaluator, OnnxEvaluator, load_evaluator
from tengen.nets.onnx_export import export_onnx
from tengen.nets.packages import require_package

if TYPE_CHECKING:
    from tengen.nets.policy_value_net import PolicyValueNet
    from tengen.nets.torch_evaluator import TorchEvaluator, set_torch_threads

__all__ = [
    "Architecture",
    "Checkpoint",
    "NativeEvaluator",
    "OnnxEvaluator",
    "PolicyValueNet",
    "TorchEvaluator",
    "export_onnx",
    "import_classic_net",
    "load_checkpoint",
    "load_evaluator",
    "require_game",
    "resize_checkpoint",
    "save_checkpoint",
    "set_torch_threads",
]

_NEED_TORCH = {
    "PolicyValueNet": "policy_value_net",
    "TorchEvaluator": "torch_evaluator",
    "set_torch_threads": "torch_evaluator",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    """Imports what needs torch on first use."""
    if name not in _NEED_TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_package("torch", name, "train")
    return getattr(importlib.import_module(f"{__name__}.{_NEED_TORCH[name]}"), name)
