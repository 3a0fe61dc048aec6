"""What a search found."""

import numbers
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tengen.errors import ConfigError, GameOverError
from tengen.rules.position import Position

ProofValue = Literal["win", "draw", "loss"]
OTHER_SIDE: dict[ProofValue, ProofValue] = {"win": "loss", "draw": "draw", "loss": "win"}
"""What a result is for the other side."""
StopReason = Literal["simulations", "time", "proven", "decided", "memory", "stopped"]


@dataclass(frozen=True, slots=True)
class Proof:
    """An exact result for the side to move at the root, and a line that shows it."""

    value: ProofValue
    plies: int
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the moves that a search spent most on."""

    action: int
    proof: ProofValue | None
    """What the move is proven to be worth to the side to move."""
    plies: int
    """To the proven end; 0 without a proof."""
    line: tuple[int, ...]
    """The expected play, starting with this move; cut where it is long."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SearchResult:
    """Arrays are over all actions; values are in the view of the side to move at the root.

    In a notebook it shows itself as a board and a table; `print` gives the table as text.
    """

    position: Position[Any]
    """What was searched."""
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
    candidates: tuple[Candidate, ...]
    """`best_action` first, then the most visited others; at most ten."""
    proof: Proof | None
    best_action: int
    simulations: int
    seconds: float
    stop_reason: StopReason | None
    """Why the search ended; None in a snapshot of one that is still running."""
    tree_bytes: int
    tree_size: int

    @property
    def win_rate(self) -> float:
        """`root_value` as a chance from 0 to 1; a draw counts half."""
        return win_rate(self.root_value)

    @property
    def best_move(self) -> str:
        """The name of `best_action`."""
        return self.position.move_name(self.best_action)

    def to_svg(self) -> str:
        """The board with the candidates; raises `UnsupportedError` for games without a board."""
        from tengen.search.showing import result_picture

        return result_picture(self)

    def __repr__(self) -> str:
        from tengen.search.showing import headline

        return f"<SearchResult of {self.position.game.name}: {headline(self)}>"

    def __str__(self) -> str:
        from tengen.search.showing import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        """How notebooks show it."""
        from tengen.search.showing import result_html

        return result_html(self)

    def pick(self, temperature: float, rng: np.random.Generator) -> int:
        """An action drawn in proportion to visits^(1/temperature); 0 gives `best_action`.

        The temperature never touches `policy_target`. A proven win is always taken, and a move
        that the target rules out as a proven loss is never drawn.
        """
        if not isinstance(temperature, numbers.Real) or not temperature >= 0:
            raise ConfigError(f"temperature must be 0 or more; got {temperature!r}")
        won = self.proof is not None and self.proof.value == "win"
        candidates = np.flatnonzero((self.visits > 0) & (self.policy_target > 0))
        if temperature == 0 or won or len(candidates) == 0:
            return self.best_action
        logits = np.log(self.visits[candidates]) / temperature
        weights = np.exp(logits - logits.max())
        return int(rng.choice(candidates, p=weights / weights.sum()))


def win_rate(value: float) -> float:
    """A value from -1 to +1 as a chance of winning from 0 to 1."""
    return (1 + float(value)) / 2


def refuse_finished(outcome: object) -> None:
    """Raises `GameOverError` for a finished game."""
    if outcome is not None:
        raise GameOverError(f"the game is over ({outcome}): there is nothing to search")
