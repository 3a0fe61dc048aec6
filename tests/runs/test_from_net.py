"""Runs that start from a net instead of from zero."""

import json
import re
import tomllib

import numpy as np
import pytest

from tengen import load_game
from tengen.errors import CheckpointError, ConfigError, RunError, UnsupportedError
from tengen.nets import (
    Architecture,
    NativeEvaluator,
    load_checkpoint,
    resize_checkpoint,
    save_checkpoint,
)
from tengen.nets.shipped import shipped_nets
from tengen.replay.schema import MatchRow
from tengen.replay.store import RunStore
from tengen.runs import Observers, Run, RunDirectory, Stop, begin_run, train
from tengen.runs.from_net import find_origin
from tengen.runs.net_config import NetConfig
from tengen.runs.origin import Origin
from tengen.runs.summary import summarise
from tests.nets.example_nets import EXAMPLES, example_checkpoint, random_checkpoint, random_planes
from tests.runs.tiny import open_run, result_of, tiny_config, train_in

LARGER = ("net.channels=12", "net.blocks=2")


def shipped(name):
    return load_checkpoint(shipped_nets()[name])


@pytest.fixture
def begin(tmp_path):
    """Begins a run in `tmp_path / "run"`: its first net and the remarks."""

    def begun(preset, net, *overrides):
        run = begin_run(preset, tmp_path / "run", overrides=overrides, from_net=str(net))
        run.close()
        return load_checkpoint(tmp_path / "run" / "checkpoints" / "00000"), run.remarks

    return begun


def answers(net, encoding="4-planes"):
    planes = random_planes(net.game, encoding, 100)
    found = NativeEvaluator(net).evaluate(planes)
    return found.policy_logits, found.wdl, found.moves_left


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "gomoku-15x15"])
def test_the_first_net_is_the_net_it_started_from_bit_for_bit(begin, name):
    first, remarks = begin(name, name)
    net = shipped(name)
    assert first.weights_sha256 == net.weights_sha256
    for mine, its in zip(answers(first), answers(net), strict=True):
        assert np.array_equal(mine, its)
    assert remarks[0].startswith(f"Starts from {name}, a net of {net.game} (generation ")
    assert remarks[1].startswith("The net keeps its form, ")
    assert len(remarks) == 2


@pytest.mark.parametrize("game", ["gomoku:15x15/5", "gomoku:20x20/5", "gomoku:7x9/5:standard"])
def test_a_board_independent_net_goes_on_on_another_board(begin, game):
    first, remarks = begin(game, "gomoku-8x8")
    resized = resize_checkpoint(shipped("gomoku-8x8"), load_game(game))
    for mine, its in zip(answers(first)[:2], answers(resized)[:2], strict=True):
        assert np.array_equal(mine, its)
    plies, before = load_game(game).max_plies, load_game("gomoku:8x8/5").max_plies
    assert f"The moves-left head counts up to {plies} plies instead of {before}; " in remarks[2]


def test_another_rule_of_the_same_family_takes_all_weights(begin):
    first, _ = begin("gomoku:15x15/5:standard", "gomoku-15x15")
    assert first.game == "gomoku:15x15/5:standard"
    assert first.weights_sha256 == shipped("gomoku-15x15").weights_sha256


def test_a_wider_and_deeper_net_begins_with_the_same_answers(begin):
    net = shipped("gomoku-15x15")
    channels, blocks = net.architecture.channels + 16, net.architecture.blocks + 1
    first, remarks = begin(
        "gomoku-15x15", "gomoku-15x15", f"net.channels={channels}", f"net.blocks={blocks}"
    )
    assert (first.architecture.channels, first.architecture.blocks) == (channels, blocks)
    for mine, its in zip(answers(first), answers(net), strict=True):
        assert np.abs(mine - its).max() < 1e-4
    assert remarks[1].endswith(f" to {blocks} blocks x {channels} channels.")


def test_the_seed_decides_what_is_new(tmp_path):
    def first_net(name, seed):
        run = begin_run(
            "tictactoe",
            tmp_path / name,
            overrides=["net.channels=100", f"run.seed={seed}"],
            from_net="tictactoe",
        )
        run.close()
        return run.learned.checkpoint.weights_sha256

    assert first_net("a", 1) == first_net("b", 1) != first_net("c", 2)


