"""Output and input of `tengen play`: the only part of it that touches the terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from tengen.cli.board_themes import Look
from tengen.cli.board_view import board_text, stone_text
from tengen.cli.prose import Prose
from tengen.cli.search_views import indented
from tengen.partners.game_texts import disc_counts, has_cells, legal_moves, result_sentence
from tengen.play.session import Session
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.search import SearchResult
from tengen.texts import Texts

_FEW_NAMES = 3
_HEIGHT_AROUND_VIEW = 6
_WIDTH_BESIDE_BOARD = 30
"""The least width for a readable panel; longer player names wrap."""


class Screen:
    """Draws games and reads lines; `ask` is where the lines come from."""

    def __init__(
        self, console: Console, texts: Texts, look: Look, ask: Callable[[str], str] | None = None
    ) -> None:
        self.console = console
        self.texts = texts
        self.look = look
        self._ask = ask or (_ask_person if sys.stdin.isatty() else self._read_piped)

    def ask(self, prompt: str) -> str:
        """A typed line, stripped; raises `EOFError` at the end of the input."""
        return self._ask(self._plain(f"{prompt}> ")).strip()

    def _read_piped(self, prompt: str) -> str:
        """A line of a file or pipe, echoed so that the output reads like a terminal session."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print(Text(prompt + line.rstrip("\n")), soft_wrap=True)
        return line

    def say(self, key: str, **values: object) -> None:
        """Prints one of our texts."""
        self.tell(self.texts(key, **values))

    def tell(self, sentence: str, style: str = "") -> None:
        """Prints any other sentence, such as an error message."""
        self.console.print(Text(self._plain(sentence), style), soft_wrap=True)

    def seat(self, game: Game[Any], seat: int) -> str:
        """The name of a seat: black, red, ..."""
        return self.texts.seat(game.facts.seat_names[seat])

    def board(self, session: Session, opponent: str | None) -> None:
        """The board and, beside it, who plays and where the game stands."""
        self.console.print()
        self.console.print(self._view(session, opponent))
        self.console.print()

    @contextmanager
    def thinking(self, session: Session, opponent: str | None) -> Iterator[None]:
        """Shows the board, and that the opponent is thinking, until it moves."""
        seat = self.seat(session.game, session.position.to_move)
        view = self._view(session, opponent)
        height = len(self.console.render_lines(view, pad=False))
        fits = self.console.height > height + _HEIGHT_AROUND_VIEW
        shown = Group("", view, "") if fits else Group()
        with self._waiting(self.texts("thinking", seat=seat), shown):
            yield

    @contextmanager
    def looking(self) -> Iterator[Callable[[SearchResult], None]]:
        """Shows that the adviser is searching, and its progress when it reports any."""
        with self._waiting(self.texts("looking"), Group()) as describe:
            yield lambda found: describe(
                self.texts("looking so far", simulations=f"{found.simulations:,}")
            )

    @contextmanager
    def _waiting(self, words: str, above: Group) -> Iterator[Callable[[str], None]]:
        """A spinner; yields a function that changes its text."""
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            yield lambda words: None
            return
        spinner = SpinnerColumn("line" if self.look.ascii else "dots")
        progress = Progress(spinner, TextColumn("{task.description}"), TimeElapsedColumn())
        task = progress.add_task(self._plain(words), total=None)
        live = Live(Group(above, progress), console=self.console, transient=True)
        try:  # not `with`: Ctrl-C during its start must not leave it on the screen
            live.start(refresh=True)
            yield lambda words: progress.update(task, description=self._plain(words))
        finally:
            live.stop()

    def _view(self, session: Session, opponent: str | None) -> Table | Group:
        """The panel beside the board, or below it on narrow terminals."""
        board = board_text(session.position, self.look, show_legal=session.is_human_turn)
        if not self._is_wide(board):
            return Group(board, "", self._panel(session, opponent))
        view = Table.grid(padding=(0, 3, 0, 0))
        view.add_column(no_wrap=True)
        view.add_column(vertical="middle", overflow="fold")
        view.add_row(board, self._panel(session, opponent))
        return view

    def _is_wide(self, board: Text) -> bool:
        return self.console.width >= self.console.measure(board).maximum + _WIDTH_BESIDE_BOARD

    def _panel(self, session: Session, opponent: str | None) -> Group:
        position = session.position
        players = Table.grid(padding=(0, 1, 0, 0))
        for seat in (0, 1):
            players.add_row(*self._player_cells(session, seat, opponent))
        progress = self._progress(session)
        lines = [Text(self._plain(progress), "dim")] if progress else []
        if not has_cells(position) and session.outcome is None:
            lines.append(
                Prose(self.texts("legal moves", moves=legal_moves(position, self.texts)), "dim")
            )
        return Group(Text(session.game.name, "bold"), "", players, "", *lines)

    def _player_cells(self, session: Session, seat: int, opponent: str | None) -> list[Text]:
        """An arrow for the side to move, the stone, the seat and its player."""
        game, texts = session.game, self.texts
        to_move = session.outcome is None and session.position.to_move == seat
        arrow = (">" if self.look.ascii else "▸") if to_move else " "
        if seat not in session.humans:
            who = opponent or ""
        else:
            who = texts("you") if len(session.humans) == 1 else texts("human")
        return [
            Text(arrow, "bold"),
            stone_text(game, seat, self.look),
            Text(self.seat(game, seat), "bold" if to_move else ""),
            Prose(self._plain(who)),
        ]

    def _progress(self, session: Session) -> str:
        """`move 12 · last: h8`, and the disc counts in games decided by them."""
        position, texts = session.position, self.texts
        number = len(position.history) + (session.outcome is None)
        parts = [texts("move number", number=number)] if number else []
        if (last := position.last_move_name) is not None:
            parts.append(texts("last move", move=last))
        if discs := disc_counts(position):
            parts.append(texts("discs", first=discs[0], second=discs[1]))
        return " · ".join(parts)

    def example(self, position: Position[Any]) -> str:
        """How moves are typed: `a1 to o15`, or some of the game's own names."""
        game = position.game
        if game.names_actions or game.names_moves:
            here = position if position.outcome is None else game.initial()
            names = [here.move_name(action) for action in here.legal_actions[:_FEW_NAMES]]
            return ", ".join(names)
        has_pass = game.facts.pass_action is not None
        last = game.num_actions - 1 - has_pass
        text = self.texts("range", first=game.action_name(0), last=game.action_name(last))
        return self.texts("or pass", range=text) if has_pass else text

    def result(self, session: Session) -> None:
        """Who won, and why."""
        outcome = session.outcome
        assert outcome is not None
        said = result_sentence(session.position, outcome, self.texts, session.humans)
        self.tell(said, _result_style(session, outcome))

    def rows(self, rows: list[tuple[str, str]]) -> None:
        """Words and their meanings, side by side."""
        table = Table.grid(padding=(0, 3, 0, 0))
        for word, meaning in rows:
            table.add_row(Text(self._plain(word), "bold"), Prose(self._plain(meaning)))
        self.console.print(indented(table))

    def _plain(self, text: str) -> str:
        return text.replace(" · ", " - ") if self.look.ascii else text


def _result_style(session: Session, outcome: Outcome) -> str:
    if outcome.winner is None or len(session.humans) != 1:
        return "bold"
    return "bold green" if outcome.winner in session.humans else "bold red"


def _ask_person(prompt: str) -> str:
    with suppress(ImportError):  # not on every system; gives input() a history
        import readline  # noqa: F401
    return input(prompt)
