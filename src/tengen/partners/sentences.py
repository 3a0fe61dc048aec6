"""Advice as sentences in one language."""

from tengen.partners.advice import Advice
from tengen.search import Score
from tengen.texts import Texts


def hint_title(advice: Advice, texts: Texts, seat: str) -> str:
    """The title above a seat's best moves."""
    return texts(
        "hint title",
        seat=seat,
        visits=f"{advice.visits:,}",
        evaluator=_evaluator(advice, texts),
    )


def verdict(advice: Advice, texts: Texts, seat: str, *, is_you: bool) -> list[str]:
    """Which side is better and why; `is_you`: the seat to move is the only person at the board."""
    result = advice.result
    said = [_chances(advice, texts, seat, is_you=is_you), *proof(advice, texts, seat)]
    if result.moves_left is not None and result.proof is None and not advice.exact:
        said.append(texts("moves left", plies=round(result.moves_left)))
    names = advice.position.move_names(advice.line)
    said.append(texts("best", move=names[0], line=" ".join(names)))
    evaluator, visits = _evaluator(advice, texts), f"{advice.visits:,}"
    return [*said, texts("evaluated by", evaluator=evaluator, visits=visits)]


def proof(advice: Advice, texts: Texts, seat: str) -> list[str]:
    """What is certain, if anything: by the solution of the game, or by proof."""
    if best := advice.exactly_best:
        return [_solved(advice.exact[best[0]], advice.position.move_names(best), texts, seat)]
    proven = advice.result.proof
    if proven is None:
        return []
    line = " ".join(advice.position.move_names(proven.line))
    return [texts(f"proof {proven.value}", seat=seat, plies=proven.plies, line=line)]


def _solved(score: Score, moves: list[str], texts: Texts, seat: str) -> str:
    if score.name != "loss":
        moves_text = texts.joined(moves, "or")
        return texts(f"exact {score.name}", seat=seat, plies=score.plies, moves=moves_text)
    key = "exact loss" if len(moves) == 1 else "exact loss of several"
    return texts(key, seat=seat, plies=score.plies, moves=texts.joined(moves, "and"))


def percent(share: float) -> str:
    """A share from 0 to 1."""
    return f"{share:.0%}"


def _chances(advice: Advice, texts: Texts, seat: str, *, is_you: bool) -> str:
    who, chances = "you" if is_you else "seat", advice.chances
    if chances is None:
        return texts(f"eval {who}", seat=seat, rate=percent(advice.win_rate))
    return texts(
        f"eval wdl {who}",
        seat=seat,
        win=f"{chances.win}%",
        draw=f"{chances.draw}%",
        loss=f"{chances.loss}%",
    )


def _evaluator(advice: Advice, texts: Texts) -> str:
    if advice.net is None:
        return texts("evaluator rollouts")
    return texts("evaluator net", name=advice.net)
