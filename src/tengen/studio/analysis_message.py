"""What a search found, as the page shows it."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tengen.rules.position import Position
from tengen.search import Score, SearchResult
from tengen.search.result import OTHER_SIDE, Candidate, ProofValue, win_rate
from tengen.studio.answers import Certain, ExactScore, Heat, MoveAnalysis
from tengen.studio.both import said
from tengen.studio.drawing import legal_cell, line_played
from tengen.studio.game_info import seat_name
from tengen.studio.shapes import Text

_LINE_LENGTH = 16


def move_analyses(result: SearchResult) -> list[MoveAnalysis]:
    """The candidates, best first."""
    return [_move(result, candidate, order) for order, candidate in enumerate(result.candidates)]


def solved_analyses(result: SearchResult, scores: Mapping[int, Score]) -> list[MoveAnalysis]:
    """The moves with an exact score, best first, whether the search tried them or not."""
    known = {candidate.action: candidate for candidate in result.candidates}
    actions = sorted(scores, key=lambda each: (scores[each], result.visits[each]), reverse=True)
    ranked = [known.get(each, Candidate(each, None, 0, (each,))) for each in actions]
    return [_move(result, candidate, order) for order, candidate in enumerate(ranked)]


def _move(result: SearchResult, candidate: Candidate, order: int) -> MoveAnalysis:
    position, action = result.position, candidate.action
    value = _number(result.values[action])
    return MoveAnalysis(
        order=order,
        move=position.move_name(action),
        cell=legal_cell(position, action),
        visits=int(result.visits[action]),
        win_rate=None if value is None else win_rate(value),
        value=value,
        prior=float(result.priors[action]),
        proof=candidate.proof,
        plies=candidate.plies,
        proof_text=proof_text(candidate.proof, candidate.plies),
        pv=line_played(position, _line(result, candidate)),
    )


def _line(result: SearchResult, candidate: Candidate) -> tuple[int, ...]:
    """All of a proof; of an estimate only what is more than a guess about guesses."""
    proof = result.proof
    if proof is not None and proof.line[:1] == (candidate.action,):
        return proof.line
    return candidate.line if candidate.proof else candidate.line[:_LINE_LENGTH]


def heat(result: SearchResult) -> Heat:
    """All legal moves."""
    position = result.position
    actions = position.legal_actions
    values = result.values[actions]
    return Heat(
        moves=[position.move_name(action) for action in actions],
        cells=[legal_cell(position, action) for action in actions],
        visits=[int(count) for count in result.visits[actions]],
        priors=[round(float(share), 5) for share in result.priors[actions]],
        win_rates=[None if np.isnan(value) else round(win_rate(value), 4) for value in values],
    )


def certain(result: SearchResult) -> Certain | None:
    """What is proven about the position."""
    proof, position = result.proof, result.position
    if proof is None:
        return None
    seat = seat_name(position.game, position.to_move)
    return Certain(
        value=proof.value,
        plies=proof.plies,
        text=said(f"studio certain {proof.value}", seat=seat, plies=proof.plies),
        line=line_played(position, proof.line),
    )


def solved(
    position: Position[Any], scores: Mapping[int, Score], proven: Certain | None
) -> Certain | None:
    """The exact result, with the line of a proof if that is as short; else what is proven."""
    if not scores:
        return proven
    best, seat = max(scores.values()), seat_name(position.game, position.to_move)
    is_shown = proven is not None and (proven.value, proven.plies) == (best.name, best.plies)
    return Certain(
        value=best.name,
        plies=best.plies,
        text=said(f"studio exactly {best.name}", seat=seat, plies=best.plies),
        line=proven.line if proven is not None and is_shown else [],
    )


def exact_scores(position: Position[Any], scores: Mapping[int, Score]) -> list[ExactScore]:
    """The exact value of every move."""
    best = max(scores.values(), default=None)
    return [
        ExactScore(
            move=position.move_name(action),
            cell=legal_cell(position, action),
            value=score.name,
            plies=score.plies,
            score=_stones_to_spare(position, score),
            is_best=score == best,
            text=_exact_text(score),
        )
        for action, score in scores.items()
    ]


def _stones_to_spare(position: Position[Any], score: Score) -> int:
    """The winner's stones that are left when it wins, plus one: as solvers of Connect Four count.

    Winning with the last stone but k scores k + 1; losing is the same with a minus.
    """
    if score.value == 0:
        return 0
    empty = list(position.game.cells(position.state)).count(None)
    return score.value * ((empty - score.plies) // 2 + 1)


def proof_text(value: ProofValue | None, plies: int) -> Text | None:
    """Such as `wins in 9 by force`."""
    return None if value is None else said(f"studio proof {value}", plies=plies)


def _exact_text(score: Score) -> Text:
    return said(f"studio exact {score.name}", plies=score.plies)


def end_text(result: SearchResult) -> Text | None:
    """Why a search ended."""
    reason = result.stop_reason
    return None if reason in (None, "stopped") else said(f"studio end {reason}")


def seat_view(position: Position[Any], rate: float) -> float:
    """The win rate of the side to move as that of seat 0."""
    return rate if position.to_move == 0 else 1 - rate


def seat_proof(position: Position[Any], value: ProofValue) -> ProofValue:
    """A proof for the side to move as one for seat 0."""
    return value if position.to_move == 0 else OTHER_SIDE[value]


def total_visits(result: SearchResult) -> int:
    """All visits of the tree's root."""
    return int(result.visits.sum())


def longest(lines: Iterable[MoveAnalysis]) -> int:
    """The length of the longest expected line."""
    return max((len(line.pv) for line in lines), default=0)


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
