"""The adviser: one search, kept between questions, for hints and evaluations."""

from collections.abc import Callable, Mapping
from typing import Any

from tengen.nets import load_evaluator
from tengen.nets.choosing import choose_net
from tengen.partners.advice import Advice
from tengen.play.searching import analysing_config
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import (
    AnyEvaluator,
    ConnectFourSolver,
    Limit,
    RolloutEvaluator,
    RunningSearch,
    Score,
    Search,
    SearchResult,
)
from tengen.search.connect_four import is_solvable

# Enough for good advice, short enough to wait for.
_WITH_NET = Limit(simulations=800, seconds=4)
_WITHOUT_NET = Limit(simulations=50_000, seconds=2)
_DEPTH_SHOWN = 3
# All but a few positions take milliseconds.
_SOLVING_SECONDS = 3.0


class Adviser:
    """Searches with the given net, or the best one for the game, or rollouts."""

    def __init__(
        self,
        game: Game[Any],
        net: str | None,
        seed: int,
        on_search: Callable[[Position[Any], SearchResult], None],
    ) -> None:
        self._on_search = on_search
        chosen = choose_net(game, net)
        self.net_name = chosen.name
        evaluator: AnyEvaluator = RolloutEvaluator(tactical=True)
        if chosen.checkpoint is not None:
            evaluator = load_evaluator(chosen.checkpoint)
        self._solver: ConnectFourSolver | None = None
        self.search = Search(game, evaluator, analysing_config(game, evaluator), seed=seed)

    def study(
        self,
        position: Position[Any],
        on_snapshot: Callable[[SearchResult], None] = lambda snapshot: None,
    ) -> Advice:
        """Searches a position, deeper on each call; snapshots show the progress."""
        with self.start(position) as running:
            for snapshot in running:
                on_snapshot(snapshot)
        return self.advise(running.result(), self._solved(position))

    def start(self, position: Position[Any]) -> RunningSearch:
        """The search behind an advice, for those who wait in their own way."""
        return self.search.start(position, _WITHOUT_NET if self.net_name is None else _WITH_NET)

    def advise(self, result: SearchResult, exact: Mapping[int, Score]) -> Advice:
        """What the search that was started last has found, with the exact scores if known."""
        self._on_search(result.position, result)
        tree = self.search.explain(depth=_DEPTH_SHOWN)
        return Advice(result.position, result, tree, self.net_name, exact)

    def _solved(self, position: Position[Any]) -> dict[int, Score]:
        """The exact scores of all moves; empty where no solver knows them in time."""
        if not is_solvable(position):
            return {}
        self._solver = self._solver or ConnectFourSolver()
        return self._solver.score_moves(position, seconds=_SOLVING_SECONDS) or {}
