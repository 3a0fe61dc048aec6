import pytest

from tengen.errors import ConfigError
from tengen.learner import LearnerConfig
from tengen.settings import field_texts, read_model


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"batch_size": 1}, "batch_size must be 2 or more and at most 1,000,000; got 1"),
        ({"learning_rate": 0}, "learning_rate must be above 0 and at most 10; got 0"),
        ({"learning_rate": float("nan")}, "learning_rate must be above 0 and at most 10; got nan"),
        ({"value_mix": 1.5}, "value_mix must be 0 or more and at most 1; got 1.5"),
        ({"ema_decay": 1.0}, "ema_decay must be 0 or more and at most 0.999999; got 1.0"),
        ({"policy_loss": -1}, "policy_loss must be 0 or more and at most 1,000; got -1"),
        ({"optimiser": "lion"}, "optimiser must be 'adam' or 'adamw' or 'sgd'; got 'lion'"),
        ({"schedule": "step"}, "schedule must be 'constant' or 'cosine' or 'kl'; got 'step'"),
        ({"policy_loss": 0, "value_loss": 0}, "policy_loss and value_loss must not both be 0"),
    ],
)
def test_numbers_out_of_range_are_refused(changes, sentence):
    with pytest.raises(ConfigError, match="must") as caught:
        LearnerConfig(**changes)
    assert str(caught.value) == sentence


def test_unknown_settings_are_refused_with_a_guess():
    with pytest.raises(ConfigError, match=r"did you mean learner\.learning_rate"):
        read_model(LearnerConfig, {"learning_rates": 0.1}, "learner")


def test_every_setting_is_explained_beside_it():
    assert list(field_texts(LearnerConfig)) == list(LearnerConfig.__dataclass_fields__)


def test_samples_per_position_grow_with_the_run():
    config = LearnerConfig(samples_per_position=6, first_samples_per_position=2, samples_growth=0.5)
    assert [config.samples_at(share / 4) for share in range(5)] == [2, 4, 6, 6, 6]
    assert LearnerConfig(samples_per_position=3).samples_at(0.0) == 3