def test_a_game_of_another_family_takes_only_the_trunk(begin):
    first, remarks = begin("othello:6x6", "gomoku-6x6")
    net = shipped("gomoku-6x6")
    for name, weights in net.tensors.items():
        if name.startswith("trunk."):
            assert np.array_equal(first.tensors[name], weights)
    assert not first.tensors["policy.cell.weight"].any()
    assert remarks[2] == (
        "New and untrained, since the net has none that fits othello:6x6: "
        "policy head, value head, moves-left head."
    )


def test_a_head_that_the_preset_does_not_want_is_left_out(begin):
    first, remarks = begin("tictactoe", "tictactoe", "net.moves_left=false")
    assert "moves_left.weight" not in first.tensors
    assert len(remarks) == 2


def test_a_head_that_only_the_preset_wants_is_new(begin):
    switches = ("net.soft_policy=true", "learner.soft_policy_loss=0.5")
    first, remarks = begin("gomoku-9x9", "gomoku-8x8", *switches)
    assert "soft_policy.cell.weight" in first.tensors
    assert remarks[2].endswith("since the net has none that fits gomoku:9x9/5: soft-policy head.")
    assert remarks[3].startswith("The moves-left head counts up to 81 plies")


def test_heads_sized_for_another_board_begin_untrained(begin):
    first, remarks = begin("connect4:5x4", "connect4")
    assert not first.tensors["policy.linear.weight"].any()
    assert "none that fits connect4:5x4: policy head, value head" in remarks[2]


def test_the_net_settles_its_form_and_what_is_typed_changes_it(begin, tmp_path):
    game = load_game("gomoku:9x9/5")
    small = Architecture.resnet(game, blocks=2, channels=10, pooling_every=1, encoding="4-planes")
    save_checkpoint(random_checkpoint(game.name, small), tmp_path / "net")
    begin("gomoku-9x9", tmp_path / "net", "net.blocks=3")
    text = (tmp_path / "run" / "config.toml").read_text()
    net = tomllib.loads(text)["net"]
    assert (net["channels"], net["pooling_every"], net["blocks"]) == (10, 1, 3)
    assert not net["board_independent"]
    assert re.search("channels = 10 +# as in the net it started from", text)
    assert re.search('first_simulations = "none" +# the net it started from is worth full', text)
    assert "residual blocks of family `resnet` (set on the command line)" in text


@pytest.mark.parametrize("name", [name for name in EXAMPLES if "pooled" not in name])
def test_the_settings_of_a_net_describe_it(name):
    game, architecture = EXAMPLES[name]
    found = NetConfig.of(architecture, "4-planes" if architecture.planes == 4 else "3-planes")
    built = found.architecture(load_game(game))
    for same in ("family", "policy_head", "policy_channels", "value_head", "value_kind"):
        assert getattr(built, same) == getattr(architecture, same)
    if found.family == "resnet":
        for same in ("blocks", "channels", "pooling_every"):
            assert getattr(built, same) == getattr(architecture, same)


def test_the_folder_says_where_the_run_came_from(tmp_path):
    train_in(tmp_path / "first", tiny_config())
    origin = find_origin(str(tmp_path / "first"))
    train_in(tmp_path / "second", tiny_config("run.generations=1"), origin=origin)
    expected = Origin(
        str(tmp_path / "first"), "tictactoe", origin.weights_sha256, origin.training["generation"]
    )
    assert summarise(RunDirectory(tmp_path / "second")).origin == expected
    assert summarise(RunDirectory(tmp_path / "first")).origin is None
    for net in ("00000", "00001"):
        manifest = (tmp_path / "second" / "checkpoints" / net / "manifest.json").read_text()
        assert expected.facts().items() <= json.loads(manifest)["training"].items()
    kept = load_checkpoint(tmp_path / "second" / "origin.safetensors")
    assert kept.weights_sha256 == origin.weights_sha256


def test_the_config_names_the_net(begin, tmp_path):
    begin("tictactoe", "tictactoe")
    header = (tmp_path / "run" / "config.toml").read_text().partition("\n\n")[0]
    assert f"\n# Started from {Origin.of(find_origin('tictactoe'))}." in header


