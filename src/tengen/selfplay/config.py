"""How games of self-play are played."""

from dataclasses import dataclass

from tengen import _core
from tengen.search.config import SearchConfig
from tengen.settings import MOST, Range, refuse_out_of_range


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayConfig:
    """Parameters of self-play; every field says its default, its range and its reason."""

    simulations: int = 200
    """Simulations of a full search, 1 or more: the quality of what is learned."""
    first_simulations: int | None = None
    """Simulations in generation 0, growing in equal steps to `simulations` over
    `simulation_growth` generations: an untrained net is not worth a deep search. None: all."""
    simulation_growth: int = 10
    """Generations until `simulations` is reached, 1 or more."""
    full_share: float = 1.0
    """Share of moves searched in full, above 0 to 1. The others are played with
    `cheap_simulations` and teach no policy, unless they prove a win: more games, so better values,
    for the same time."""
    cheap_simulations: int = 40
    """Simulations of the moves that only advance the game, 1 or more."""
    temperature_moves: int = 10
    """Moves of each game chosen with `temperature_early`, 0 or more."""
    temperature_early: float = 1.0
    """Temperature of the first moves, 0 or more: variety."""
    temperature_late: float = 0.0
    """Temperature afterwards, 0 or more: strength."""
    output_noise: float = 0.0
    """Share of Dirichlet noise in the final choice, 0 to 1. Only to be faithful to the classic
    system (0.25 there): it explores less than noise at the root."""
    resign_below: float | None = None
    """A side whose root value is below this gives up, -1 to 0. None: nobody resigns."""
    play_on_share: float = 0.1
    """Share of games in which nobody resigns, 0 to 1, to measure how often resigning is wrong."""
    random_plies: int = 0
    """Each game begins with 0 to this many random moves, 0 or more: variety of openings."""
    openings: tuple[str, ...] = ()
    """Openings to begin from, as move texts such as `h8i9`; one is drawn for each game."""
    adjudicate: bool = True
    """End a game when the search has proven its result."""
    games_at_once: int = 64
    """Games in progress side by side, 1 or more: their leaves share batches."""

    def __post_init__(self) -> None:
        refuse_out_of_range(self, _RANGES)

    def simulations_in(self, generation: int) -> int:
        """The full budget of one generation."""
        if self.first_simulations is None or generation >= self.simulation_growth:
            return self.simulations
        grown = (self.simulations - self.first_simulations) * generation
        return self.first_simulations + grown // self.simulation_growth

    def for_core(
        self, search: SearchConfig, generation: int, openings: list[list[int]]
    ) -> _core.CoreSelfPlayConfig:
        """The same parameters as the core takes them."""
        core = _core.CoreSelfPlayConfig()
        core.search = search.for_core()
        core.simulations = self.simulations_in(generation)
        core.cheap_simulations = min(self.cheap_simulations, core.simulations)
        core.resign_below = -2.0 if self.resign_below is None else self.resign_below
        core.reuse_tree = search.reuse_tree
        core.openings = openings
        for name in _SAME_NAME:
            setattr(core, name, getattr(self, name))
        return core


_SAME_NAME = (
    "full_share",
    "temperature_moves",
    "temperature_early",
    "temperature_late",
    "output_noise",
    "play_on_share",
    "random_plies",
    "adjudicate",
)
_RANGES = {
    "simulations": Range(1, MOST),
    "first_simulations": Range(1, MOST),
    "simulation_growth": Range(1, MOST),
    "full_share": Range(0, 1, low_allowed=False),
    "cheap_simulations": Range(1, MOST),
    "temperature_moves": Range(0, MOST),
    "temperature_early": Range(0),
    "temperature_late": Range(0),
    "output_noise": Range(0, 1),
    "resign_below": Range(-1, 0),
    "play_on_share": Range(0, 1),
    "random_plies": Range(0, MOST),
    "games_at_once": Range(1, 100_000),
}
