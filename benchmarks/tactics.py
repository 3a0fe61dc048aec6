"""What is certain: the search with its foresight compared with the search without it.

    python benchmarks/tactics.py
    python benchmarks/tactics.py --positions           (no self-play and no matches)
    python benchmarks/tactics.py --yardsticks FOLDER   (adds matches against the players there)

Foresight is one ply ahead in every game, and wins by continuous fours in Gomoku.

1. Blocks in one: threats on 8x8 stopped with equal priors and 100 simulations.
2. Self-play with the shipped nets and the settings of their presets: evaluations and positions per
   second of CPU time, with and without.
3. Matches at equal time per move: pure MCTS, and the shipped nets, with against without.
4. The tactical positions of `tactical_positions.tsv`, solved at 400 simulations by the shipped net.
5. Matches of the 15x15 net against the yardsticks: Gomocup engines in a folder of your choice,
   `classical.cpp` (compiled here) and `fours_bot.py`, before and after.
"""

import argparse
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from _machine import machine_and_date, ratio_text
from rich.console import Console
from rich.table import Table

from tengen import (
    Game,
    Limit,
    Position,
    RolloutEvaluator,
    SearchConfig,
    SearchPool,
    UniformEvaluator,
    arena,
    load_evaluator,
    load_game,
)
from tengen._core import Random
from tengen.arena import MatchReport
from tengen.arena.match_settings import MatchSettings
from tengen.arena.players import PlayerFactory, player_factory
from tengen.play.searching import playing_config
from tengen.runs.presets import load_preset
from tengen.scripting.contenders import SearchFactory
from tengen.search import AnyEvaluator
from tengen.selfplay import Games, SelfPlay

POSITIONS = Path(__file__).with_name("tactical_positions.tsv")
NETS = {"gomoku:15x15/5": "gomoku-15x15", "gomoku:8x8/5": "gomoku-8x8", "connect4": "connect4"}
PRESETS = {"gomoku:15x15/5": "gomoku-15x15", "connect4": "connect4"}
BLOCKS, BLOCK_SIMULATIONS = 16, 100
SELF_PLAY_SECONDS, SELF_PLAY_ROUNDS = 4.0, 3
SOLVING_SIMULATIONS, SOLVED_TARGET = 400, 0.98
STONES_OF_OPENINGS = "random:3"


def without(config: SearchConfig) -> SearchConfig:
    """The same search, blind."""
    return replace(config, one_ply_ahead=False)


# 1. Blocks in one.


def threatened_positions(game: Game[Any], count: int) -> list[tuple[Position[Any], int]]:
    """Positions of random games with no win but one threat, and the cell that stops it."""
    random, found = Random(1), []
    while len(found) < count:
        position = game.initial()
        while position.outcome is None:
            threats = position.winning_actions(1 - position.to_move)
            if len(threats) == 1 and not position.winning_actions():
                found.append((position, threats[0]))
                break
            actions = position.legal_actions
            position = position.play(actions[random.below(len(actions))])
    return found


def blocks_table() -> Table:
    """How many threats are stopped."""
    game = load_game("gomoku:8x8/5")
    cases = threatened_positions(game, BLOCKS)
    table = Table("blocks in one on 8x8, equal priors, 100 simulations", "stopped")
    for name, config in (("with", SearchConfig()), ("without", without(SearchConfig()))):
        pool = SearchPool(game, UniformEvaluator(), config, seeds=range(BLOCKS))
        limit = Limit(simulations=BLOCK_SIMULATIONS)
        results = pool.run([position for position, _ in cases], limit)
        stopped = sum(r.best_action == block for r, (_, block) in zip(results, cases, strict=True))
        table.add_row(name, f"{stopped} of {BLOCKS}")
    return table


# 2. Self-play.


def self_play(game: Game[Any], net: str, preset: str, config: SearchConfig) -> tuple[float, float]:
    """Evaluations and positions per second of CPU time."""
    settings = load_preset(preset)
    games = Games(1, 0, range(100_000))
    start, began = time.perf_counter(), time.process_time()
    reports = iter(SelfPlay(game, load_evaluator(net), config, settings.selfplay, games))
    report = next(reports)
    while time.perf_counter() - start < SELF_PLAY_SECONDS:
        report = next(reports)
    spent = time.process_time() - began
    return report.evaluations / spent, report.moves / spent


def self_play_table() -> Table:
    """Medians of alternating rounds."""
    table = Table("self-play, one thread")
    for heading in ("evals/s", "without", "ratio", "positions/s", "without", "ratio"):
        table.add_column(heading, justify="right")
    for name, preset in PRESETS.items():
        game, search = load_game(name), load_preset(preset).search
        rounds = [
            [self_play(game, NETS[name], preset, config) for config in (search, without(search))]
            for _ in range(SELF_PLAY_ROUNDS)
        ]
        seeing, blind = (
            [statistics.median(turn[side][what] for turn in rounds) for what in (0, 1)]
            for side in (0, 1)
        )
        cells = []
        for what, target in ((0, 0.9), (1, 1.0)):
            ratio = ratio_text(seeing[what] / blind[what], target)
            cells += [f"{seeing[what]:,.0f}", f"{blind[what]:,.0f}", ratio]
        table.add_row(name, *cells)
    return table


# 3. Matches at equal time.


def play(game: Game[Any], makers: tuple[PlayerFactory, PlayerFactory], games: int) -> MatchReport:
    """A match from random openings, each played twice."""
    settings = MatchSettings(
        game=game.name,
        players=(str(makers[0].spec), str(makers[1].spec)),
        games=games,
        openings=STONES_OF_OPENINGS,
        seed=1,
        sprt=None,
    )
    return arena.play_match(
        settings.config(), game=game, makers=makers, workers=None, on_progress=lambda _: None
    )


