"""Games at the terminal for tests, with lines from a script."""

import io
import subprocess

from rich.console import Console

from tengen import load_game
from tengen.cli.board_themes import Look
from tengen.cli.language import choose
from tengen.cli.play_loop import PlayLoop
from tengen.cli.play_screen import Screen
from tengen.nets import Architecture, save_checkpoint, shipped
from tengen.partners.opponent import Opponent
from tengen.play.session import Session
from tengen.texts import Language, Texts
from tests.cli.conftest import COMMAND
from tests.nets.example_nets import random_checkpoint


def without_models(tmp_path, monkeypatch):
    """An empty folder in place of the nets that come with Tengen."""
    folder = tmp_path / "models"
    folder.mkdir()
    monkeypatch.setattr(shipped, "_FOLDER", folder)
    return folder


def ship(models, name, game):
    """A net with random weights that comes with Tengen, and its card."""
    net = Architecture.resnet(load_game(game), blocks=1, channels=8)
    save_checkpoint(random_checkpoint(game, net), models / f"{name}.safetensors")
    (models / f"{name}.toml").write_text(
        f'game = "{game}"\ncommand = "tengen train {name}"\nseed = 7\nminutes = 30\n'
        'machine = "2 cores"\ndate = "2026-11-01"\nweaknesses = []\nuse = "Tests."\n'
        f'strength = ["90% with mcts@1000 (tengen match {name})"]\n'
    )


def conversation(
    *lines,
    game="tictactoe",
    opponent="random",
    moves="",
    human=0,
    language=Language.ENGLISH,
    width=100,
):
    """What is said when these lines are typed, and the loop that said it."""
    rules, script = load_game(game), iter(lines)
    console = Console(file=io.StringIO(), width=width)

    def ask(prompt):
        console.print(prompt, end="\n", markup=False)
        line = next(script, EOFError)
        if isinstance(line, type):
            raise line
        return line

    player = None if opponent == "human" else Opponent(opponent, rules, 1)
    humans = (0, 1) if player is None else (human,)
    session = Session(rules.position_from(moves), humans)
    screen = Screen(console, Texts(language), Look(colours=False), ask)
    choose(language)
    loop = PlayLoop(session, player, screen, game_name=game, seed=1)
    try:
        loop.run()
    finally:
        choose(Language.ENGLISH)
    return console.file.getvalue(), loop


def moves_of(loop):
    """The moves of the game so far."""
    return loop.session.game.moves_text(loop.session.position.history)


def piped(text, *arguments):
    """`tengen play` with these lines as its input."""
    return subprocess.run(
        [*COMMAND, "play", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env={"LANG": "C.UTF-8", "COLUMNS": "100"},
    )
