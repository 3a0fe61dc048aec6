"""The stage `learn`: turns games and a state into a new state and a net for play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.learner.config import LearnerConfig
from tengen.learner.learner import Learner, window_samples
from tengen.learner.report import LearnerReport
from tengen.learner.state import WEIGHTS, LearnerState
from tengen.nets.architecture import Architecture
from tengen.nets.checkpoint import Checkpoint
from tengen.replay.window import ReplayWindow
from tengen.rules.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnSettings:
    """Which net learns, and how."""

    architecture: Architecture
    encoding: str
    config: LearnerConfig
    seed: int
    """Decides the first weights and which samples are drawn."""
    progress: float = 0.0
    """Share of the run that is done, from 0 to 1."""


class Learned(NamedTuple):
    """What learning made."""

    state: LearnerState
    """Everything that learning continues from."""
    checkpoint: Checkpoint
    """The net for play."""
    report: LearnerReport | None
    """None if there was nothing to learn yet."""


def untrained(game: Game[Any], settings: LearnSettings) -> Learned:
    """The initial state of a run; raises `ArchitectureError` for a net that cannot be built."""
    learner = _learner(game, settings)
    return Learned(learner.state(), learner.checkpoint(), None)


def begun_with(
    game: Game[Any], settings: LearnSettings, weights: Mapping[str, npt.NDArray[np.float32]]
) -> Learned:
    """The initial state of a run whose net has these weights; nothing else is carried over."""
    learner = _learner(game, settings)
    named = {f"{WEIGHTS}{name}": tensor for name, tensor in weights.items()}
    learner.restore(named, learner.state().facts)
    return Learned(learner.state(), learner.checkpoint(), None)


def learn(
    window: ReplayWindow,
    state: LearnerState,
    settings: LearnSettings,
    *,
    new_positions: float,
    unseen: ReplayWindow | None = None,
    on_batch: Callable[[int, int], None] = lambda done, due: None,
) -> Learned:
    """Learns from the window as much as the positions that are new in it call for.

    Depends on its arguments alone, and changes none of them. `unseen` holds games that were never
    learned from; the value is measured on them first. `on_batch` is told how many batches are done,
    and how many there will be. Raises `TrainingError` when the loss is not finite.
    """
    learner = restored(window.game, state, settings)
    due = learner.take_batches_due(new_positions)
    report = None
    if due > 0:
        report = learner.train(
            window_samples(window, settings.config),
            due,
            lambda done: on_batch(done, due),
            None if unseen is None else window_samples(unseen, settings.config),
        )
    return Learned(learner.state(), learner.checkpoint(), report)


def restored(game: Game[Any], state: LearnerState, settings: LearnSettings) -> Learner:
    """A learner that continues from a state; raises `CheckpointError` if it does not fit."""
    learner = _learner(game, settings)
    learner.restore(*state)
    return learner


def _learner(game: Game[Any], settings: LearnSettings) -> Learner:
    return Learner(
        game,
        settings.architecture,
        settings.config,
        settings.seed,
        encoding=settings.encoding,
        progress=settings.progress,
    )
