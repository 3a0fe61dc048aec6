"""The adviser: one search, kept between questions, for hints and evaluations."""

from collections.abc import Callable
from typing import Any

from tengen.nets import load_evaluator
from tengen.nets.choosing import choose_net
from tengen.partners.advice import Advice
from tengen.play.searching import analysing_config
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import AnyEvaluator, Limit, RolloutEvaluator, Search, SearchResult

# Enough for good advice, short enough to wait for.
_WITH_NET = Limit(simulations=800, seconds=4)
_WITHOUT_NET = Limit(simulations=50_000, seconds=2)
_DEPTH_SHOWN = 3


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
        self.search = Search(game, evaluator, analysing_config(game, evaluator), seed=seed)

    def study(
        self,
        position: Position[Any],
        on_snapshot: Callable[[SearchResult], None] = lambda snapshot: None,
    ) -> Advice:
        """Searches a position, deeper on each call; snapshots show the progress."""
        limit = _WITHOUT_NET if self.net_name is None else _WITH_NET
        with self.search.start(position, limit) as running:
            for snapshot in running:
                on_snapshot(snapshot)
        result = running.result()
        self._on_search(position, result)
        return Advice(position, result, self.search.explain(depth=_DEPTH_SHOWN), self.net_name)
