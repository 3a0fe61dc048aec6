"""Every game that loads can be trained, with its preset or with settings scaled to it."""

import tomllib

import numpy as np
import pytest

from tengen import load_game
from tengen.errors import ArchitectureError, ConfigError, UnknownGameError
from tengen.nets import Architecture, NativeEvaluator, load_checkpoint
from tengen.nets.compatibility import require_native_size
from tengen.nets.shipped import find_net
from tengen.runs import Run, load_preset, preset_names
from tengen.runs.naming import new_run_folder, short_name
from tengen.runs.presets import choose_preset, run_name
from tengen.runs.scaled_preset import scaled_preset
from tengen.settings import read_notes

from .preset_settings import SMALL_NET, TINY
from .tiny import train_in

HEX = "examples/hex.py:Hex"
KINDS = [
    "gomoku:7x7/4",
    "gomoku:9x5/4",
    "gomoku:20x20/5:standard",
    "connect4:5x4",
    "othello:6x6",
    "openspiel:hex(board_size=5)",
    "openspiel:tic_tac_toe",
    "openspiel:clobber",
    "openspiel:nim",
    HEX,
]
"""Square and not, long games, columns, a pass, observations, actions that are not cells, no board
at all, rules in Python."""


@pytest.mark.parametrize("name", KINDS)
def test_a_tiny_training_ends_with_a_net_that_plays(name, tmp_path):
    config = load_preset(name, [*TINY, *SMALL_NET, "run.generations=1"])
    train_in(tmp_path / "run", config)
    game, net = load_game(name), load_checkpoint(find_net(tmp_path / "run"))
    planes = game.initial().planes(net.encoding)
    evaluation = NativeEvaluator(net).evaluate(planes[None])
    assert net.game == game.name
    assert evaluation.policy_logits.shape == (1, game.num_actions)
    assert np.isfinite(evaluation.policy_logits).all()


@pytest.mark.parametrize("name", KINDS)
def test_scaled_settings_are_a_net_and_a_reason_each(name):
    text, game = scaled_preset(name, load_game(name)), load_game(name)
    stated = [f"{s}.{key}" for s, table in tomllib.loads(text).items() for key in table]
    assert list(read_notes(text).reasons) == stated
    config = load_preset(name)
    assert config.run.game == name
    assert config.net.encoding in game.encodings
    require_native_size(config.net.architecture(game))
    assert config.selfplay.first_simulations <= config.selfplay.simulations
    assert config.ladder.first_opponent <= config.ladder.last_opponent


def test_the_reasons_are_in_the_config_of_the_run(tmp_path):
    run = Run.begin(tmp_path / "run", load_preset("gomoku:7x7/4"))
    run.close()
    text = run.directory.config_file.read_text()
    assert text.startswith("# gomoku:7x7/4 has no preset of its own")
    assert "alpha = 10 / legal moves: about 0.28 here" in text


def test_one_block_is_told_in_the_singular():
    small = ["net.blocks=1", "net.channels=8", "run.games_per_generation=1"]
    remark = choose_preset("gomoku:7x7/4", small).remark
    assert "(1 block x 8 channels, " in remark
    assert " 1 game per generation)" in remark


def test_nets_and_searches_grow_with_the_board_until_games_would_be_too_few():
    small, middle, large = (
        load_preset(f"gomoku:{size}") for size in ("5x5/4", "10x10/6", "19x19/5")
    )
    assert small.net.blocks < middle.net.blocks
    assert small.net.channels < middle.net.channels > large.net.channels
    assert small.selfplay.simulations < middle.selfplay.simulations < large.selfplay.simulations
    assert small.run.games_per_generation > large.run.games_per_generation
    assert large.net.pooling_every > small.net.pooling_every == 0


def work(blocks, channels, **_):
    """What one evaluation costs on a given board, up to a factor."""
    return blocks * channels**2


def work_of(net):
    return work(net.blocks, net.channels)


def test_scaled_settings_pass_near_the_presets_that_were_tried_out():
    for game, preset in (("gomoku:6x6/4", "gomoku-6x6"), ("gomoku:9x9/5", "gomoku-9x9")):
        tables = tomllib.loads(scaled_preset(game, load_game(game)))
        tried = load_preset(preset)
        assert work(**tables["net"]) == pytest.approx(work_of(tried.net), 0.5)
        assert tables["selfplay"]["simulations"] == pytest.approx(tried.selfplay.simulations, 0.3)


def test_only_nets_of_games_that_lines_decide_are_for_any_board():
    assert load_preset("gomoku:7x7/4").net.board_independent
    assert not load_preset("othello:6x6").net.board_independent
    assert not load_preset(HEX).net.board_independent


def test_very_long_games_have_no_moves_left_head():
    config = load_preset("openspiel:chess")
    assert config.net.architecture(load_game("openspiel:chess")).moves_left == 0


def test_the_game_of_a_preset_takes_the_preset_and_says_so():
    for game, preset in (
        ("gomoku:8x8/5", "gomoku-8x8"),
        ("connect4:7x6", "connect4"),
        ("gomoku", "gomoku-15x15"),
    ):
        chosen = choose_preset(game, ["run.seed=3"])
        assert chosen.config == load_preset(preset, ["run.seed=3"])
        assert chosen.name == run_name(game) == preset
        assert f"preset {preset}" in chosen.remark


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_comes_before_the_game_of_its_name(name):
    assert choose_preset(name).remark is None


def test_presets_of_other_systems_are_used_only_by_name():
    assert load_preset("gomoku:10x10/5").net != load_preset("resnet-10x10").net


def test_runs_are_named_after_the_whole_game(tmp_path):
    assert short_name("gomoku:7x7/4") == "gomoku-7x7-4"
    assert short_name("openspiel:hex(board_size=5)") == "openspiel-hex-board_size-5"
    assert short_name("games/mine.py:Mine") == "mine"
    assert short_name("games/mine.toml") == "mine"
    assert new_run_folder("gomoku:7x7/4", tmp_path) == tmp_path / "gomoku-7x7-4-1"


def test_a_name_that_means_nothing_lists_presets_and_forms_of_games():
    with pytest.raises(ConfigError, match="Did you mean gomoku-9x9") as refused:
        load_preset("gomoku9x9")
    for words in ("connect4-mlh", "gomoku:WxH/N", "openspiel:NAME", "FILE.py:CLASS"):
        assert words in str(refused.value)
    with pytest.raises(ConfigError, match=r"Did you mean gomoku:7x7/4\?"):
        load_preset("gomuku:7x7/4")
    with pytest.raises(UnknownGameError, match="not a valid size of gomoku"):
        load_preset("gomoku:7x7")
    with pytest.raises(ConfigError, match=r"name the class too, as in examples/hex\.py:CLASS"):
        load_preset("examples/hex.py")


def test_a_game_beyond_what_nets_are_made_for_is_refused_with_the_limit():
    game = load_game("openspiel:shogi")
    with pytest.raises(ArchitectureError, match="at most 8,192 actions; this game needs 13,689"):
        require_native_size(Architecture.resnet(game, blocks=1, channels=8))
