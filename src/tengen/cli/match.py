"""`tengen match`: two players against each other."""

import glob
from contextlib import nullcontext
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated

import typer

from tengen.arena.match import MOST_GAMES, MatchConfig, MatchReport, play_match
from tengen.arena.match_lines import MatchLines
from tengen.arena.match_settings import MatchSettings
from tengen.arena.openings import DEFAULT_OPENINGS, Openings
from tengen.arena.stored_results import match_facts, match_file, match_records, save_json
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
from tengen.cli.console import out, tell
from tengen.cli.convert import files_text, lost_sentence
from tengen.cli.language import tell_translated, texts
from tengen.cli.match_result import print_match
from tengen.cli.match_stop import MatchStop
from tengen.cli.match_view import MatchView
from tengen.cli.output_files import require_new_file
from tengen.errors import ConfigError
from tengen.play.record_files import format_of, write_records
from tengen.play.sgf_board import sgf_refusal
from tengen.rules.registry import load_game


def match(
    context: typer.Context,
    first: Annotated[
        str | None,
        typer.Argument(
            metavar="A", help="A player; the score is from A's point of view.", show_default=False
        ),
    ] = None,
    second: Annotated[
        str | None, typer.Argument(metavar="B", help="A's opponent.", show_default=False)
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            help="File that describes the match; see above.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(min=1, max=MOST_GAMES, help="Maximum number of games, rounded up to even."),
    ] = 100,
    game: GameOption = None,
    openings: OpeningsOption = DEFAULT_OPENINGS,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="E0,E1",
            help="Stop as soon as a sequential test with 5% error rates decides whether A is "
            "stronger by E1 Elo rather than by E0.",
            show_default=False,
        ),
    ] = None,
    sgf: Annotated[
        Path | None,
        typer.Option(
            help="Write all games to this file; its suffix, .sgf, .psq or .txt, sets the format.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    store: StoreOption = None,
    no_store: NoStoreOption = False,
) -> None:
    """Play a match and report who is stronger, by how much and how certainly.

    Players: net:NAME@400 (a shipped net or a path, 400 simulations per move),
    net:NAME@2s (two seconds per move), net:NAME@0 (no search), mcts@5000 (pure MCTS),
    tactical@5000 (pure MCTS that sees one ply ahead), random, perfect (exact play:
    Connect Four, tic-tac-toe, small Gomoku),
    engine:COMMAND@1s (a Gomocup engine; for Othello, a GTP engine), kaggle:FILE@2s (an
    agent for Kaggle's ConnectX, two seconds per move), level:1 to level:10. With ,t=0.5
    appended, a net samples its moves in proportion to visits^(1/0.5); with ,plain it
    searches without foresight and proofs.

    Each opening is played twice with the seats swapped, and the Elo interval is
    computed from these pairs. Games run in parallel, one per core. Thinking time is
    wall-clock time in each game: reduce --workers if other programs are running or
    engines use several threads.

    The file for --config is TOML with a section named match, which may set game,
    players (a list of two), games, openings, seed and sprt. Options on the command
    line take precedence.

    Ctrl-C stops the match and shows the pairs finished so far (exit code 130);
    a second Ctrl-C quits at once.

    Examples:

    tengen match net:connect4@100 mcts@2000 --games 200

    tengen match net:runs/mine@200 net:connect4@200 --sprt 0,20 --games 2000

    tengen match level:3 level:4 --game connect4 --sgf games.sgf

    tengen match --config match.toml --seed 2
    """
    require_places(store, no_store=no_store, others=() if sgf is None else (sgf,))
    settings = MatchSettings() if config is None else MatchSettings.from_file(config)
    wanted = _overridden(settings, context).config()
    _refuse_unfit(sgf, wanted)
    report = _play(wanted, workers)
    if not report.games:
        tell(texts()("nothing to report"))
        raise typer.Exit(INTERRUPTED)
    lines: list[str] = []
    try:
        _store(report, None if no_store else store or match_file(report), sgf, lines)
    finally:  # a disk that fills up while the games are written costs nobody the result
        print_match(report)
        for line in lines:
            tell(line)
    if report.ending == "stopped":
        raise typer.Exit(INTERRUPTED)


def _refuse_unfit(file: Path | None, config: MatchConfig) -> None:
    """Raises, before any game, for a file that could not be written afterwards."""
    if file is None:
        return
    if format_of(file) is None:
        raise ConfigError(f"{file}: choose a name that ends in .sgf, .psq or .txt")
    game = load_game(config.game)
    if format_of(file) == "sgf":
        if refusal := sgf_refusal(game):
            raise ConfigError(refusal)
        return
    if Openings.parse(config.openings).set_up_stones(game):
        raise ConfigError(
            f"{config.openings} starts from set-up stones, which only SGF can hold: choose a name "
            f"that ends in .sgf instead of {file}"
        )
    if format_of(file) != "psq":
        return
    if not game.facts.is_five_in_a_row:
        raise ConfigError(
            f"PSQ holds only Gomoku with five in a row, and this is {game.name}: choose a name "
            "that ends in .sgf or .txt"
        )
    for taken in file.parent.glob(f"{glob.escape(file.stem)}-[0-9]*{file.suffix}"):
        require_new_file(taken)


def _overridden(settings: MatchSettings, context: typer.Context) -> MatchSettings:
    """The settings, overridden by options given on the command line; defaults do not count."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    typed = {
        name: context.params[name]
        for name, source in sources.items()
        if source is not None and source.name == "COMMANDLINE"
    }
    if players := tuple(typed[name] for name in ("first", "second") if name in typed):
        typed["players"] = players
    names = {field.name for field in fields(settings)}
    return replace(settings, **{name: typed[name] for name in typed.keys() & names})


def _play(config: MatchConfig, workers: int | None) -> MatchReport:
    stop = MatchStop()
    view = MatchView(out, stop) if out.is_terminal else None
    if view is not None:
        first, second = config.players
        title = texts()("against", first=first, second=second)
        view.begin(f"{title} · {config.game}")
    with stop.listening(), view.shown() if view else nullcontext():
        return play_match(
            config,
            workers=workers,
            on_progress=(view or MatchLines(tell_translated)).show,
            stop=stop.token,
        )


def _store(report: MatchReport, file: Path | None, sgf: Path | None, lines: list[str]) -> None:
    """Writes the result and the games; each file adds its line as soon as it is written."""
    speak = texts()
    if file is not None:
        save_json(match_facts(report), file)
        lines.append("\n" + speak("stored in", file=file))
    if sgf is not None:
        records = match_records(report)
        files = write_records(records, sgf, game=report.game)
        told = speak("games are in", count=len(report.games), files=files_text(files))
        lines.append(told)
        if lost := lost_sentence(records, format_of(sgf) or "", report.game):
            lines.append(lost)
