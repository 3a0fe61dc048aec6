"""What searches say about nodes: kept on the tree for the graph of the game."""

from tengen.search import SearchResult
from tengen.studio.analysis_message import seat_proof, seat_view
from tengen.studio.tree import TreeNode


def keep(node: TreeNode, result: SearchResult) -> None:
    """Notes the win rate of seat 0, and a proof if there is one."""
    node.win_rate = round(seat_view(node.position, result.win_rate), 4)
    proof = None if result.proof is None else result.proof.value
    node.proof = seat_proof(node.position, proof)
