"""The stage that plays some games of a match, here or at a worker.

A net meets pure MCTS on the ladder (SPEC T6), or another net in the final of its run. Game i of a
match is the same whoever plays it, and whichever others are played with it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tengen import _core
from tengen.arena.openings import Openings
from tengen.nets import Checkpoint
from tengen.play import SearchPlayer, play_pairings
from tengen.play.searching import ladder_configs
from tengen.rules.game import Game
from tengen.runs.ladder import LadderConfig, play_ladder_match
from tengen.search import Limit, SearchConfig
from tengen.selfplay.evaluators import Backend, make_evaluator

Score: TypeAlias = tuple[int, int, int]
"""Wins, draws and losses of the first net."""

OnFinished: TypeAlias = Callable[[int], None]
"""Called with the number of finished games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """Everything about a match but its nets and the numbers of its games."""

    game: str
    backend: Backend
    search: SearchConfig
    ladder: LadderConfig
    opponent: int | None
    """Simulations per move of pure MCTS; None: the opponent is a second net."""
    seed: int
    threads: int


def play_match(
    settings: MatchSettings,
    game: Game[Any],
    nets: Sequence[Checkpoint],
    numbers: range,
    on_finished: OnFinished = lambda games: None,
) -> Score:
    """The first number must be even, because seats alternate."""
    if settings.opponent is None:
        return _play_nets(settings, game, nets, numbers, on_finished)
    match = play_ladder_match(
        game,
        make_evaluator(settings.backend, nets[0]),
        settings.search,
        settings.ladder,
        settings.opponent,
        seed=settings.seed,
        threads=settings.threads,
        games=numbers,
        on_finished=on_finished,
    )
    return match.wins, match.draws, match.losses


def _play_nets(
    settings: MatchSettings,
    game: Game[Any],
    nets: Sequence[Checkpoint],
    numbers: range,
    on_finished: OnFinished,
) -> Score:
    """Every opening is played twice, with the seats exchanged."""
    openings = Openings().positions(game, (numbers.stop + 1) // 2, settings.seed)
    first, second = (
        _player(settings, game, net, numbers, settings.seed + seat) for seat, net in enumerate(nets)
    )
    starts = [openings[number // 2] for number in numbers]
    finished = play_pairings((first, second), starts, on_finished)
    points = [played.score_of(0) for played in finished]
    return points.count(1.0), points.count(0.5), points.count(0.0)


def _player(
    settings: MatchSettings, game: Game[Any], net: Checkpoint, numbers: range, seed: int
) -> SearchPlayer:
    config, _ = ladder_configs(settings.search, plain=settings.ladder.plain)
    return SearchPlayer(
        net.weights_sha256,
        game,
        make_evaluator(settings.backend, net),
        config,
        Limit(simulations=settings.ladder.simulations),
        seeds=[_core.derive_seed(seed % 2**64, number) for number in numbers],
        threads=settings.threads,
    )
