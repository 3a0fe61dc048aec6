"""`tengen measure`: moves and values against exact solutions."""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tengen.arena.exact_positions import MadePositions, make_positions, shipped_positions, spread
from tengen.arena.meter import PlayerSubject, Subject, measure, net_subjects
from tengen.arena.meter_report import MeterReport
from tengen.arena.oracles import find_oracle
from tengen.arena.players import game_told_by, learned_game, player_factory
from tengen.arena.specs import parse_spec
from tengen.arena.stored_results import save_json
from tengen.cli import meter_views
from tengen.cli.console import errors, out, show
from tengen.cli.language import texts
from tengen.cli.output_files import require_new_file
from tengen.errors import ConfigError, PlayerSpecError
from tengen.machine import share_the_processor
from tengen.nets import load_checkpoint, load_evaluator, require_game
from tengen.nets.shipped import find_net
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.search.evaluator import MOST_THREADS
from tengen.settings import LARGEST_SEED, MOST

_SHIPPED_POSITIONS, _MADE_POSITIONS = 1000, 500
_MOST_POSITIONS = 100_000
_NODES_PER_QUESTION = 3_000_000
"""A few seconds for each question about a position."""


def measure_command(
    net: Annotated[
        str,
        typer.Argument(help="A net (shipped, a path or a run), or a player such as mcts@1000."),
    ],
    simulations: Annotated[
        str,
        typer.Option(
            metavar="N,N,...", help="Numbers of simulations to measure; 0 uses the policy alone."
        ),
    ] = "0,100,400",
    positions: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=_MOST_POSITIONS,
            help="Number of positions. Default: 1000 of 4000 for connect4, else 500.",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="The game. Default: the one the net learned.")
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            min=0, max=LARGEST_SEED, help="Random seed; the same seed gives the same numbers."
        ),
    ] = 0,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_THREADS, help="Search threads. Default: all cores."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write all numbers to this JSON file.")
    ] = None,
) -> None:
    """Measure a net against exact solutions: Connect Four and small m,n,k games.

    Keeps value: the move leaves a won game won and a drawn game drawn. Best:
    no move wins faster or loses more slowly. Both are broken down by phase of the game
    and by difficulty: easy (at least half of the moves keep the value), medium (fewer)
    and hard (only one does). Values are compared with the exact +1, 0 or -1.

    Connect Four comes with 4000 solved positions; for other games, positions are
    generated and solved on the fly.

    Example: tengen measure connect4 --simulations 0,50,200
    """
    share_the_processor()
    if json_file is not None:
        require_new_file(json_file)
    rules, subjects = _subjects(net, game, _numbers(simulations), threads)
    found = _positions(rules, positions, seed)
    report = _measured(rules, subjects, found, seed)
    if json_file is not None:
        save_json(dataclasses.asdict(report), json_file)
    for view in meter_views.views(net, report):
        show(view)
        out.print()


def _numbers(text: str) -> list[int]:
    words = text.replace(" ", "").split(",")
    if not all(word.isdecimal() for word in words):
        raise ConfigError(f"simulations are numbers such as 0,100,400; got {text!r}")
    if any(len(word) > len(str(MOST)) or int(word) > MOST for word in words):
        raise ConfigError(f"simulations are at most {MOST:,}; got {text[:80]!r}")
    return [int(word) for word in words]


def _subjects(
    text: str, game: str | None, simulations: list[int], threads: int | None
) -> tuple[Game[Any], list[Subject]]:
    """The game, and the ways to choose moves: a net with each budget, or one player."""
    if _is_player(text):
        if parse_spec(text).runs_code:
            raise PlayerSpecError(f"programs cannot be measured, only played against; got {text!r}")
        rules = load_game(game or game_told_by([text]))
        return rules, [PlayerSubject(player_factory(text, rules), threads=threads)]
    checkpoint = load_checkpoint(find_net(text))
    rules = load_game(game or learned_game(checkpoint))
    require_game(checkpoint, rules)
    evaluator = load_evaluator(checkpoint)
    return rules, list(net_subjects(rules, evaluator, simulations, threads=threads))


def _is_player(text: str) -> bool:
    try:
        parse_spec(text)
    except PlayerSpecError:
        return False
    return True


def _positions(game: Game[Any], count: int | None, seed: int) -> MadePositions:
    if shipped := shipped_positions(game):
        return MadePositions(spread(shipped, count or _SHIPPED_POSITIONS), 0)
    oracle, wanted = find_oracle(game), count or _MADE_POSITIONS
    with _progress(texts()("positions solved"), wanted) as advance:
        return make_positions(
            game, oracle, wanted, seed=seed, nodes=_NODES_PER_QUESTION, on_progress=advance
        )


def _measured(
    game: Game[Any], subjects: list[Subject], found: MadePositions, seed: int
) -> MeterReport:
    reports = []
    for subject in subjects:
        with _progress(texts().message(subject.name), len(found.positions)) as advance:
            reports.append(measure(subject, found.positions, seed=seed, on_progress=advance))
    return MeterReport(game.name, len(found.positions), found.left_out, tuple(reports))


@contextmanager
def _progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
