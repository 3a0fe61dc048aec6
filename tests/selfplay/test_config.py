"""The settings of self-play, and how they reach the core."""

from dataclasses import fields, replace

import pytest

from tengen import SearchConfig, _core
from tengen.selfplay import SelfPlayConfig
from tengen.settings import field_texts

PLAIN = SelfPlayConfig(first_simulations=80, simulation_growth=0.2, cheap_simulations=30)

# Each with the fields of the core's config that it changes at a tenth of the run.
OTHER_VALUES = {
    "simulations": (500, {"simulations"}),
    "first_simulations": (120, {"simulations"}),
    "simulation_growth": (0.4, {"simulations"}),
    "full_share": (0.5, {"full_share"}),
    "cheap_simulations": (25, {"cheap_simulations"}),
    "temperature_moves": (3, {"temperature_moves"}),
    "temperature_early": (0.5, {"temperature_early"}),
    "temperature_late": (0.25, {"temperature_late"}),
    "output_noise": (0.25, {"output_noise"}),
    "resign_below": (-0.9, {"resign_below"}),
    "play_on_share": (0.3, {"play_on_share"}),
    "random_plies": (4, {"random_plies"}),
    "adjudicate": (False, {"adjudicate"}),
}


def core_values(config, search=None, openings=()):
    core = config.for_core(search or SearchConfig(), 0.1, [list(actions) for actions in openings])
    names = [name for name in dir(core) if not name.startswith("_") and name != "search"]
    return {name: getattr(core, name) for name in names}


def changed_by(values):
    plain = core_values(PLAIN)
    return {name for name in plain if values[name] != plain[name]}


@pytest.mark.parametrize(("name", "value", "reached"), [(n, *o) for n, o in OTHER_VALUES.items()])
def test_a_setting_reaches_the_core_and_changes_nothing_else(name, value, reached):
    values = core_values(replace(PLAIN, **{name: value}))
    assert changed_by(values) == reached
    if name in values and name != "simulations":
        assert values[name] == value


def test_openings_the_search_and_its_tree_reach_the_core():
    assert changed_by(core_values(PLAIN, openings=[[1, 2]])) == {"openings"}
    assert changed_by(core_values(PLAIN, SearchConfig(reuse_tree=False))) == {"reuse_tree"}
    assert PLAIN.for_core(SearchConfig(c_init=3.0), 0, []).search.c_init == 3.0


def test_no_setting_is_left_out():
    of_the_task = {"openings", "games_at_once"}
    assert OTHER_VALUES.keys() | of_the_task == {field.name for field in fields(SelfPlayConfig)}
    reached = set().union(*(names for _, names in OTHER_VALUES.values()))
    assert reached | {"openings", "reuse_tree"} == core_values(PLAIN).keys()


def test_the_core_has_no_defaults_of_its_own():
    values = {**core_values(PLAIN), "search": SearchConfig().for_core()}
    assert _core.CoreSelfPlayConfig(**values).simulations == values["simulations"]
    for name in values:
        with pytest.raises(TypeError):
            _core.CoreSelfPlayConfig(**{key: values[key] for key in values if key != name})


def test_every_setting_is_explained():
    assert list(field_texts(SelfPlayConfig)) == [field.name for field in fields(SelfPlayConfig)]
