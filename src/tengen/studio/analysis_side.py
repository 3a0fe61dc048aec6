"""One of the nets of an analysis with its search, which outlasts a stop."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tengen.errors import StudioError
from tengen.play.searching import analysing_config
from tengen.search import Limit, Search, SearchConfig, SearchResult
from tengen.settings import read_model
from tengen.studio.answers import Analysis
from tengen.studio.refusals import about
from tengen.studio.requests import Analyse, SettingValue
from tengen.studio.shelf import NamedEvaluator
from tengen.studio.table import Table
from tengen.studio.tree import TreeNode

TREE_MEGABYTES = 250
"""Many analyses may be open at once."""
_SETTLED_SECONDS = 2.0
"""How long a proven win is searched for a shorter one; the other moves get values meanwhile."""


def analysis_config(
    table: Table, evaluator: NamedEvaluator, settings: Mapping[str, SettingValue]
) -> SearchConfig:
    """The usual settings with the changes of the page; raises `StudioError`."""
    usual = replace(analysing_config(table.game, evaluator.evaluator), memory_mb=TREE_MEGABYTES)
    for name, value in settings.items():
        with about(f"settings.{name}"):
            changed = read_model(SearchConfig, {name: value}, "settings")
            usual = replace(usual, **{name: getattr(changed, name)})
    if usual.memory_mb is None or usual.memory_mb > TREE_MEGABYTES:
        raise StudioError(
            f"memory_mb must be 1 or more and at most {TREE_MEGABYTES}",
            field="settings.memory_mb",
        )
    return usual


@dataclass
class Side:
    """One of the nets, and its search so far."""

    number: int
    net: str | None
    """As it was asked for."""
    evaluator: NamedEvaluator
    search: Search
    node: TreeNode | None = None
    is_done: bool = False
    simulations: int = 0
    seconds: float = 0.0
    proven: tuple[int, float] | None = None
    """The length of the shortest proof, and after how many seconds it was found."""
    last: Analysis | None = None
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the table shows another node."""

    def go_on(self, request: Analyse) -> None:
        """Continues what was stopped; a limit that is used up counts anew."""
        self.is_done = False
        if _is_used_up(request.simulations, self.simulations) or _is_used_up(
            request.seconds, self.seconds
        ):
            self.simulations, self.seconds = 0, 0.0

    def begin(self, node: TreeNode) -> None:
        """Counts anew at another node."""
        self.moved.clear()
        if node is not self.node:
            self.node, self.is_done, self.simulations, self.seconds = node, False, 0, 0.0
            self.proven = None

    def is_settled(self, result: SearchResult) -> bool:
        """Whether the result is proven, and a shorter win was looked for long enough."""
        if result.proof is None:
            return False
        plies, seconds = result.proof.plies, self.seconds + result.seconds
        if self.proven is None or plies < self.proven[0]:
            self.proven = plies, seconds
        return seconds - self.proven[1] >= _SETTLED_SECONDS

    def count(self, result: SearchResult) -> None:
        """Adds what one turn at a core has done."""
        self.simulations += result.simulations
        self.seconds += result.seconds

    def limit(self, request: Analyse) -> Limit:
        """What is left of the limit that was asked for."""
        simulations, seconds = request.simulations, request.seconds
        return Limit(
            None if simulations is None else max(1, simulations - self.simulations),
            None if seconds is None else max(0.001, seconds - self.seconds),
        )


def _is_used_up(limit: float | None, used: float) -> bool:
    return limit is not None and used >= limit
