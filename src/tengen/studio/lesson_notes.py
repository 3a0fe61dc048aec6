"""What the lessons say: every figure is taken from the search that is shown.

A note belongs to the simulation at which its figures are on the screen: the table of the root as
it was before that simulation, its path, and its leaf. One whose event did not happen is left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.search import ChildView, SimulationTrace, TreeView
from tengen.studio.both import said
from tengen.studio.figures import percent, plain, signed
from tengen.studio.game_info import seat_name
from tengen.studio.microscope_shapes import LessonNote
from tengen.studio.net_view import view_net
from tengen.studio.shapes import Text
from tengen.studio.simulation_message import Subject


@dataclass(frozen=True)
class Story:
    """A search that has been made, for telling about it."""

    lesson: str
    subject: Subject
    traces: Sequence[SimulationTrace]

    @property
    def last(self) -> int:
        """The number of the last simulation."""
        return len(self.traces)

    def first(self, is_it: Callable[[SimulationTrace], bool]) -> int | None:
        """The first simulation of some kind."""
        found = (number for number, trace in enumerate(self.traces, 1) if is_it(trace))
        return next(found, None)

    def first_path(self, *moves: str) -> int | None:
        """The first simulation along exactly these moves."""
        names = list(moves)
        return self.first(lambda trace: self.names(trace) == names)

    def trace(self, number: int) -> SimulationTrace:
        """What a simulation did."""
        return self.traces[number - 1]

    def leaf(self, number: int) -> TreeView:
        """Where it ended."""
        leaf = self.trace(number).leaf
        assert leaf is not None, "a simulation always ends at a node"
        return leaf

    def names(self, trace: SimulationTrace) -> list[str]:
        """The moves of its path."""
        return self.subject.position.move_names(trace.path)

    def move(self, child: ChildView) -> str:
        """The name of a move at the root."""
        return self.subject.position.move_name(child.action)

    def rows(self, number: int) -> dict[str, ChildView]:
        """The table of the root before a simulation; before the first one, right after it."""
        trace = self.trace(number)
        view = trace.choices[0] if trace.choices else self.leaf(number)
        return {self.move(child): child for child in view.children}

    def favourite(self) -> str:
        """The move that the search likes best before it begins."""
        return max(self.rows(1).items(), key=lambda row: row[1].prior)[0]

    def seat(self, *, other: bool = False) -> Text:
        """The side to move at the root, or the other one."""
        seat = self.subject.position.to_move
        return seat_name(self.subject.position.game, 1 - seat if other else seat)

    def note(self, at: int | None, part: int, **values: object) -> list[LessonNote]:
        """One of the lesson's sentences, unless its event did not happen."""
        if at is None:
            return []
        key = f"lesson {self.lesson} {part}"
        seats = {"us": self.seat(), "them": self.seat(other=True)}
        return [LessonNote(at=at, text=said(key, number=at, **seats, **values))]


def win_in_one(story: Story) -> list[LessonNote]:
    """A win that the net thinks little of is found because it is tried."""
    first, last = story.rows(1), story.rows(story.last)
    win = _names(story, story.subject.position.winning_actions())[0]
    favourite, found = story.favourite(), story.first_path(win)
    notes = story.note(
        1,
        1,
        win=win,
        prior=percent(first[win].prior),
        favourite=favourite,
        favourite_prior=percent(first[favourite].prior),
        value=signed(story.leaf(1).own_value),
    )
    if found is None or found == story.last:
        return notes
    before, after = story.rows(found), story.rows(found + 1)
    notes += story.note(
        found,
        2,
        win=win,
        score=signed(before[win].score),
        favourite=favourite,
        favourite_score=signed(before[favourite].score),
    )
    notes += story.note(found + 1, 3, win=win, q=signed(after[win].q), u=plain(after[win].u))
    return notes + story.note(
        story.last,
        4,
        win=win,
        visits=last[win].visits,
        all=_visits(last),
        prior=percent(last[win].prior),
    )


def block_in_one(story: Story) -> list[LessonNote]:
    """The reply that wins for the other side is found one step down, and travels up."""
    position, first, last = story.subject.position, story.rows(1), story.rows(story.last)
    block = _names(story, position.winning_actions(1 - position.to_move))[0]
    favourite = story.favourite()
    tried, refuted = story.first_path(favourite), story.first_path(favourite, block)
    notes = story.note(
        1,
        1,
        block=block,
        prior=percent(first[block].prior),
        favourite=favourite,
        favourite_prior=percent(first[favourite].prior),
        value=signed(story.leaf(1).own_value),
    )
    if tried is None or refuted is None:
        return notes
    seen = story.leaf(tried).own_value
    notes += story.note(tried, 2, favourite=favourite, value=signed(seen), minus=signed(-seen))
    child = story.trace(refuted).backups[1]
    notes += story.note(
        refuted,
        3,
        favourite=favourite,
        block=block,
        before=signed(child.value_before),
        after=signed(child.value_after),
    )
    return notes + story.note(
        story.last,
        4,
        block=block,
        visits=last[block].visits,
        all=_visits(last),
        q=signed(last[block].q),
        favourite=favourite,
        favourite_q=signed(last[favourite].q),
    )


