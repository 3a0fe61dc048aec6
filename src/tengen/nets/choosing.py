"""Chooses the net for a game: the given one, a shipped one, the nearest that fits, or none.

Used by the engine, matches, levels, hints and `tengen explain`, so that all choose alike.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tengen.errors import CheckpointError, UnknownGameError
from tengen.nets.checkpoint import Checkpoint, load_checkpoint
from tengen.nets.compatibility import require_game, resize_checkpoint, resized
from tengen.nets.evaluators import NativeEvaluator
from tengen.nets.manifest import Manifest
from tengen.nets.shipped import find_net, read_card, shipped_net_for, shipped_nets
from tengen.rules.game import Game
from tengen.rules.registry import load_registered_game
from tengen.search.evaluator import CoreEvaluator, RolloutEvaluator


@dataclass(frozen=True, slots=True)
class ChosenNet:
    """The net that plays a game, if any."""

    game: str
    name: str | None = None
    """As `find_net` takes it; None: no net, random games evaluate."""
    checkpoint: Checkpoint | None = None
    """Fitted to the game's board."""
    learned: str | None = None
    """The game that the net was trained on, if another one."""

    @property
    def evaluator(self) -> CoreEvaluator | RolloutEvaluator:
        """The evaluator, in the core."""
        return (
            RolloutEvaluator(tactical=True)
            if self.checkpoint is None
            else NativeEvaluator(self.checkpoint)
        )

    @property
    def remark(self) -> str | None:
        """A sentence if the net was not trained on exactly this game."""
        if self.checkpoint is None:
            return f"no net for {self.game}: playing with random games (pure MCTS)"
        if self.learned is None:
            return None
        return f"playing {self.game} with a net trained on {self.learned}"


def choose_net(game: Game[Any], net: str | None = None) -> ChosenNet:
    """The best net for this game; raises `CheckpointError` if `net` cannot play it.

    A net for a row of five also plays other boards and the other rule for long rows, if it can be
    fitted; where no net fits, random games evaluate.
    """
    if net is not None:
        return _fitted(net, load_checkpoint(find_net(net)), game)
    for path in _candidates(game):
        checkpoint = load_checkpoint(path)
        if _fits(checkpoint, game):
            return _fitted(path.stem, checkpoint, game)
    return ChosenNet(game.name)


def require_player(manifest: Manifest, game: Game[Any]) -> None:
    """Raises `CheckpointError` where `choose_net` would refuse the net, by its manifest alone."""
    if manifest.game != game.name:
        _require_five_in_a_row(manifest, game)
        architecture = manifest.architecture
        if architecture.board != f"{game.width}x{game.height}":
            architecture = resized(architecture, game)
        manifest = replace(
            manifest, architecture=architecture, game=game.name, game_version=game.version
        )
    require_game(manifest, game)


def _candidates(game: Game[Any]) -> list[Path]:
    """Shipped nets of the game; for a row of five also those of the other rule and near boards."""
    exact = shipped_net_for(game)
    others = _nets_by_board(game) if game.facts.is_five_in_a_row else []
    return others if exact is None else [exact, *others]


def _nets_by_board(game: Game[Any]) -> list[Path]:
    """Shipped nets for a row of five, the nearest board first, and there the same line rule."""
    found = []
    for name, path in shipped_nets().items():
        learned = read_card(name).game
        if _is_five_in_a_row(learned):
            other = load_registered_game(learned)
            distance = abs(other.width - game.width) + abs(other.height - game.height)
            has_other_rule = other.facts.line_rule is not game.facts.line_rule
            found.append((distance, has_other_rule, name, path))
    return [path for *_, path in sorted(found)]


def _is_five_in_a_row(game_name: str) -> bool:
    """Whether a card or a manifest names a five-in-a-row game."""
    try:
        return load_registered_game(game_name).facts.is_five_in_a_row
    except UnknownGameError:
        return False


def _fits(checkpoint: Checkpoint, game: Game[Any]) -> bool:
    net = checkpoint.architecture
    return net.is_board_independent or net.board == f"{game.width}x{game.height}"


def _fitted(name: str, checkpoint: Checkpoint, game: Game[Any]) -> ChosenNet:
    learned = None
    if checkpoint.game != game.name:
        learned, checkpoint = checkpoint.game, _relabelled(checkpoint, game)
    require_game(checkpoint, game)
    return ChosenNet(game.name, name, checkpoint, learned)


def _relabelled(checkpoint: Checkpoint, game: Game[Any]) -> Checkpoint:
    """The net on another board or under the other rule for long rows.

    Free-style and exact five share their planes and nearly all their positions, so a net of the one
    is a good guide in the other; the rules themselves come from the game, never from the net.
    """
    _require_five_in_a_row(checkpoint, game)
    if checkpoint.architecture.board != f"{game.width}x{game.height}":
        return resize_checkpoint(checkpoint, game)
    return replace(checkpoint, game=game.name, game_version=game.version)


def _require_five_in_a_row(net: Checkpoint | Manifest, game: Game[Any]) -> None:
    """Nets change only between boards and rules of five in a row."""
    if not (_is_five_in_a_row(net.game) and game.facts.is_five_in_a_row):
        raise CheckpointError(f"this net plays {net.game!r}; it cannot play {game.name!r}")
