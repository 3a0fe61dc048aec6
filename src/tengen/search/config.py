"""What a search may be told: `SearchConfig` and `Limit`."""

import math
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Self

from tengen import _core
from tengen.errors import ConfigError
from tengen.settings import MOST, Range, refuse_out_of_range

_ROOT_RULES = {"puct": _core.RootRule.PUCT, "gumbel": _core.RootRule.GUMBEL}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """Parameters of the search; every field says its default, its range and its reason."""

    c_init: float = 1.25
    """Exploration at few visits: weight of the prior against the value. 0 or more; AlphaZero's."""
    c_base: float | None = 19652.0
    """Exploration grows by ln((N + c_base + 1) / c_base). Above 0, or None to keep `c_init`."""
    fpu_reduction: float | None = 0.2
    """How far below its parent an unvisited move starts, 0 to 2; about 0.2 to 0.4 suits most nets.
    None: unvisited moves count as 0, as in the first systems."""
    discount: float = 1.0
    """Factor on the value per ply on its way up, above 0 to 1. Below 1 prefers quick results."""
    noise_epsilon: float = 0.0
    """Share of Dirichlet noise in the root's priors, 0 to 1. Off unless asked for; 0.25 in
    self-play, where every move must have a chance."""
    noise_alpha: float = 0.3
    """Shape of the noise, above 0: small values favour few moves."""
    noise_total: float | None = None
    """If set (above 0; 10 is usual), alpha is this divided by the number of legal moves, so that
    the noise suits every board and phase."""
    forced_playouts: float = 0.0
    """Every visited root move gets at least sqrt(this * prior * visits) visits, 0 or more; what the
    search would not have given is taken out of the policy target again. 2 suits self-play with
    noise: moves the noise points at are tried seriously."""
    mlh_slope: float = 0.0
    """Moves-left: bonus per ply by which a winning move is quicker, 0 or more. 0 turns it off;
    0.02 to 0.03 suits Connect Four."""
    mlh_cap: float = 0.15
    """Moves-left: the largest bonus, 0 or more. It must stay below real differences of value."""
    virtual_loss: float = 1.0
    """How bad a visit counts whose evaluation is not back yet, 0 to 1; spreads the leaves of one
    batch over the tree."""
    leaves_per_batch: int = 1
    """Leaves of one tree evaluated together, 1 to 1024. More feed the hardware better and search a
    little less sharply: 8 to 32 for one strong game, 1 where many trees share a batch."""
    prove: bool = True
    """Back up proven wins, losses and draws as such, and stop when the root is proven."""
    early_stop: bool = False
    """Stop when the most visited move can no longer be caught. For play, not for training."""
    reuse_tree: bool = True
    """Keep the subtree of the move played, instead of starting each search from nothing."""
    random_symmetry: bool = False
    """Show each position in a symmetry chosen by its hash, so that a net's bias for one direction
    averages out over the tree."""
    root: Literal["puct", "gumbel"] = "puct"
    """How the root chooses: `puct`, or `gumbel` (sequential halving), which improves the policy
    from as few as 16 simulations."""
    gumbel_actions: int = 16
    """Gumbel: how many moves enter the first round, 2 or more."""
    gumbel_visit_scale: float = 50.0
    """Gumbel: c_visit, 0 or more; how strongly values count before there are many visits."""
    gumbel_value_scale: float = 1.0
    """Gumbel: c_scale, above 0; how strongly values count against the prior."""
    memory_mb: int | None = None
    """The tree stops growing, and the search ends, at this size. 1 or more; None: no limit."""

    def __post_init__(self) -> None:
        refuse_out_of_range(self, _RANGES)
        if self.root not in _ROOT_RULES:
            raise ConfigError(f"root must be 'puct' or 'gumbel'; got {self.root!r}")

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

    def for_core(self) -> _core.CoreSearchConfig:
        """The same parameters as the core takes them."""
        core = _core.CoreSearchConfig()
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "root":
                core.root = _ROOT_RULES[self.root]
            elif field.name == "fpu_reduction" and value is None:
                core.fpu_zero = True
            elif field.name != "reuse_tree":
                setattr(core, field.name, 0 if value is None else value)
        return core


_RANGES = {
    "c_init": Range(0),
    "c_base": Range(0, low_allowed=False),
    "fpu_reduction": Range(0, 2),
    "discount": Range(0, 1, low_allowed=False),
    "noise_epsilon": Range(0, 1),
    "noise_alpha": Range(0, low_allowed=False),
    "noise_total": Range(0, low_allowed=False),
    "forced_playouts": Range(0),
    "mlh_slope": Range(0),
    "mlh_cap": Range(0),
    "virtual_loss": Range(0, 1),
    "leaves_per_batch": Range(1, 1024),
    "gumbel_actions": Range(2, MOST),
    "gumbel_visit_scale": Range(0),
    "gumbel_value_scale": Range(0, low_allowed=False),
    "memory_mb": Range(1, MOST),
}


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work one search may do; whichever limit is met first ends it.

    `simulations` counts new ones: visits kept from an earlier search come on top. `Limit()` sets no
    bounds: the search goes on until it is stopped or proven.
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is not None and self.simulations < 1:
            raise ConfigError(f"simulations must be 1 or more; got {self.simulations!r}")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise ConfigError(f"seconds must be above 0; got {self.seconds!r}")
