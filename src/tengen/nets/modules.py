"""Networks in torch, built from an `Architecture`. Parameter names are those of `layout`."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from tengen.nets.architecture import Architecture
from tengen.nets.layout import (
    NORM_EPSILON,
    has_norm,
    pooled_channels,
    trunk_channels,
    trunk_kinds,
)


class RawOutputs(NamedTuple):
    """A network's outputs before softmax and tanh; None without such a head."""

    policy_logits: Tensor  # [B, A]
    value_logits: Tensor  # [B, 1] before tanh, or [B, 3]: win, draw, loss before softmax
    moves_left_logits: Tensor | None = None  # [B, L]
    opponent_reply_logits: Tensor | None = None  # [B, A], only in training mode
    soft_policy_logits: Tensor | None = None  # [B, A], only in training mode

    def map(self, change: Callable[[Tensor], Tensor]) -> "RawOutputs":
        """Applies the same change to every output present."""
        policy, value, *others = self
        changed = [None if tensor is None else change(tensor) for tensor in others]
        return RawOutputs(change(policy), change(value), *changed)


class Outlook(NamedTuple):
    """What the value heads mean, for the side to move."""

    value: Tensor  # [B], win chance minus loss chance
    wdl: Tensor | None  # [B, 3]
    moves_left: Tensor | None  # [B], expected plies to the end


def read_outlook(outputs: RawOutputs) -> Outlook:
    """The values, chances and expected plies of raw outputs."""
    if outputs.value_logits.shape[1] == 1:
        wdl, value = None, outputs.value_logits[:, 0].tanh()
    else:
        wdl = outputs.value_logits.softmax(1)
        value = wdl[:, 0] - wdl[:, 2]
    if outputs.moves_left_logits is None:
        return Outlook(value, wdl, None)
    chances = outputs.moves_left_logits.softmax(1)  # [B, L]
    plies = torch.arange(chances.shape[1], device=chances.device, dtype=chances.dtype)
    return Outlook(value, wdl, chances @ plies)


def _pool(features: Tensor) -> Tensor:
    """Mean and maximum over the board: [B, K, H, W] -> [B, 2 * K]."""
    return torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)


def _norm(channels: int) -> nn.BatchNorm2d:
    norm = nn.BatchNorm2d(channels, eps=NORM_EPSILON)
    norm.num_batches_tracked = None  # only a cumulative average would need this count
    return norm


class Convolution(nn.Module):
    """Convolution, batch norm (resnet) or bias (classic), ReLU."""

    def __init__(self, inputs: int, outputs: int, size: int, norm: bool) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=not norm)
        self.norm = _norm(outputs) if norm else nn.Identity()

    def forward(self, x: Tensor) -> Tensor:
        """[B, inputs, H, W] -> [B, outputs, H, W]."""
        return torch.relu(self.norm(self.conv(x)))


