"""One small net per form a net can take, with weights and statistics that hide no mistake."""

from dataclasses import replace

import numpy as np

from tengen import load_game
from tengen._core import Random
from tengen.nets import Architecture, Checkpoint
from tengen.nets.layout import tensor_shapes


def _modern(game, **changes):
    return replace(Architecture.resnet(load_game(game), blocks=3, channels=16), **changes)


EXAMPLES = {
    "classic": ("gomoku:8x8/5", Architecture.classic(load_game("gomoku:8x8/5"))),
    "classic, 3 planes, not square": (
        "gomoku:7x5/4",
        Architecture.classic(load_game("gomoku:7x5/4"), "3-planes"),
    ),
    "teaching": ("gomoku:5x5/4", Architecture.teaching(load_game("gomoku:5x5/4"))),
    "teaching, 4 planes": (
        "connect4",
        replace(Architecture.teaching(load_game("connect4"), "4-planes"), channels=24, blocks=2),
    ),
    "modern": ("connect4", _modern("connect4")),
    "modern, pooling": ("connect4", _modern("connect4", pooling_every=2, value_kind="scalar")),
    "modern, auxiliary heads": (
        "gomoku:6x6/4",
        _modern("gomoku:6x6/4", opponent_reply=True, soft_policy=True, moves_left=0),
    ),
    "any board": (
        "gomoku:9x7/5",
        Architecture.resnet(
            load_game("gomoku:9x7/5"),
            blocks=2,
            channels=10,
            pooling_every=1,
            board_independent=True,
        ),
    ),
    "any board, pass": (
        "othello",
        Architecture.resnet(
            load_game("othello"), blocks=3, channels=20, pooling_every=3, board_independent=True
        ),
    ),
    "pooled value, linear policy": ("othello:6x6", _modern("othello:6x6", value_head="pooled")),
}


def encoding_of(architecture):
    return {3: "3-planes", 4: "4-planes"}[architecture.planes]


def random_checkpoint(game_name, architecture, seed=0):
    """Weights of about the size of trained ones; batch norms with statistics of their own."""
    rng = np.random.default_rng(seed)
    tensors = {
        name: _random_tensor(rng, name, shape)
        for name, shape in tensor_shapes(architecture).items()
    }
    game = load_game(game_name)
    return Checkpoint(architecture, tensors, game.name, game.version, encoding_of(architecture))


def example_checkpoint(name, seed=0):
    return random_checkpoint(*EXAMPLES[name], seed)


def _random_tensor(rng, name, shape):
    if name.endswith("running_var") or (".norm" in name and name.endswith("weight")):
        return rng.uniform(0.5, 1.5, shape).astype(np.float32)
    inputs = int(np.prod(shape[1:])) if len(shape) > 1 else 25
    return rng.normal(0, np.sqrt(1.5 / inputs), shape).astype(np.float32)


def classic_arrays(height, width, seed=0):
    """A net in the classic system's own layout."""
    cells = height * width
    shapes = [(32, 4, 3, 3), (64, 32, 3, 3), (128, 64, 3, 3), (4, 128, 1, 1), (4 * cells, cells)]
    shapes += [(2, 128, 1, 1), (2 * cells, 64), (64, 1)]
    rng, arrays = np.random.default_rng(seed), []
    for shape in shapes:
        inputs, outputs = np.prod(shape[1:]), shape[0]
        if len(shape) == 2:
            inputs, outputs = shape
        arrays.append(rng.normal(0, np.sqrt(2 / inputs), shape).astype(np.float32))
        arrays.append(rng.normal(0, 0.2, outputs).astype(np.float32))
    return arrays


def random_planes(game_name, encoding, count, seed=0):
    """Planes [count, C, H, W] of positions of random games."""
    game, random, planes = load_game(game_name), Random(seed), []
    position = game.initial()
    while len(planes) < count:
        actions = position.legal_actions
        if not actions:
            position = game.initial(random.below(2))
            continue
        planes.append(position.planes(encoding))
        position = position.play(actions[random.below(len(actions))])
    return np.stack(planes)


def softmax(logits):
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
