"""Nets in torch: for GPUs, and as the reference for every other backend."""

import threading

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from tengen.nets.checkpoint import Checkpoint
from tengen.nets.evaluators import check_planes
from tengen.nets.modules import Network, RawOutputs, network_from_tensors, read_outlook
from tengen.search.evaluator import Evaluation

_SMALLEST_PADDED_BATCH = 16


def find_device(name: str | None = None) -> torch.device:
    """The device with this name, or the best available: CUDA, Apple's MPS or the CPU."""
    if name is not None:
        return torch.device(name)
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("mps" if torch.backends.mps.is_available() else "cpu")


def set_torch_threads(count: int) -> None:
    """For the whole process; torch itself would use all cores."""
    torch.set_num_threads(count)


class TorchEvaluator:
    """A net in torch; on CUDA in half precision, with padded batches and recorded graphs."""

    def __init__(self, checkpoint: Checkpoint, device: str | None = None) -> None:
        self.architecture = checkpoint.architecture
        self.encoding = checkpoint.encoding
        self.device = find_device(device)
        network = network_from_tensors(checkpoint.architecture, checkpoint.tensors)
        self._network = network.eval().to(self.device)
        self._network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._graphs = _CudaGraphs(self._network) if self.device.type == "cuda" else None

    def evaluate(self, planes: npt.NDArray[np.float32]) -> Evaluation:
        """Evaluates planes [B, C, H, W]."""
        net = self.architecture
        planes = check_planes(planes, (net.planes, net.height, net.width))
        with torch.inference_mode():
            batch = torch.from_numpy(planes).to(self.device)
            run = self._network if self._graphs is None else self._graphs
            outputs: RawOutputs = run(batch).map(Tensor.float)
            outlook = read_outlook(outputs)
        return Evaluation(
            policy_logits=outputs.policy_logits.cpu().numpy(),
            value=outlook.value.cpu().numpy(),
            wdl=None if outlook.wdl is None else outlook.wdl.cpu().numpy(),
            moves_left=None if outlook.moves_left is None else outlook.moves_left.cpu().numpy(),
        )


def padded_size(count: int) -> int:
    """The batch size actually run: a power of two, so that few sizes occur."""
    return max(_SMALLEST_PADDED_BATCH, 1 << (count - 1).bit_length())


def use_half_precision(network: Network) -> None:
    """Halves everything but the batch norms, whose variances do not fit half precision."""
    network.half()
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.float()


class _CudaGraphs:
    """Runs a network as recorded CUDA graphs, one per batch size, each a single launch."""

    def __init__(self, network: Network) -> None:
        use_half_precision(network)
        self._network = network
        self._recorded: dict[int, tuple[torch.cuda.CUDAGraph, Tensor, RawOutputs]] = {}
        self._lock = threading.Lock()  # a graph's input and output are shared by all callers

    def __call__(self, batch: Tensor) -> RawOutputs:
        count = len(batch)
        with self._lock:
            size = padded_size(count)
            if size not in self._recorded:
                self._recorded[size] = self._record(batch, size)
            graph, planes, outputs = self._recorded[size]
            planes[:count].copy_(batch)
            graph.replay()
            return outputs.map(lambda tensor: tensor[:count].clone())

    def _record(self, batch: Tensor, size: int) -> tuple[torch.cuda.CUDAGraph, Tensor, RawOutputs]:
        planes = torch.zeros(size, *batch.shape[1:], device=batch.device, dtype=torch.half)
        planes = planes.contiguous(memory_format=torch.channels_last)
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):  # lets the libraries choose their kernels before recording
            for _ in range(3):
                self._network(planes)
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            outputs = self._network(planes)
        return graph, planes, outputs
