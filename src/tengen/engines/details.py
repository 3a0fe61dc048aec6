"""Search details as readable text for an engine's messages."""

from typing import Any

from tengen.engines.protocol import cell_text
from tengen.rules.game import Game
from tengen.search.result import SearchResult

_MOST_LINE_MOVES = 12
_FORCED = {"win": "wins", "draw": "draws", "loss": "loses"}


def search_details(game: Game[Any], result: SearchResult) -> list[str]:
    """Simulations, evaluation and expected line."""
    speed = result.simulations / max(result.seconds, 1e-6)
    shown = result.line[:_MOST_LINE_MOVES] if result.proof is None else result.proof.line
    line = " ".join(f"[{cell_text(game, action)}]" for action in shown)
    return [
        f"Simulations: {result.simulations} | Speed: {speed:.0f}/s | "
        f"Time: {result.seconds * 1000:.0f} ms",
        f"Evaluation: {_worth(result)} | Bestline: {line}",
    ]


def cell_detail(game: Game[Any], result: SearchResult, action: int) -> str:
    """What the search thinks of one cell."""
    prior, visits = result.priors[action], int(result.visits[action])
    tried = f"{_percent(result.values[action])} to win, {visits} visits" if visits else "not tried"
    return f"{cell_text(game, action)}: {tried}, prior {100 * prior:.1f}%"


def tree_detail(result: SearchResult) -> str:
    """Why the search ended, and how large its tree is."""
    size = f"{result.tree_size} nodes in {result.tree_bytes / 1e6:.1f} MB"
    return f"ended by {result.stop_reason}, tree of {size}"


def _worth(result: SearchResult) -> str:
    if result.proof is not None:
        return f"{_FORCED[result.proof.value]} by force in {result.proof.plies}"
    return _percent(result.root_value)


def _percent(value: float) -> str:
    """A value from -1 to 1 as a chance to win."""
    return f"{50 * (1 + value):.1f}%"
