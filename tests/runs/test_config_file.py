"""A run's config.toml: every setting, with why it is what it is."""

from dataclasses import fields

import pytest

from tengen.runs import Run, RunConfig, RunDirectory, load_preset, preset_names
from tengen.runs.config import SECTIONS
from tengen.settings import read_notes

from .tiny import tiny_config


def reasons_in(config):
    return read_notes(config.to_toml()).reasons


@pytest.mark.parametrize("name", preset_names())
def test_every_setting_is_stated_with_a_reason(name):
    text = load_preset(name).to_toml()
    every = [f"{section}.{f.name}" for section, kind in SECTIONS.items() for f in fields(kind)]
    assert list(read_notes(text).reasons) == every
    assert max(len(line) for line in text.splitlines()) <= 100


def test_what_the_preset_says_is_kept():
    preset, reasons = load_preset("connect4"), reasons_in(load_preset("connect4"))
    assert reasons["learner.gradient_clip"] == "guards against rare outlier batches"
    assert preset.to_toml().startswith("# Connect Four, tuned to learn quickly")


def test_a_default_says_what_it_is_for():
    reasons = reasons_in(load_preset("connect4"))
    assert reasons["run.seed"] == "Seed of everything random in the run (default)"


def test_what_was_typed_is_marked():
    reasons = reasons_in(load_preset("connect4", ["run.seed=9", "learner.gradient_clip=1"]))
    assert reasons["run.seed"] == "Seed of everything random in the run (set on the command line)"
    assert reasons["learner.gradient_clip"].endswith("(set on the command line)")
    assert not reasons["net.channels"].endswith("(set on the command line)")


def test_a_value_nobody_gave_a_reason_for_says_what_it_is():
    reasons = reasons_in(tiny_config())
    assert reasons["net.channels"] == "Channels of family `resnet`"


@pytest.mark.parametrize("name", preset_names())
def test_reading_and_writing_again_changes_nothing(name, tmp_path):
    config = load_preset(name, ["run.seed=5", f"selfplay.openings={['a1b2c3'] * 40}"])
    file = tmp_path / "config.toml"
    file.write_text(config.to_toml())
    assert RunConfig.from_file(file) == config
    assert RunConfig.from_file(file).to_toml() == config.to_toml()


def test_a_run_resumed_to_another_end_keeps_its_reasons(tmp_path):
    config = load_preset("tictactoe", ["net.channels=16"])
    Run.begin(tmp_path / "run", config).close()
    Run.resume(tmp_path / "run", generations=31).close()
    directory = RunDirectory(tmp_path / "run")
    before, after = config.to_toml(), directory.config_file.read_text()
    changed = [line for line in after.splitlines() if line not in before.splitlines()]
    settings = [line.split("#")[0].strip() for line in changed]
    assert [setting for setting in settings if setting] == ["generations = 31"]
    assert reasons_in(directory.load_config())["run.generations"] == (
        "Number of rounds of self-play and learning (set on the command line)"
    )


def test_the_game_must_be_named(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[net]\nblocks = 2\n")
    with pytest.raises(ValueError, match=r"run\.game is missing: it has no default"):
        load_preset(str(file))
