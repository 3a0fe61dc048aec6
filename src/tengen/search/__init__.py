"""One search for every game, evaluator and purpose."""

from tengen.search.cached import CachedEvaluator
from tengen.search.config import Limit, SearchConfig
from tengen.search.connect_four import ConnectFourSolver
from tengen.search.evaluator import (
    AnyEvaluator,
    CoreEvaluator,
    Evaluation,
    Evaluator,
    RolloutEvaluator,
    RulesEvaluator,
    UniformEvaluator,
)
from tengen.search.forcing import ForcedWin, find_forced_win
from tengen.search.inside import ChildView, SimulationTrace, TreeView
from tengen.search.pool import SearchPool
from tengen.search.result import Proof, SearchResult
from tengen.search.running import RunningSearch, StopToken
from tengen.search.search import Search
from tengen.search.solver import Score, Solution, Solver
from tengen.search.solving import solve
from tengen.search.temperature import TemperatureSchedule

__all__ = [
    "AnyEvaluator",
    "CachedEvaluator",
    "ChildView",
    "ConnectFourSolver",
    "CoreEvaluator",
    "Evaluation",
    "Evaluator",
    "ForcedWin",
    "Limit",
    "Proof",
    "RolloutEvaluator",
    "RulesEvaluator",
    "RunningSearch",
    "Score",
    "Search",
    "SearchConfig",
    "SearchPool",
    "SearchResult",
    "SimulationTrace",
    "Solution",
    "Solver",
    "StopToken",
    "TemperatureSchedule",
    "TreeView",
    "UniformEvaluator",
    "find_forced_win",
    "solve",
]
