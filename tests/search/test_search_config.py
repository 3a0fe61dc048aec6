"""The parameters of a search: ranges, presets and documentation."""

import ast
import inspect
import itertools
from dataclasses import fields

import numpy as np
import pytest

from tengen import SearchConfig
from tengen.errors import ConfigError
from tengen.search import config as config_module

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
    ("memory_mb", 0, "must be 1 or more and at most 1,000,000,000; got"),
    ("c_init", None, "must be a number; got"),
    ("c_init", "5", "must be a number; got"),
    ("mlh_slope", True, "must be a number; got"),
    ("memory_mb", 1.5, "must be a whole number; got"),
]
SWITCHES = {"prove", "early_stop", "reuse_tree", "random_symmetry"}


@pytest.mark.parametrize(("name", "value", "message"), REFUSED)
def test_a_value_out_of_range_is_refused_by_name_and_range(name, value, message):
    with pytest.raises(ConfigError) as caught:
        SearchConfig(**{name: value})
    assert str(caught.value).startswith(f"{name} {message}")
    assert repr(value) in str(caught.value)


def test_every_field_with_a_range_is_in_this_test():
    assert {name for name, *_ in REFUSED} | SWITCHES == {f.name for f in fields(SearchConfig)}


def test_every_field_says_what_it_is():
    tree = ast.parse(inspect.getsource(config_module))
    body = next(
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == "SearchConfig"
    )
    documented = {
        field.target.id
        for field, text in itertools.pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and len(text.value.value) > 30
    }
    assert documented == {field.name for field in fields(SearchConfig)}


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


def test_the_core_gets_every_field():
    config = SearchConfig(c_base=None, fpu_reduction=None, root="gumbel", memory_mb=7, mlh_cap=0.4)
    core = config.for_core()
    assert (core.c_base, core.fpu_zero, core.memory_mb, core.mlh_cap) == (0, True, 7, 0.4)
    for field in fields(SearchConfig):
        assert field.name == "reuse_tree" or hasattr(core, field.name)
