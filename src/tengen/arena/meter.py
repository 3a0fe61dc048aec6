"""The exact meter: how often moves preserve the game-theoretic value, and how often are best."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from tengen.arena.exact_positions import ExactPosition
from tengen.arena.meter_report import Answers, SubjectReport, report_on
from tengen.arena.players import PlayerFactory
from tengen.errors import ConfigError
from tengen.play import Forfeit
from tengen.play.searching import playing_config, playing_threads
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import Evaluator, Limit, SearchConfig, SearchPool
from tengen.search.evaluator import encoding_for

_BATCH = 128


class Subject(Protocol):
    """A way to choose moves and, optionally, to evaluate positions."""

    name: str

    @property
    def simulations(self) -> int | None:
        """0: a policy alone; None: a player that is not a net."""

    def answer(self, positions: Sequence[Position[Any]], seeds: Sequence[int]) -> Answers:
        """A move and, if available, a value for each position."""


def measure(
    subject: Subject,
    positions: Sequence[ExactPosition],
    *,
    seed: int = 0,
    on_progress: Callable[[int], None] = lambda done: None,
) -> SubjectReport:
    """Compares a subject's answers on all positions with the exact values.

    The same seed gives the same answers. `on_progress` is called with the number of positions done.
    """
    if not positions:
        raise ConfigError("there are no positions to measure on")
    actions: list[int | None] = []
    values: list[float] = []
    for start in range(0, len(positions), _BATCH):
        batch = [exact.position for exact in positions[start : start + _BATCH]]
        answers = subject.answer(batch, range(seed + start, seed + start + len(batch)))
        actions.extend(answers.actions)
        values.extend(answers.values or [])
        on_progress(len(actions))
    told = values if len(values) == len(actions) else None
    return report_on(subject.name, subject.simulations, positions, Answers(actions, told))


class PolicySubject:
    """A net alone: its likeliest legal move, and its value head."""

    name = "net alone"
    simulations = 0

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def answer(self, positions: Sequence[Position[Any]], seeds: Sequence[int]) -> Answers:
        """Deterministic: the seed is not used."""
        encoding = encoding_for(positions[0].game, self._evaluator)
        planes = np.stack([position.planes(encoding) for position in positions])
        evaluation = self._evaluator.evaluate(planes)
        return Answers(
            [
                position.legal_actions[int(logits[position.legal_actions].argmax())]
                for position, logits in zip(positions, evaluation.policy_logits, strict=True)
            ],
            [float(value) for value in evaluation.value],
        )


class SearchSubject:
    """A net with search: the recommended move, and the value of the root."""

    def __init__(
        self,
        game: Game[Any],
        evaluator: Evaluator,
        simulations: int,
        *,
        config: SearchConfig | None = None,
        threads: int | None = None,
    ) -> None:
        self.name = f"{simulations} simulations"
        self.simulations = simulations
        self._limit = Limit(simulations=simulations)
        self._game = game
        self._evaluator = evaluator
        self._config = config or playing_config(game, evaluator, self._limit)
        self._threads = playing_threads(threads)

    def answer(self, positions: Sequence[Position[Any]], seeds: Sequence[int]) -> Answers:
        """Searches a new tree for each position, evaluated in shared batches."""
        pool = SearchPool(
            self._game, self._evaluator, self._config, seeds=list(seeds), threads=self._threads
        )
        results = pool.run(positions, self._limit)
        return Answers(
            [result.best_action for result in results], [result.root_value for result in results]
        )


class PlayerSubject:
    """Any player; a forfeit counts as a wrong move."""

    simulations = None

    def __init__(self, factory: PlayerFactory, *, threads: int | None = None) -> None:
        self.name = str(factory.spec)
        self._factory = factory
        self._threads = playing_threads(threads)

    def answer(self, positions: Sequence[Position[Any]], seeds: Sequence[int]) -> Answers:
        """Plays each position as a separate game."""
        player = self._factory.make(list(seeds), self._threads)
        try:
            choices = player.choose(dict(enumerate(positions)))
        finally:
            player.close()
        return Answers([_action(choices[number]) for number in range(len(positions))], None)


def _action(choice: int | Forfeit) -> int | None:
    return None if isinstance(choice, Forfeit) else choice


def net_subjects(
    game: Game[Any], evaluator: Evaluator, simulations: Sequence[int], *, threads: int | None = None
) -> Iterator[Subject]:
    """One subject per number of simulations; 0: the policy alone."""
    for number in simulations:
        if number < 0:
            raise ConfigError(f"simulations are 0 or more; got {number!r}")
        if number == 0:
            yield PolicySubject(evaluator)
        else:
            yield SearchSubject(game, evaluator, number, threads=threads)
