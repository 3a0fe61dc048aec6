"""Differences between training settings at equal time, with intervals.

    python benchmarks/ablation.py --list
    python benchmarks/ablation.py connect4 --minutes 10 --seeds 1 2
    python benchmarks/ablation.py connect4 --only surprise "Gumbel 32"
    python benchmarks/ablation.py connect4 --table
    python benchmarks/ablation.py connect4 --markdown     (the table of docs/ablations.md)

Every variant is the preset with a few settings changed. Each is trained from zero (one begins with
a smaller net) for the same time with every seed, and compared with the unchanged preset of the same
seed: Connect Four by the exact meter on positions of its own (never those of `tengen measure`, so
that nothing is tuned on them), other games by matches. As many runs as there are cores are trained
at once, with one thread each, and their clock is the processor time of their process: so other
programs, which would take time from one run and not from another, change little.

Results are added to a file of JSON lines, and what the file already contains is not trained again:
a long table can be made in pieces. The interval of a difference is over positions or games; with
few seeds it does not contain the luck of a run, so the smallest and the largest difference of the
seeds are shown beside it.
"""

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from _machine import machine_and_date
from rich.console import Console
from rich.table import Table

import tengen
from tengen.arena.exact_positions import ExactPosition, make_positions
from tengen.arena.intervals import mean_interval
from tengen.arena.meter import PolicySubject, SearchSubject, Subject
from tengen.arena.oracles import Truth, find_oracle
from tengen.nets import NativeEvaluator, load_checkpoint
from tengen.play.searching import playing_config
from tengen.rules.registry import load_game
from tengen.runs import load_preset

POSITIONS, POSITIONS_SEED = 2_000, 71_828
SIMULATIONS = 200
GAMES, OPENINGS = 200, "random:2-4"
OPPONENT = "mcts@5000"
"""Against a stronger one nearly every net wins as first player and draws as second."""
MOVES_LEFT_SLOPE = 0.03
ROOT_ENDGAME_NODES = 100_000
"""Of the searches in Connect Four: those of the first runs in the results, whatever players use."""
RESULTS = Path(__file__).parent / "results"
ONE_THREAD = {"run.threads": 1, "learner.threads": 1}

Settings = dict[str, object]
Solved = Sequence[tuple[str, Truth]]
"""Positions by their moves, which other processes can be given, and their exact values."""

REFERENCE = "preset"
VARIANTS: dict[str, dict[str, Settings]] = {
    "connect4": {
        REFERENCE: {},
        "openings of 2 plies": {"selfplay.random_plies": 2},
        "openings of 16 plies": {"selfplay.random_plies": 16},
        "early temperature 1": {"selfplay.temperature_early": 1.0},
        "constant rate": {"learner.schedule": "constant"},
        "net 32x4": {"net.channels": 32, "net.blocks": 4},
        "net 64x4": {"net.channels": 64, "net.blocks": 4},
        "32x4 grown to 64x4": {"net.channels": 64, "net.blocks": 4},
        "global pooling": {"net.pooling_every": 2},
        "surprise": {"learner.surprise_share": 0.5},
        "soft policy": {"net.soft_policy": True},
        "reply": {"net.opponent_reply": True},
        "Gumbel 32": {"search.root": "gumbel", "selfplay.simulations": 32}
        | {"selfplay.full_share": 1.0, "search.forced_playouts": 0.0},
        "all searches full": {"selfplay.full_share": 1.0, "selfplay.simulations": 72},
        "a quarter full": {"selfplay.full_share": 0.25, "selfplay.simulations": 216},
        "samples 3": {"learner.samples_per_position": 3.0},
        "samples growing": {"learner.first_samples_per_position": 2.0},
        "value mix 0": {"learner.value_mix": 0.0},
        "value mix 0.7": {"learner.value_mix": 0.7},
        "moves-left 0.2": {"learner.moves_left_loss": 0.2},
        "moves-left in self-play": {"search.mlh_slope": 0.1, "learner.moves_left_loss": 0.15},
        "no endings": {"search.endgame_nodes": 0, "search.root_endgame_nodes": 0},
        "endings of 5,000 nodes": {"search.root_endgame_nodes": 5_000},
        "endings of 200,000 nodes": {"search.root_endgame_nodes": 200_000},
        "endings learned in full": {"learner.proven_share": 1.0},
        "short endings, all learned": {"search.root_endgame_nodes": 5_000}
        | {"learner.proven_share": 1.0},
    },
    "gomoku-8x8": {
        REFERENCE: {},
        "openings of 2 plies": {"selfplay.random_plies": 2},
        "early temperature 1": {"selfplay.temperature_early": 1.0},
        "late temperature 0.5": {"selfplay.temperature_late": 0.5},
        "constant rate": {"learner.schedule": "constant"},
        "no pooling": {"net.pooling_every": 0},
        "net 32x4": {"net.channels": 32, "net.blocks": 4},
        "surprise": {"learner.surprise_share": 0.5},
        "Gumbel 32": {"search.root": "gumbel", "selfplay.simulations": 32}
        | {"selfplay.full_share": 1.0, "search.forced_playouts": 0.0},
        "no foresight in self-play": {"search.one_ply_ahead": False},
        "threes": {"search.root_threat_nodes": 5_000},
        "threes, few proofs learned": {"search.root_threat_nodes": 5_000}
        | {"learner.proven_share": 0.2},
    },
}

