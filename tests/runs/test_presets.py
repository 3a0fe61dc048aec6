"""Every preset says what it changes and why, is true to its sources where it has one, and runs."""

import tomllib
from dataclasses import fields

import pytest

from tengen.nets.layout import parameter_count
from tengen.rules.registry import load_game
from tengen.runs import Observers, Run, RunConfig, Stop, load_preset, preset_names, train
from tengen.runs.config import SECTIONS
from tengen.runs.events import GenerationDone, LadderMatchDone
from tengen.runs.presets import preset_text
from tengen.settings import read_notes

from .preset_settings import SMALL_NET, TINY

PRESETS = preset_names()
ORIGINALS = {
    "classic-6x6": ("gomoku:6x6/4", 104_267),
    "classic-8x8": ("gomoku:8x8/5", 119_079),
    "resnet-5x5": ("gomoku:5x5/4", 306_178),
    "resnet-10x10": ("gomoku:10x10/5", 2_413_707),
    "resnet-15x15": ("gomoku:15x15/5", 11_974_506),
}
OURS = {
    "tictactoe",
    "connect4",
    "gomoku-6x6",
    "gomoku-8x8",
    "gomoku-9x9",
    "gomoku-15x15",
    "othello",
}


class Notebook:
    def __init__(self):
        self.events = []

    def observe(self, event):
        self.events.append(event)

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


def test_all_promised_presets_are_there():
    assert set(ORIGINALS) | OURS | {"connect4-mlh"} == set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_states_only_what_differs_from_the_defaults(name):
    for section, settings in tomllib.loads(preset_text(name)).items():
        defaults = {field.name: field.default for field in fields(SECTIONS[section])}
        resolved = getattr(load_preset(name), section)
        same = [key for key in settings if getattr(resolved, key) == defaults[key]]
        assert (section, same) == (section, [])


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_says_what_it_is_and_why_each_setting_differs(name):
    text = preset_text(name)
    notes = read_notes(text)
    stated = [f"{s}.{key}" for s, table in tomllib.loads(text).items() for key in table]
    assert notes.header
    assert list(notes.reasons) == stated
    assert max(len(line) for line in text.splitlines()) <= 100


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_names_a_game_and_a_net_for_it(name):
    config = load_preset(name)
    game = load_game(config.run.game)
    architecture = config.net.architecture(game)
    assert architecture.actions == game.num_actions
    assert config.ladder.first_opponent <= config.ladder.last_opponent


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_survives_being_written_and_read(name, tmp_path):
    config = load_preset(name)
    (tmp_path / "config.toml").write_text(config.to_toml())
    assert RunConfig.from_file(tmp_path / "config.toml") == config


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_runs(name, tmp_path):
    net = () if name.startswith(("classic", "tictactoe")) else SMALL_NET
    run = Run.begin(tmp_path / "run", load_preset(name, [*TINY, *net]))
    notes = Notebook()
    ended = train(run, Stop(), Observers([notes]))
    run.close()
    assert ended.generations_done == 2
    assert [event.games for event in notes.of(GenerationDone)] == [2, 2]
    assert len(notes.of(LadderMatchDone)) == 1


@pytest.mark.parametrize("name", ORIGINALS)
def test_the_originals_have_their_game_and_their_net(name):
    config = load_preset(name)
    game, parameters = ORIGINALS[name]
    assert config.run.game == game
    assert parameter_count(config.net.architecture(load_game(game))) == parameters


@pytest.mark.parametrize("name", ["classic-6x6", "classic-8x8"])
def test_the_classic_presets_are_the_classic_system(name):
    config = load_preset(name)
    assert config.run.generations * config.run.games_per_generation == 1500
    assert config.run.window == 10_000
    search, play, learner = config.search, config.selfplay, config.learner
    assert (search.c_init, search.c_base, search.fpu_reduction) == (5.0, None, None)
    assert (search.noise_epsilon, search.noise_alpha, search.prove) == (0.0, 0.3, False)
    assert (play.simulations, play.output_noise, play.adjudicate) == (400, 0.25, False)
    assert play.temperature_early == play.temperature_late == 1.0
    assert (learner.batch_size, learner.optimiser, learner.schedule) == (512, "adam", "kl")
    assert (learner.learning_rate, learner.weight_decay) == (0.002, 0.0001)
    assert (learner.epochs, learner.kl_target, learner.symmetries) == (5, 0.02, True)
    ladder = config.ladder
    assert ladder.every * config.run.games_per_generation == 50
    assert (ladder.games, ladder.simulations) == (10, 400)
    assert (ladder.first_opponent, ladder.step, ladder.last_opponent) == (1000, 1000, 5000)


@pytest.mark.parametrize("name", ["resnet-5x5", "resnet-10x10", "resnet-15x15"])
def test_the_resnet_presets_are_the_teaching_system(name):
    config = load_preset(name)
    assert (config.run.generations, config.run.games_per_generation) == (100, 50)
    assert (config.run.window, config.learner.batch_size) == (200_000, 64)
    assert (config.net.family, config.net.encoding) == ("teaching", "3-planes")
    assert (config.search.c_init, config.search.c_base) == (1.0, None)
    assert 200 <= config.selfplay.simulations <= 800


def test_the_moves_left_preset_is_the_connect_four_system():
    config = load_preset("connect4-mlh")
    search = config.search
    assert (search.c_init, search.c_base, search.fpu_reduction) == (1.4, 1000.0, 0.2)
    assert (search.mlh_slope, search.mlh_cap) == (0.03, 0.15)
    assert config.run.window == 500_000
    assert config.net.architecture(load_game("connect4")).moves_left == 43
