"""One simulation of a kept search, as the microscope shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from tengen.partners.game_texts import has_cells, result_sentence
from tengen.rules.position import Position
from tengen.search import ChildView, SearchConfig, SimulationTrace, TreeView
from tengen.search.evaluator import AnyEvaluator, RulesEvaluator, tells
from tengen.search.inside import Backup
from tengen.studio.answers import Simulation
from tengen.studio.both import both, said
from tengen.studio.drawing import legal_cell
from tengen.studio.figures import signed
from tengen.studio.game_info import game_info, seat_name
from tengen.studio.microscope_shapes import (
    Choice,
    ChoiceRow,
    Leaf,
    NetOutput,
    NodeNumbers,
    PathNode,
)
from tengen.studio.net_view import view_net
from tengen.studio.reasons import choice_title, node_name, why_chosen, why_sign
from tengen.studio.shapes import Text

_MOST_OUTPUTS = 12
_NO_NET: dict[str, Any] = {
    "wdl": None,
    "moves_left": None,
    "outputs": [],
    "planes": [],
    "remark": None,
}


@dataclass(frozen=True)
class Subject:
    """What is searched, and how."""

    position: Position[Any]
    evaluator: AnyEvaluator
    config: SearchConfig

    @cached_property
    def gives_moves_left(self) -> bool:
        """Whether M means anything."""
        return tells(self.evaluator, "gives_moves_left")


def simulation_message(
    subject: Subject,
    trace: SimulationTrace,
    number: int,
    ids: Mapping[tuple[int, ...], int],
    request: int | None,
) -> Simulation:
    """Everything that a simulation did; the net is asked about its leaf once more."""
    positions = [subject.position]
    for action in trace.path:
        positions.append(positions[-1].play(action))
    nodes = [
        path_node(subject, positions[depth], backup, ids[backup.path])
        for depth, backup in enumerate(trace.backups[::-1])
    ]
    return Simulation(
        request=request,
        number=number,
        nodes=nodes,
        choices=[
            _choice(subject, positions[depth], view, trace.path[depth])
            for depth, view in enumerate(trace.choices)
        ],
        leaf=_leaf(subject, positions[-1], trace),
        sign=why_sign(subject.position.game, nodes),
    )


def path_node(subject: Subject, position: Position[Any], backup: Backup, number: int) -> PathNode:
    """A node of the path, before and after."""
    before = NodeNumbers(
        visits=backup.visits_before,
        value=backup.value_before,
        moves_left=backup.moves_left_before if subject.gives_moves_left else None,
    )
    is_drawn = has_cells(position) and game_info(position.game).look is not None
    above = position.undo() if backup.path else position
    moves = subject.position.move_names(backup.path)
    return PathNode(
        id=number,
        name=node_name(moves),
        moves=moves,
        to_move=position.to_move,
        cells=list(position.game.cells(position.state)) if is_drawn else [],
        board_text="" if is_drawn else str(position),
        last=position.game.cell_of(position) if is_drawn else None,
        before=before if backup.visits_before else None,
        after=NodeNumbers(
            visits=backup.visits_after,
            value=backup.value_after,
            moves_left=backup.moves_left_after if subject.gives_moves_left else None,
        ),
        adds=backup.added,
        turns=above.to_move != position.to_move,
        proof=backup.proof_after,
    )


def _choice(subject: Subject, position: Position[Any], view: TreeView, chosen: int) -> Choice:
    return Choice(
        title=choice_title(position.move_name(chosen), subject.position.move_names(view.path)),
        c=subject.config.exploration(view.visits),
        visits=view.visits,
        rows=[_row(subject, position, child) for child in view.children],
        hidden=view.hidden,
        why=why_chosen(position, view, chosen),
    )


def _row(subject: Subject, position: Position[Any], child: ChildView) -> ChoiceRow:
    return ChoiceRow(
        action=child.action,
        move=position.move_name(child.action),
        visits=child.visits,
        prior=child.prior,
        q=child.q,
        u=child.u,
        m=child.m,
        score=child.score,
        moves_left=child.moves_left if subject.gives_moves_left and child.visits else None,
        proof=child.proof,
    )


def _leaf(subject: Subject, position: Position[Any], trace: SimulationTrace) -> Leaf:
    leaf, backup = trace.leaf, trace.backups[0]
    assert leaf is not None, "a simulation always ends at a node"
    if (outcome := position.outcome) is not None:
        text = both(lambda texts: texts.message(result_sentence(position, outcome, texts)))
        return Leaf(kind="over", text=text, value=leaf.value, **_NO_NET)
    seat = seat_name(position.game, leaf.to_move)
    if leaf.proof is not None:
        kind: Literal["known", "proven"] = "known" if backup.visits_before else "proven"
        text = said(f"microscope leaf {kind} {leaf.proof}", seat=seat)
        return Leaf(kind=kind, text=text, value=leaf.value, **_NO_NET)
    value = signed(leaf.own_value)
    if isinstance(subject.evaluator, RulesEvaluator):
        text = said("microscope leaf playout", seat=seat, value=value)
        return Leaf(kind="playout", text=text, value=leaf.own_value, **_NO_NET)
    return _evaluated(subject, position, leaf, said("microscope leaf net", seat=seat, value=value))


def _evaluated(subject: Subject, position: Position[Any], leaf: TreeView, text: Text) -> Leaf:
    seen = view_net(position, subject.evaluator, subject.config)
    assert seen is not None, "a net sees planes"
    # Where a threat must be stopped, the other moves are no candidates at all.
    candidates = [child.action for child in leaf.children]
    actions = position.legal_actions if leaf.hidden else candidates
    shares = dict(zip(actions, seen.shares(actions), strict=True))
    return Leaf(
        kind="net",
        text=text,
        value=leaf.own_value,
        wdl=seen.wdl,
        moves_left=seen.moves_left,
        outputs=[
            NetOutput(
                move=position.move_name(child.action),
                cell=legal_cell(position, child.action),
                logit=float(seen.logits[child.action]),
                share=float(shares[child.action]),
                prior=child.prior,
            )
            for child in _likeliest(leaf.children)
        ],
        planes=seen.shown_planes(),
        remark=said("microscope turned") if seen.is_turned else None,
    )


def _likeliest(children: Sequence[ChildView]) -> list[ChildView]:
    return sorted(children, key=lambda child: -child.prior)[:_MOST_OUTPUTS]