GROWN: dict[str, Settings] = {"32x4 grown to 64x4": {"net.channels": 32, "net.blocks": 4}}
"""What the smaller net is like that a variant trains first and then starts from."""
GROWN_AFTER = 0.3  # of the time


@dataclass(frozen=True)
class Trained:
    """One run: what its net got right on each position, or its points in each game."""

    preset: str
    variant: str
    seed: int
    minutes: float
    generations: int
    games: int
    scores: dict[str, str]
    """By measure: a digit for every position or game, in the same order for all variants."""
    machine: str


POINTS = {"0": 0.0, "5": 0.5, "1": 1.0}
"""What a digit stands for; 5 is half a point."""
DIGITS = {points: digit for digit, points in POINTS.items()}


def main() -> None:
    """Trains what is missing, then prints the table."""
    options = arguments()
    if options.list:
        for preset, variants in VARIANTS.items():
            print(f"{preset}: {', '.join(variants)}")
        return
    wanted = [REFERENCE, *(options.only or list(VARIANTS[options.preset]))]
    path = options.results or RESULTS / f"ablation-{options.preset}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    wanted_runs = (options.preset, options.minutes)
    known = [each for each in read_results(path) if (each.preset, each.minutes) == wanted_runs]
    missing = [
        (variant, seed)
        for seed in options.seeds
        for variant in dict.fromkeys(wanted)
        if not any((variant, seed) == (each.variant, each.seed) for each in known)
    ]
    for trained in train_all(options, [] if options.table or options.markdown else missing):
        known.append(trained)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(trained)) + "\n")
    if options.markdown:
        print("\n".join(markdown(known)))
    else:
        Console(width=None if sys.stdout.isatty() else 200).print(table(known))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Compares training settings at equal time.")
    parser.add_argument("preset", nargs="?", choices=VARIANTS, default="connect4")
    parser.add_argument("--minutes", type=float, default=10.0, help="of a core, for each run")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--only", nargs="+", help="these variants, beside the preset itself")
    parser.add_argument("--results", type=Path, help="default: the file in benchmarks/results")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the runs here")
    parser.add_argument("--at-once", type=int, default=os.cpu_count(), help="default: one per core")
    parser.add_argument("--table", action="store_true", help="print what is known, train nothing")
    parser.add_argument("--markdown", action="store_true", help="the same for docs/ablations.md")
    parser.add_argument("--list", action="store_true", help="list the variants")
    options = parser.parse_args()
    unknown = set(options.only or ()) - VARIANTS[options.preset].keys()
    if unknown:
        parser.error(f"no variant {sorted(unknown)[0]!r}: see --list")
    return options


