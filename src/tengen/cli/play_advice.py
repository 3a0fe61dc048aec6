"""What the adviser found, in words and tables: hint, eval and explain."""

from typing import Any

import numpy as np
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tengen.cli import search_views
from tengen.cli.play_analysis import Adviser
from tengen.cli.play_screen import Screen
from tengen.play.session import Session
from tengen.rules.position import Position
from tengen.search import SearchResult

_HINTS = 5
_LINE_LENGTH = 6
_HEADINGS = ("move", "share", "score", "proof")


def show_hint(screen: Screen, session: Session, adviser: Adviser) -> None:
    """The best moves with win rate, visits and expected play."""
    result = _study(screen, session, adviser)
    game, texts, position = session.game, screen.texts, session.position
    title = texts(
        "hint title",
        seat=screen.seat(game, position.to_move),
        visits=f"{int(result.visits.sum()):,}",
        evaluator=_evaluator_name(screen, adviser),
    )
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="bold underline")
    for key in ("move", "rate", "visits", "line"):
        is_number = key in ("rate", "visits")
        table.add_column(texts(f"hint {key}"), justify="right" if is_number else "left")
    for action in _best_actions(result)[:_HINTS]:
        table.add_row(
            Text(search_views.move_name(game, action), "bold"),
            percent(result.values[action]),
            f"{result.visits[action]:,}",
            Text(" ".join(search_views.move_names(game, _line(adviser, result, action))), "dim"),
        )
    screen.tell(title)
    screen.console.print(search_views.indented(table))
    _show_proof(screen, position, result)


def show_evaluation(screen: Screen, session: Session, adviser: Adviser) -> None:
    """Who stands better, in the view of the side to move."""
    _show_verdict(screen, session, adviser, _study(screen, session, adviser))


def _show_verdict(screen: Screen, session: Session, adviser: Adviser, result: SearchResult) -> None:
    _show_chances(screen, session, result)
    _show_proof(screen, session.position, result)
    if result.moves_left is not None and result.proof is None:
        screen.say("moves left", plies=round(result.moves_left))
    names = search_views.move_names(session.game, result.line[:_LINE_LENGTH])
    screen.say("best", move=names[0], line=" ".join(names))
    visits = f"{int(result.visits.sum()):,}"
    screen.say("evaluated by", evaluator=_evaluator_name(screen, adviser), visits=visits)


def show_inside(screen: Screen, session: Session, adviser: Adviser) -> None:
    """The search itself, as `tengen explain` shows it."""
    result = _study(screen, session, adviser)
    game, console = session.game, screen.console
    root = adviser.search.explain(depth=2)
    _show_verdict(screen, session, adviser, result)
    console.print()
    table = search_views.children_table(game, root, 8)
    _translate_headings(screen, table)
    console.print(table)
    console.print()
    console.print(search_views.tree(game, root, 2, 3))
    console.print()
    screen.say("symbols", first=screen.seat(game, 0), second=screen.seat(game, 1))


def _translate_headings(screen: Screen, padded: Padding) -> None:
    """Words become those of the language; N, Q, P, U and M are called so everywhere."""
    assert isinstance(padded.renderable, Table)
    for column in padded.renderable.columns:
        if column.header in _HEADINGS:
            column.header = screen.texts(f"column {column.header}")


def percent(value: float) -> str:
    """A value from -1 to +1 as a chance of winning."""
    return f"{(1 + value) / 2:.0%}".replace("%", " %")


def _study(screen: Screen, session: Session, adviser: Adviser) -> SearchResult:
    with screen.looking():
        return adviser.study(session.position)


def _evaluator_name(screen: Screen, adviser: Adviser) -> str:
    if adviser.net_name is None:
        return screen.texts("evaluator rollouts")
    return screen.texts("evaluator net", name=adviser.net_name)


def _best_actions(result: SearchResult) -> list[int]:
    """Visited moves, the recommended one first, then by visits."""
    order = [int(action) for action in np.argsort(-result.visits, kind="stable")]
    others = [action for action in order if result.visits[action] and action != result.best_action]
    return [result.best_action, *others]


def _line(adviser: Adviser, result: SearchResult, action: int) -> tuple[int, ...]:
    """The expected play after a move: the most visited answers."""
    if action == result.best_action:
        return result.line[:_LINE_LENGTH]
    line, node = [action], adviser.search.explain(depth=3, most=None)
    children = {child.action: child for child in node.children}
    below = children[action].tree
    while below is not None and below.children and below.children[0].visits:
        line.append(below.children[0].action)
        below = below.children[0].tree
    return tuple(line)


def _show_chances(screen: Screen, session: Session, result: SearchResult) -> None:
    who = "you" if len(session.humans) == 1 else "seat"
    seat = screen.seat(session.game, session.position.to_move)
    if result.wdl is None:
        screen.say(f"eval {who}", seat=seat, rate=percent(result.root_value))
        return
    win, draw = (round(100 * share) for share in result.wdl[:2])
    shares = {"win": win, "draw": draw, "loss": 100 - win - draw}
    percents = {name: f"{share} %" for name, share in shares.items()}
    screen.say(f"eval wdl {who}", seat=seat, **percents)


def _show_proof(screen: Screen, position: Position[Any], result: SearchResult) -> None:
    if result.proof is not None:
        seat = screen.seat(position.game, position.to_move)
        screen.say(f"proof {result.proof.value}", seat=seat, plies=result.proof.plies)
