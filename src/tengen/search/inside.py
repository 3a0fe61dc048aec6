"""Looking inside a search (SPEC M14): its tree as data, and single simulations step by step."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tengen import _core

_PROOF_NAMES = {
    _core.Proof.NONE: None,
    _core.Proof.WIN: "win",
    _core.Proof.DRAW: "draw",
    _core.Proof.LOSS: "loss",
}


@dataclass(frozen=True, slots=True)
class ChildView:
    """A candidate move in the view of the side to move; its score is q + u + m."""

    action: int
    visits: int
    prior: float
    q: float
    """Value; for an unvisited move its first-play value."""
    u: float
    """Exploration bonus."""
    m: float
    """Moves-left bonus."""
    moves_left: float
    proof: str | None
    """The proven result of this move for the side that plays it: win, draw or loss."""
    proof_plies: int
    tree: "TreeView | None" = None
    """The child node, if requested and visited."""

    @property
    def score(self) -> float:
        """What selection maximises."""
        return self.q + self.u + self.m


@dataclass(frozen=True, slots=True)
class TreeView:
    """A node; values are in the view of the side to move there."""

    path: tuple[int, ...]
    visits: int
    value: float
    own_value: float
    """The evaluator's value of this position."""
    moves_left: float
    to_move: int
    proof: str | None
    children: tuple[ChildView, ...]
    """Visited moves first, most visited first."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One node on the way up: its visits and value before and after."""

    path: tuple[int, ...]
    visits_before: int
    value_before: float
    visits_after: int
    value_after: float
    proof_after: str | None


@dataclass(frozen=True, slots=True)
class SimulationTrace:
    """What one simulation did."""

    choices: tuple[TreeView, ...]
    """Every node where a move was selected, as it was before the simulation."""
    path: tuple[int, ...]
    """The moves selected; the last one leads to the leaf."""
    leaf: TreeView | None
    """The leaf after it was evaluated."""
    backups: tuple[Backup, ...]
    """From the leaf up to the root."""


def view_tree(
    core: _core.SearchPool, depth: int, most: int | None, path: tuple[int, ...] = ()
) -> TreeView:
    """The node at `path` and, of each node, the `most` most visited moves, `depth` levels deep."""
    view = _view_node(core, path)
    assert view is not None, f"the tree has no node at {path}"
    kept = view.children[:most]
    if depth > 1:
        kept = tuple(
            replace(child, tree=view_tree(core, depth - 1, most, (*path, child.action)))
            if child.visits
            else child
            for child in kept
        )
    return replace(view, children=kept)


def trace_simulation(core: _core.SearchPool, run: Callable[[], object]) -> SimulationTrace:
    """Runs one simulation and records the tree before and after it."""
    path = tuple(core.preview(0))
    before = {path[:depth]: _view_node(core, path[:depth]) for depth in range(len(path) + 1)}
    run()
    choices = [before[path[:depth]] for depth in range(len(path))]
    backups = [
        _backup(before.get(step), _view_node(core, step), step)
        for step in (path[:depth] for depth in range(len(path), -1, -1))
    ]
    return SimulationTrace(
        tuple(choice for choice in choices if choice is not None),
        path,
        _view_node(core, path),
        tuple(backup for backup in backups if backup is not None),
    )


def _view_node(core: _core.SearchPool, path: tuple[int, ...]) -> TreeView | None:
    report = core.node(0, list(path))
    if report is None:
        return None
    return TreeView(
        path=path,
        visits=report.visits,
        value=report.value,
        own_value=report.own_value,
        moves_left=report.moves_left,
        to_move=report.to_move,
        proof=_PROOF_NAMES[report.proof],
        children=tuple(_view_child(child) for child in report.children),
    )


def _view_child(child: _core.ChildReport) -> ChildView:
    return ChildView(
        action=child.action,
        visits=child.visits,
        prior=child.prior,
        q=child.q,
        u=child.u,
        m=child.m,
        moves_left=child.moves_left,
        proof=_PROOF_NAMES[child.proof],
        proof_plies=child.proof_plies,
    )


def _backup(
    before: TreeView | None, after: TreeView | None, path: tuple[int, ...]
) -> Backup | None:
    if after is None:
        return None
    visits, value = (before.visits, before.value) if before is not None else (0, 0.0)
    return Backup(path, visits, value, after.visits, after.value, after.proof)
