"""Makes a run's newest net one that ships with Tengen: the file, and a card with its strength.

    python scripts/ship_net.py runs/connect4-1 connect4 --minutes 25

The strength is measured here, by matches against pure MCTS with paired openings; each line of the
card ends with the command that repeats it.
"""

import argparse
import json
import platform
from datetime import date
from pathlib import Path

from tengen.arena.match import MatchConfig, play_match
from tengen.nets import load_checkpoint, save_checkpoint
from tengen.nets.checkpoint import FILE_SUFFIX
from tengen.nets.shipped import find_net
from tengen.runs import RunConfig

MODELS = Path(__file__).parent.parent / "src" / "tengen" / "models"
MATCHES = (("@0", 200), ("@100", 1000), ("@400", 5000))
"""What follows the net's name, and the opponent's playouts."""
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


def card(config: RunConfig, preset: str, minutes: float, strength: list[str]) -> str:
    """The card as TOML; JSON's strings are TOML's."""
    facts = {
        "game": config.run.game,
        "command": f"tengen train {preset} --minutes {minutes:g}",
        "seed": config.run.seed,
        "minutes": minutes,
        "machine": f"2 cores of a shared {platform.machine()} server, no GPU",
        "date": date.today().isoformat(),
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in facts.items()]
    entries = "".join(f"    {json.dumps(entry)},\n" for entry in strength)
    return "\n".join(lines) + f"\nstrength = [\n{entries}]\n"


def main() -> None:
    """Copies the net, measures it, writes the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the run's folder")
    parser.add_argument("name", help="what the net will be called; also its preset")
    parser.add_argument("--minutes", type=float, required=True, help="how long it was trained")
    parser.add_argument("--games", type=int, default=60, help="games of each match")
    options = parser.parse_args()
    config = RunConfig.from_file(options.run / "config.toml")
    path = MODELS / f"{options.name}{FILE_SUFFIX}"
    save_checkpoint(load_checkpoint(find_net(str(options.run))), path)
    if path.stat().st_size > LARGEST_FILE:
        raise SystemExit(f"{path} has {path.stat().st_size:,} bytes; at most {LARGEST_FILE:,} ship")
    strength = [
        measured(options.name, config.run.game, budget, playouts, options.games)
        for budget, playouts in MATCHES
    ]
    text = card(config, options.name, options.minutes, strength)
    path.with_suffix(".toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
