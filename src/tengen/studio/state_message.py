"""A table as the message that shows it."""

from dataclasses import dataclass

from tengen.partners.game_texts import has_cells, result_sentence
from tengen.rules.winning_line import winning_cells
from tengen.studio.answers import Report, State
from tengen.studio.both import both, said
from tengen.studio.drawing import is_drawn, legal_cell
from tengen.studio.game_info import game_info, game_title, seat_name
from tengen.studio.judging import Judgement, judged, reports, summary
from tengen.studio.opening_message import opening, opening_end
from tengen.studio.record_files import file_name, formats_of
from tengen.studio.shapes import (
    Better,
    Clocks,
    HumanPlayer,
    Legal,
    Node,
    OpenGame,
    Played,
    Result,
    Text,
    Thinking,
)
from tengen.studio.table import Table
from tengen.studio.tree import TreeNode


@dataclass(frozen=True, slots=True)
class Work:
    """What the server does at a table right now."""

    thinking: int | None = None
    """The seat of a player that chooses its move."""
    waits: bool = False
    """Whether it waits for a free core."""
    is_analysing: bool = False
    is_reviewing: bool = False


def state_message(table: Table, work: Work, request: int | None = None) -> State:
    """All there is to draw."""
    position, info = table.position, game_info(table.game)
    cells = list(table.game.cells(position.state)) if has_cells(position) else []
    return State(
        request=request,
        game_id=table.id,
        revision=table.revision,
        game=info,
        cells=cells if info.look is not None else [],
        board_text="" if info.look is not None else str(position),
        to_move=position.to_move,
        first=position.first,
        ply=table.plies,
        legal=_legal(table),
        last=_last(table.node),
        winning_cells=sorted(winning_cells(position)),
        stone_counts=(cells.count(0), cells.count(1)),
        result=_result(table.node),
        status=_status(table),
        seats=table.seats,
        is_human_turn=table.is_human_turn,
        node=table.node.id,
        nodes=_nodes(table),
        report=_report(table),
        can_undo=table.can_undo(),
        can_redo=not table.has_opening and table.tree.next_of(table.node) is not None,
        clocks=_clocks(table),
        opening=opening(table),
        opening_end=opening_end(table),
        is_paused=table.is_paused,
        speed=table.speed,
        thinking=_thinking(table, work),
        is_analysing=work.is_analysing,
        is_reviewing=work.is_reviewing,
        formats=formats_of(table),
        file_name=file_name(table),
    )


def open_game(table: Table) -> OpenGame:
    """The entry of a table in the list of games: of all its moves, whichever is in view."""
    end = table.tree.line_through(table.node)[-1]
    result = _result(end)
    return OpenGame(
        game_id=table.id,
        title=game_title(table.game),
        players=(_listed(table, 0), _listed(table, 1)),
        plies=end.ply,
        result=None if result is None else result.text,
        changed=table.changed_at,
    )


def _listed(table: Table, seat: int) -> Text:
    """A player's name in the list; the only person is whoever reads it."""
    player = table.seats[seat].player
    is_reader = table.humans == {seat} and isinstance(player, HumanPlayer) and not player.name
    return said("studio you") if is_reader else table.seats[seat].name


def _legal(table: Table) -> list[Legal]:
    if table.node.outcome is not None:
        return []
    position = table.position
    return [
        Legal(move=position.move_name(action), cell=legal_cell(position, action))
        for action in position.legal_actions
    ]


def _last(node: TreeNode) -> Played | None:
    action, before = node.position.last_action, node.parent
    if action is None or before is None:
        return None
    return Played(
        move=before.position.move_name(action),
        cell=node.position.game.cell_of(node.position) if is_drawn(node.position) else None,
        seat=before.position.to_move,
    )


def _result(node: TreeNode) -> Result | None:
    outcome, position = node.outcome, node.position
    if outcome is None:
        return None
    return Result(
        winner=outcome.winner,
        reason=both(lambda texts: texts.message(texts.reason(outcome.reason))),
        text=both(lambda texts: texts.message(result_sentence(position, outcome, texts))),
        is_early=node.early_end is not None,
    )


def _status(table: Table) -> Text:
    if (result := _result(table.node)) is not None:
        return result.text
    return said("to move", seat=seat_name(table.game, table.position.to_move))


def _nodes(table: Table) -> list[Node]:
    main = set(table.tree.main_line())
    return [_node(node, is_main=node in main) for node in table.tree.in_order()]


def _node(node: TreeNode, *, is_main: bool) -> Node:
    last = _last(node)
    return Node(
        id=node.id,
        parent=None if node.parent is None else node.parent.id,
        move=None if last is None else last.move,
        cell=None if last is None else last.cell,
        seat=None if last is None else last.seat,
        ply=node.ply,
        is_main=is_main,
        mark=node.mark,
        loss=node.loss,
        better=_better(node),
        win_rate=node.win_rate,
        proof=node.proof,
        comment=node.comment,
    )


def _better(node: TreeNode) -> Better | None:
    """For moves with a mark only, so that the message stays small."""
    judgement = None if node.mark is None else Judgement.of(node)
    if judgement is None:
        return None
    message = judgement.message()
    return Better(line=message.best_line, win_rate=judgement.best_rate, text=message.text)


def _report(table: Table) -> Report | None:
    end = table.tree.reviewed
    if end is None:
        return None
    line = judged(table.tree.line_to(end))
    return Report(node=end.id, seats=reports(table.game, line), summary=summary(table.game, line))


def _clocks(table: Table) -> Clocks | None:
    clock = table.clock
    if clock is None:
        return None
    return Clocks(left=clock.left, running=clock.running, increment=clock.increment)


def _thinking(table: Table, work: Work) -> Thinking | None:
    if work.thinking is None:
        return None
    key = "studio busy move" if work.waits else "thinking"
    seat = seat_name(table.game, table.position.to_move)
    return Thinking(seat=work.thinking, waits=work.waits, text=said(key, seat=seat))
