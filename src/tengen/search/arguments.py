"""What a search is given, checked where it enters."""

import math
import numbers
from collections.abc import Sequence
from typing import Any

from tengen import _core
from tengen.errors import ConfigError
from tengen.rules.arguments import shown
from tengen.rules.game import Game
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import AnyEvaluator
from tengen.settings import MOST


def require_parts(
    game: Game[Any], evaluator: AnyEvaluator | None, config: SearchConfig | None
) -> AnyEvaluator:
    """The evaluator, if a search can be made of these; raises `ConfigError`."""
    if not isinstance(game, Game):
        raise ConfigError(
            f"a search needs a game, such as tengen.load_game('connect4'); got {shown(game)}"
        )
    if not isinstance(config, SearchConfig | None):
        raise ConfigError(f"config must be a SearchConfig or None; got {shown(config)}")
    return require_evaluator(evaluator)


def require_evaluator(evaluator: AnyEvaluator | None) -> AnyEvaluator:
    """The evaluator, if it is one of any kind; raises `ConfigError`."""
    asked = (getattr(evaluator, name, None) for name in ("evaluate", "evaluate_position"))
    if evaluator is None or isinstance(evaluator, type) or not any(map(callable, asked)):
        raise ConfigError(
            "expected an evaluator, such as tengen.load_evaluator('connect4') or "
            f"tengen.RolloutEvaluator(); got {shown(evaluator)}"
        )
    return evaluator


def require_seeds(seeds: Sequence[int]) -> list[int]:
    """The seeds as 64 bits each."""
    for seed in seeds:
        if not isinstance(seed, numbers.Integral):
            raise ConfigError(f"a seed must be an integer; got {shown(seed)}")
    return [int(seed) % 2**64 for seed in seeds]


def require_limit(limit: Limit, stop: _core.StopToken | None) -> None:
    """Raises `ConfigError` for what does not bound a search."""
    if not isinstance(limit, Limit):
        raise ConfigError(
            f"a limit must be a Limit, such as tengen.Limit(simulations=800); got {shown(limit)}"
        )
    require_stop(stop)


def require_nodes(nodes: int) -> None:
    """Raises `ConfigError` for what is no number of nodes."""
    is_whole = isinstance(nodes, numbers.Integral) and not isinstance(nodes, bool)
    if not is_whole or not 1 <= nodes <= MOST:
        raise ConfigError(f"nodes must be a whole number from 1 to {MOST}; got {shown(nodes)}")


def require_time(seconds: float | None, stop: _core.StopToken | None) -> None:
    """Raises `ConfigError` for what does not end a solver's work."""
    is_number = isinstance(seconds, numbers.Real) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and 0 < seconds < math.inf):
        raise ConfigError(f"seconds must be above 0; got {shown(seconds)}")
    require_stop(stop)


def require_stop(stop: _core.StopToken | None) -> None:
    """Raises `ConfigError` for what cannot stop anything."""
    if not isinstance(stop, _core.StopToken | None):
        raise ConfigError(f"stop must be a StopToken or None; got {shown(stop)}")
