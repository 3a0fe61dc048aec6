"""What is trained: a net, its optimiser and the running mean of its weights."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from tengen._core import Convolver
from tengen.errors import CheckpointError, TrainingError
from tengen.learner.average import WeightAverage
from tengen.learner.config import LearnerConfig
from tengen.learner.loss import Losses, Targets, compute_losses, head_weights
from tengen.learner.native_convolution import use_native_convolutions
from tengen.learner.native_trunk import use_native_trunk
from tengen.learner.optimisers import (
    build_optimiser,
    clip_gradient,
    optimiser_blocks,
    optimiser_tensors,
    restore_optimiser,
    set_learning_rate,
)
from tengen.learner.pointwise import use_native_heads
from tengen.learner.state import WEIGHTS
from tengen.nets.architecture import Architecture
from tengen.nets.layout import tensor_shapes
from tengen.nets.modules import Network, RawOutputs, build_network, read_outlook
from tengen.replay.window import Batch

Arrays = dict[str, npt.NDArray[np.float32]]


class Drawn(NamedTuple):
    """A batch on the device."""

    planes: Tensor  # [B, C, H, W], channels_last
    targets: Targets


class Answers(NamedTuple):
    """The net's answer for a batch in play."""

    policy: npt.NDArray[np.float32]  # [B, A]
    values: npt.NDArray[np.float32]  # [B]


class Model:
    """Weights and everything updated with them. The same seed gives the same initial weights."""

    def __init__(
        self, architecture: Architecture, config: LearnerConfig, seed: int, device: torch.device
    ) -> None:
        self.architecture = architecture
        self.device = device
        self._config = config
        self._weights = head_weights(config)
        self.network = build_network(architecture, seed).to(device)
        # Channels last is the layout torch's convolutions work in: no reordering around each.
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        # The core keeps views of the weights, so these move first.
        self._blocks = optimiser_blocks(self.network)
        self.torch_threads = config.threads
        """For what is left to torch: beside the core's threads, torch's would only take turns."""
        if (
            config.native_trunk
            and device.type == "cpu"
            and _train_natively(self.network, config.threads)
        ):
            self.torch_threads = 1
        self._optimiser = build_optimiser(self._blocks, config)
        self._average = self._start_average()

    def place(self, batch: Batch) -> Drawn:
        """The batch as tensors; raises `TrainingError` when it does not fit the net."""
        self._refuse_misfit(batch)
        planes = torch.from_numpy(batch.planes).to(self.device)
        planes = planes.contiguous(memory_format=torch.channels_last)
        return Drawn(planes, Targets.of(batch, self.device))

    def update(self, drawn: Drawn, rate: float, number: int) -> tuple[Losses, Tensor]:
        """Update `number` (1, 2, 3 ...); returns the losses before it and the gradient's length."""
        self._set_training(True)
        outputs: RawOutputs = self.network(drawn.planes)
        losses = compute_losses(outputs, drawn.targets, self._weights)
        for block in self._blocks:
            block.drop_gradients()
        losses.total.backward()  # type: ignore[no-untyped-call]
        norm = clip_gradient(self._blocks, self._config.gradient_clip)
        set_learning_rate(self._optimiser, rate)
        self._optimiser.step()
        if self._average is not None:
            self._average.update(number)
        return losses, norm

    def answers(self, planes: Tensor) -> Answers:
        """The newest weights' answers, with the norms' running statistics as in play."""
        self._set_training(False)
        with torch.inference_mode():
            outputs: RawOutputs = self.network(planes)
            policy, values = outputs.policy_logits.softmax(1), read_outlook(outputs).value
        return Answers(policy.cpu().numpy(), values.cpu().numpy())

    def weight_penalty(self) -> float:
        """c |theta|^2 where it is part of the loss; `adamw` decouples it."""
        if self._config.optimiser == "adamw":
            return 0.0
        with torch.no_grad():
            squares = [parameter.square().sum() for parameter in self.network.parameters()]
            return self._config.weight_decay * float(torch.stack(squares).sum())

    def playing_tensors(self) -> Arrays:
        """A copy of the weights for play: their running mean if one is kept, else the newest."""
        return _copies(self._named_tensors() if self._average is None else self._named_means())

    def tensors(self) -> Arrays:
        """A copy of everything `restore` needs, as `weights.*`, `average.*` and `optimiser.*`."""
        moments = optimiser_tensors(self._blocks, self._optimiser, self._config.optimiser)
        return {
            **_copies(self._named_tensors(), WEIGHTS),
            **_copies(self._named_means(), "average."),
            **_copies(moments, "optimiser."),
        }

    def restore(self, tensors: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Restores what `tensors` returned. A mean that was not kept starts at the weights."""
        with torch.no_grad():
            self._copy_in(self._named_tensors(), _part(tensors, WEIGHTS))
            self._average = self._start_average()
            means = _part(tensors, "average.")
            if means:
                self._copy_in(self._named_means(), means)
        moments = _part(tensors, "optimiser.")
        restore_optimiser(self._blocks, self._optimiser, self._config.optimiser, moments)

    def _set_training(self, training: bool) -> None:
        """Visits every module only when something changes: between updates nothing does."""
        if self.network.training != training:
            self.network.train(training)

    def _start_average(self) -> WeightAverage | None:
        if self._config.ema_decay == 0:
            return None
        return WeightAverage(list(self._named_tensors().values()), self._config.ema_decay)

    def _named_tensors(self) -> dict[str, Tensor]:
        """The net's tensors, as in a checkpoint; updates change them in place."""
        state = self.network.state_dict()
        return {name: state[name] for name in tensor_shapes(self.architecture)}

    def _named_means(self) -> dict[str, Tensor]:
        means = [] if self._average is None else self._average.means
        return dict(zip(tensor_shapes(self.architecture), means, strict=False))

    def _copy_in(self, own: Mapping[str, Tensor], given: Mapping[str, Tensor]) -> None:
        for name, tensor in own.items():
            if name not in given or given[name].shape != tensor.shape:
                raise CheckpointError(
                    f"the learner's state has no {name!r} of shape {tuple(tensor.shape)}"
                )
            tensor.copy_(given[name])

    def _refuse_misfit(self, batch: Batch) -> None:
        net, rows = self.architecture, len(batch.planes)
        wanted = {
            "planes": (rows, net.planes, net.height, net.width),
            "policy": (rows, net.actions),
            "reply": (rows, net.actions),
        }
        for name, shape in wanted.items():
            found = getattr(batch, name).shape
            if found != shape:
                raise TrainingError(f"{name} of a batch should have shape {shape}; got {found}")
        if rows < 2:
            raise TrainingError(f"a batch needs 2 rows or more, for batch norms; got {rows}")


def _train_natively(network: Network, threads: int) -> bool:
    """The whole trunk on the core, or whichever of its convolutions; whether it is the whole."""
    trainer = use_native_trunk(network, threads)
    if trainer is not None:
        use_native_heads(network, trainer)
        return True
    convolver = Convolver(threads)
    use_native_convolutions(network, convolver)
    use_native_heads(network, convolver)
    return False


def _copies(tensors: Mapping[str, Tensor], prefix: str = "") -> Arrays:
    return {
        prefix + name: np.array(tensor.detach().cpu().numpy(), np.float32, order="C")
        for name, tensor in tensors.items()
    }


def _part(tensors: Mapping[str, npt.NDArray[np.float32]], prefix: str) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): torch.from_numpy(np.array(array, np.float32, order="C"))
        for name, array in tensors.items()
        if name.startswith(prefix)
    }
