"""Self-play: an evaluator and a config become finished games."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tengen import _core
from tengen.errors import ConfigError
from tengen.rules.game import Encoding, Game
from tengen.rules.native import CORE_ENCODINGS, NativeGame
from tengen.search.answers import ask, for_core, refusal
from tengen.search.config import SearchConfig
from tengen.search.evaluator import (
    AnyEvaluator,
    Evaluator,
    choose_evaluator,
    encoding_for,
    is_outside,
    refuse_other_board,
)
from tengen.search.one_user import OneUser
from tengen.search.running import StopToken
from tengen.selfplay.config import SelfPlayConfig
from tengen.selfplay.games import Games

GameRecord = _core.GameRecord

# How long the core plays before finished games are reported and Ctrl-C is checked.
_SLICE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Finished:
    """Games finished since the last report, and the totals so far."""

    records: list[GameRecord]
    games: int
    moves: int
    simulations: int
    evaluations: int


class SelfPlay:
    """Plays games with one evaluator. Iterating gives reports until all games are over, or until
    `stop` is requested: then games that are not over are dropped.

    Game i of generation k depends on (run seed, k, i, evaluator, config) alone: not on threads,
    on the number of games side by side, or on the load of the machine.
    """

    def __init__(
        self,
        game: Game[Any],
        evaluator: AnyEvaluator,
        search: SearchConfig,
        config: SelfPlayConfig,
        games: Games,
        *,
        threads: int = 1,
        stop: StopToken | None = None,
    ) -> None:
        if threads < 1:
            raise ConfigError(f"threads must be 1 or more; got {threads!r}")
        self._stop = stop or StopToken()
        self._game = game
        self._evaluator = evaluator
        self._users = OneUser(
            "this SelfPlay is in use by another thread, or by the evaluator that it is asking"
        )
        openings = [list(game.position_from(text).history) for text in config.openings]
        core_config = config.for_core(search, games.progress, openings)
        at_once = max(1, min(config.games_at_once, len(games.numbers)))
        numbers = list(games.numbers)
        task = _core.SelfPlayTask(
            games.seed, numbers, at_once, threads, games.checkpoint, self._stop
        )
        encoding = encoding_for(game, evaluator, None)
        refuse_other_board(game, evaluator, encoding)
        if isinstance(game, NativeGame):
            choice = choose_evaluator(evaluator, CORE_ENCODINGS[Encoding(encoding)])
            self._core = _core.SelfPlayDriver.of_native(game.core, core_config, task, choice)
        else:
            choice = choose_evaluator(evaluator, _core.Encoding.FOUR_PLANES)
            self._core = _core.SelfPlayDriver.of_python(game, encoding, core_config, task, choice)

    def __iter__(self) -> Iterator[Finished]:
        """Reports about ten times a second; each finished game is in exactly one of them.

        An error of the evaluator or of the rules ends the iteration. Iterating again goes on, and
        gives the games that there would have been without it.
        """
        while not self._play_on() and not self._stop.requested:
            yield self._report()
        yield self._report()

    def all_records(self) -> list[GameRecord]:
        """Plays all games to the end; they are returned in the order of their numbers."""
        records = [record for report in self for record in report.records]
        return sorted(records, key=lambda record: record.index)

    def _play_on(self) -> bool:
        """Plays for a while; whether all games are over.

        After an error it may be called again, and gives the games it would have given without.
        """
        use = self._users.take()
        try:
            if is_outside(self._evaluator):
                return self._play_batch(self._evaluator)
            return self._core.run(_SLICE_SECONDS)
        except _core.BadEvaluation as error:
            raise refusal(self._evaluator, error) from None
        finally:
            use.end()

    def _play_batch(self, evaluator: Evaluator) -> bool:
        planes = self._core.collect()
        if len(planes):
            self._core.apply(*for_core(ask(evaluator, planes, self._game.num_actions)))
        return not len(planes)

    def _report(self) -> Finished:
        progress = self._core.progress
        return Finished(
            self._core.take_records(),
            progress.games,
            progress.moves,
            progress.simulations,
            progress.evaluations,
        )
