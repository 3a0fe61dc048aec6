"""What a match against pure MCTS says about a net, with its uncertainty."""

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.arena.intervals import wilson_interval
from tengen.replay.schema import MatchRow
from tengen.runs.ladder import LadderMatch


@dataclass(frozen=True, slots=True)
class Strength:
    """A score and how far chance may have moved it."""

    match: LadderMatch
    low: float
    high: float
    """Between `low` and `high` with a confidence of 95 %."""

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


def best_checkpoint(matches: Sequence[MatchRow], on_ladder: str | None, newest: str) -> str:
    """The net to play: the best on the ladder, unless the newest did as well in its own match.

    That match may have been played between two rungs, where the ladder does not count it.
    """
    scores = {row.checkpoint: (match_of(row).opponent, match_of(row).score) for row in matches}
    if on_ladder is None or scores.get(newest, (0, 0.0)) >= scores[on_ladder]:
        return newest
    return on_ladder


def match_of(row: MatchRow) -> LadderMatch:
    """A stored match against pure MCTS."""
    return LadderMatch(int(row.opponent.removeprefix("mcts@")), row.wins, row.draws, row.losses)