def test_a_name_that_cannot_be_printed_is_escaped(begin, tmp_path):
    path = tmp_path / "a\nb\x1b.safetensors"
    save_checkpoint(shipped("tictactoe"), path)
    begin("tictactoe", path)
    found = summarise(RunDirectory(tmp_path / "run")).origin
    assert found is not None
    assert found.net == ascii(str(path))
    RunDirectory(tmp_path / "run").load_config()


def test_of_a_run_the_best_net_is_taken(tmp_path):
    train_in(tmp_path / "run", tiny_config())
    with RunStore(tmp_path / "run" / "run.db") as store:
        store.add_match(
            MatchRow(
                id="ladder-00001",
                generation=1,
                checkpoint="00001",
                opponent="mcts@1000",
                wins=2,
                draws=0,
                losses=0,
                details="{}",
            )
        )
    assert find_origin(str(tmp_path / "run")).training["generation"] == 1


def test_of_a_run_without_matches_the_newest_net_is_taken(tmp_path):
    config = tiny_config("run.generations=2", "ladder.every=5")
    run = open_run(tmp_path / "run", config)
    run.close()
    assert find_origin(str(tmp_path / "run")).training["generation"] == 0


def test_training_from_a_net_is_as_reproducible_as_from_zero(tmp_path):
    origin = find_origin(str(_small_net(tmp_path)))
    for name in ("one", "other"):
        train_in(tmp_path / name, tiny_config(*LARGER), origin=origin)
    assert result_of(tmp_path / "one") == result_of(tmp_path / "other")


def test_a_run_that_was_extended_equals_one_that_was_not(tmp_path):
    origin = find_origin(str(_small_net(tmp_path)))
    train_in(tmp_path / "whole", tiny_config(*LARGER), origin=origin)
    train_in(tmp_path / "parts", tiny_config(*LARGER, "run.generations=2"), origin=origin)
    run = Run.resume(tmp_path / "parts", generations=4)
    train(run, Stop(), Observers([]))
    run.close()
    assert result_of(tmp_path / "parts") == result_of(tmp_path / "whole")


def _small_net(tmp_path):
    game = load_game("tictactoe")
    architecture = Architecture.resnet(game, blocks=1, channels=8, encoding="4-planes")
    save_checkpoint(random_checkpoint("tictactoe", architecture), tmp_path / "net")
    return tmp_path / "net"


@pytest.mark.parametrize(
    ("preset", "net", "override", "sentence"),
    [
        ("connect4", "connect4", "net.channels=8", "wider, not narrower: this one has "),
        ("connect4", "connect4", "net.blocks=1", "deeper, not shallower: this one has "),
        ("connect4", "connect4", "net.encoding=3-planes", "this net reads '4-planes'; net.enc"),
        ("connect4", "connect4", "net.family=classic", "trunk of 'classic' is fixed"),
        ("connect4", "nothing", "run.seed=1", "there is no net 'nothing'"),
        ("connect4", "gomoku-8x8", "run.seed=1", "needs one action per cell"),
    ],
)
def test_what_cannot_be_carried_over_is_refused(tmp_path, preset, net, override, sentence):
    with pytest.raises((CheckpointError, ConfigError, UnsupportedError), match=sentence):
        begin_run(preset, tmp_path / "run", overrides=[override], from_net=net)
    assert list(tmp_path.iterdir()) == []


def test_a_net_with_heads_that_no_settings_describe_is_refused(tmp_path):
    save_checkpoint(example_checkpoint("pooled value, linear policy"), tmp_path / "net")
    with pytest.raises(ConfigError, match=r"heads that the settings in \[net\] cannot describe"):
        begin_run("othello:6x6", tmp_path / "run", from_net=str(tmp_path / "net"))


def test_a_file_of_the_user_is_never_overwritten(tmp_path):
    (tmp_path / "origin.safetensors").write_text("mine")
    with pytest.raises(RunError, match=r"already contains origin\.safetensors"):
        begin_run("tictactoe", tmp_path, from_net="tictactoe")
    assert (tmp_path / "origin.safetensors").read_text() == "mine"
