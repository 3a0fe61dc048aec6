"""Every head there is can be switched on, and what cannot work is refused."""

import pytest

from tengen.errors import ConfigError
from tengen.learner.loss import HEADS
from tengen.rules.registry import load_game
from tengen.runs import Run, RunConfig, load_preset
from tengen.runs.events import GenerationDone
from tengen.runs.net_config import NetConfig

from .test_presets import Notebook
from .tiny import tiny_config, train_in

SWITCHES = [
    {"value_kind": "scalar"},
    {"value_kind": "wdl"},
    {"moves_left": True},
    {"moves_left": False},
    {"opponent_reply": True},
    {"soft_policy": True},
    {"opponent_reply": True, "soft_policy": True, "moves_left": True, "value_kind": "wdl"},
]
OF_RESNET = [
    {"pooling_every": 1},
    {"board_independent": True},
    {"pooling_every": 1, "board_independent": True, "opponent_reply": True, "soft_policy": True},
]
NETS = [("resnet", switches) for switches in SWITCHES + OF_RESNET] + [
    (family, switches) for family in ("classic", "teaching") for switches in SWITCHES
]


def overrides(settings):
    return [f"net.{name}={str(value).lower()}" for name, value in settings.items()]


@pytest.mark.parametrize(("family", "switches"), NETS)
def test_a_net_has_the_heads_that_were_switched_on_and_trains_them(family, switches, tmp_path):
    sizes = [] if family == "resnet" else ["net.blocks=4", "net.channels=64"]  # the defaults
    tiny = ["run.generations=1", "run.games_per_generation=2", "selfplay.simulations=2"]
    config = tiny_config(f"net.family={family}", *sizes, *tiny, *overrides(switches))
    notes = Notebook()
    train_in(tmp_path / "run", config, observers=[notes])
    (done,) = notes.of(GenerationDone)
    trained = set(done.report.losses)
    assert {"policy", "value"} <= trained <= set(HEADS)
    assert ("reply" in trained) == switches.get("opponent_reply", False)
    assert ("soft_policy" in trained) == switches.get("soft_policy", False)
    assert ("moves_left" in trained) == switches.get("moves_left", family == "resnet")
    assert done.report.updates > 0


@pytest.mark.parametrize("family", ["classic", "teaching", "resnet"])
def test_without_switches_a_net_is_what_its_family_is(family):
    architecture = NetConfig(family=family).architecture(load_game("gomoku:6x6/4"))
    is_ours = family == "resnet"
    assert architecture.value_kind == ("wdl" if is_ours else "scalar")
    assert architecture.moves_left == (37 if is_ours else 0)
    assert (architecture.opponent_reply, architecture.soft_policy) == (False, False)


def test_a_scalar_value_is_one_number():
    net = NetConfig(value_kind="scalar", moves_left=False)
    architecture = net.architecture(load_game("connect4"))
    assert (architecture.value_outputs, architecture.moves_left) == (1, 0)


@pytest.mark.parametrize("family", ["classic", "teaching"])
@pytest.mark.parametrize(
    "settings", [{"blocks": 2}, {"channels": 16}, {"pooling_every": 2}, {"board_independent": True}]
)
def test_a_fixed_trunk_cannot_be_changed(family, settings):
    (name,) = settings
    with pytest.raises(ConfigError, match=f"{name} is a setting of family 'resnet'; .*'{family}'"):
        NetConfig(family=family, **settings)


def test_a_board_independent_net_for_a_game_of_columns_is_refused(tmp_path):
    config = load_preset("connect4", ["net.board_independent=true"])
    sentence = r"the network in \[net\] cannot be built for connect4: .* one action per cell"
    with pytest.raises(ConfigError, match=sentence):
        Run.begin(tmp_path / "run", config)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (["net.moves_left=true", "learner.moves_left_loss=0"], "moves_left needs learner.moves"),
        (["net.opponent_reply=true", "learner.reply_loss=0"], "opponent_reply needs learner.reply"),
        (["net.soft_policy=true", "learner.soft_policy_loss=0"], "soft_policy needs learner.soft"),
        (["search.mlh_slope=0.02", "net.moves_left=false"], "mlh_slope above 0 needs"),
        (["search.mlh_slope=0.02", "learner.moves_left_loss=0"], "mlh_slope above 0 needs"),
        (["search.mlh_slope=0.02", "net.family=teaching"], "mlh_slope above 0 needs"),
    ],
)
def test_a_head_that_would_learn_nothing_is_refused(settings, sentence):
    with pytest.raises(ConfigError, match=sentence):
        RunConfig.from_text('[run]\ngame = "connect4"\n', "here", settings)


def test_an_unknown_family_is_refused():
    with pytest.raises(ConfigError, match="family must be 'classic' or 'teaching' or 'resnet'"):
        NetConfig(family="transformer")
