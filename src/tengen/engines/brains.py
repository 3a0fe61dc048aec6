"""Which net plays a board: the one given, a shipped one, or none (pure MCTS)."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tengen.errors import CheckpointError, UnknownGameError
from tengen.nets.checkpoint import Checkpoint, load_checkpoint
from tengen.nets.compatibility import require_game, resize_checkpoint
from tengen.nets.evaluators import NativeEvaluator
from tengen.nets.shipped import find_net, read_card, shipped_net_for, shipped_nets
from tengen.rules.facts import LineRule
from tengen.rules.game import Game
from tengen.rules.native import gomoku
from tengen.rules.registry import load_registered_game
from tengen.search.config import SearchConfig
from tengen.search.evaluator import CoreEvaluator, RolloutEvaluator

# Small batches end soon when the time is over, and two threads still share one well.
_LEAVES_PER_BATCH = 8
# Random games are so short that sharing out fewer of them would take longer than playing them.
_ROLLOUTS_PER_BATCH = 32


@dataclass(frozen=True, slots=True)
class Brain:
    """What judges positions, and a sentence for the user when it is not the usual net."""

    evaluator: CoreEvaluator | RolloutEvaluator
    config: SearchConfig
    remark: str | None = None


def choose_brain(game: Game[Any], net: str | None = None) -> Brain:
    """The best there is for this game; raises `CheckpointError` when `net` cannot play it."""
    if net is not None:
        return _fitted(load_checkpoint(find_net(net)), game)
    exact = shipped_net_for(game) or shipped_net_for(_free_style(game))
    if exact is not None:
        return _fitted(load_checkpoint(exact), game)
    for path in _nets_by_board(game):
        checkpoint = load_checkpoint(path)
        if checkpoint.architecture.is_board_independent:
            return _fitted(checkpoint, game)
    remark = f"there is no net for {game.name}: playing with random games (pure MCTS)"
    config = SearchConfig.classic(leaves_per_batch=_ROLLOUTS_PER_BATCH)
    return Brain(RolloutEvaluator(), config, remark)


def _free_style(game: Game[Any]) -> Game[Any]:
    length, is_exact = game.facts.line_length, game.facts.line_rule is LineRule.EXACT
    return gomoku(game.width, game.height, length) if is_exact and length else game


def _is_five_in_a_row(game_name: str) -> bool:
    try:
        return load_registered_game(game_name).facts.is_five_in_a_row
    except UnknownGameError:
        return False


def _nets_by_board(game: Game[Any]) -> list[Path]:
    """Shipped nets for a row of five, the nearest board first."""
    found = []
    for name, path in shipped_nets().items():
        learned = read_card(name).game
        if _is_five_in_a_row(learned):
            other = load_registered_game(learned)
            distance = abs(other.width - game.width) + abs(other.height - game.height)
            found.append((distance, name, path))
    return [path for _, _, path in sorted(found)]


def _fitted(checkpoint: Checkpoint, game: Game[Any]) -> Brain:
    remark = None
    if checkpoint.game != game.name:
        remark = f"playing {game.name} with a net that learned {checkpoint.game}"
        checkpoint = _relabelled(checkpoint, game)
    require_game(checkpoint, game)
    config = SearchConfig(leaves_per_batch=_LEAVES_PER_BATCH)
    return Brain(NativeEvaluator(checkpoint), config, remark)


def _relabelled(checkpoint: Checkpoint, game: Game[Any]) -> Checkpoint:
    """The net on another board or under the other rule for long rows.

    Free-style and exact five share their planes and nearly all their positions, so a net of the one
    is a good guide in the other; the rules themselves come from the game, never from the net.
    """
    if not _is_five_in_a_row(checkpoint.game):
        raise CheckpointError(f"this net plays {checkpoint.game!r}; it cannot play {game.name!r}")
    if checkpoint.architecture.board != f"{game.width}x{game.height}":
        return resize_checkpoint(checkpoint, game)
    return replace(checkpoint, game=game.name, game_version=game.version)
