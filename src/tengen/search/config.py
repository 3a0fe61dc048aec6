"""The parameters of a search: `SearchConfig` and `Limit`."""

import math
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, Self

from tengen import _core
from tengen.settings import MOST, Range, require_allowed

_ROOT_RULES = {"puct": _core.RootRule.PUCT, "gumbel": _core.RootRule.GUMBEL}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """How a search explores, chooses and ends."""

    c_init: Annotated[float, Range(0)] = 1.25
    """Exploration constant at few visits: how much the prior counts. AlphaZero's value."""
    c_base: Annotated[float | None, Range(0, low_allowed=False)] = 19652.0
    """Exploration grows with N visits by ln((N + c_base + 1) / c_base); none: constant `c_init`."""
    fpu_reduction: Annotated[float | None, Range(0, 2)] = 0.2
    """First-play urgency: how far below its parent's value an unvisited move starts; none: at 0.
    0.2 to 0.4 suits most nets; the original systems start at 0."""
    discount: Annotated[float, Range(0, 1, low_allowed=False)] = 1.0
    """Discount of values per ply during backup. Below 1 prefers quick results."""
    noise_epsilon: Annotated[float, Range(0, 1)] = 0.0
    """Share of Dirichlet noise in the root's priors. 0 in play; 0.25 is usual in self-play, where
    every move must keep a chance."""
    noise_alpha: Annotated[float, Range(0, low_allowed=False)] = 0.3
    """Concentration of the noise: small values favour few moves. AlphaZero's value for chess."""
    noise_total: Annotated[float | None, Range(0, low_allowed=False)] = None
    """If set, alpha is this divided by the number of legal moves; none: `noise_alpha` everywhere.
    10 is usual and suits every board and phase."""
    forced_playouts: Annotated[float, Range(0)] = 0.0
    """Every visited root move gets at least sqrt(this * prior * visits) visits; the surplus is
    removed from the policy target. 2 suits self-play with noise: moves raised by the noise get
    enough visits to be judged."""
    mlh_slope: Annotated[float, Range(0)] = 0.0
    """Moves-left: bonus per ply by which a move wins sooner. 0 turns it off; 0.03 to 0.1 suits
    Connect Four. Needs a net with a moves-left head."""
    mlh_cap: Annotated[float, Range(0)] = 0.15
    """Moves-left: maximum bonus. Keep it below real differences in value."""
    virtual_loss: Annotated[float, Range(0, 1)] = 1.0
    """Penalty of a visit whose evaluation is pending. It spreads the leaves of a batch over the
    tree; with one leaf per batch it has no effect."""
    leaves_per_batch: Annotated[int, Range(1, 1024)] = 1
    """Leaves of one tree evaluated together. More use the hardware better and search slightly less
    precisely: 8 to 32 for a single game, 1 where many trees share a batch, as in self-play."""
    prove: bool = True
    """Back up proven wins, losses and draws as such, and stop when the root is proven."""
    one_ply_ahead: bool = True
    """See wins in one move and threats that must be stopped when a position is first met. A win
    needs no evaluation then, and only moves that stop a threat are searched. Needs `prove`."""
    forcing_nodes: Annotated[int, Range(0, 2**20)] = 30
    """Gomoku: positions examined for a win by continuous fours when a position is first met; 0: do
    not look. Needs `one_ply_ahead`."""
    root_forcing_nodes: Annotated[int, Range(0, 2**20)] = 3000
    """The same at the root of the tree, where more is worth its time; at least `forcing_nodes`."""
    root_threat_nodes: Annotated[int, Range(0, 2**20)] = 0
    """Gomoku: positions examined at the root for a win by continuous fours and threes, if fours
    alone do not win; 0: do not look. For play."""
    endgame_nodes: Annotated[int, Range(0, 2**20)] = 1000
    """Connect Four on 7x6: positions examined for the exact result of an ending when it is first
    met; 0: do not look. 1,000 take about 50 microseconds. Needs `one_ply_ahead`."""
    root_endgame_nodes: Annotated[int, Range(0, 2**20)] = 5000
    """The same at the root of the tree, where more is worth its time; at least `endgame_nodes`."""
    seek_shorter_win: bool = False
    """After a win is proven, search the other moves for a shorter one while the limit lasts. For
    analysis; in play the first proven win is good enough."""
    early_stop: bool = False
    """Stop when no other move can overtake the most visited one. For play, not for training."""
    reuse_tree: bool = True
    """Keep the subtree of the move played instead of starting each search from scratch."""
    random_symmetry: bool = False
    """Evaluate each position in a symmetry chosen by its hash, so that a net's directional bias
    averages out over the tree."""
    root: Literal["puct", "gumbel"] = "puct"
    """How the root selects moves: PUCT, or Gumbel sampling with sequential halving. Gumbel improves
    the policy from as few as 16 simulations."""
    gumbel_actions: Annotated[int, Range(2, MOST)] = 16
    """Gumbel: number of moves in the first round."""
    gumbel_visit_scale: Annotated[float, Range(0)] = 50.0
    """Gumbel: c_visit, the weight of values at few visits."""
    gumbel_value_scale: Annotated[float, Range(0, low_allowed=False)] = 1.0
    """Gumbel: c_scale, the weight of values against the prior."""
    memory_mb: Annotated[int | None, Range(1, MOST)] = None
    """Maximum size of a tree in megabytes; the search ends there. none: no limit."""

    def __post_init__(self) -> None:
        require_allowed(self)

    @classmethod
    def classic(cls, **changes: Any) -> Self:  # noqa: ANN401
        """The classic Gomoku system: constant c of 5, unvisited moves count as 0."""
        return replace(cls(c_init=5.0, c_base=None, fpu_reduction=None), **changes)

    @classmethod
    def resnet(cls, **changes: Any) -> Self:  # noqa: ANN401
        """The ResNet teaching system: constant c of 1."""
        return replace(cls(c_init=1.0, c_base=None, fpu_reduction=None), **changes)

    @classmethod
    def connect4(cls, **changes: Any) -> Self:  # noqa: ANN401
        """The Connect Four system: growing c, FPU reduction, moves-left."""
        config = cls(c_init=1.4, c_base=1000.0, fpu_reduction=0.2, mlh_slope=0.03, mlh_cap=0.15)
        return replace(config, **changes)

    def without_endings(self) -> Self:
        """The same, but endings of Connect Four are not solved."""
        return replace(self, endgame_nodes=0, root_endgame_nodes=0)

    def exploration(self, visits: int) -> float:
        """The exploration constant c at a node with so many visits."""
        if self.c_base is None:
            return self.c_init
        return self.c_init + math.log((visits + self.c_base + 1) / self.c_base)

    def for_core(self) -> _core.CoreSearchConfig:
        """The same parameters in the core's form; `reuse_tree` is the caller's business."""
        return _core.CoreSearchConfig(
            c_init=self.c_init,
            c_base=self.c_base or 0.0,
            fpu_zero=self.fpu_reduction is None,
            fpu_reduction=self.fpu_reduction or 0.0,
            discount=self.discount,
            noise_epsilon=self.noise_epsilon,
            noise_alpha=self.noise_alpha,
            noise_total=self.noise_total or 0.0,
            forced_playouts=self.forced_playouts,
            mlh_slope=self.mlh_slope,
            mlh_cap=self.mlh_cap,
            virtual_loss=self.virtual_loss,
            leaves_per_batch=self.leaves_per_batch,
            prove=self.prove,
            one_ply_ahead=self.one_ply_ahead,
            forcing_nodes=self.forcing_nodes,
            root_forcing_nodes=self.root_forcing_nodes,
            endgame_nodes=self.endgame_nodes,
            root_endgame_nodes=self.root_endgame_nodes,
            root_threat_nodes=self.root_threat_nodes,
            seek_shorter_win=self.seek_shorter_win,
            early_stop=self.early_stop,
            random_symmetry=self.random_symmetry,
            root=_ROOT_RULES[self.root],
            gumbel_actions=self.gumbel_actions,
            gumbel_visit_scale=self.gumbel_visit_scale,
            gumbel_value_scale=self.gumbel_value_scale,
            memory_mb=self.memory_mb or 0,
        )


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work one search may do; the first limit reached ends it.

    `simulations` counts new ones; visits kept from an earlier search are added. `Limit()` sets no
    limit: the search runs until it is stopped or its root is proven.
    """

    simulations: Annotated[int | None, Range(1, 10**15)] = None
    seconds: Annotated[float | None, Range(0, low_allowed=False)] = None

    def __post_init__(self) -> None:
        require_allowed(self)
