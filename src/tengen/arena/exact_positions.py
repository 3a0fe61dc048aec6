"""Positions with known exact values: shipped for Connect Four, otherwise generated here."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tengen import _core
from tengen.arena.oracles import Oracle, Truth
from tengen.arena.score_text import parse_scores
from tengen.errors import ConfigError
from tengen.play import Player, RandomPlayer, SearchPlayer
from tengen.play.searching import playing_config
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import Limit, RolloutEvaluator, TemperatureSchedule
from tengen.search.connect_four import is_usual_connect_four

Phase = Literal["opening", "middle", "end"]
Difficulty = Literal["free", "easy", "medium", "hard"]

_SHIPPED = Path(__file__).parent / "positions" / "connect4.csv"
_SENSIBLE_PLAYOUTS = 200
_GAMES_AT_ONCE = 128
_BARREN_ROUNDS = 6
"""Stop after this many rounds without a new position: a small game has no more."""


@dataclass(frozen=True, slots=True)
class ExactPosition:
    """A position and its exact values."""

    position: Position[Any]
    truth: Truth

    @property
    def phase(self) -> Phase:
        """By share of the longest game; in Connect Four plies 0-11, 12-23 and later."""
        sevenths = 7 * len(self.position.history) / self.position.game.max_plies
        return "opening" if sevenths < 2 else "middle" if sevenths < 4 else "end"

    @property
    def difficulty(self) -> Difficulty:
        """Free: all moves keep the value. Easy: half or more do. Hard: a single one does."""
        keeping, moves = len(self.truth.keeping), len(self.position.legal_actions)
        if keeping == moves:
            return "free"
        if keeping == 1:
            return "hard"
        return "easy" if 2 * keeping >= moves else "medium"


def shipped_positions(game: Game[Any]) -> list[ExactPosition]:
    """The positions shipped with Tengen; only Connect Four has any.

    The file states how they were generated.
    """
    if not is_usual_connect_four(game):
        return []
    found = []
    for line in _SHIPPED.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            moves, _, scores = line.partition(",")
            truth = Truth.of(parse_scores(scores))
            found.append(ExactPosition(game.position_from(moves), truth))
    return found


def spread(positions: Sequence[ExactPosition], count: int) -> list[ExactPosition]:
    """`count` of them, evenly spaced, or all if there are fewer."""
    if count < 1:
        raise ConfigError(f"a meter needs 1 position or more; got {count!r}")
    if count >= len(positions):
        return list(positions)
    return [positions[number * len(positions) // count] for number in range(count)]


@dataclass(frozen=True, slots=True)
class MadePositions:
    """Positions generated for a game."""

    positions: list[ExactPosition]
    left_out: int
    """Number of positions that could not be solved within the budget."""


def make_positions(
    game: Game[Any],
    oracle: Oracle,
    count: int,
    *,
    seed: int,
    nodes: int | None = None,
    on_progress: Callable[[int], None] = lambda done: None,
) -> MadePositions:
    """`different_positions` of any ply, with an oracle's exact values.

    The oracle may visit `nodes` for each answer. Late positions are solved first, because their
    results help with earlier ones.
    """
    made: list[ExactPosition] = []
    found = sorted(
        different_positions(game, count, seed=seed, last_ply=game.max_plies - 2),
        key=lambda position: -len(position.history),
    )
    for number, position in enumerate(found):
        if (truth := oracle.truth(position, nodes)) is not None:
            made.append(ExactPosition(position, truth))
        on_progress(number + 1)
    return MadePositions(made, len(found) - len(made))


def different_positions(
    game: Game[Any], count: int, *, seed: int, last_ply: int
) -> Iterator[Position[Any]]:
    """Up to `count` different unfinished positions, after 0 to `last_ply` plies.

    They come alternately from random games and from MCTS games; a position and its mirror images
    count as one. Small games may not have that many.
    """
    seen: set[int] = set()
    barren_rounds = 0
    for number in itertools.count():
        if len(seen) >= count or barren_rounds == _BARREN_ROUNDS:
            return
        barren_rounds += 1
        for key, position in _round(game, seed, number, last_ply):
            if key not in seen and len(seen) < count:
                seen.add(key)
                barren_rounds = 0
                yield position


def _round(
    game: Game[Any], seed: int, number: int, last_ply: int
) -> Iterator[tuple[int, Position[Any]]]:
    """Positions of many games, each with a key shared by its mirror images."""
    seeds = [_core.derive_seed(seed, number * _GAMES_AT_ONCE + k) for k in range(_GAMES_AT_ONCE)]
    player = RandomPlayer(seeds) if number % 2 == 0 else _sensible_player(game, seeds)
    for position in _play_to_drawn_plies(game, player, seeds, last_ply):
        yield min(position.apply_symmetry(k).hash for k in range(len(game.symmetries))), position


def _sensible_player(game: Game[Any], seeds: Sequence[int]) -> Player:
    """Games of pure MCTS with varied first moves."""
    evaluator = RolloutEvaluator()
    return SearchPlayer(
        "sensible",
        game,
        evaluator,
        playing_config(game, evaluator),
        Limit(simulations=_SENSIBLE_PLAYOUTS),
        seeds=seeds,
        temperature=TemperatureSchedule(game.max_plies // 4, early=1.0, late=0.4),
    )


def _play_to_drawn_plies(
    game: Game[Any], player: Player, seeds: Sequence[int], last_ply: int
) -> list[Position[Any]]:
    """One position from each game that lasts long enough."""
    plies = [_core.Random(_core.derive_seed(seed, 1)).below(last_ply + 1) for seed in seeds]
    positions = {number: game.initial(0) for number in range(len(seeds))}
    for ply in range(last_ply):
        waiting = {
            number: position
            for number, position in positions.items()
            if plies[number] > ply and position.outcome is None
        }
        if not waiting:
            break
        for number, choice in player.choose(waiting).items():
            assert isinstance(choice, int)
            positions[number] = positions[number].play(choice)
    return [position for position in positions.values() if position.outcome is None]
