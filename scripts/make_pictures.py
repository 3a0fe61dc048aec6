"""Generates the pictures of the README, docs/pictures/*.svg, from actual program output.

    python scripts/make_pictures.py

Run by `make pictures`. Games and searches have fixed seeds; the pictures contain no fonts and no
external references, so that they look the same everywhere.
"""

import io
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text
from terminal_svg import terminal_svg

import tengen
from tengen.cli.board_themes import Look
from tengen.cli.play_loop import PlayLoop
from tengen.cli.play_screen import Screen
from tengen.partners.opponent import Opponent
from tengen.play.session import Session
from tengen.texts import Language, Texts

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PLAY_WIDTH, EXPLAIN_WIDTH = 86, 96
GAME_MOVES = ["h8", "h7", "h6", "g6", "i6", "f6"]
EXPLAIN = ["explain", "connect4", "--moves", "444441", "--depth", "0"]
OPEN_THREE = "h8i9i8h7j8"


def recorder(width: int) -> Console:
    """An invisible terminal with full colours."""
    return Console(
        width=width,
        record=True,
        file=io.StringIO(),
        force_terminal=False,
        color_system="truecolor",
        legacy_windows=False,
    )


def save(name: str, svg: str) -> None:
    """Writes one picture."""
    (FOLDER / f"{name}.svg").write_text(svg, "utf-8")


def picture_of_a_game() -> None:
    """A game against the shipped 15x15 net, as `tengen play gomoku:15x15/5` shows it."""
    game = tengen.load_game("gomoku:15x15/5")
    person = Person(recorder(PLAY_WIDTH))
    screen = Screen(person.console, Texts(Language.ENGLISH), Look(), person.ask)
    opponent = Opponent("level:7", game, seed=1)
    PlayLoop(Session(game.initial(), (0,)), opponent, screen, game_name=game.name, seed=1).run()
    save("play", terminal_svg(person.seen, PLAY_WIDTH, "tengen play gomoku:15x15/5 --level 7"))


class Person:
    """Simulated user: plays the moves, asks for a hint and quits."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.seen = ""
        """The screen after the last move."""
        self._lines = [*GAME_MOVES, "hint"]

    def ask(self, prompt: str) -> str:
        """The next line of input."""
        shown = self.console.export_text(styles=True, clear=self._lines[:1] == GAME_MOVES[-1:])
        if not self._lines:
            self.seen = shown.strip("\n")
            raise EOFError
        line = self._lines.pop(0)
        self.console.print(Text(f"{prompt}{line}"))
        return line


def picture_of_a_search() -> None:
    """The explanation of a search, as printed by the command."""
    colours = {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}
    done = subprocess.run(
        [sys.executable, "-c", "from tengen.cli import main; main()", *EXPLAIN],
        env={**os.environ, **colours, "COLUMNS": str(EXPLAIN_WIDTH)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        encoding="utf-8",
    )
    title = f"tengen {' '.join(EXPLAIN)}"
    save("explain", terminal_svg(done.stdout.rstrip("\n"), EXPLAIN_WIDTH, title))


def picture_of_a_board() -> None:
    """The position of the README's example, with the candidate moves of the search."""
    game = tengen.load_game("gomoku:15x15/5")
    search = tengen.Search(game, tengen.load_evaluator("gomoku-15x15"))
    result = search.run(game.position_from(OPEN_THREE), tengen.Limit(simulations=800))
    save("board", result.to_svg())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    picture_of_a_game()
    picture_of_a_search()
    picture_of_a_board()
