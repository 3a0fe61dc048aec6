"""What a search found."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from tengen.errors import ConfigError, GameOverError

ProofValue = Literal["win", "draw", "loss"]
StopReason = Literal["simulations", "time", "proven", "decided", "memory", "stopped"]


@dataclass(frozen=True, slots=True)
class Proof:
    """An exact result for the side to move at the root, and a line that shows it."""

    value: ProofValue
    plies: int
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """Arrays are over all actions; values are in the view of the side to move at the root."""

    visits: npt.NDArray[np.int64]  # [A]
    values: npt.NDArray[np.float64]  # [A], NaN where there was no visit
    priors: npt.NDArray[np.float64]  # [A], as the search used them, noise included
    policy_target: npt.NDArray[np.float64]  # [A], the policy target of training; sums to 1
    root_value: float
    wdl: tuple[float, float, float] | None
    """Probabilities of win, draw and loss, if the evaluator gives them."""
    moves_left: float | None
    """Expected plies to the end, if the evaluator gives them."""
    line: tuple[int, ...]
    """The expected continuation, starting with `best_action`."""
    proof: Proof | None
    best_action: int
    simulations: int
    seconds: float
    stop_reason: StopReason | None
    """Why the search ended; None in a snapshot of one that is still running."""
    tree_bytes: int
    tree_size: int

    def pick(self, temperature: float, rng: np.random.Generator) -> int:
        """An action drawn in proportion to visits^(1/temperature); 0 gives `best_action`.

        The temperature never touches `policy_target`. A proven win is always taken, and a move
        that the target rules out as a proven loss is never drawn.
        """
        if temperature < 0:
            raise ConfigError(f"temperature must be 0 or more; got {temperature!r}")
        won = self.proof is not None and self.proof.value == "win"
        candidates = np.flatnonzero((self.visits > 0) & (self.policy_target > 0))
        if temperature == 0 or won or len(candidates) == 0:
            return self.best_action
        logits = np.log(self.visits[candidates]) / temperature
        weights = np.exp(logits - logits.max())
        return int(rng.choice(candidates, p=weights / weights.sum()))


def refuse_finished(outcome: object) -> None:
    """Raises `GameOverError` for a finished game."""
    if outcome is not None:
        raise GameOverError(f"the game is over ({outcome}): there is nothing to search")
