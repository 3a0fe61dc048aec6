import numpy as np
import pytest
from example_nets import (
    EXAMPLES,
    encoding_of,
    example_checkpoint,
    random_planes,
)
from numpy_forward import run_folded

from tengen.errors import CheckpointError
from tengen.nets import TorchEvaluator
from tengen.nets.folding import fold


@pytest.mark.parametrize("name", EXAMPLES)
def test_folded_net_equals_torch_in_evaluation_mode(name):
    checkpoint = example_checkpoint(name)
    planes = random_planes(checkpoint.game, encoding_of(checkpoint.architecture), 20)
    expected = TorchEvaluator(checkpoint, "cpu").evaluate(planes)
    answer = run_folded(fold(checkpoint.architecture, checkpoint.tensors), planes)
    for field in ("policy_logits", "value", "wdl", "moves_left"):
        want, got = getattr(expected, field), getattr(answer, field)
        assert (want is None) == (got is None)
        if want is not None:
            np.testing.assert_allclose(got, want, rtol=2e-4, atol=2e-5)
    assert answer.value.std() > 0.01, "the test should see values that differ"


def test_training_heads_are_left_out_and_tensors_are_plain():
    checkpoint = example_checkpoint("modern, auxiliary heads")
    description, tensors = fold(checkpoint.architecture, checkpoint.tensors)
    assert not any("reply" in name or "soft" in name or "norm" in name for name in tensors)
    assert description["trunk"] == ["conv", "residual", "residual", "residual"]
    for tensor in tensors.values():
        assert tensor.dtype == np.float32
        assert tensor.flags.c_contiguous


def test_weights_beyond_single_precision_are_refused():
    checkpoint = example_checkpoint("modern")
    tensors = dict(checkpoint.tensors)
    tensors["trunk.0.norm.weight"] = np.full_like(tensors["trunk.0.norm.weight"], 3e38)
    tensors["trunk.0.norm.running_var"] = np.zeros_like(tensors["trunk.0.norm.running_var"])
    with pytest.raises(CheckpointError, match=r"trunk\.0\.weight are too large"):
        fold(checkpoint.architecture, tensors)
