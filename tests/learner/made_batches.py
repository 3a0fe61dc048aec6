"""Small nets, and batches of made-up targets that fit them."""

from dataclasses import replace

import numpy as np

from tengen import Architecture, load_game
from tengen.learner import Learner, LearnerConfig
from tengen.replay.window import Batch

GAME = load_game("tictactoe")


def small_net(**changes):
    return replace(Architecture.resnet(GAME, blocks=1, channels=8), value_hidden=16, **changes)


def all_heads():
    return small_net(opponent_reply=True, soft_policy=True)


def made_batch(net, rows, seed):
    rng = np.random.default_rng(seed)
    policy = rng.dirichlet(np.full(net.actions, 0.5), rows).astype(np.float32)
    taught = np.ones(rows, np.float32)
    taught[::4] = 0
    outcome = rng.integers(0, 3, rows)
    return Batch(
        planes=(rng.random((rows, net.planes, net.height, net.width)) < 0.4).astype(np.float32),
        policy=policy * taught[:, None],
        policy_weight=taught,
        value=(1 - outcome).astype(np.float32),
        wdl=np.eye(3, dtype=np.float32)[outcome],
        moves_left=rng.integers(0, 9, rows),
        reply=policy[::-1].copy(),
        reply_weight=np.ones(rows, np.float32),
    )


def sampler(net):
    """Every seed gives a batch of its own, as a replay window does."""
    return lambda count, seed: made_batch(net, count, seed)


def learner(net=None, seed=3, **changes):
    config = LearnerConfig(**{"batch_size": 16, "threads": 1, "warmup_updates": 0, **changes})
    return Learner(GAME, net or all_heads(), config, seed, device="cpu")
