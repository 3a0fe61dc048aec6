"""`Learner`: a net, its optimiser and their memory; batches go in, better weights come out.

Given the same seed, batches, thread count and machine, training gives the same bits: every kernel
used here is deterministic on the processor, so torch's deterministic mode, which slows down
everything else, is not needed. Fused optimisers and the channels_last layout are where the speed
over a plain loop comes from; see `benchmarks/learner.py`.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from tengen._core import derive_seed
from tengen.errors import TrainingError
from tengen.learner import memory, schedule
from tengen.learner.average import WeightAverage
from tengen.learner.batches import check_batch
from tengen.learner.config import LearnerConfig
from tengen.learner.loss import Targets, compute_losses, head_weights
from tengen.learner.optimisers import build_optimiser, set_learning_rate
from tengen.learner.report import LearnerReport
from tengen.learner.state import LearnerState
from tengen.learner.tally import Tally
from tengen.nets import Architecture, Checkpoint, require_game
from tengen.nets.layout import tensor_shapes
from tengen.nets.manifest import Fact
from tengen.nets.metrics import explained_variance, kl_divergence
from tengen.nets.modules import RawOutputs, build_network, judge
from tengen.nets.torch_evaluator import find_device
from tengen.replay.window import Batch
from tengen.rules.game import Game

SampleFunction = Callable[[int, int], Batch]
"""(count, seed) -> a batch of `count` samples that depends on the seed alone."""


class _Drawn(NamedTuple):
    planes: Tensor  # [B, C, H, W], channels_last
    targets: Targets


class _Answers(NamedTuple):
    """What the net says about a batch when it plays."""

    policy: npt.NDArray[np.float32]  # [B, A]
    values: npt.NDArray[np.float32]  # [B]
