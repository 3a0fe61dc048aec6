"""Measures how strong a run's nets became with work, and stores the curve of a shipped net.

    python scripts/measure_curve.py runs/connect4-1 connect4 --nets 8 --games 10

Nets at about equal factors of work and two pure-MCTS players play a round robin. `tengen estimate`
and docs/nets.md use the result.
"""

import argparse
from pathlib import Path

from tengen.arena.ratings import Rating
from tengen.arena.round_robin import RoundRobinConfig, RoundRobinReport, play_round_robin
from tengen.nets.atomic_files import write_atomically
from tengen.nets.shipped import read_card
from tengen.replay.store import RunStore
from tengen.runs.curves import FOLDER, Anchor, Curve, CurvePoint, Work, curve_text, work_by_net
from tengen.runs.directory import RunDirectory

ANCHORS = (1000, 5000)
"""Playouts of pure MCTS; the first is the zero of the scale."""


def spread(works: dict[str, Work], count: int) -> dict[str, Work]:
    """Nets whose work grows by about equal factors, from the first to the last."""
    nets = list(works)
    first, last = works[nets[0]].evaluations, works[nets[-1]].evaluations
    wanted = [first * (last / first) ** (step / (count - 1)) for step in range(count)]
    chosen = [min(nets, key=lambda net: abs(works[net].evaluations - each)) for each in wanted]
    return {net: works[net] for net in nets if net in chosen}


def tell(pairing: tuple[int, int], report: RoundRobinReport) -> None:
    """Prints the result of one pairing."""
    one, other = (report.contestants[player].asked for player in pairing)
    print(f"{one} against {other}: {report.matches[pairing].tally.total}", flush=True)


def main() -> None:
    """Plays the round robin and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the run's folder")
    parser.add_argument("name", help="name of the shipped net")
    parser.add_argument("--nets", type=int, default=8, help="number of nets")
    parser.add_argument("--games", type=int, default=10, help="per pairing, rounded up to even")
    parser.add_argument("--simulations", type=int, default=100, help="per move of the nets")
    options = parser.parse_args()
    directory, card = RunDirectory(options.run), read_card(options.name)
    config = directory.load_config()
    with RunStore(directory.database, read_only=True) as store:
        works = spread(work_by_net(store, config.learner.batch_size), options.nets)
    nets = [f"net:{directory.checkpoint(net)}@{options.simulations}" for net in works]
    pairs = (options.games + 1) // 2
    report = play_round_robin(
        RoundRobinConfig(
            game=card.game,
            players=(*(f"mcts@{playouts}" for playouts in ANCHORS), *nets),
            pairs=pairs,
            seed=1,
        ),
        on_match=tell,
    )
    ratings: list[Rating] = sorted(report.ratings, key=lambda rating: rating.player)
    elos = [rating.elo - ratings[0].elo for rating in ratings]
    measured = zip(works.items(), ratings[len(ANCHORS) :], elos[len(ANCHORS) :], strict=True)
    curve = Curve(
        game=card.game,
        simulations=options.simulations,
        games=2 * pairs,
        machine=card.machine,
        date=card.date,
        anchors=tuple(
            Anchor(n, round(elo)) for n, elo in zip(ANCHORS, elos[: len(ANCHORS)], strict=True)
        ),
        points=tuple(
            CurvePoint(net, work, round(elo), round(rating.error))
            for (net, work), rating, elo in measured
        ),
    )
    FOLDER.mkdir(exist_ok=True)
    write_atomically(FOLDER / f"{options.name}.json", [curve_text(curve).encode()])


if __name__ == "__main__":
    main()
