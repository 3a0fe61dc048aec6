"""How good a move was: what it gave away, its mark, and the report in words.

The loss of a move is the win rate of its player before the move, with the best move, less that
after it. Where exact scores are known, it is what the move changed in the result: 1 from a win to
a loss, one half to or from a draw.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tengen.rules.game import Game
from tengen.search import Score, SearchResult
from tengen.search.result import win_rate
from tengen.studio.answers import ReviewedMove, SeatReport
from tengen.studio.both import said
from tengen.studio.drawing import line_played
from tengen.studio.game_info import seat_name
from tengen.studio.shapes import Mark, Text
from tengen.studio.tree import Best, TreeNode

_MARKS: tuple[tuple[float, Mark], ...] = ((0.20, "??"), (0.10, "?"), (0.05, "?!"))
_EXACT_MARKS: tuple[tuple[float, Mark], ...] = ((0.75, "??"), (0.25, "?"))
_NAMES: dict[Mark, str] = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}
_LINE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Judgement:
    """One move."""

    node: TreeNode
    seat: int
    win_rate: float
    """Of its player, after the move."""
    loss: float
    mark: Mark | None
    best_rate: float
    best_line: tuple[int, ...]

    @classmethod
    def of(cls, node: TreeNode) -> "Judgement | None":
        """What the last review noted on a node; None if there was none."""
        before, best = node.parent, node.best
        if before is None or best is None or node.loss is None:
            return None
        seat = before.position.to_move
        return cls(node, seat, best.played_rate, node.loss, node.mark, best.rate, best.line)

    def note(self) -> None:
        """Keeps it on the tree."""
        self.node.mark, self.node.loss = self.mark, self.loss
        line = self.best_line[:_LINE_LENGTH]
        self.node.best = Best(line, self.best_rate, self.win_rate)

    def message(self) -> ReviewedMove:
        """The move as the page shows it."""
        before = self.node.parent
        assert before is not None
        position, action = before.position, self.node.position.last_action
        assert action is not None
        return ReviewedMove(
            node=self.node.id,
            move=position.move_name(action),
            seat=self.seat,
            ply=self.node.ply,
            win_rate=self.win_rate,
            loss=self.loss,
            mark=self.mark,
            best=position.move_name(self.best_line[0]),
            best_line=line_played(position, self.best_line[:_LINE_LENGTH]),
            text=self._text(position.move_name(action), position.move_name(self.best_line[0])),
        )

    def _text(self, move: str, best: str) -> Text:
        number = self.node.ply
        if self.mark is None:
            return said("studio move good", number=number, move=move)
        return said(
            f"studio move {_NAMES[self.mark]}",
            number=number,
            move=move,
            best=best,
            rate=f"{self.best_rate:.0%}",
        )


def judge(
    before: TreeNode, result: SearchResult, exact: Mapping[int, Score], after: TreeNode
) -> Judgement:
    """The move from one node to the next; both have been searched."""
    seat, action = before.position.to_move, after.position.last_action
    assert action is not None
    rate = rate_of(after, seat)
    # A search that finds its position proven in its tree makes no simulation: it prefers no move.
    best = result.best_action if result.best_action >= 0 else action
    best_rate = max(result.win_rate, rate)
    loss, mark = _estimated(best_rate - rate, is_best=action == best)
    if exact:
        best = action if exact[action] == max(exact.values()) else max(exact, key=exact.__getitem__)
        best_rate = win_rate(exact[best].value)
        loss, mark = _exactly(exact[best].value - exact[action].value)
    lines = {candidate.action: candidate.line for candidate in result.candidates}
    line = result.line if best == result.best_action else lines.get(best, (best,))
    return Judgement(after, seat, rate, loss, mark, best_rate, line)


def judged(line: Iterable[TreeNode]) -> list[Judgement]:
    """The moves of a line that were reviewed."""
    return [judgement for node in line if (judgement := Judgement.of(node)) is not None]


def rate_of(node: TreeNode, seat: int) -> float:
    """The win rate of a seat at a node: the result if the game is over there."""
    outcome = node.position.outcome
    if outcome is not None:
        return win_rate(outcome.value_for(seat))
    assert node.win_rate is not None
    return node.win_rate if seat == 0 else 1 - node.win_rate


def _estimated(loss: float, *, is_best: bool) -> tuple[float, Mark | None]:
    """The best move loses nothing, whatever a deeper look at the next position says.

    People read whole percents: the mark goes by what they read.
    """
    loss = 0.0 if is_best else round(max(0.0, loss), 4)
    return loss, next((mark for least, mark in _MARKS if round(loss, 2) >= least), None)


def _exactly(values: int) -> tuple[float, Mark | None]:
    loss = values / 2
    return loss, next((mark for least, mark in _EXACT_MARKS if loss >= least), None)


def accuracy(loss: float) -> float:
    """0 to 100 for a move; the curve that chess players know from lichess."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669))


def reports(game: Game[Any], judged: Sequence[Judgement]) -> list[SeatReport]:
    """How well each seat played."""
    return [_report(game, seat, [each for each in judged if each.seat == seat]) for seat in (0, 1)]


def _report(game: Game[Any], seat: int, own: Sequence[Judgement]) -> SeatReport:
    counts = {mark: sum(each.mark == mark for each in own) for mark in _NAMES}
    mean = sum(accuracy(each.loss) for each in own) / len(own) if own else None
    words = {
        "seat": seat_name(game, seat),
        "accuracy": "-" if mean is None else f"{mean:.0f}%",
        "inaccuracies": counts["?!"],
        "mistakes": counts["?"],
        "blunders": counts["??"],
    }
    return SeatReport(
        seat=seat,
        moves=len(own),
        accuracy=None if mean is None else round(mean, 1),
        inaccuracies=counts["?!"],
        mistakes=counts["?"],
        blunders=counts["??"],
        text=said("studio report" if own else "studio report without moves", **words),
    )


def summary(game: Game[Any], judged: Sequence[Judgement]) -> list[Text]:
    """The report in plain words: each side, then the move that decided most."""
    said_all = [report.text for report in reports(game, judged)]
    worst = max(judged, key=lambda each: each.loss, default=None)
    if worst is None or worst.mark is None:
        return [*said_all, said("studio no mistakes")]
    message = worst.message()
    return [
        *said_all,
        said(
            "studio worst move",
            number=message.ply,
            move=message.move,
            seat=seat_name(game, worst.seat),
            loss=f"{worst.loss:.0%}",
            best=message.best,
        ),
    ]
