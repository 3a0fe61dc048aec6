import numpy as np
import pytest

from tengen.nets.metrics import explained_variance, gradient_norm, kl_divergence, policy_entropy

UNIFORM = np.full((3, 4), 0.25)
CERTAIN = np.eye(4)[:3]


def test_entropy():
    assert policy_entropy(UNIFORM) == pytest.approx(np.log(4))
    assert policy_entropy(CERTAIN) == pytest.approx(0, abs=1e-8)
    assert policy_entropy(np.array([[0.5, 0.5], [1, 0]])) == pytest.approx(np.log(2) / 2)


def test_kl_divergence():
    assert kl_divergence(UNIFORM, UNIFORM) == 0
    assert kl_divergence(CERTAIN, UNIFORM) == pytest.approx(np.log(4))
    old, new = np.array([[0.75, 0.25]]), np.array([[0.5, 0.5]])
    assert kl_divergence(old, new) == pytest.approx(0.75 * np.log(1.5) + 0.25 * np.log(0.5))


def test_explained_variance():
    outcomes = np.array([1.0, -1.0, 1.0, 0.0])
    assert explained_variance(outcomes, outcomes) == 1
    assert explained_variance(np.zeros(4), outcomes) == 0
    assert explained_variance(-outcomes, outcomes) == pytest.approx(-3)
    assert explained_variance(outcomes, np.ones(4)) == 0


def test_gradient_norm():
    assert gradient_norm([np.array([3.0]), np.array([[0.0, 4.0]])]) == pytest.approx(5)
    assert gradient_norm([]) == 0