def sign(story: Story) -> list[LessonNote]:
    """The same value with two signs."""
    notes = story.note(1, 1, value=signed(story.leaf(1).own_value))
    one = story.first(lambda trace: len(trace.path) == 1)
    three = story.first(lambda trace: len(trace.path) == 3)
    if one is not None:
        value = story.leaf(one).own_value
        move = story.names(story.trace(one))[0]
        notes += story.note(one, 2, move=move, value=signed(value), minus=signed(-value))
    if three is not None:
        values = [signed(backup.added) for backup in story.trace(three).backups]
        places = dict(zip(("leaf", "third", "second", "root"), values, strict=True))
        notes += story.note(three, 3, path=" ".join(story.names(story.trace(three))), **places)
    last = story.trace(story.last)
    best = story.rows(story.last)[story.names(last)[0]]
    below = last.backups[-2]
    return notes + story.note(
        story.last,
        4,
        move=story.move(best),
        q=signed(best.q),
        value=signed(below.value_before),
    )


def noise(story: Story) -> list[LessonNote]:
    """A move that the net would never try is tried once, and judged by its value."""
    subject, first, last = story.subject, story.rows(1), story.rows(story.last)
    seen = view_net(subject.position, subject.evaluator, subject.config)
    if seen is None:
        return []
    children = list(first.values())
    shares = seen.shares([child.action for child in children])
    raised, share = max(
        zip(children, shares, strict=True), key=lambda pair: pair[0].prior - pair[1]
    )
    move = story.move(raised)
    notes = story.note(1, 1, move=move, share=percent(share), prior=percent(raised.prior))
    tried = story.first_path(move)
    if tried is None:
        return notes
    row, leaf = story.rows(tried)[move], story.leaf(tried)
    notes += story.note(
        tried,
        2,
        move=move,
        u=plain(row.u),
        score=signed(row.score),
        value=signed(leaf.own_value),
        minus=signed(-leaf.own_value),
    )
    return notes + story.note(
        story.last,
        3,
        move=move,
        visits=last[move].visits,
        q=signed(last[move].q),
        favourite=story.favourite(),
        favourite_visits=last[story.favourite()].visits,
    )


def moves_left(story: Story) -> list[LessonNote]:
    """Of two wins the search comes to prefer the quicker one."""
    first, last = story.rows(1), story.rows(story.last)
    slow = story.favourite()
    visited = [child for child in last.values() if child.visits]
    quick = story.move(min(visited, key=lambda child: child.moves_left))
    notes = story.note(
        1,
        1,
        slow=slow,
        slow_prior=percent(first[slow].prior),
        quick=quick,
        quick_prior=percent(first[quick].prior),
        value=signed(story.leaf(1).own_value),
    )
    tried = story.first_path(quick)
    if tried is None or tried == story.last:
        return notes
    row = story.rows(tried + 1)[quick]
    notes += story.note(
        tried + 1, 2, quick=quick, plies=f"{row.moves_left:.1f}", m=signed(row.m), q=signed(row.q)
    )
    return notes + story.note(
        story.last,
        3,
        quick=quick,
        slow=slow,
        quick_q=signed(last[quick].q),
        slow_q=signed(last[slow].q),
        quick_m=signed(last[quick].m),
        slow_m=signed(last[slow].m),
        quick_plies=f"{last[quick].moves_left:.1f}",
        slow_plies=f"{last[slow].moves_left:.1f}",
        visits=last[quick].visits,
        all=_visits(last),
    )


def proof(story: Story) -> list[LessonNote]:
    """Ends of the game prove more and more, until the root is proven."""
    notes = story.note(1, 1, value=signed(story.leaf(1).own_value))
    over = story.first(lambda trace: trace.backups[0].proof_after is not None)
    refuted = story.first(
        lambda trace: any(backup.proof_after == "loss" for backup in trace.backups[1:])
    )
    if over is not None:
        notes += story.note(over, 2, path=" ".join(story.names(story.trace(over))))
    if refuted is not None:
        lost = [each for each in story.trace(refuted).backups[1:] if each.proof_after == "loss"]
        path = " ".join(story.subject.position.move_names(lost[0].path))
        notes += story.note(refuted, 3, path=path)
    if story.trace(story.last).backups[-1].proof_after != "win":
        return notes
    last = story.rows(story.last)
    best = story.names(story.trace(story.last))[0]
    others = [row for move, row in last.items() if move != best and row.proof is None]
    other = max(others, key=lambda row: row.visits)
    return notes + story.note(story.last, 4, best=best, other=story.move(other), q=signed(other.q))


def _names(story: Story, actions: Sequence[int]) -> list[str]:
    return story.subject.position.move_names(actions[:1])


def _visits(rows: dict[str, ChildView]) -> int:
    return sum(row.visits for row in rows.values())
