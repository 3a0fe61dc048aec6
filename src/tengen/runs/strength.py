"""The strength of a net, with its uncertainty, from a match against pure MCTS."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.arena.intervals import wilson_interval
from tengen.replay.database import DamagedStoreError
from tengen.replay.schema import MatchRow
from tengen.replay.store import RunStore
from tengen.runs.ladder import LadderMatch

ON_LADDER = "ladder-"
"""Prefix of the ids of ladder matches; the net's id follows."""
_OPPONENT = re.compile(r"mcts@[1-9][0-9]{0,9}", re.ASCII)
FINAL = "final-"
"""Prefix of the ids of the matches between a finished run's last nets."""
BETWEEN_RUNGS = "extra-"
"""Prefix of the ids of the run's other matches, which do not count on the ladder."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A score with its 95 % confidence interval."""

    match: LadderMatch
    low: float
    high: float
    """The interval is from `low` to `high`."""

    @classmethod
    def of(cls, match: LadderMatch) -> "Strength":
        """Wilson's interval; a draw counts as half a win, which errs on the wide side."""
        low, high = wilson_interval(match.score, match.games)
        return cls(match, low, high)

    def __str__(self) -> str:
        match = self.match
        return (
            f"{match.wins} won, {match.draws} drawn, {match.losses} lost of {match.games} games "
            f"against pure MCTS with {match.opponent:,} playouts: {match.score:.0%} of the points "
            f"(95% interval {self.low:.0%} to {self.high:.0%})"
        )


def run_matches(store: RunStore) -> list[MatchRow]:
    """The matches that the run itself has played against pure MCTS, oldest first.

    Matches stored by others have other ids.
    """
    rows = [row for row in store.matches() if row.id.startswith((ON_LADDER, BETWEEN_RUNGS))]
    for row in rows:
        if not _OPPONENT.fullmatch(row.opponent):
            reason = f"match {row.id}: its opponent is {row.opponent[:40]!r}"
            raise DamagedStoreError(store.path, reason)
    return rows


def match_of(row: MatchRow) -> LadderMatch:
    """A stored match as a `LadderMatch`."""
    return LadderMatch(int(row.opponent.removeprefix("mcts@")), row.wins, row.draws, row.losses)


def best_checkpoint(matches: Sequence[MatchRow], newest: str) -> str:
    """The net to play: the best of all matches, on the ladder or between two rungs.

    A point against a stronger opponent counts more than any score against a weaker one; of equals
    the newest is taken. If no match gave a point, the newest net is taken.
    """
    found = [(row.checkpoint, match_of(row)) for row in matches]
    scored = [(net, match) for net, match in found if match.score > 0]
    if not scored:
        return newest
    return max(reversed(scored), key=lambda item: (item[1].opponent, item[1].score))[0]


def final_winner(store: RunStore) -> str | None:
    """The net with the most points in the newest final, the newest of equals; None without one."""
    rows = [row for row in store.matches() if row.id.startswith(FINAL)]
    points: Counter[str] = Counter()
    for row in rows:
        if row.generation == max(each.generation for each in rows):
            points[row.checkpoint] += 2 * row.wins + row.draws
            points[row.opponent.removeprefix("net:")] += 2 * row.losses + row.draws
    return max(points, key=lambda net: (points[net], net)) if points else None
