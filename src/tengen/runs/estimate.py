"""Estimates how long a preset takes on this machine from a short measurement."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tengen.learner import Learner, window_samples
from tengen.nets import Checkpoint
from tengen.replay.window import ReplayWindow
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.runs.config import RunConfig
from tengen.runs.curves import Work
from tengen.runs.plan import progress_at
from tengen.runs.stages import play_settings, threads_of
from tengen.runs.torch_speed import torch_remarks
from tengen.search import Limit, RolloutEvaluator, Search, SearchConfig, UniformEvaluator
from tengen.selfplay import GameRecord, Games, SelfPlay, SelfPlayConfig, play

OnProgress = Callable[[str, float], None]
"""Called with the name of the current measurement and the share of the time elapsed."""

_SHORT_GAMES = 64
_SELF_PLAY_SHARE = 0.55
_LEARNER_SHARE = 0.35


@dataclass(frozen=True, slots=True)
class Estimate:
    """Speeds measured with an untrained net, and the resulting times for a whole preset."""

    config: RunConfig
    threads: int
    evaluations_per_second: float
    """In self-play."""
    samples_per_second: float
    """Positions trained on."""
    playouts_per_second: float
    """By pure MCTS, the opponent on the ladder."""
    plies: float
    """Length of a nearly random game; how training will change it is not known."""
    remarks: tuple[str, ...] = ()
    """What would make the run faster."""

    @property
    def games_per_second(self) -> float:
        """Self-play games with the full budget if every simulation is a net evaluation."""
        per_move = self.config.selfplay.mean_simulations_at(1.0)
        return self.evaluations_per_second / (per_move * self.plies)

    def seconds_for(self, work: Work) -> float:
        """What a run did elsewhere, done here."""
        playing = work.evaluations / self.evaluations_per_second
        return playing + work.samples / self.samples_per_second

    def play_seconds(self, generation: int) -> float:
        """Self-play of one generation; early generations may search less."""
        settings, loop = self.config.selfplay, self.config.run
        progress = progress_at(generation, loop.generations)
        share = settings.mean_simulations_at(progress) / settings.mean_simulations_at(1.0)
        return loop.games_per_generation / self.games_per_second * share

    @property
    def learn_seconds(self) -> float:
        """Learning of one generation; an upper bound with the KL rule or a `proven_share`."""
        learner = self.config.learner
        positions = self.config.run.games_per_generation * self.plies
        updates_per_batch = learner.epochs if learner.schedule == "kl" else 1
        samples = positions * learner.samples_per_position * updates_per_batch
        return samples / self.samples_per_second

    @property
    def match_seconds(self) -> float:
        """One match on the first rung of the ladder."""
        ladder = self.config.ladder
        moves = ladder.games * self.plies / 2
        own = moves * ladder.simulations / self.evaluations_per_second
        return own + moves * ladder.first_opponent / self.playouts_per_second

    @property
    def generation_seconds(self) -> float:
        """A whole generation with the full budget, including its share of the matches."""
        last = self.play_seconds(self.config.run.generations)
        return last + self.learn_seconds + self.match_seconds / self.config.ladder.every

    @property
    def total_seconds(self) -> float:
        """All generations of the preset."""
        generations = self.config.run.generations
        playing = sum(self.play_seconds(generation) for generation in range(generations))
        matches = generations / self.config.ladder.every * self.match_seconds
        return playing + generations * self.learn_seconds + matches


def estimate(
    config: RunConfig, seconds: float = 30.0, on_progress: OnProgress = lambda what, share: None
) -> Estimate:
    """Measures self-play, learning and pure MCTS for about `seconds`; leaves no files behind."""
    game, threads = load_game(config.run.game), threads_of(config)
    architecture = config.net.architecture(game)
    learner = Learner(game, architecture, config.learner, 1, encoding=config.net.encoding)
    on_progress("self-play", 0.0)
    net = learner.checkpoint()
    evaluations = _self_play(config, game, net, seconds * _SELF_PLAY_SHARE, on_progress)
    on_progress("learning", _SELF_PLAY_SHARE)
    records = _short_games(config, game)
    samples = _learning(config, game, learner, records, seconds * _LEARNER_SHARE)
    rest = 1 - _SELF_PLAY_SHARE - _LEARNER_SHARE
    on_progress("pure MCTS", 1 - rest)
    playouts = _pure_mcts(game, seconds * rest) * threads
    on_progress("done", 1.0)
    plies = statistics.mean(len(record.moves) for record in records)
    remarks = torch_remarks(game, net, config) if config.run.evaluator == "torch" else []
    return Estimate(config, threads, evaluations, samples, playouts, plies, tuple(remarks))


def _self_play(
    config: RunConfig,
    game: Game[Any],
    net: Checkpoint,
    seconds: float,
    on_progress: OnProgress,
) -> float:
    """Evaluations per second of self-play with the full budget."""
    many = Games(config.run.seed, config.run.generations, range(1_000_000), progress=1.0)
    settings = replace(play_settings(config), cache_mb=0)
    started, evaluations = time.monotonic(), 0
    for report in play(net, settings, many, rules=game):
        passed, evaluations = time.monotonic() - started, report.evaluations
        on_progress("self-play", _SELF_PLAY_SHARE * min(1.0, passed / seconds))
        if passed >= seconds:
            break
    return max(1, evaluations) / passed


def _short_games(config: RunConfig, game: Game[Any]) -> list[GameRecord]:
    """Cheap random games to learn from: the speed of learning does not depend on their quality."""
    quick = SelfPlayConfig(simulations=2, temperature_moves=game.max_plies, adjudicate=False)
    search = SearchConfig(prove=False, noise_epsilon=0.25)
    games = Games(config.run.seed, 0, range(_SHORT_GAMES))
    return SelfPlay(game, UniformEvaluator(), search, quick, games).all_records()


def _learning(
    config: RunConfig,
    game: Game[Any],
    learner: Learner,
    records: list[GameRecord],
    seconds: float,
) -> float:
    """Samples per second in about `seconds`.

    A learner takes the next batch while it learns from the one before, so a few batches are slow:
    twice as many each time, of which only the last ones count.
    """
    window = ReplayWindow(game, config.net.encoding)
    for record in records:
        window.add(record)
    sample = window_samples(window, config.learner)
    learner.train(sample, 1)  # the first is slow
    batches, passed = 1, 0.0
    while True:
        started = time.monotonic()
        samples = learner.train(sample, batches).samples
        took = time.monotonic() - started
        batches, passed = 2 * batches, passed + took
        # The next ones take as long as all before.
        if 2 * passed > seconds:
            return samples / took


def _pure_mcts(game: Game[Any], seconds: float) -> float:
    """Playouts per second of one thread, from the opening."""
    search = Search(game, RolloutEvaluator(), SearchConfig.classic(prove=False))
    result = search.run(game.initial(), Limit(seconds=seconds))
    return result.simulations / seconds
