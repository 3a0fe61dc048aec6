"""What is found out about nodes: kept on the tree for the graph of the game."""

from collections.abc import Mapping

from tengen.search import Score, SearchResult
from tengen.studio.analysis_message import seat_proof, seat_view
from tengen.studio.tree import TreeNode


def keep(node: TreeNode, result: SearchResult) -> None:
    """Notes the win rate of seat 0, and a proof if there is one; what is proven stays so."""
    node.win_rate = round(seat_view(node.position, result.win_rate), 4)
    if result.proof is not None:
        node.proof = seat_proof(node.position, result.proof.value)


def keep_exact(node: TreeNode, scores: Mapping[int, Score]) -> None:
    """Notes the result with best play, where the scores of all moves are known."""
    if scores:
        node.proof = seat_proof(node.position, max(scores.values()).name)


def keep_end(node: TreeNode) -> None:
    """Notes the result of a game that its rules have ended here."""
    if (outcome := node.position.outcome) is not None:
        node.proof = Score(outcome.value_for(0), 0).name
