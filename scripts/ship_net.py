"""Adds a run's newest net to those shipped with Tengen: the file, and a card with its strength.

    python scripts/ship_net.py runs/connect4-1 connect4 --minutes 25

The strength is measured here: by matches against pure MCTS with paired openings, and by exact
values where they are known. Each line of the card ends with the command that reproduces it.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from tengen.arena.match import MatchConfig, play_match
from tengen.machine import processor_name
from tengen.nets import load_checkpoint, save_checkpoint
from tengen.nets.checkpoint import FILE_SUFFIX
from tengen.nets.shipped import find_net
from tengen.runs import RunConfig

MODELS = Path(__file__).parent.parent / "src" / "tengen" / "models"
MATCHES = (("@0", 200), ("@100", 1000), ("@400", 5000))
"""The suffix of the net's spec, and the opponent's playouts."""
EXACT = {"connect4": 1000, "tictactoe": 500, "gomoku:6x6/4": 200}
"""Positions with exact values, for the games that have them."""
LARGEST_FILE = 3_000_000


def measured(name: str, game: str, budget: str, playouts: int, games: int) -> str:
    """The result of one match in a sentence."""
    players = (f"net:{name}{budget}", f"mcts@{playouts}")
    report = play_match(MatchConfig(game=game, players=players, pairs=games // 2, seed=1))
    tally = report.tally
    command = f"tengen match {' '.join(players)} --game {game} --games {games} --seed 1"
    print(f"{players[0]} against {players[1]}: {tally.total}", flush=True)
    return (
        f"{players[0]} against {players[1]}: {tally.total}, {tally.score:.0%} of the points, "
        f"{tally.elo} ({command})"
    )


def compared_with_truth(name: str, positions: int) -> list[str]:
    """How often the net's moves are right, alone and with search."""
    command = f"tengen measure {name} --simulations 0,100,400 --positions {positions}"
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        program = [sys.executable, "-c", "from tengen.cli import main; main()"]
        subprocess.run([*program, *command.split()[1:], "--json", str(answer)], check=True)
        report = json.loads(answer.read_text(encoding="utf-8"))
    hard = report["left_out"]
    left_out = f", {hard} more were too hard to solve" if hard else ""
    lines = []
    for subject in report["subjects"]:
        keeps, best = subject["moves"]["keeps"], subject["moves"]["best"]
        lines.append(
            f"{subject['name']}: {keeps['share']:.1%} of its moves keep the exact value (95% "
            f"interval {keeps['low']:.1%} to {keeps['high']:.1%}), {best['share']:.1%} are the "
            f"best possible, on {report['positions']} positions{left_out} ({command})"
        )
    return lines


def card(config: RunConfig, preset: str, minutes: float, strength: list[str]) -> str:
    """The card as TOML; JSON strings are valid TOML."""
    facts = {
        "game": config.run.game,
        "command": f"tengen train {preset} --minutes {minutes:g}",
        "seed": config.run.seed,
        "minutes": minutes,
        "machine": f"{os.cpu_count()} cores of {processor_name()}, {platform.system()}",
        "date": date.today().isoformat(),
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in facts.items()]
    entries = "".join(f"    {json.dumps(entry)},\n" for entry in strength)
    return "\n".join(lines) + f"\nstrength = [\n{entries}]\n"


def main() -> None:
    """Copies the net, measures it and writes the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the run's folder")
    parser.add_argument("name", help="name of the net, and of its preset")
    parser.add_argument("--minutes", type=float, required=True, help="training time")
    parser.add_argument("--games", type=int, default=60, help="games per match")
    options = parser.parse_args()
    config = RunConfig.from_file(options.run / "config.toml")
    path = MODELS / f"{options.name}{FILE_SUFFIX}"
    save_checkpoint(load_checkpoint(find_net(str(options.run))), path)
    if path.stat().st_size > LARGEST_FILE:
        raise SystemExit(f"{path} has {path.stat().st_size:,} bytes; limit: {LARGEST_FILE:,}")
    strength = [
        measured(options.name, config.run.game, budget, playouts, options.games)
        for budget, playouts in MATCHES
    ]
    if config.run.game in EXACT:
        strength += compared_with_truth(options.name, EXACT[config.run.game])
    text = card(config, options.name, options.minutes, strength)
    path.with_suffix(".toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
