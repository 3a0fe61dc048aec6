"""`tengen explain`: the inside of a search, in readable form."""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.text import Text

from tengen.cli import search_views, simulation_views
from tengen.cli.console import errors, out, show, spinner_name, tell
from tengen.cli.language import texts
from tengen.cli.named_games import game_or_net
from tengen.errors import ConfigError
from tengen.nets import load_evaluator
from tengen.nets.choosing import choose_net
from tengen.play.searching import TREE_MEGABYTES, analysing_config
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import (
    AnyEvaluator,
    Limit,
    RolloutEvaluator,
    Search,
    SearchConfig,
    SearchResult,
)
from tengen.settings import LARGEST_SEED, MOST

_MOST_LEVELS = 1000
_MOST_TRACES = 1000


class WithoutNet(StrEnum):
    """Evaluators that need no net."""

    UNIFORM = "uniform"
    ROLLOUT = "rollout"


def _evaluator(
    without_net: WithoutNet | None, net: str | None, game: Game[Any]
) -> tuple[AnyEvaluator, str]:
    """The evaluator, and its name in words."""
    speak = texts()
    if without_net is not None:
        return load_evaluator(without_net), speak(f"{without_net.value} evaluator")
    chosen = choose_net(game, net)
    if chosen.checkpoint is None:
        return RolloutEvaluator(tactical=True), speak("no net ships", game=game.name)
    key = "net evaluator" if chosen.learned is None else "other net evaluator"
    said = speak(key, name=chosen.name, learned=chosen.learned)
    return load_evaluator(chosen.checkpoint), said


def explain(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|NET",
            help="A game, such as connect4 or gomoku:9x9/5, or a net, which implies its game: a "
            "run folder or a path.",
        ),
    ],
    moves: Annotated[
        str, typer.Option(help="Moves leading to the position: 4455, h8i9 or 'h8 i9'.")
    ] = "",
    simulations: Annotated[int, typer.Option(min=1, max=MOST, help="Number of simulations.")] = 800,
    depth: Annotated[
        int, typer.Option(min=0, max=_MOST_LEVELS, help="Levels of the tree to print.")
    ] = 2,
    top: Annotated[int, typer.Option(min=1, help="Moves to print per position.")] = 8,
    evaluator: Annotated[
        WithoutNet | None,
        typer.Option(
            help="Search without a net: uniform priors and values, or one random game per "
            "position.",
            show_default=False,
        ),
    ] = None,
    net: Annotated[
        str | None,
        typer.Option(
            help="Net that evaluates positions: shipped, a path or a run. Default: the best "
            "shipped net for the game, or random games if there is none.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            min=0, max=LARGEST_SEED, help="Random seed; the same seed gives the same search."
        ),
    ] = 0,
    trace: Annotated[
        int,
        typer.Option(
            min=0, max=_MOST_TRACES, help="Then step through N more simulations, one by one."
        ),
    ] = 0,
    c: Annotated[
        float | None,
        typer.Option(help="Exploration constant. Default: grows slowly with the number of visits."),
    ] = None,
    slope: Annotated[
        float | None,
        typer.Option(help="Moves-left bonus per ply, which favours quick wins; 0 turns it off."),
    ] = None,
) -> None:
    """Search a position and explain the preferred move.

    Prints the board, the evaluator, every move with the parts of its score, and the top of the
    search tree. Ctrl-C ends the search early and shows the results so far. With --trace, it
    also steps through single simulations: select, expand, evaluate, back up.

    Examples: tengen explain connect4 --moves 4455 --simulations 1000;
    tengen explain tictactoe --moves b2 --trace 3; tengen explain runs/mine
    """
    if evaluator is not None and net is not None:
        raise ConfigError(
            f"specify --evaluator or --net, not both; got {evaluator.value} and {net!r}"
        )
    named = game_or_net(game, "tengen explain {game} --net {net}")
    rules = named.rules
    position = rules.position_from(moves)
    chosen, described = _evaluator(evaluator, net or named.net, rules)
    search = Search(rules, chosen, _changed(analysing_config(rules, chosen), c, slope), seed=seed)
    result = _searched(search, position, simulations)
    _print_position(rules, position, described)
    _print_findings(search, position, result, depth, top)
    if result.stop_reason == "memory":
        done, megabytes = f"{result.simulations:,}", f"{TREE_MEGABYTES:,}"
        tell("\n" + texts()("tree is full", done=done, megabytes=megabytes))
    if trace and result.proof is not None:
        out.print(Text("\n" + texts()("nothing to trace"), "dim"), soft_wrap=True)
        return
    for number in range(trace):
        _print_simulation(search, position, number, top)


def _searched(search: Search, position: Position[Any], simulations: int) -> SearchResult:
    """Runs the search; Ctrl-C ends it early, with the results so far."""
    with (
        errors.status(texts()("searching"), spinner=spinner_name(errors)) as status,
        search.start(position, Limit(simulations=simulations)) as running,
    ):
        try:
            for snapshot in running:
                done, wanted = f"{snapshot.simulations:,}", f"{simulations:,}"
                status.update(texts()("searching so far", done=done, wanted=wanted))
        except KeyboardInterrupt:
            running.stop()
        return running.result()


def _changed(config: SearchConfig, c: float | None, slope: float | None) -> SearchConfig:
    """The search settings of a player, with the user's changes."""
    if slope is not None:
        config = replace(config, mlh_slope=slope)
    return config if c is None else replace(config, c_init=c, c_base=None)


def _print_position(game: Game[Any], position: Position[Any], evaluator: str) -> None:
    played = " ".join(position.history_names) or texts()("no move yet")
    out.print(Text.assemble((game.name, "bold"), f" · {played}"))
    out.print(Text(texts()("evaluated", evaluator=evaluator), "dim"), soft_wrap=True)
    out.print()
    out.print(search_views.board(game, position))
    out.print()


def _print_findings(
    search: Search, position: Position[Any], result: SearchResult, depth: int, top: int
) -> None:
    root = search.explain(depth=max(1, depth))
    out.print(search_views.verdict(position, root, result))
    out.print()
    show(search_views.children_table(position, root, top))
    out.print()
    out.print(search_views.legend(search.config, root))
    if depth > 0:
        out.print()
        out.print(search_views.tree(position, root, depth, top))


def _print_simulation(search: Search, position: Position[Any], number: int, top: int) -> None:
    trace = search.trace(position)
    out.print()
    show(simulation_views.story(position, trace, number + 1, top))
