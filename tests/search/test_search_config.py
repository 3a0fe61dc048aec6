"""The parameters of a search: ranges, presets and documentation."""

from dataclasses import fields

import numpy as np
import pytest

from tengen import SearchConfig, _core
from tengen.errors import ConfigError
from tengen.settings import field_texts

ABOVE_0 = "must be above 0; got"
AT_LEAST_0 = "must be 0 or more; got"
UP_TO_1 = "must be 0 or more and at most 1; got"
REFUSED = [
    ("c_init", -0.1, AT_LEAST_0),
    ("c_init", float("nan"), AT_LEAST_0),
    ("c_init", float("inf"), AT_LEAST_0),
    ("c_base", 0, ABOVE_0),
    ("fpu_reduction", -0.1, "must be 0 or more and at most 2; got"),
    ("fpu_reduction", 2.1, "must be 0 or more and at most 2; got"),
    ("discount", 0, "must be above 0 and at most 1; got"),
    ("discount", 1.01, "must be above 0 and at most 1; got"),
    ("noise_epsilon", -0.01, UP_TO_1),
    ("noise_epsilon", 1.01, UP_TO_1),
    ("noise_alpha", 0, ABOVE_0),
    ("noise_total", 0, ABOVE_0),
    ("forced_playouts", -1, AT_LEAST_0),
    ("mlh_slope", -1, AT_LEAST_0),
    ("mlh_cap", -1, AT_LEAST_0),
    ("virtual_loss", -0.1, UP_TO_1),
    ("virtual_loss", 1.1, UP_TO_1),
    ("leaves_per_batch", 0, "must be 1 or more and at most 1,024; got"),
    ("leaves_per_batch", 1025, "must be 1 or more and at most 1,024; got"),
    ("leaves_per_batch", 2.5, "must be a whole number; got"),
    ("root", "ucb", "must be 'puct' or 'gumbel'; got"),
    ("gumbel_actions", 1, "must be 2 or more and at most 1,000,000,000; got"),
    ("gumbel_visit_scale", -1, AT_LEAST_0),
    ("gumbel_value_scale", 0, ABOVE_0),
    ("forcing_nodes", -1, "must be 0 or more and at most 1,048,576; got"),
    ("root_forcing_nodes", 2**20 + 1, "must be 0 or more and at most 1,048,576; got"),
    ("root_threat_nodes", -1, "must be 0 or more and at most 1,048,576; got"),
    ("endgame_nodes", -1, "must be 0 or more and at most 1,048,576; got"),
    ("root_endgame_nodes", 2**20 + 1, "must be 0 or more and at most 1,048,576; got"),
    ("memory_mb", 0, "must be 1 or more and at most 1,000,000,000; got"),
    ("c_init", None, "must be a number; got"),
    ("c_init", "5", "must be a number; got"),
    ("mlh_slope", True, "must be a number; got"),
    ("memory_mb", 1.5, "must be a whole number; got"),
]
SWITCHES = {
    *("prove", "one_ply_ahead", "seek_shorter_win"),
    *("early_stop", "reuse_tree", "random_symmetry"),
}


@pytest.mark.parametrize(("name", "value", "message"), REFUSED)
def test_a_value_out_of_range_is_refused_by_name_and_range(name, value, message):
    with pytest.raises(ConfigError) as caught:
        SearchConfig(**{name: value})
    assert str(caught.value).startswith(f"{name} {message}")
    assert repr(value) in str(caught.value)


def test_every_field_with_a_range_is_in_this_test():
    assert {name for name, *_ in REFUSED} | SWITCHES == {f.name for f in fields(SearchConfig)}


def test_every_field_says_what_it_is():
    assert list(field_texts(SearchConfig)) == [field.name for field in fields(SearchConfig)]


def test_numbers_of_numpy_are_numbers():
    config = SearchConfig(c_init=np.float32(2.0), leaves_per_batch=np.int64(8))
    assert config.for_core().leaves_per_batch == 8


def test_the_presets_have_the_numbers_of_the_three_systems():
    classic, resnet, connect4 = (
        SearchConfig.classic(),
        SearchConfig.resnet(),
        SearchConfig.connect4(),
    )
    assert (classic.c_init, classic.c_base, classic.fpu_reduction) == (5.0, None, None)
    assert (resnet.c_init, resnet.c_base, resnet.fpu_reduction) == (1.0, None, None)
    assert (connect4.c_init, connect4.c_base, connect4.fpu_reduction) == (1.4, 1000.0, 0.2)
    assert (connect4.mlh_slope, connect4.mlh_cap) == (0.03, 0.15)
    for preset in (classic, resnet, connect4, SearchConfig()):
        assert preset.noise_epsilon == 0


def test_a_preset_can_be_changed_in_part():
    config = SearchConfig.classic(noise_epsilon=0.25)
    assert (config.c_init, config.noise_epsilon) == (5.0, 0.25)
    with pytest.raises(ConfigError, match="noise_epsilon must be"):
        SearchConfig.classic(noise_epsilon=2)


def test_the_defaults_are_alphazeros():
    config = SearchConfig()
    assert (config.c_init, config.c_base) == (1.25, 19652.0)
    assert config.mlh_slope == 0


def _core_values(**changes):
    core = SearchConfig(**changes).for_core()
    return {name: getattr(core, name) for name in dir(core) if not name.startswith("_")}


# Of all fields but `reuse_tree`, which belongs to whoever advances a tree.
OTHER_VALUES = {
    "c_init": 2.5,
    "c_base": 100.0,
    "fpu_reduction": 0.5,
    "discount": 0.9,
    "noise_epsilon": 0.125,
    "noise_alpha": 0.75,
    "noise_total": 10.0,
    "forced_playouts": 2.0,
    "mlh_slope": 0.03,
    "mlh_cap": 0.4,
    "virtual_loss": 0.6,
    "leaves_per_batch": 8,
    "prove": False,
    "one_ply_ahead": False,
    "forcing_nodes": 7,
    "root_forcing_nodes": 70,
    "root_threat_nodes": 50,
    "endgame_nodes": 9,
    "root_endgame_nodes": 90,
    "seek_shorter_win": True,
    "early_stop": True,
    "random_symmetry": True,
    "root": "gumbel",
    "gumbel_actions": 5,
    "gumbel_visit_scale": 30.0,
    "gumbel_value_scale": 0.7,
    "memory_mb": 7,
}


@pytest.mark.parametrize(("name", "value"), OTHER_VALUES.items())
def test_a_field_reaches_the_core_under_its_name_and_changes_nothing_else(name, value):
    plain, changed = _core_values(), _core_values(**{name: value})
    assert {key for key in plain if changed[key] != plain[key]} == {name}
    assert changed[name] == (_core.RootRule.GUMBEL if name == "root" else value)


def test_no_field_is_left_out():
    assert OTHER_VALUES.keys() | {"reuse_tree"} == {field.name for field in fields(SearchConfig)}
    assert OTHER_VALUES.keys() | {"fpu_zero"} == _core_values().keys()


def test_none_is_a_number_in_the_core_that_means_the_same():
    core = SearchConfig(c_base=None, fpu_reduction=None, noise_total=None).for_core()
    assert (core.c_base, core.fpu_zero, core.noise_total, core.memory_mb) == (0, True, 0, 0)


def test_the_core_has_no_defaults_of_its_own():
    with pytest.raises(TypeError):
        _core.CoreSearchConfig()
    values = _core_values()
    for name in values:
        with pytest.raises(TypeError):
            _core.CoreSearchConfig(**{key: values[key] for key in values if key != name})
