"""What a search may be told: `SearchConfig` and `Limit`."""

import math
import numbers
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Self

from tengen import _core
from tengen.errors import ConfigError

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
        for name, (low, high, low_allowed) in _RANGES.items():
            _refuse_outside(name, getattr(self, name), low, high, low_allowed)
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


_OPTIONAL = {"c_base", "fpu_reduction", "noise_total", "memory_mb"}
_WHOLE = {"leaves_per_batch", "gumbel_actions", "memory_mb"}
# name: (lowest, highest, whether the lowest itself is allowed)
_RANGES: dict[str, tuple[float, float, bool]] = {
    "c_init": (0, math.inf, True),
    "c_base": (0, math.inf, False),
    "fpu_reduction": (0, 2, True),
    "discount": (0, 1, False),
    "noise_epsilon": (0, 1, True),
    "noise_alpha": (0, math.inf, False),
    "noise_total": (0, math.inf, False),
    "mlh_slope": (0, math.inf, True),
    "mlh_cap": (0, math.inf, True),
    "virtual_loss": (0, 1, True),
    "leaves_per_batch": (1, 1024, True),
    "gumbel_actions": (2, math.inf, True),
    "gumbel_visit_scale": (0, math.inf, True),
    "gumbel_value_scale": (0, math.inf, False),
    "memory_mb": (1, math.inf, True),
}


def _refuse_outside(
    name: str,
    value: Any,
    low: float,
    high: float,
    low_allowed: bool,  # noqa: ANN401
) -> None:
    if value is None and name in _OPTIONAL:
        return
    _refuse_other_type(name, value)
    above = value >= low if low_allowed else value > low
    if above and value <= high and value != math.inf:
        return
    lowest = f"{low:g} or more" if low_allowed else f"above {low:g}"
    bounds = lowest if high == math.inf else f"{lowest} and at most {high:g}"
    raise ConfigError(f"{name} must be {bounds}; got {value!r}")


def _refuse_other_type(name: str, value: object) -> None:
    kind: type = numbers.Integral if name in _WHOLE else numbers.Real
    if isinstance(value, bool) or not isinstance(value, kind):
        wanted = "a whole number" if name in _WHOLE else "a number"
        raise ConfigError(f"{name} must be {wanted}; got {value!r}")


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work one search may do; whichever limit is met first ends it.

    `simulations` counts new ones: visits kept from an earlier search come on top.
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ConfigError("a Limit needs simulations, seconds, or both")
        if self.simulations is not None and self.simulations < 1:
            raise ConfigError(f"simulations must be 1 or more; got {self.simulations!r}")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise ConfigError(f"seconds must be above 0; got {self.seconds!r}")
