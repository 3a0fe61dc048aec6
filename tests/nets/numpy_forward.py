"""The folded form of a net run by plain numpy in double precision: slow, short, independent."""

from typing import NamedTuple

import numpy as np
from example_nets import softmax


class Answer(NamedTuple):
    policy_logits: np.ndarray
    value: np.ndarray
    wdl: np.ndarray | None
    moves_left: np.ndarray | None


def relu(x):
    return np.maximum(x, 0)


def correlate(x, weight):
    """[B, I, H, W] -> [B, O, H, W] with a border of zeros."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return np.einsum("bihwyx,oiyx->bohw", windows, weight, optimize=True)


def pool(x):
    return np.concatenate([x.mean((2, 3)), x.max((2, 3))], axis=1)


def run_folded(net, planes):
    facts, weights = net.description, {k: v.astype(np.float64) for k, v in net.tensors.items()}
    x = planes.astype(np.float64)
    for index, kind in enumerate(facts["trunk"]):
        layer = {
            name.rpartition(".")[2]: tensor
            for name, tensor in weights.items()
            if name.startswith(f"trunk.{index}.")
        }
        x = _LAYERS[kind](x, layer)
    features = relu(_pointwise(x, weights, "value"))
    inputs = pool(features) if facts["value_head"] == "pooled" else features.reshape(len(x), -1)
    hidden = relu(inputs @ weights["value.hidden_weight"].T + weights["value.hidden_bias"])
    logits = hidden @ weights["value.weight"].T + weights["value.bias"]
    wdl = softmax(logits) if facts["value_kind"] == "wdl" else None
    value = np.tanh(logits[:, 0]) if wdl is None else wdl[:, 0] - wdl[:, 2]
    return Answer(_policy(x, facts, weights), value, wdl, _moves_left(hidden, facts, weights))


def _conv(x, layer):
    return relu(correlate(x, layer["weight"]) + layer["bias"][:, None, None])


def _residual(x, layer, mix=lambda hidden, layer: hidden):
    hidden = relu(correlate(x, layer["weight1"]) + layer["bias1"][:, None, None])
    hidden = mix(hidden, layer)
    return relu(x + correlate(hidden, layer["weight2"]) + layer["bias2"][:, None, None])


def _mix(hidden, layer):
    pooled = layer["pool_weight"].shape[1] // 2
    bias = pool(hidden[:, :pooled]) @ layer["pool_weight"].T + layer["pool_bias"]
    return hidden + bias[:, :, None, None]


_LAYERS = {
    "conv": _conv,
    "residual": _residual,
    "pooling": lambda x, layer: _residual(x, layer, _mix),
}


def _pointwise(x, weights, head):
    mixed = np.einsum("bihw,oi->bohw", x, weights[f"{head}.conv_weight"])
    return mixed + weights[f"{head}.conv_bias"][:, None, None]


def _policy(x, facts, weights):
    features = relu(_pointwise(x, weights, "policy"))
    if facts["policy_head"] == "linear":
        return features.reshape(len(x), -1) @ weights["policy.weight"].T + weights["policy.bias"]
    cells = np.einsum("bkhw,k->bhw", features, weights["policy.cell_weight"])
    logits = cells.reshape(len(x), -1) + weights["policy.cell_bias"]
    if facts["actions"] == logits.shape[1]:
        return logits
    passing = pool(features) @ weights["policy.pass_weight"] + weights["policy.pass_bias"]
    return np.concatenate([logits, passing[:, None]], axis=1)


def _moves_left(hidden, facts, weights):
    if not facts["moves_left"]:
        return None
    logits = hidden @ weights["moves_left.weight"].T + weights["moves_left.bias"]
    return softmax(logits) @ np.arange(facts["moves_left"])
