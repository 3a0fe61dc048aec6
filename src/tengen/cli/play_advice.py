"""The adviser's findings in the terminal: hint, eval and explain."""

from rich.text import Text

from tengen.cli import search_views
from tengen.cli.play_screen import Screen
from tengen.cli.tables import Column, FittedTable, number_column, text_column
from tengen.partners import sentences
from tengen.partners.advice import Advice, AdvisedMove
from tengen.partners.adviser import Adviser
from tengen.play.session import Session

_HINTS = 5


def show_hint(screen: Screen, session: Session, adviser: Adviser) -> None:
    """The best moves with win rate, visits and expected line."""
    advice = _study(screen, session, adviser)
    seat = _seat(screen, session)
    screen.tell(sentences.hint_title(advice, screen.texts, seat))
    screen.console.print(search_views.indented(_table_of_moves(screen, advice)))
    _tell_all(screen, sentences.proof(advice, screen.texts, seat))


def _table_of_moves(screen: Screen, advice: Advice) -> FittedTable:
    exact = (Column("exact", screen.texts("hint exact")),) if advice.exact else ()
    columns = (
        Column("move", screen.texts("hint move")),
        *exact,
        number_column("rate", screen.texts("hint rate")),
        number_column("visits", screen.texts("hint visits")),
        text_column("line", screen.texts("hint line"), least_width=16),
    )
    rows = [_row(advice, move) for move in advice.best_moves(_HINTS)]
    return FittedTable(columns, rows, gap=3)


def _row(advice: Advice, move: AdvisedMove) -> tuple[Text | str, ...]:
    score = advice.exact.get(move.action)
    exact = () if score is None else (search_views.proof_text(score.name, score.plies),)
    return (
        Text(advice.position.move_name(move.action), "bold"),
        *exact,
        "-" if move.win_rate is None else sentences.percent(move.win_rate),
        f"{move.visits:,}",
        Text(" ".join(advice.position.move_names(move.line)), "dim"),
    )


def show_evaluation(screen: Screen, session: Session, adviser: Adviser) -> None:
    """Who is ahead, from the point of view of the side to move."""
    _show_verdict(screen, session, _study(screen, session, adviser))


def _show_verdict(screen: Screen, session: Session, advice: Advice) -> None:
    is_you = len(session.humans) == 1
    seat = _seat(screen, session)
    _tell_all(screen, sentences.verdict(advice, screen.texts, seat, is_you=is_you))


def show_inside(screen: Screen, session: Session, adviser: Adviser) -> None:
    """The search itself, as `tengen explain` shows it."""
    advice = _study(screen, session, adviser)
    game, console = session.game, screen.console
    _show_verdict(screen, session, advice)
    console.print()
    console.print(search_views.children_table(advice.position, advice.tree, 8))
    console.print()
    console.print(search_views.tree(advice.position, advice.tree, 2, 3))
    console.print()
    screen.say("symbols", first=screen.seat(game, 0), second=screen.seat(game, 1))


def _study(screen: Screen, session: Session, adviser: Adviser) -> Advice:
    with screen.looking() as tell:
        return adviser.study(session.position, tell)


def _seat(screen: Screen, session: Session) -> str:
    return screen.seat(session.game, session.position.to_move)


def _tell_all(screen: Screen, said: list[str]) -> None:
    for sentence in said:
        screen.tell(sentence)
