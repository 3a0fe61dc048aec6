"""Why a simulation went where it went, in words."""

from collections.abc import Sequence
from typing import Any

from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import ChildView, TreeView
from tengen.studio.both import said
from tengen.studio.figures import percent, plain, signed
from tengen.studio.game_info import seat_name
from tengen.studio.microscope_shapes import PathNode
from tengen.studio.shapes import Text


def node_name(moves: Sequence[str]) -> Text:
    """Such as `after 4 3`."""
    if not moves:
        return said("microscope root")
    return said("microscope after", moves=" ".join(moves))


def choice_title(chosen: str, moves: Sequence[str]) -> Text:
    """Such as `Why 3 at the root`."""
    key = "microscope why after" if moves else "microscope why root"
    return said(key, move=chosen, moves=" ".join(moves))


def why_sign(game: Game[Any], nodes: Sequence[PathNode]) -> Text:
    """What happens to the value of the leaf one step up."""
    leaf, above = nodes[-1], nodes[-2] if len(nodes) > 1 else None
    how = "root" if above is None else "turns" if leaf.turns else "keeps"
    return said(
        f"microscope sign {how}",
        value=signed(leaf.adds),
        minus=signed(-leaf.adds),
        seat=seat_name(game, leaf.to_move),
        other=seat_name(game, leaf.to_move if above is None else above.to_move),
    )


def why_chosen(position: Position[Any], view: TreeView, chosen: int) -> Text:
    """The chosen move against the next best one."""
    best = next(child for child in view.children if child.action == chosen)
    others = [child for child in view.children if child is not best and child.proof != "loss"]
    move = position.move_name(chosen)
    if not others:
        return said("microscope why only", move=move)
    next_best = max(others, key=lambda child: child.score)
    return said(
        f"microscope why {_reason(best, next_best)}",
        move=move,
        score=signed(best.score),
        other=position.move_name(next_best.action),
        other_score=signed(next_best.score),
        q=signed(best.q),
        other_q=signed(next_best.q),
        u=plain(best.u),
        other_u=plain(next_best.u),
        prior=percent(best.prior),
    )


def _reason(best: ChildView, other: ChildView) -> str:
    """What tips the balance."""
    if best.score < other.score:
        return "forced"
    if best.visits == 0:
        return "new"
    has_looked_better = round(best.q, 3) > round(other.q, 3)
    if has_looked_better:
        return "both" if best.u > other.u else "value"
    return "exploration" if best.u > other.u else "quicker"
