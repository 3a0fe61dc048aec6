"""`PolicyValueNet`: training and inference in one object (SPEC N4), for scripts and notebooks.

game = load_game("gomoku:8x8/5")
net = PolicyValueNet(game, Architecture.classic(game), seed=1)
moves, value = net.policy_value_fn(game.initial())
loss, entropy = net.train_step(states, policies, outcomes)
net.save_model("my-net")
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from tengen.errors import ArchitectureError, EvaluationError, GameOverError
from tengen.nets.architecture import Architecture
from tengen.nets.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from tengen.nets.compatibility import require_game
from tengen.nets.evaluators import check_planes
from tengen.nets.layout import AUXILIARY_HEADS
from tengen.nets.manifest import Fact
from tengen.nets.metrics import gradient_norm, policy_entropy
from tengen.nets.modules import (
    RawOutputs,
    build_network,
    get_tensors,
    network_from_tensors,
    read_outlook,
)
from tengen.nets.torch_evaluator import find_device
from tengen.rules.game import Game
from tengen.rules.position import Position

Floats = npt.NDArray[np.float32]

_WITHOUT_TARGET = ("moves_left.", *(f"{head}." for head in AUXILIARY_HEADS))


class PolicyValueNet:
    """A network for one game, with its optimiser.

    Without an `architecture` it is the default ResNet. The same `seed` gives the same first
    weights. The device (CUDA, Apple's MPS or the CPU) is chosen automatically.
    """

    def __init__(
        self,
        game: Game[Any],
        architecture: Architecture | None = None,
        *,
        seed: int = 0,
        encoding: str | None = None,
        device: str | None = None,
        learning_rate: float = 2e-3,
        weight_penalty: float = 1e-4,
    ) -> None:
        self.game = game
        self.architecture = architecture or Architecture.resnet(game, encoding=encoding)
        self.encoding = encoding or _encoding_with(game, self.architecture.planes)
        self.device = find_device(device)
        self.learning_rate = learning_rate
        self.weight_penalty = weight_penalty
        """c in the loss (z - v)^2 - pi . log p + c |theta|^2."""
        self.network = build_network(self.architecture, seed).to(self.device)
        self._start_optimizer()
        require_game(self.to_checkpoint(), game)

    def policy_value(self, planes: Floats) -> tuple[Floats, Floats]:
        """Planes [B, C, H, W] -> probabilities [B, A] of all actions, and values [B].

        Illegal actions are not masked here: planes do not contain the rules.
        """
        probabilities, values = self._ask(planes)
        return probabilities.numpy(), values.numpy()

    def policy_value_fn(self, position: Position[Any]) -> tuple[list[tuple[int, float]], float]:
        """(action, probability) for every legal action, summing to 1, and the mover's value."""
        if position.game.name != self.game.name:
            raise EvaluationError(
                f"this net plays {self.game.name}; got a position of {position.game.name}"
            )
        actions = position.legal_actions
        if not actions:
            raise GameOverError(f"the game is over: {position.outcome}")
        probabilities, values = self.policy_value(position.planes(self.encoding)[None])
        legal = probabilities[0, actions].astype(np.float64)
        total = legal.sum()
        shares = legal / total if total > 0 else np.full(len(actions), 1 / len(actions))
        return list(zip(actions, shares.tolist(), strict=True)), float(values[0])

    def train_step(
        self, states: Floats, policies: Floats, outcomes: Floats, lr: float | None = None
    ) -> tuple[float, float]:
        """One step of Adam; returns the loss and the mean policy entropy before the step.

        `states` [B, C, H, W]; `policies` [B, A], the search's; `outcomes` [B] in [-1, 1], each
        seen by the side to move. A WDL net takes the cross-entropy with win, draw and loss in
        place of (z - v)^2; heads without a target here are not trained.
        """
        self._optimizer.param_groups[0]["lr"] = self.learning_rate if lr is None else lr
        self.network.train()
        outputs: RawOutputs = self.network(self._tensor(self._checked(states)))
        log_policy = outputs.policy_logits.log_softmax(1)
        loss = _value_loss(outputs, self._tensor(outcomes))
        loss = loss - (self._tensor(policies) * log_policy).sum(1).mean()
        loss = loss + self.weight_penalty * self._squared_length()
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
        return loss.item(), policy_entropy(log_policy.detach().exp().cpu().numpy())

    def gradient_norm(self) -> float:
        """Euclidean length of the last step's gradient; 0 before the first."""
        gradients = (p.grad for p in self.network.parameters() if p.grad is not None)
        return gradient_norm(gradient.cpu().numpy() for gradient in gradients)

    def to_checkpoint(self, training: Mapping[str, Fact] | None = None) -> Checkpoint:
        """A copy of the net as it is now, ready for `load_evaluator` or `save_checkpoint`."""
        return Checkpoint(
            self.architecture,
            get_tensors(self.network),
            self.game.name,
            self.game.version,
            self.encoding,
            training or {},
        )

    def save_model(self, path: str | Path) -> None:
        """Writes a checkpoint: one file if `path` ends in `.safetensors`, else a folder."""
        save_checkpoint(self.to_checkpoint(), path)

    def load_model(self, path: str | Path) -> None:
        """Takes over a checkpoint of the same game, its architecture and encoding included."""
        checkpoint = load_checkpoint(path)
        require_game(checkpoint, self.game)
        self.architecture, self.encoding = checkpoint.architecture, checkpoint.encoding
        network = network_from_tensors(checkpoint.architecture, checkpoint.tensors)
        self.network = network.to(self.device)
        self._start_optimizer()

    def _start_optimizer(self) -> None:
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=self.learning_rate)

    def _ask(self, planes: Floats) -> tuple[Tensor, Tensor]:
        self.network.eval()
        with torch.inference_mode():
            outputs: RawOutputs = self.network(self._tensor(self._checked(planes)))
            return outputs.policy_logits.softmax(1).cpu(), read_outlook(outputs).value.cpu()

    def _checked(self, planes: Floats) -> Floats:
        net = self.architecture
        return check_planes(planes, (net.planes, net.height, net.width))

    def _tensor(self, array: Floats) -> Tensor:
        return torch.tensor(np.asarray(array, np.float32), device=self.device)

    def _squared_length(self) -> Tensor:
        """|theta|^2 of the trained parameters: Adam would shrink heads without a target to zero."""
        named = self.network.named_parameters()
        trained = [p for name, p in named if not name.startswith(_WITHOUT_TARGET)]
        return torch.stack([parameter.square().sum() for parameter in trained]).sum()


def _encoding_with(game: Game[Any], planes: int) -> str:
    for encoding in game.encodings:
        if game.plane_count(encoding) == planes:
            return str(encoding)
    raise ArchitectureError(f"{game.name} has no encoding with {planes} planes")


def _value_loss(outputs: RawOutputs, outcomes: Tensor) -> Tensor:
    """(z - v)^2, or the cross-entropy of win, draw and loss; outcomes [B]."""
    if outputs.value_logits.shape[1] == 1:
        return (outcomes - outputs.value_logits[:, 0].tanh()).square().mean()
    win, loss = outcomes.clamp(min=0), (-outcomes).clamp(min=0)
    targets = torch.stack([win, 1 - win - loss, loss], 1)  # [B, 3]
    return -(targets * outputs.value_logits.log_softmax(1)).sum(1).mean()