class ResidualBlock(nn.Module):
    """Convolution, norm, ReLU, convolution, norm, add, ReLU."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = _norm(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = _norm(channels)

    def forward(self, x: Tensor) -> Tensor:
        """[B, C, H, W] -> [B, C, H, W]."""
        hidden = self.mix(torch.relu(self.norm1(self.conv1(x))))
        return torch.relu(x + self.norm2(self.conv2(hidden)))

    def mix(self, hidden: Tensor) -> Tensor:
        """The step between the two convolutions: nothing."""
        return hidden


class PoolingBlock(ResidualBlock):
    """A residual block that adds whole-board information to every cell."""

    def __init__(self, channels: int, pooled: int) -> None:
        super().__init__(channels)
        self.pooled = pooled
        self.pool = nn.Linear(2 * pooled, channels)

    def mix(self, hidden: Tensor) -> Tensor:
        """Adds a bias per channel, made from the first `pooled` channels of all cells."""
        bias: Tensor = self.pool(_pool(hidden[:, : self.pooled]))  # [B, C]
        return hidden + bias[:, :, None, None]


class PolicyHead(Convolution):
    """Trunk [B, C, H, W] -> logits [B, A]."""

    def __init__(self, architecture: Architecture) -> None:
        width = architecture.policy_channels
        trunk = trunk_channels(architecture)[-1]
        super().__init__(trunk, width, 1, has_norm(architecture))
        self.linear = self.cell = self.passing = None
        if architecture.policy_head == "linear":
            self.linear = nn.Linear(width * architecture.cells, architecture.actions)
            return
        self.cell = nn.Conv2d(width, 1, 1)
        if architecture.has_pass:
            self.passing = nn.Linear(2 * width, 1)

    def forward(self, x: Tensor) -> Tensor:
        """One logit per action; the pass, where there is one, comes last."""
        features = super().forward(x)  # [B, K, H, W]
        if self.linear is not None:
            return torch.as_tensor(self.linear(features.flatten(1)))
        assert self.cell is not None
        logits: Tensor = self.cell(features).flatten(1)  # [B, cells]
        if self.passing is None:
            return logits
        return torch.cat([logits, self.passing(_pool(features))], 1)


class ValueHead(Convolution):
    """Trunk [B, C, H, W] -> hidden vector [B, V] and value logits [B, 1 or 3]."""

    def __init__(self, architecture: Architecture) -> None:
        width, hidden = architecture.value_channels, architecture.value_hidden
        trunk = trunk_channels(architecture)[-1]
        super().__init__(trunk, width, 1, has_norm(architecture))
        self.pooled = architecture.value_head == "pooled"
        inputs = 2 * width if self.pooled else width * architecture.cells
        self.hidden = nn.Linear(inputs, hidden)
        self.output = nn.Linear(hidden, architecture.value_outputs)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:  # type: ignore[override]
        """The hidden vector, which the moves-left head shares, and the value logits."""
        features = super().forward(x)  # [B, K, H, W]
        inputs = _pool(features) if self.pooled else features.flatten(1)
        hidden = torch.relu(self.hidden(inputs))
        return hidden, self.output(hidden)


class Network(nn.Module):
    """Planes [B, C, H, W] -> `RawOutputs`."""

    def __init__(self, architecture: Architecture) -> None:
        super().__init__()
        self.architecture = architecture
        self.trunk = nn.Sequential(*_trunk_layers(architecture))
        self.policy = PolicyHead(architecture)
        self.value = ValueHead(architecture)
        classes = architecture.moves_left
        self.moves_left = nn.Linear(architecture.value_hidden, classes) if classes else None
        self.opponent_reply = PolicyHead(architecture) if architecture.opponent_reply else None
        self.soft_policy = PolicyHead(architecture) if architecture.soft_policy else None

    def forward(self, planes: Tensor) -> RawOutputs:
        """Auxiliary heads answer in training mode only."""
        features = self.trunk(planes)  # [B, C, H, W]
        hidden, value_logits = self.value(features)
        return RawOutputs(
            policy_logits=self.policy(features),
            value_logits=value_logits,
            moves_left_logits=None if self.moves_left is None else self.moves_left(hidden),
            opponent_reply_logits=self._in_training(self.opponent_reply, features),
            soft_policy_logits=self._in_training(self.soft_policy, features),
        )

    def _in_training(self, head: PolicyHead | None, features: Tensor) -> Tensor | None:
        if head is None or not self.training:
            return None
        logits: Tensor = head(features)
        return logits


def _trunk_layers(architecture: Architecture) -> list[nn.Module]:
    layers: list[nn.Module] = []
    inputs = architecture.planes
    kinds, widths = trunk_kinds(architecture), trunk_channels(architecture)
    for kind, outputs in zip(kinds, widths, strict=True):
        if kind == "conv":
            layers.append(Convolution(inputs, outputs, 3, has_norm(architecture)))
        elif kind == "residual":
            layers.append(ResidualBlock(outputs))
        else:
            layers.append(PoolingBlock(outputs, pooled_channels(architecture)))
        inputs = outputs
    return layers


def build_network(architecture: Architecture, seed: int) -> Network:
    """A new network; the same seed gives the same weights, without touching global state."""
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        network = Network(architecture)
        if has_norm(architecture):
            # Batch norms undo the scale of a convolution, so the default's smaller spread affects
            # only residual sums; He initialisation keeps the signal's size through ReLUs.
            for module in network.modules():
                if isinstance(module, nn.Conv2d):
                    nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
    if architecture.value_kind == "wdl":
        _start_without_opinion(network)
    return network


def _start_without_opinion(network: Network) -> None:
    """Starts with uniform policies and values.

    Random last layers prefer some moves for one side and others for its opponent. On a large
    board one side then loses nearly all games before it can learn, and self-play never recovers.
    """
    heads = [network.policy, network.opponent_reply, network.soft_policy]
    policies = [head for head in heads if head is not None]
    last = [layer for head in policies for layer in (head.linear, head.cell, head.passing)]
    for layer in (*last, network.value.output, network.moves_left):
        if layer is not None and layer.bias is not None:
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)


def network_from_tensors(
    architecture: Architecture, tensors: Mapping[str, npt.NDArray[np.float32]]
) -> Network:
    """A network with given weights, those of `layout.tensor_shapes`."""
    network = build_network(architecture, seed=0)
    set_tensors(network, tensors)
    return network


def set_tensors(network: Network, tensors: Mapping[str, npt.NDArray[np.float32]]) -> None:
    """Copies weights into a network of the same architecture."""
    with torch.no_grad():
        for name, tensor in network.state_dict().items():
            tensor.copy_(torch.from_numpy(np.array(tensors[name], order="C")))


def get_tensors(network: Network) -> dict[str, npt.NDArray[np.float32]]:
    """A copy of the weights, as a checkpoint stores them."""
    return {
        name: np.array(tensor.detach().cpu().float().numpy(), np.float32)
        for name, tensor in network.state_dict().items()
    }