def read_results(path: Path) -> list[Trained]:
    """The runs that the file describes; none if there is no file."""
    if not path.exists():
        return []
    return [Trained(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def train_all(options: argparse.Namespace, wanted: Sequence[tuple[str, int]]) -> Iterator[Trained]:
    """The runs as they end; each has a process of its own, whose time is its clock."""
    if not wanted:
        return
    spawning = multiprocessing.get_context("spawn")
    positions = solved_positions(options.preset)
    with ProcessPoolExecutor(options.at_once, spawning, max_tasks_per_child=1) as pool:
        waiting = [
            pool.submit(
                train_and_score,
                options.preset,
                options.minutes,
                variant,
                seed,
                positions,
                options.keep,
            )
            for variant, seed in wanted
        ]
        for number, done in enumerate(as_completed(waiting), 1):
            try:
                trained = done.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
            about = f"{trained.variant}, seed {trained.seed}: {trained.generations} generations"
            print(f"{number} of {len(waiting)}: {about}", file=sys.stderr, flush=True)
            yield trained


def train_and_score(
    preset: str, minutes: float, variant: str, seed: int, positions: Solved, keep: Path | None
) -> Trained:
    """Trains in a temporary folder, or in a new one below `keep`."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep / f"{preset}, {variant}, seed {seed}" if keep else Path(temporary)
        with processor_time():
            results = train(preset, minutes, variant, seed, folder)
        scores = scores_of(preset, results[-1].net, positions)
    digits = {name: "".join(DIGITS[points] for points in each) for name, each in scores.items()}
    done = (sum(each.generations for each in results), sum(each.games for each in results))
    return Trained(preset, variant, seed, minutes, *done, digits, machine_and_date())


def train(
    preset: str, minutes: float, variant: str, seed: int, folder: Path
) -> list[tengen.TrainingResult]:
    """One run, or two where a net grows, which share the time."""
    stages = [(minutes, VARIANTS[preset][variant])]
    if variant in GROWN:
        stages = [(minutes * GROWN_AFTER, GROWN[variant])]
        stages += [(minutes * (1 - GROWN_AFTER), VARIANTS[preset][variant])]
    results: list[tengen.TrainingResult] = []
    for number, (share, settings) in enumerate(stages):
        result = tengen.train(
            preset,
            minutes=share,
            run=folder / str(number),
            settings=settings | ONE_THREAD,
            seed=seed,
            from_net=results[-1].net if results else None,
        )
        results.append(result)
    return results


@contextmanager
def processor_time() -> Iterator[None]:
    """Lets the clock of this process stand still while others use the processor."""
    clock = time.monotonic
    time.monotonic = time.process_time
    try:
        yield
    finally:
        time.monotonic = clock


def scores_of(preset: str, net: Path, positions: Solved) -> dict[str, list[float]]:
    """Right moves on exact positions, or points in a match."""
    game = load_game(load_preset(preset).run.game)
    if not positions:
        report = tengen.play_match(
            game,
            f"net:{net}",
            OPPONENT,
            games=GAMES,
            simulations=SIMULATIONS,
            openings=OPENINGS,
        )
        return {f"points against {OPPONENT}": [each.score_of(0) for each in report.games]}
    exact = [ExactPosition(game.position_from(moves), truth) for moves, truth in positions]
    evaluator = NativeEvaluator(load_checkpoint(net))
    config = replace(
        playing_config(game, evaluator),
        mlh_slope=MOVES_LEFT_SLOPE,
        root_endgame_nodes=ROOT_ENDGAME_NODES,
    )
    searching = SearchSubject(game, evaluator, SIMULATIONS, config=config)
    search: list[Subject] = [PolicySubject(evaluator), searching]
    return {
        f"{kind}, {subject.name}": right
        for subject in search
        for kind, right in right_moves(subject, exact).items()
    }


def solved_positions(preset: str) -> Solved:
    """The positions that all nets are scored on, solved once for all runs; none for Gomoku."""
    game = load_game(load_preset(preset).run.game)
    if game.name != "connect4":
        return []
    print(f"solving {POSITIONS:,} positions ...", file=sys.stderr, flush=True)
    made = make_positions(game, find_oracle(game), POSITIONS, seed=POSITIONS_SEED)
    return [(each.position.moves_text, each.truth) for each in made.positions]


def right_moves(subject: Subject, positions: Sequence[ExactPosition]) -> dict[str, list[float]]:
    """1 for every position where the move keeps the value, and where it is a best one."""
    exact = [each.position for each in positions]
    actions = subject.answer(exact, range(len(exact))).actions
    pairs = list(zip(positions, actions, strict=True))
    return {
        "keeps": [float(action in each.truth.keeping) for each, action in pairs],
        "best": [float(action in each.truth.best) for each, action in pairs],
    }


def table(runs: Sequence[Trained]) -> Table:
    """Every variant against the preset with the same seed, in percentage points."""
    seeds = sorted({run.seed for run in runs})
    made = Table("variant", title=f"{runs[0].preset}, {runs[0].minutes:g} minutes" if runs else "")
    for name in measures_of(runs):
        made.add_column(name, justify="right")
    made.add_column("seeds", justify="right")
    made.add_column("generations", justify="right")
    for variant, cells in rows(runs):
        made.add_row(variant, *cells)
    made.caption = f"seeds {', '.join(map(str, seeds))}; {machine_and_date()}"
    return made


def markdown(runs: Sequence[Trained]) -> Iterator[str]:
    """The same with what each variant changes."""
    headings = ["variant", "changes", *measures_of(runs), "seeds", "generations"]
    yield f"| {' | '.join(headings)} |"
    yield f"|---|---|{'---:|' * (len(headings) - 2)}"
    for variant, cells in rows(runs):
        changed = settings_text(VARIANTS[runs[0].preset][variant])
        if variant in GROWN:
            changed = f"first {settings_text(GROWN[variant])}, then {changed}"
        yield f"| {variant} | {changed} | {' | '.join(cells)} |"


def settings_text(settings: Settings) -> str:
    """As in a settings file."""
    return ", ".join(f"`{name} = {json.dumps(value)}`" for name, value in settings.items())


def measures_of(runs: Sequence[Trained]) -> list[str]:
    """The names of what was measured."""
    return list(runs[0].scores) if runs else []


def rows(runs: Sequence[Trained]) -> Iterator[tuple[str, list[str]]]:
    """Every variant and its cells; those whose seeds the preset has not been trained with wait."""
    reference = {run.seed: run for run in runs if run.variant == REFERENCE}
    for variant in VARIANTS[runs[0].preset] if runs else ():
        own = {run.seed: run for run in runs if run.variant == variant and run.seed in reference}
        if own:
            cells = [cell(own, reference, name) for name in measures_of(runs)]
            generations = sum(run.generations for run in own.values()) / len(own)
            yield variant, [*cells, str(len(own)), f"{generations:.0f}"]


def cell(own: dict[int, Trained], reference: dict[int, Trained], name: str) -> str:
    """The mean itself for the preset; else the difference, its interval and its range by seed."""
    values = [value for run in own.values() for value in points_of(run, name)]
    if own.keys() <= reference.keys() and all(own[seed] is reference[seed] for seed in own):
        return f"{100 * sum(values) / len(values):.1f} %"
    by_seed = [
        [a - b for a, b in zip(points_of(run, name), points_of(reference[seed], name), strict=True)]
        for seed, run in own.items()
    ]
    together = [difference for each in by_seed for difference in each]
    mean, (low, high) = sum(together) / len(together), mean_interval(together)
    means = [100 * sum(each) / len(each) for each in by_seed]
    spread = f"; seeds {min(means):+.1f} to {max(means):+.1f}" if len(means) > 1 else ""
    return f"{100 * mean:+.1f} ({100 * low:+.1f} to {100 * high:+.1f}{spread})"


def points_of(run: Trained, name: str) -> list[float]:
    """What a measure found, position by position or game by game."""
    return [POINTS[digit] for digit in run.scores[name]]


if __name__ == "__main__":
    main()
