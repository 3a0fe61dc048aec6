"""`tengen ladder`: a round robin, with a rating for each player."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from tengen.arena.match import MOST_GAMES, MatchProgress
from tengen.arena.match_lines import score_line
from tengen.arena.openings import DEFAULT_OPENINGS
from tengen.arena.players import game_told_by
from tengen.arena.round_robin import RoundRobinConfig, RoundRobinReport, play_round_robin
from tengen.arena.stored_results import round_robin_facts, round_robin_file, save_json
from tengen.cli.arena_options import (
    INTERRUPTED,
    GameOption,
    NoStoreOption,
    OpeningsOption,
    SeedOption,
    StoreOption,
    WorkersOption,
    require_places,
)
from tengen.cli.console import out, show, tell
from tengen.cli.language import texts
from tengen.cli.match_result import print_remarks, warnings
from tengen.cli.match_stop import MatchStop
from tengen.cli.match_view import MatchView
from tengen.cli.round_robin_result import ratings_table, short_names
from tengen.errors import ConfigError, RunError
from tengen.nets.checkpoint import MANIFEST_NAME
from tengen.nets.shipped import shipped_nets
from tengen.runs.directory import RunDirectory
from tengen.settings import MOST

_MOST_NETS = 1000


def round_robin(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN|PLAYER...",
            help="A run folder, or two or more players: specs as in tengen match, or nets.",
        ),
    ],
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, help="Games per pairing, rounded up to even.")
    ] = 20,
    nets: Annotated[
        int,
        typer.Option(
            min=2,
            max=_MOST_NETS,
            help="Number of nets to take from a run, from the first to the newest.",
        ),
    ] = 6,
    simulations: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST,
            help="Simulations per move for players given as nets; 0 uses the policy alone.",
        ),
    ] = 100,
    game: GameOption = None,
    openings: OpeningsOption = DEFAULT_OPENINGS,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    store: StoreOption = None,
    no_store: NoStoreOption = False,
) -> None:
    """Play a round robin and rate all players (Bradley-Terry, mean 0).

    Given a run, it rates nets from the first to the newest: has training helped?

    Examples:

    tengen ladder runs/connect4-1

    tengen ladder runs/one runs/two connect4 mcts@1000 --games 100

    tengen ladder level:1 level:2 level:3 --game connect4
    """
    require_places(store, no_store=no_store)
    specs = _specs(players, nets, simulations)
    config = RoundRobinConfig(
        game=game or game_told_by(specs),
        players=tuple(specs),
        pairs=(games + 1) // 2,
        openings=openings,
        seed=seed,
    )
    storage = _Storage(store, is_wanted=not no_store)
    report = _play(config, workers, storage)
    _print_ratings(report)
    if storage.file is not None:
        tell("\n" + texts()("stored in", file=storage.file))
    if not report.is_complete:
        raise typer.Exit(INTERRUPTED)


def _specs(players: list[str], nets: int, simulations: int) -> list[str]:
    if len(players) == 1:
        return [f"net:{path}@{simulations}" for path in _nets_of_run(Path(players[0]), nets)]
    return [_spec(player, simulations) for player in players]


def _spec(player: str, simulations: int) -> str:
    """The name of a shipped net or a path stands for that net; anything else is a spec."""
    is_net = player in shipped_nets() or Path(player).exists()
    return f"net:{player}@{simulations}" if is_net else player


def _nets_of_run(folder: Path, count: int) -> list[Path]:
    """Nets of a run, evenly spaced from the first to the newest."""
    run = RunDirectory(folder)
    if not run.exists:
        raise ConfigError(f"a ladder needs a run or two players; {str(folder)!r} is not a run")
    found = sorted(path.parent for path in run.checkpoints.glob(f"*/{MANIFEST_NAME}"))
    if len(found) < 2:
        raise RunError(f"a ladder needs two nets or more; {folder} has {len(found)}")
    count = min(count, len(found))
    return [found[round(place * (len(found) - 1) / (count - 1))] for place in range(count)]


class _Storage:
    """The file of a round robin; every pairing is stored before its result is printed."""

    def __init__(self, file: Path | None, *, is_wanted: bool) -> None:
        self.file: Path | None = None
        """Its path, once anything is stored."""
        self._asked = file
        self._is_wanted = is_wanted

    def save(self, report: RoundRobinReport) -> None:
        """Writes all results so far."""
        if self._is_wanted:
            self.file = self.file or self._asked or round_robin_file(report)
            save_json(round_robin_facts(report), self.file)


def _play(config: RoundRobinConfig, workers: int | None, storage: _Storage) -> RoundRobinReport:
    stop, names, pairings = MatchStop(), short_names(config.players), config.pairings
    view = MatchView(out, stop) if out.is_terminal else None

    def show(pairing: tuple[int, int], progress: MatchProgress) -> None:
        if view is not None:
            number = pairings.index(pairing) + 1
            counts = {"number": number, "pairings": len(pairings)}
            view.begin(texts()("pairing", title=_title(pairing), game=config.game, **counts))
            view.show(progress)

    def report_match(pairing: tuple[int, int], report: RoundRobinReport) -> None:
        storage.save(report)
        score = texts().message(score_line(report.matches[pairing].tally))
        tell(f"{_title(pairing)}: {score}")

    def _title(pairing: tuple[int, int]) -> str:
        return texts()("against", first=names[pairing[0]], second=names[pairing[1]])

    with stop.listening(), view.shown() if view else nullcontext():
        return play_round_robin(
            config,
            workers=workers,
            on_progress=show,
            on_match=report_match,
            stop=stop.token,
        )


def _print_ratings(report: RoundRobinReport) -> None:
    out.print()
    if not report.ratings:
        tell(texts()("no ratings"))
        return
    show(ratings_table(report))
    print_remarks(report.contestants)
    if any(warnings(match) for match in report.matches.values()):
        _print_warnings(report)


def _print_warnings(report: RoundRobinReport) -> None:
    names = short_names(report.config.players)
    for (one, other), match in report.matches.items():
        for warning in warnings(match):
            title = texts()("against", first=names[one], second=names[other])
            line = f"{title}: {warning}"
            out.print(line, style="yellow", soft_wrap=True, highlight=False, markup=False)
