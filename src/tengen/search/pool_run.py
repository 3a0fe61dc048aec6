"""One run of a pool, from its beginning to its results: the driving of the core."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from tengen import _core
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search.answers import ask, for_core, refusal
from tengen.search.evaluator import AnyEvaluator, Evaluation, Evaluator, is_outside, tells
from tengen.search.one_user import Use
from tengen.search.result import Candidate, Proof, SearchResult, StopReason
from tengen.search.running import StopToken

_PROOFS: dict[_core.Proof, Any] = {
    _core.Proof.NONE: None,
    _core.Proof.WIN: "win",
    _core.Proof.DRAW: "draw",
    _core.Proof.LOSS: "loss",
}
_STOP_REASONS: dict[_core.StopReason, StopReason | None] = {
    _core.StopReason.NONE: None,
    _core.StopReason.SIMULATIONS: "simulations",
    _core.StopReason.TIME: "time",
    _core.StopReason.PROVEN: "proven",
    _core.StopReason.DECIDED: "decided",
    _core.StopReason.MEMORY: "memory",
    _core.StopReason.STOPPED: "stopped",
}


@dataclass(slots=True)
class HeadsSeen:
    """Which optional heads an evaluator has, as far as its answers show."""

    wdl: bool
    moves_left: bool

    @classmethod
    def of(cls, evaluator: AnyEvaluator) -> Self:
        """The state before the first answer."""
        return cls(tells(evaluator, "gives_wdl"), tells(evaluator, "gives_moves_left"))


class PoolRun:
    """A run of some trees that has begun; the pool is its own until `close` ends the `use`."""

    def __init__(
        self,
        core: _core.SearchPool,
        evaluator: AnyEvaluator,
        game: Game[Any],
        positions: Mapping[int, Position[Any]],
        heads: HeadsSeen,
        stop: StopToken,
        use: Use,
    ) -> None:
        self.stop = stop
        self._core = core
        self._evaluator = evaluator
        self._game = game
        self._positions = positions
        self._use = use
        self._started = time.perf_counter()
        self._heads = heads

    def close(self) -> None:
        """Releases the pool. An unfinished run is abandoned; its trees are kept."""
        try:
            for tree in self._positions:
                self._core.end(tree)
        finally:
            self._use.end()

    def simulations(self) -> dict[int, int]:
        """The simulations of each tree so far."""
        return {tree: self._core.simulations(tree) for tree in self._positions}

    def go_on(self, seconds: float) -> bool:
        """Searches for about `seconds`, at least one batch; whether all trees are finished."""
        try:
            if is_outside(self._evaluator):
                return self._go_on_outside(self._evaluator, seconds)
            return self._core.run(seconds)
        except _core.BadEvaluation as error:
            raise refusal(self._evaluator, error) from None

    def result(self) -> SearchResult:
        """What the first tree has found so far."""
        return self._result(next(iter(self._positions)))

    def results(self) -> dict[int, SearchResult]:
        """What every tree has found so far."""
        return {tree: self._result(tree) for tree in self._positions}

    def _go_on_outside(self, evaluator: Evaluator, seconds: float) -> bool:
        until = time.perf_counter() + seconds
        try:
            while len(planes := self._core.collect()):
                self._apply(ask(evaluator, planes, self._game.num_actions))
                if time.perf_counter() >= until:
                    return False
        except BaseException:
            self._core.abandon()
            raise
        return True

    def _apply(self, evaluation: Evaluation) -> None:
        self._heads.wdl = evaluation.wdl is not None
        self._heads.moves_left = evaluation.moves_left is not None
        self._core.apply(*for_core(evaluation))

    def _result(self, tree: int) -> SearchResult:
        report = self._core.report(tree)
        draw, value = report.draw, report.root_value
        wdl = ((1 - draw + value) / 2, draw, (1 - draw - value) / 2)
        line = tuple(report.line)
        proof = None
        if report.proof != _core.Proof.NONE:
            proof = Proof(_PROOFS[report.proof], report.proof_plies, line)
        return SearchResult(
            position=self._positions[tree],
            visits=np.array(report.visits, np.int64),
            values=np.array(report.values),
            priors=np.array(report.priors),
            policy_target=np.array(report.policy_target),
            root_value=value,
            wdl=wdl if self._heads.wdl else None,
            moves_left=report.moves_left if self._heads.moves_left else None,
            line=line,
            candidates=tuple(_candidate(found) for found in report.candidates),
            proof=proof,
            best_action=report.best_action,
            simulations=self._core.simulations(tree),
            seconds=time.perf_counter() - self._started,
            stop_reason=_STOP_REASONS[self._core.stop_reason(tree)],
            tree_bytes=self._core.tree_bytes(tree),
            tree_size=self._core.tree_size(tree),
        )


def _candidate(found: _core.Candidate) -> Candidate:
    return Candidate(found.action, _PROOFS[found.proof], found.proof_plies, tuple(found.line))
