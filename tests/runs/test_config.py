"""Reading and changing the settings of a run."""

import re

import pytest

from tengen.errors import ConfigError
from tengen.runs import RunConfig, load_preset


def refuses(message):
    return pytest.raises(ConfigError, match=re.escape(message))


def test_overrides_change_what_they_name_and_nothing_else():
    plain = load_preset("tictactoe")
    changed = load_preset("tictactoe", ["net.channels=16", "selfplay.resign_below=-0.9"])
    assert changed.net.channels == 16
    assert changed.selfplay.resign_below == -0.9
    assert changed.search == plain.search
    assert changed.learner == plain.learner


def test_overrides_need_no_quotes():
    changed = load_preset("tictactoe", ["run.game=gomoku:6x6/4", "search.c_base=none"])
    assert changed.run.game == "gomoku:6x6/4"
    assert changed.search.c_base is None


def test_a_list_is_written_as_in_toml():
    changed = load_preset("tictactoe", ['selfplay.openings=["a1b2", "b2"]'])
    assert changed.selfplay.openings == ("a1b2", "b2")


def test_the_last_of_two_overrides_counts():
    assert load_preset("tictactoe", ["run.seed=5", "run.seed=6"]).run.seed == 6


@pytest.mark.parametrize("text", ["channels=3", "net.channels", "net.=3", ".channels=3", "=", ""])
def test_an_override_that_is_none_is_refused(text):
    with refuses("write a setting as section.key=value"):
        load_preset("tictactoe", [text])


def test_an_unknown_setting_brings_a_guess():
    with refuses("there is no setting net.chanels; did you mean net.channels?"):
        load_preset("tictactoe", ["net.chanels=3"])


def test_an_unknown_section_brings_a_guess():
    with refuses("there is no setting learne; did you mean learner?"):
        load_preset("tictactoe", ["learne.batch_size=3"])


def test_a_wrong_type_is_named_with_its_place():
    with refuses("net.channels must be a whole number; got 'many'"):
        load_preset("tictactoe", ["net.channels=many"])


@pytest.mark.parametrize(
    "name",
    ["selfplay.simulations", "selfplay.temperature_moves", "search.gumbel_actions", "ladder.games"],
)
def test_a_number_too_large_to_count_with_is_refused(name):
    section, setting = name.split(".")
    with refuses(f"in [{section}]: {setting} must be"):
        load_preset("tictactoe", [f"{name}=99999999999999999999"])


def test_a_value_out_of_range_is_named_with_its_section():
    with refuses("in [selfplay]: simulations must be 1 or more and at most 1,000,000,000; got 0"):
        load_preset("tictactoe", ["selfplay.simulations=0"])


def test_an_unknown_preset_brings_a_guess():
    with refuses("there is no preset or game 'conect4'. Did you mean connect4?"):
        load_preset("conect4")


def test_a_preset_may_be_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[run]\ngame = "othello"\n')
    config = load_preset(str(file), ["run.seed=9"])
    assert (config.run.game, config.run.seed) == ("othello", 9)


def test_a_missing_file_is_named():
    with refuses("there is no preset file 'nowhere.toml'"):
        load_preset("nowhere.toml")


def test_a_broken_file_is_named(tmp_path):
    file = tmp_path / "broken.toml"
    file.write_text("[run\n")
    with refuses(f"{file} is not TOML"):
        load_preset(str(file))


def test_a_file_that_is_no_text_is_named(tmp_path):
    file = tmp_path / "broken.toml"
    file.write_bytes(b'[run]\ngame = "\xff"\n')
    with refuses(f"{file} is not UTF-8 text: invalid start byte at byte 14"):
        load_preset(str(file))


@pytest.mark.parametrize(
    "setting", ["generations=100000", "games_per_generation=1000001", "threads=1025"]
)
def test_more_than_a_run_can_number_or_a_machine_can_bear_is_refused(setting):
    with refuses("and at most"):
        load_preset("tictactoe", [f"run.{setting}"])


def test_a_key_outside_its_section_is_refused(tmp_path):
    file = tmp_path / "flat.toml"
    file.write_text("net = 3\n")
    with refuses("net is a section: write [net]"):
        load_preset(str(file))


def test_texts_with_quotes_survive(tmp_path):
    config = load_preset("tictactoe", ['run.game="odd \\"name\\" \\\\ here"'])
    file = tmp_path / "config.toml"
    file.write_text(config.to_toml())
    assert RunConfig.from_file(file) == config
