r"""Adds a run's best net to those shipped with Tengen: the file, and a card with its strength.

    python scripts/ship_net.py runs/connect4-1 connect4 --minutes 25 \
        --use "Playing Connect Four." --weakness "openings"

The best net of the run is taken. Its strength is measured here: by matches against pure MCTS with
paired openings, and by exact values where they are known. Each line of the card ends with the
command that reproduces it. What it is made for and its weaknesses are read in both languages: their
Chinese belongs into `texts/messages/cards.py`.
"""

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from tengen.arena.match import MatchConfig, play_match
from tengen.machine import processor_name
from tengen.nets import load_checkpoint, save_checkpoint
from tengen.nets.checkpoint import FILE_SUFFIX
from tengen.replay.store import RunStore
from tengen.runs.curves import work_by_net
from tengen.runs.directory import RunDirectory
from tengen.runs.summary import summarise

MODELS = Path(__file__).parent.parent / "src" / "tengen" / "models"
MATCHES = (("@0", "mcts@200"), ("@100", "mcts@1000"), ("@400", "mcts@5000"))
"""The suffix of the net's spec, and the opponent."""
FURTHER = "@400"
"""The same for further opponents."""
EXACT = {"connect4": 1000, "tictactoe": 500, "gomoku:6x6/4": 200}
"""Positions with exact values, for the games that have them."""
LARGEST_FILE = 3_000_000
LICENCE = "MIT"


def measured(name: str, game: str, budget: str, opponent: str, games: int) -> str:
    """The result of one match in a sentence."""
    players = (f"net:{name}{budget}", opponent)
    report = play_match(MatchConfig(game=game, players=players, pairs=games // 2, seed=1))
    tally = report.tally
    command = f"tengen match {shlex.join(players)} --game {game} --games {games} --seed 1"
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


def card(facts: Mapping[str, object]) -> str:
    """The card as TOML; JSON strings are valid TOML."""
    return "".join(f"{key} = {toml_value(value)}\n" for key, value in facts.items())


def toml_value(value: object) -> str:
    """A list has a line for each entry."""
    if not isinstance(value, list):
        return json.dumps(value)
    return "[\n" + "".join(f"    {json.dumps(entry)},\n" for entry in value) + "]"


def machine(cores: int, *, shared: bool) -> str:
    """What the net was trained on."""
    told = f"{cores} {'core' if cores == 1 else 'cores'} of {processor_name()}, {platform.system()}"
    return f"{told}, shared with other work" if shared else told


def main() -> None:
    """Copies the net, measures it and writes the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the run's folder")
    parser.add_argument("name", help="name of the net, and of its preset")
    parser.add_argument("--minutes", type=float, required=True, help="training time")
    parser.add_argument("--command", help="how it was trained, if not by one command")
    parser.add_argument("--shared", action="store_true", help="the machine had other work")
    parser.add_argument("--use", required=True, help="what the net is made for")
    parser.add_argument("--weakness", action="append", required=True, help="repeatable")
    parser.add_argument("--games", type=int, default=60, help="games per match")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        help="another opponent, such as tactical@50000; repeatable",
    )
    parser.add_argument("--further-games", type=int, default=40, help="games against each of them")
    options = parser.parse_args()
    path = MODELS / f"{options.name}{FILE_SUFFIX}"
    directory = RunDirectory(options.run)
    config = directory.load_config()
    best = summarise(directory).best_checkpoint
    if best is None:
        raise SystemExit(f"{options.run} has no net yet")
    save_checkpoint(load_checkpoint(directory.checkpoint(best)), path)
    if path.stat().st_size > LARGEST_FILE:
        raise SystemExit(f"{path} has {path.stat().st_size:,} bytes; limit: {LARGEST_FILE:,}")
    strength = [
        measured(options.name, config.run.game, budget, opponent, options.games)
        for budget, opponent in MATCHES
    ]
    strength += [
        measured(options.name, config.run.game, FURTHER, opponent, options.further_games)
        for opponent in options.against
    ]
    if config.run.game in EXACT:
        strength += compared_with_truth(options.name, EXACT[config.run.game])
    with RunStore(directory.database, read_only=True) as store:
        works = work_by_net(store, config.learner.batch_size)
    facts = {
        "game": config.run.game,
        "command": options.command or f"tengen train {options.name} --minutes {options.minutes:g}",
        "seed": config.run.seed,
        "minutes": options.minutes,
        "evaluations": works[best].evaluations,
        "machine": machine(config.run.threads or os.cpu_count() or 1, shared=options.shared),
        "date": date.today().isoformat(),
        "strength": strength,
        "weaknesses": options.weakness,
        "use": options.use,
        "licence": LICENCE,
    }
    path.with_suffix(".toml").write_text(card(facts), encoding="utf-8")


if __name__ == "__main__":
    main()