def searcher(
    name: str, game: Game[Any], evaluator: AnyEvaluator, config: SearchConfig, seconds: float
) -> SearchFactory:
    """A player with settings of its own."""
    return SearchFactory(name, game, evaluator, config, Limit(seconds=seconds))


def pairs(seconds: float) -> Iterator[tuple[str, Game[Any], SearchFactory, SearchFactory]]:
    """Each player with foresight and the same player without."""
    limit = Limit(seconds=seconds)
    for name in ("gomoku:15x15/5", "connect4"):
        game, plain, tactical = load_game(name), RolloutEvaluator(), RolloutEvaluator(tactical=True)
        yield (
            f"pure MCTS, {name}",
            game,
            searcher("with", game, tactical, playing_config(game, tactical, limit), seconds),
            searcher("without", game, plain, playing_config(game, plain, limit), seconds),
        )
    for name, net in NETS.items():
        game, evaluator = load_game(name), load_evaluator(net)
        config = playing_config(game, evaluator, limit)
        yield (
            f"net {net}",
            game,
            searcher("with", game, evaluator, config, seconds),
            searcher("without", game, evaluator, without(config), seconds),
        )


def matches_table(seconds: float, games: int) -> Table:
    """Elo with its interval."""
    table = Table(f"with against without, {seconds:g} s a move", "score", "Elo (95 %)")
    for name, game, seeing, blind in pairs(seconds):
        table.add_row(name, *outcome_cells(play(game, (seeing, blind), games)))
    return table


def outcome_cells(report: MatchReport) -> tuple[str, str]:
    """The score and the strength, as the report says them."""
    lines = str(report).splitlines()
    said = [line.split("  ", 1)[1].strip() for line in lines if line.startswith(("score", "stren"))]
    return said[0], said[1]


# 4. Tactical positions.


def tactical_positions() -> list[tuple[str, Position[Any], set[str]]]:
    """The kind, the position and the names of all right moves."""
    game = load_game("gomoku:15x15/5")
    rows = [line.split("\t") for line in POSITIONS.read_text(encoding="utf-8").splitlines()[1:]]
    return [
        (kind, game.position_from(moves.split()), set(right.split())) for kind, moves, right in rows
    ]


def solved_table(simulations: int) -> Table:
    """The share of right moves, kind by kind."""
    cases = tactical_positions()
    game, evaluator = cases[0][1].game, load_evaluator("gomoku-15x15")
    config, counts = playing_config(game, evaluator), Counter(kind for kind, *_ in cases)
    solved = {"with": Counter[str](), "without": Counter[str]()}
    for name, settings in (("with", config), ("without", without(config))):
        for kind, position, right in cases:
            pool = SearchPool(game, evaluator, settings, seeds=[1])
            result = pool.run([position], Limit(simulations=simulations))[0]
            solved[name][kind] += result.best_move in right
    table = Table(f"tactical positions, {simulations} simulations", *solved)
    for kind, count in counts.items():
        table.add_row(kind, *(f"{found[kind]} of {count}" for found in solved.values()))
    shares = [found.total() / len(cases) for found in solved.values()]
    colour = "green" if shares[0] >= SOLVED_TARGET else "red"
    table.add_row("all", f"[{colour}]{shares[0]:.1%}[/]", f"{shares[1]:.1%}")
    return table


# 5. Yardsticks.


def yardsticks(folder: Path, build: Path) -> Iterator[tuple[str, str]]:
    """Names and commands of the players."""
    classical = build / "classical"
    source = folder / "classical.cpp"
    subprocess.run(["c++", "-O2", "-std=c++17", source, "-o", classical], check=True)
    yield "fours_bot", str(folder / "fours_bot.py")
    yield "classical 1000", f"{classical} 1000"
    yield "classical", str(classical)


def yardsticks_table(folder: Path, games: int, seconds: float) -> Table:
    """The 15x15 net at the same time per move, with and without foresight."""
    game, evaluator = load_game("gomoku:15x15/5"), load_evaluator("gomoku-15x15")
    config = playing_config(game, evaluator)
    title = f"net gomoku-15x15, {seconds:g} s a move, against"
    table = Table(title, "with: score", "Elo (95 %)", "without: score", "Elo (95 %)")
    with tempfile.TemporaryDirectory() as build:
        for name, command in yardsticks(folder, Path(build)):
            opponent = player_factory(f"engine:{command}@{seconds:g}s", game)
            cells: list[str] = []
            for settings in (config, without(config)):
                net = searcher("net", game, evaluator, settings, seconds)
                cells += outcome_cells(play(game, (net, opponent), games))
            table.add_row(name, *cells)
    return table


def main() -> None:
    """Prints one table after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="games per match")
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds a move in matches")
    parser.add_argument("--yardsticks", type=Path, help="folder of classical.cpp and fours_bot.py")
    parser.add_argument("--yardstick-games", type=int, default=8)
    parser.add_argument("--positions", action="store_true", help="leave out parts 2 and 3")
    options = parser.parse_args()
    console = Console()
    console.print(blocks_table())
    console.print(solved_table(SOLVING_SIMULATIONS))
    if not options.positions:
        console.print(self_play_table())
        console.print(matches_table(options.seconds, options.games))
    if options.yardsticks is not None:
        console.print(yardsticks_table(options.yardsticks, options.yardstick_games, 1.0))
    console.print(machine_and_date(), style="dim")


if __name__ == "__main__":
    main()
