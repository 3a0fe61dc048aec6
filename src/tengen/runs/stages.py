"""Derives the settings of the stages from a run's config (docs/adr/0009)."""

from collections.abc import Collection
from typing import Any

from tengen import _core
from tengen.learner import LearnSettings
from tengen.nets.compatibility import require_native_size
from tengen.play.searching import playing_threads
from tengen.replay.training_window import TrainingWindow
from tengen.rules.game import Game
from tengen.runs.config import RunConfig
from tengen.runs.matches import MatchSettings
from tengen.runs.plan import progress_at
from tengen.selfplay import Games, PlaySettings

_LEARNER_STREAM = 1


def threads_of(config: RunConfig) -> int:
    """Threads of this machine that the run may use."""
    return playing_threads(config.run.threads)


def play_settings(config: RunConfig) -> PlaySettings:
    """The settings of `play`, apart from the net and the game numbers."""
    return PlaySettings(
        game=config.run.game,
        search=config.search,
        selfplay=config.selfplay,
        backend=config.run.evaluator,
        threads=threads_of(config),
        cache_mb=config.run.cache_mb,
    )


def match_settings(config: RunConfig, opponent: int | None, seed: int) -> MatchSettings:
    """The settings of a match against pure MCTS; without an opponent, between two nets."""
    return MatchSettings(
        game=config.run.game,
        backend=config.run.evaluator,
        search=config.search,
        ladder=config.ladder,
        opponent=opponent,
        seed=seed,
        threads=threads_of(config),
    )


def games_of(config: RunConfig, generation: int, numbers: Collection[int]) -> Games:
    """Some games of one generation."""
    return Games(
        config.run.seed,
        generation,
        numbers,
        progress_at(generation, config.run.generations),
        config.run.net_age,
    )


def learn_settings(config: RunConfig, game: Game[Any], generation: int = 0) -> LearnSettings:
    """The settings of `learn`; raises `ArchitectureError` if the board is too large for nets."""
    architecture = config.net.architecture(game)
    require_native_size(architecture)
    return LearnSettings(
        architecture=architecture,
        encoding=config.net.encoding,
        config=config.learner,
        seed=_core.derive_seed(config.run.seed % 2**64, _LEARNER_STREAM),
        progress=progress_at(generation, config.run.generations),
    )


def empty_window(config: RunConfig, game: Game[Any]) -> TrainingWindow:
    """A window for the run's games."""
    loop = config.run
    return TrainingWindow(game, config.net.encoding, loop.window, loop.window_growth)
