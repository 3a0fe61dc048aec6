"""The settings of self-play."""

from dataclasses import dataclass
from typing import Annotated

from tengen import _core
from tengen.search.config import SearchConfig
from tengen.settings import MOST, Range, require_allowed

_NEVER = -2.0
"""Below every root value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayConfig:
    """How self-play games are played, and how much work goes into them."""

    simulations: Annotated[int, Range(1, MOST)] = 200
    """Simulations of a full search: the quality of the training targets."""
    first_simulations: Annotated[int | None, Range(1, MOST)] = None
    """Simulations at the start of the run, growing evenly until `simulation_growth`; none:
    `simulations` from the start. An untrained net is not worth a deep search."""
    simulation_growth: Annotated[float, Range(0, 1)] = 0.1
    """Share of the run until `first_simulations` has grown to `simulations`."""
    full_share: Annotated[float, Range(0, 1, low_allowed=False)] = 1.0
    """Share of moves searched in full. The others use `cheap_simulations` and give no policy target
    unless they prove a win: more games, and better values, in the same time."""
    cheap_simulations: Annotated[int, Range(1, MOST)] = 40
    """Simulations of the moves that are not searched in full."""
    temperature_moves: Annotated[int, Range(0, MOST)] = 10
    """Number of moves at the start of a game chosen with `temperature_early`."""
    temperature_early: Annotated[float, Range(0)] = 1.0
    """Temperature of the first moves, for variety. 1 samples in proportion to visits."""
    temperature_late: Annotated[float, Range(0)] = 0.0
    """Temperature of the later moves, for strength. 0 plays the most visited move."""
    output_noise: Annotated[float, Range(0, 1)] = 0.0
    """Share of Dirichlet noise in the final choice, as in the classic system (0.25 there). Noise at
    the root explores more."""
    resign_below: Annotated[float | None, Range(-1, 0)] = None
    """A side resigns when its root value is below this; none: no resignation."""
    play_on_share: Annotated[float, Range(0, 1)] = 0.1
    """Share of games played without resignation, to measure how often resigning is wrong."""
    random_plies: Annotated[int, Range(0, MOST)] = 0
    """Maximum number of random moves at the start of a game, for varied openings."""
    openings: tuple[str, ...] = ()
    """Openings as move strings such as `h8i9`; one is drawn for each game."""
    adjudicate: bool = True
    """End a game as soon as the search has proven its result."""
    games_at_once: Annotated[int, Range(1, 100_000)] = 64
    """Games played concurrently; their leaves share batches."""

    def __post_init__(self) -> None:
        require_allowed(self)

    def simulations_at(self, progress: float) -> int:
        """The simulations of a full search when this share of the run is done."""
        first = self.first_simulations
        if first is None or progress >= self.simulation_growth:
            return self.simulations
        return first + int((self.simulations - first) * progress / self.simulation_growth)

    def mean_simulations_at(self, progress: float) -> float:
        """The simulations of a move on average, cheap searches included."""
        full = self.simulations_at(progress)
        cheap = min(self.cheap_simulations, full)
        return self.full_share * full + (1 - self.full_share) * cheap

    def for_core(
        self, search: SearchConfig, progress: float, openings: list[list[int]]
    ) -> _core.CoreSelfPlayConfig:
        """The same parameters in the core's form."""
        simulations = self.simulations_at(progress)
        return _core.CoreSelfPlayConfig(
            search=search.for_core(),
            simulations=simulations,
            cheap_simulations=min(self.cheap_simulations, simulations),
            full_share=self.full_share,
            temperature_moves=self.temperature_moves,
            temperature_early=self.temperature_early,
            temperature_late=self.temperature_late,
            output_noise=self.output_noise,
            resign_below=_NEVER if self.resign_below is None else self.resign_below,
            play_on_share=self.play_on_share,
            random_plies=self.random_plies,
            openings=openings,
            adjudicate=self.adjudicate,
            reuse_tree=search.reuse_tree,
        )
