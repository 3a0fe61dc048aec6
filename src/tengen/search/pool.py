"""Many searches at once, and the driving of the core that every search shares."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tengen import _core
from tengen.errors import ConfigError
from tengen.rules.contract import refuse_other_game
from tengen.rules.game import Encoding, Game
from tengen.rules.native import CORE_ENCODINGS, NativeGame
from tengen.rules.position import Position
from tengen.search.answers import ask, for_core, refusal
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import (
    AnyEvaluator,
    CoreEvaluator,
    Evaluation,
    RolloutEvaluator,
    choose_evaluator,
    encoding_for,
    is_outside,
)
from tengen.search.result import Proof, SearchResult, StopReason, refuse_finished

# How long the core works before Python looks for Ctrl-C.
_SLICE_SECONDS = 0.05

_PROOFS: dict[_core.Proof, Any] = {
    _core.Proof.WIN: "win",
    _core.Proof.DRAW: "draw",
    _core.Proof.LOSS: "loss",
}
_STOP_REASONS: dict[_core.StopReason, StopReason] = {
    _core.StopReason.SIMULATIONS: "simulations",
    _core.StopReason.TIME: "time",
    _core.StopReason.PROVEN: "proven",
    _core.StopReason.DECIDED: "decided",
    _core.StopReason.MEMORY: "memory",
    _core.StopReason.STOPPED: "stopped",
}


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
        self.game = game
        self.config = config or SearchConfig()
        self.encoding = encoding_for(game, evaluator, encoding)
        self._evaluator = evaluator
        self._positions: list[Position[Any] | None] = [None] * len(seeds)
        self._tells_wdl = _tells(evaluator, "gives_wdl")
        self._tells_moves_left = _tells(evaluator, "gives_moves_left")
        self.core = self._make_core([seed % 2**64 for seed in seeds], threads, max_batch)

    def _make_core(self, seeds: list[int], threads: int, max_batch: int) -> _core.SearchPool:
        config = self.config.for_core()
        if isinstance(self.game, NativeGame):
            choice = choose_evaluator(self._evaluator, CORE_ENCODINGS[Encoding(self.encoding)])
            core = self.game.core
            return _core.SearchPool.of_native(core, config, seeds, max_batch, threads, choice)
        choice = choose_evaluator(self._evaluator, _core.Encoding.FOUR_PLANES)
        return _core.SearchPool.of_python(
            self.game, self.encoding, config, seeds, max_batch, choice
        )

    def run(self, positions: Sequence[Position[Any]], limit: Limit) -> list[SearchResult]:
        """Searches one position per tree; a tree whose root it continues is kept."""
        if len(positions) != len(self._positions):
            trees = len(self._positions)
            raise ConfigError(f"the pool has {trees} trees; got {len(positions)} positions")
        results = self.run_some(dict(enumerate(positions)), limit)
        return [results[tree] for tree in range(len(positions))]

    def run_some(
        self, positions: Mapping[int, Position[Any]], limit: Limit
    ) -> dict[int, SearchResult]:
        """Searches some of the trees and leaves the others alone."""
        if self.config.root == "gumbel" and limit.simulations is None:
            raise ConfigError("root='gumbel' shares out simulations: set Limit.simulations")
        for tree, position in positions.items():
            self.begin(tree, position, limit)
        started = time.perf_counter()
        self._drive()
        seconds = time.perf_counter() - started
        return {tree: self._result(tree, seconds) for tree in positions}

    def begin(self, tree: int, position: Position[Any], limit: Limit) -> None:
        """Makes one tree ready to search a position, as `run` does for all of them."""
        refuse_other_game(self.game, position)
        refuse_finished(position.outcome)
        self._move_root(tree, position)
        self.core.begin(tree, limit.simulations, limit.seconds)

    def advance(self, tree: int, action: int) -> None:
        """Plays an action at the root of one tree, keeping what is known below it."""
        position = self._positions[tree]
        if position is None:
            raise ConfigError("nothing has been searched yet: there is no root to advance from")
        self._positions[tree] = position.play(action)
        self.core.advance(tree, action, self.config.reuse_tree)

    def position(self, tree: int) -> Position[Any] | None:
        """The position at the root of one tree, or None before the first search."""
        return self._positions[tree]

    def _move_root(self, tree: int, position: Position[Any]) -> None:
        """Goes on with the tree if the position lies ahead of its root; else plants a new one."""
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

    def _drive(self) -> None:
        try:
            if is_outside(self._evaluator):
                self._drive_outside()
            else:
                while not self.core.run(_SLICE_SECONDS):
                    pass
        except _core.BadEvaluation as error:
            raise refusal(self._evaluator, error) from None

    def _drive_outside(self) -> None:
        assert hasattr(self._evaluator, "evaluate")
        try:
            while len(planes := self.core.collect()):
                self._apply(ask(self._evaluator, planes, self.game.num_actions))
        except BaseException:
            self.core.abandon()
            raise

    def _apply(self, evaluation: Evaluation) -> None:
        self._tells_wdl = evaluation.wdl is not None
        self._tells_moves_left = evaluation.moves_left is not None
        self.core.apply(*for_core(evaluation))

    def _result(self, tree: int, seconds: float) -> SearchResult:
        report = self.core.report(tree)
        draw, value = report.draw, report.root_value
        wdl = ((1 - draw + value) / 2, draw, (1 - draw - value) / 2)
        line = tuple(report.line)
        proof = None
        if report.proof != _core.Proof.NONE:
            proof = Proof(_PROOFS[report.proof], report.proof_plies, line)
        return SearchResult(
            visits=np.array(report.visits, np.int64),
            values=np.array(report.values),
            priors=np.array(report.priors),
            policy_target=np.array(report.policy_target),
            root_value=value,
            wdl=wdl if self._tells_wdl else None,
            moves_left=report.moves_left if self._tells_moves_left else None,
            line=line,
            proof=proof,
            best_action=report.best_action,
            simulations=self.core.simulations(tree),
            seconds=seconds,
            stop_reason=_STOP_REASONS[self.core.stop_reason(tree)],
            tree_bytes=self.core.tree_bytes(tree),
            tree_size=self.core.tree_size(tree),
        )


def _tells(evaluator: AnyEvaluator, what: str) -> bool:
    """What is known before the first answer about an evaluator's extra heads."""
    if isinstance(evaluator, CoreEvaluator):
        return bool(getattr(evaluator.native, what))
    return isinstance(evaluator, RolloutEvaluator) and what == "gives_wdl"


def _moves_between(old: Position[Any] | None, new: Position[Any]) -> tuple[int, ...] | None:
    """The actions that lead from `old` to `new`, or None when they do not."""
    if old is None:
        return None
    played, earlier = len(old.history), new
    if len(new.history) < played:
        return None
    moves = new.history[played:]
    for _ in moves:
        earlier = earlier.undo()
    return moves if earlier == old else None
