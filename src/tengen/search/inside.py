"""Looking inside a search (SPEC M14): its tree as data, and single simulations step by step."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tengen import _core
from tengen.search.result import ProofValue

_PROOF_NAMES: dict[_core.Proof, ProofValue | None] = {
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
    proof: ProofValue | None
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
    proof: ProofValue | None
    children: tuple[ChildView, ...]
    """Visited moves first, most visited first."""
    hidden: int = 0
    """How many moves were left out of `children`."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One node on the way up: its visits, value and expected plies before and after."""

    path: tuple[int, ...]
    visits_before: int
    value_before: float
    moves_left_before: float
    visits_after: int
    value_after: float
    moves_left_after: float
    proof_after: ProofValue | None

    @property
    def added(self) -> float:
        """The value that the simulation added, computed from the means before and after."""
        if self.proof_after is not None:
            return self.value_after
        return self.value_before + (self.value_after - self.value_before) * self.visits_after


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
    view = _view_node(core, path, most)
    assert view is not None, f"the tree has no node at {path}"
    if depth == 1:
        return view
    children = tuple(
        replace(child, tree=view_tree(core, depth - 1, most, (*path, child.action)))
        if child.visits
        else child
        for child in view.children
    )
    return replace(view, children=children)


def trace_simulation(
    core: _core.SearchPool, run: Callable[[], object], most: int | None
) -> SimulationTrace:
    """Runs one simulation and records the tree before and after it; `most` moves of each node."""
    path = tuple(core.preview(0))
    steps = [path[:depth] for depth in range(len(path) + 1)]
    before = [core.node(0, list(step)) for step in steps]
    choices = [
        _view(report, step, most, path[len(step)])
        for report, step in zip(before, steps[:-1], strict=False)
        if report is not None
    ]
    run()
    after = (core.node(0, list(step)) for step in steps)
    backups = [_backup(*each) for each in zip(before, after, steps, strict=True)]
    return SimulationTrace(
        tuple(choices),
        path,
        _view_node(core, path, most),
        tuple(backup for backup in reversed(backups) if backup is not None),
    )


def _view_node(core: _core.SearchPool, path: tuple[int, ...], most: int | None) -> TreeView | None:
    report = core.node(0, list(path))
    return None if report is None else _view(report, path, most)


def _view(
    report: _core.NodeReport, path: tuple[int, ...], most: int | None, chosen: int | None = None
) -> TreeView:
    """`most` moves, and the `chosen` one in any case."""
    children = report.children
    kept = [
        child
        for rank, child in enumerate(children)
        if most is None or rank < most or child.action == chosen
    ]
    return TreeView(
        path=path,
        visits=report.visits,
        value=report.value,
        own_value=report.own_value,
        moves_left=report.moves_left,
        to_move=report.to_move,
        proof=_PROOF_NAMES[report.proof],
        children=tuple(_view_child(child) for child in kept),
        hidden=len(children) - len(kept),
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
    before: _core.NodeReport | None, after: _core.NodeReport | None, path: tuple[int, ...]
) -> Backup | None:
    if after is None:
        return None
    return Backup(
        path=path,
        visits_before=0 if before is None else before.visits,
        value_before=0.0 if before is None else before.value,
        moves_left_before=0.0 if before is None else before.moves_left,
        visits_after=after.visits,
        value_after=after.value,
        moves_left_after=after.moves_left,
        proof_after=_PROOF_NAMES[after.proof],
    )
