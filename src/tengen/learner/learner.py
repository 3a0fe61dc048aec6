"""`Learner`: batches go in, better weights come out.

    learner = Learner(game, Architecture.resnet(game), LearnerConfig(), seed=1)
    report = learner.train(window_samples(window, learner.config), batches=100)
    save_checkpoint(learner.checkpoint(), "my-net")

Given the same seed, batches, thread count and machine, training gives the same bits: every kernel
used here is deterministic on the processor, so torch's deterministic mode, which is global and
slows down other work, is not needed.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from tengen._core import derive_seed
from tengen.errors import ArchitectureError, CheckpointError, TrainingError
from tengen.learner import schedule
from tengen.learner.config import LearnerConfig
from tengen.learner.memory import keep_freed_memory
from tengen.learner.model import Drawn, Model
from tengen.learner.report import LearnerReport
from tengen.learner.state import FORMAT_VERSION, LearnerState
from tengen.learner.update_means import UpdateMeans
from tengen.nets.architecture import Architecture
from tengen.nets.checkpoint import Checkpoint
from tengen.nets.compatibility import require_game
from tengen.nets.manifest import Fact
from tengen.nets.metrics import explained_variance, kl_divergence
from tengen.nets.torch_evaluator import find_device
from tengen.replay.window import Batch, ReplayWindow
from tengen.rules.game import Game

SampleFunction = Callable[[int, int], Batch]
"""(count, seed) -> a batch of `count` samples in which all chance comes from the seed."""

_MEASURED_ROWS = (
    128  # of the first batch: enough for two decimals at half the cost of a usual batch
)
_UNSEEN_ROWS = 512  # more, because positions of one game are similar
_UNSEEN_STREAM = 2**63  # seeds of batches are below it
_LEAST_VARIANCE = 0.1  # of values from -1 to 1; about what nine draws in ten games have


def window_samples(window: ReplayWindow, config: LearnerConfig) -> SampleFunction:
    """Draws batches from a window as the config says."""

    def sample(count: int, seed: int) -> Batch:
        return window.sample(
            count,
            seed,
            value_mix=config.value_mix,
            surprise_share=config.surprise_share,
            proven_share=config.proven_share,
            symmetries=config.symmetries,
        )

    return sample


class Learner:
    """Trains one net. The seed decides the first weights and which samples are drawn."""

    def __init__(
        self,
        game: Game[Any],
        architecture: Architecture,
        config: LearnerConfig,
        seed: int,
        *,
        encoding: str | None = None,
        device: str | None = None,
        progress: float = 0.0,
    ) -> None:
        self.game = game
        self.architecture = architecture
        self.config = config
        self.seed = seed % 2**64
        self.encoding = encoding or _encoding_with(game, architecture.planes)
        self.progress = progress
        """Share of the run that is done, from 0 to 1; the cosine follows it."""
        self.batches = 0
        """Batches drawn since the beginning of the run."""
        self.updates = 0
        """Steps of the optimiser since the beginning of the run."""
        self.multiplier = 1.0
        """The KL rule's factor on the learning rate."""
        self.samples_due = 0.0
        """Samples to draw that do not fill a batch yet."""
        self._model = Model(architecture, config, self.seed, find_device(device))
        require_game(self.checkpoint(), game)

    def train(
        self,
        sample: SampleFunction,
        batches: int,
        on_batch: Callable[[int], None] | None = None,
        unseen: SampleFunction | None = None,
    ) -> LearnerReport:
        """Trains on this many new batches; raises `TrainingError` when the loss is not finite.

        The seed of a batch depends on the learner's seed and on how many came before it.
        `on_batch` is told how many of the batches are done, after each of them. `unseen` draws from
        games never learned from: the value is measured on them first, which changes nothing else.
        """
        if batches < 1:
            raise TrainingError(f"train needs 1 batch or more; got {batches!r}")
        keep_freed_memory()
        with _torch_threads(self._model.torch_threads):
            new = None if unseen is None else self._explained_of(unseen)
            report = self._train(sample, batches, on_batch or (lambda done: None))
        report = replace(report, explained_variance_new=new)
        if not report.is_finite:
            raise TrainingError(
                f"the loss became {report.total_loss} within {report.updates} updates: go back to "
                f"the last saved state with a learning_rate below {report.learning_rate:g}, or "
                "set gradient_clip"
            )
        return report

    def checkpoint(self, training: Mapping[str, Fact] | None = None) -> Checkpoint:
        """A copy of the net to play with: the mean of its weights where one is kept."""
        return Checkpoint(
            self.architecture,
            self._model.playing_tensors(),
            self.game.name,
            self.game.version,
            self.encoding,
            {"updates": self.updates, "batches": self.batches, **(training or {})},
        )

    def state(self) -> LearnerState:
        """A copy of everything that training depends on, for `restore` or `save_state`."""
        facts = {
            "format_version": FORMAT_VERSION,
            "game": self.game.name,
            "optimiser": self.config.optimiser,
            "seed": self.seed,
            "batches": self.batches,
            "updates": self.updates,
            "multiplier": self.multiplier,
            "samples_due": self.samples_due,
        }
        return LearnerState(self._model.tensors(), facts)

    def restore(
        self, tensors: Mapping[str, npt.NDArray[np.float32]], facts: Mapping[str, Any]
    ) -> None:
        """Continues from `state`: the same batches then give the same bits."""
        for name, own in (("game", self.game.name), ("optimiser", self.config.optimiser)):
            if facts.get(name) != own:
                raise CheckpointError(
                    f"the learner's state has {name} {facts.get(name)!r}; this run has {own!r}"
                )
        self._model.restore(tensors)
        self.seed, self.batches = int(facts["seed"]), int(facts["batches"])
        self.updates, self.multiplier = int(facts["updates"]), float(facts["multiplier"])
        self.samples_due = float(facts["samples_due"])

    def take_batches_due(self, new_positions: float) -> int:
        """Batches to train on after so many new positions.

        What does not fill a batch is kept, so that nothing is lost to rounding or to a restart.
        """
        self.samples_due += new_positions * self.config.samples_at(self.progress)
        batches = int(self.samples_due // self.config.batch_size)
        self.samples_due -= batches * self.config.batch_size
        return batches

    def learning_rate(self) -> float:
        """The rate of the next update."""
        config = self.config
        if config.schedule == "kl":
            return config.learning_rate * self.multiplier
        rate = config.learning_rate * schedule.warmup_factor(self.updates, config.warmup_updates)
        if config.schedule == "cosine":
            rate *= schedule.cosine_factor(self.progress, config.decay_start, config.final_share)
        return rate

    def _train(
        self, sample: SampleFunction, batches: int, on_batch: Callable[[int], None]
    ) -> LearnerReport:
        start, means = time.perf_counter(), UpdateMeans()
        first = self._draw(sample)
        measured = first.planes[:_MEASURED_ROWS]
        before = self._model.answers(measured)
        moved = 0.0
        for done in range(batches):
            moved += self._train_on(first if done == 0 else self._draw(sample), means)
            on_batch(done + 1)
        after = self._model.answers(measured)
        targets = first.targets.value[:_MEASURED_ROWS].cpu().numpy()
        by_kl_rule = self.config.schedule == "kl"
        return LearnerReport(
            batches=batches,
            updates=means.updates,
            samples=means.samples,
            losses=means.losses(),
            total_loss=means.mean("total"),
            weight_penalty=self._model.weight_penalty(),
            entropy=means.mean("entropy"),
            kl=moved / batches if by_kl_rule else kl_divergence(before.policy, after.policy),
            explained_variance_before=explained_variance(before.values, targets),
            explained_variance_after=explained_variance(after.values, targets),
            gradient_norm=means.mean("gradient_norm"),
            learning_rate=means.learning_rate,
            multiplier=self.multiplier,
            seconds=time.perf_counter() - start,
        )

    def _explained_of(self, unseen: SampleFunction) -> float | None:
        """None where it would mean nothing: an untrained net, or games that all end alike."""
        if self.updates == 0:
            return None
        batch = unseen(_UNSEEN_ROWS, derive_seed(self.seed, _UNSEEN_STREAM))
        if float(np.var(batch.value)) < _LEAST_VARIANCE:
            return None
        values = self._model.answers(self._model.place(batch).planes).values
        return explained_variance(values, batch.value)

    def _draw(self, sample: SampleFunction) -> Drawn:
        batch = sample(self.config.batch_size, derive_seed(self.seed, self.batches))
        drawn = self._model.place(batch)
        self.batches += 1
        return drawn

    def _train_on(self, drawn: Drawn, means: UpdateMeans) -> float:
        """Trains on one batch; how far it moved the policy, measured only for the KL rule."""
        if self.config.schedule != "kl":
            self._update(drawn, means)
            return 0.0
        before, moved, target = self._model.answers(drawn.planes).policy, 0.0, self.config.kl_target
        for _ in range(self.config.epochs):
            self._update(drawn, means)
            moved = kl_divergence(before, self._model.answers(drawn.planes).policy)
            if schedule.moved_too_far(moved, target):
                break
        self.multiplier = schedule.adapted_multiplier(self.multiplier, moved, target)
        return moved

    def _update(self, drawn: Drawn, means: UpdateMeans) -> None:
        rate = self.learning_rate()
        self.updates += 1
        losses, gradient_norm = self._model.update(drawn, rate, self.updates)
        means.add(losses, gradient_norm, rate, len(drawn.planes))


def _encoding_with(game: Game[Any], planes: int) -> str:
    for encoding in game.encodings:
        if game.plane_count(encoding) == planes:
            return str(encoding)
    raise ArchitectureError(f"{game.name} has no encoding with {planes} planes")


@contextmanager
def _torch_threads(count: int) -> Iterator[None]:
    """Restores torch's thread count, which belongs to the process."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
