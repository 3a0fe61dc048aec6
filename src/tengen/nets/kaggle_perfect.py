"""The perfect player of Connect Four as an agent for Kaggle's ConnectX: one Python file."""

from pathlib import Path

from tengen import _core
from tengen.errors import UnsupportedError
from tengen.nets import kaggle_perfect_agent
from tengen.nets.kaggle_source import KaggleEffort, agent_source
from tengen.search.connect_four import BOOK, ConnectFourSolver

LIBRARY = Path(_core.__file__).with_name("connect4_agent.so")
"""The solver as a library without Python, for Kaggle's machines; built where it can run there."""


def perfect_source(effort: KaggleEffort | None = None) -> str:
    """The agent's source with solver and book in it; raises `UnsupportedError` without them."""
    if not LIBRARY.is_file():
        raise UnsupportedError(
            "a perfect agent contains the solver as compiled for Kaggle's machines, "
            "which only Tengen on Linux x86-64 has"
        )
    ConnectFourSolver(memory_mb=1)  # refuses a missing or damaged book
    return agent_source(
        kaggle_perfect_agent,
        effort or KaggleEffort(),
        LIBRARY=LIBRARY.read_bytes(),
        BOOK=BOOK.read_bytes(),
    )
