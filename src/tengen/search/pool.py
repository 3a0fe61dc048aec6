"""Many searches at once: their trees, their roots, and who may use them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from tengen import _core
from tengen.errors import ConfigError
from tengen.rules.contract import asked, refuse_other_game
from tengen.rules.game import Encoding, Game
from tengen.rules.native import CORE_ENCODINGS, NativeGame
from tengen.rules.position import Position
from tengen.search.arguments import require_limit, require_parts, require_seeds
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import (
    AnyEvaluator,
    choose_evaluator,
    encoding_for,
    refuse_other_board,
)
from tengen.search.one_user import OneUser
from tengen.search.pool_run import HeadsSeen, PoolRun
from tengen.search.result import SearchResult, refuse_finished
from tengen.search.running import StopToken

_IN_USE = (
    "this search is in use: it is still running, or another thread is using it. Wait for its "
    "result, or create another search"
)
OnProgress = Callable[[Mapping[int, int]], None]
"""Called with the simulations that each tree of a run has made so far."""
# How long the core runs before Python checks for Ctrl-C.
_SLICE_SECONDS = 0.05


class SearchPool:
    """`len(seeds)` trees of one game whose leaves are evaluated in common batches.

    The same seeds give the same visit counts whatever `threads` and `max_batch` are.
    """

    def __init__(
        self,
        game: Game[Any],
        evaluator: AnyEvaluator,
        config: SearchConfig | None = None,
        *,
        seeds: Sequence[int],
        threads: int = 1,
        max_batch: int = 256,
        encoding: str | None = None,
    ) -> None:
        if not seeds or threads < 1 or max_batch < 1:
            raise ConfigError("a pool needs seeds, and threads and max_batch of 1 or more")
        require_parts(game, evaluator, config)
        self.game = game
        self.config = config or SearchConfig()
        self.encoding = encoding_for(game, evaluator, encoding)
        refuse_other_board(game, evaluator, self.encoding)
        self.evaluator = evaluator
        self._positions: list[Position[Any] | None] = [None] * len(seeds)
        self._users = OneUser(_IN_USE)
        self._heads = HeadsSeen.of(evaluator)
        self.core = self._make_core(require_seeds(seeds), threads, max_batch)

    def _make_core(self, seeds: list[int], threads: int, max_batch: int) -> _core.SearchPool:
        config = self.config.for_core()
        if isinstance(self.game, NativeGame):
            choice = choose_evaluator(self.evaluator, CORE_ENCODINGS[Encoding(self.encoding)])
            core = self.game.core
            return _core.SearchPool.of_native(core, config, seeds, max_batch, threads, choice)
        choice = choose_evaluator(self.evaluator, _core.Encoding.FOUR_PLANES)
        return _core.SearchPool.of_python(
            self.game, self.encoding, config, seeds, max_batch, choice
        )

    def run(
        self, positions: Sequence[Position[Any]], limit: Limit, *, stop: StopToken | None = None
    ) -> list[SearchResult]:
        """Searches one position per tree; a tree whose root it continues is kept.

        Whatever ends the search, every tree has had its root evaluated: there is always an answer.
        """
        if len(positions) != len(self._positions):
            trees = len(self._positions)
            raise ConfigError(f"the pool has {trees} trees; got {len(positions)} positions")
        results = self.run_some(dict(enumerate(positions)), limit, stop=stop)
        return [results[tree] for tree in range(len(positions))]

    def run_some(
        self,
        positions: Mapping[int, Position[Any]],
        limit: Limit,
        *,
        stop: StopToken | None = None,
        on_progress: OnProgress = lambda made: None,
    ) -> dict[int, SearchResult]:
        """Searches only some of the trees; tells how far they are, about 20 times a second."""
        with closing(self.begin(positions, limit, stop)) as run:
            while not run.go_on(_SLICE_SECONDS):
                on_progress(run.simulations())
            return run.results()

    def begin(
        self, positions: Mapping[int, Position[Any]], limit: Limit, stop: StopToken | None = None
    ) -> PoolRun:
        """A new run. It owns the pool until it is closed."""
        require_limit(limit, stop)
        if self.config.root == "gumbel" and limit.simulations is None:
            raise ConfigError("root='gumbel' needs a number of simulations: set Limit.simulations")
        for position in positions.values():
            refuse_other_game(self.game, position)
            refuse_finished(asked(position, "outcome", lambda at: at.outcome, position))
        stop = StopToken(stop)
        use = self._users.take()
        try:
            for tree, position in positions.items():
                self._move_root(tree, position)
                self.core.begin(tree, limit.simulations, limit.seconds, stop)
        except BaseException:
            use.end()
            raise
        return PoolRun(
            self.core, self.evaluator, self.game, dict(positions), self._heads, stop, use
        )

    @contextmanager
    def held(self) -> Iterator[None]:
        """Exclusive use of the trees; raises `InUseError` if they are in use."""
        use = self._users.take()
        try:
            yield
        finally:
            use.end()

    def advance(self, tree: int, action: int | str) -> None:
        """Plays a move at the root of one tree, keeping what is known below it."""
        with self.held():
            position = self._positions[tree]
            if position is None:
                raise ConfigError("nothing has been searched yet: there is no root to advance from")
            self._positions[tree] = reached = position.play(action)
            self.core.advance(tree, reached.history[-1], self.config.reuse_tree)

    def position(self, tree: int) -> Position[Any] | None:
        """The position at the root of one tree, or None before the first search."""
        return self._positions[tree]

    def _move_root(self, tree: int, position: Position[Any]) -> None:
        """Continues the tree if the position follows from its root; otherwise starts a new one."""
        moves = _moves_between(self._positions[tree], position)
        if moves is None or (moves and not self.config.reuse_tree):
            self._plant(tree, position)
        else:
            for action in moves:
                self.core.advance(tree, action, True)
        self._positions[tree] = position

    def _plant(self, tree: int, position: Position[Any]) -> None:
        if isinstance(self.game, NativeGame):
            self.core.set_root(tree, position.state)
        else:
            self.core.set_python_root(tree, position)


def _moves_between(old: Position[Any] | None, new: Position[Any]) -> tuple[int, ...] | None:
    """The actions that lead from `old` to `new`, or None if there are none."""
    if old is None:
        return None
    played, earlier = len(old.history), new
    if len(new.history) < played:
        return None
    moves = new.history[played:]
    for _ in moves:
        earlier = earlier.undo()
    return moves if earlier == old else None
