"""The length of games and the number of legal moves, measured in random games."""

from dataclasses import dataclass
from typing import Any, Self

from tengen._core import Random
from tengen.rules.check import check_game
from tengen.rules.game import Game
from tengen.rules.native import NativeGame

_GAMES = 20
_MOST_PLIES = 4000
"""Total over all games: rules in Python may be slow, and games of chess long."""
_SEED = 20_260_102


@dataclass(frozen=True, slots=True)
class TypicalGame:
    """The measures that settings are scaled by; the same on every machine."""

    game: Game[Any]
    plies: float
    """Mean length of a random game; very long games count as far as they were played."""
    legal_moves: float
    """Mean number of legal moves per position."""

    @classmethod
    def of(cls, game: Game[Any]) -> Self:
        """Plays random games; rules that break their contract raise `GameContractError`."""
        if not isinstance(game, NativeGame):
            check_game(game, games=1)
        random, games, plies, choices = Random(_SEED), 0, 0, 0
        while games < _GAMES and plies < _MOST_PLIES:
            position, games = game.initial(), games + 1
            while position.outcome is None and plies < _MOST_PLIES:
                actions = position.legal_actions
                position = position.play(actions[random.below(len(actions))])
                plies, choices = plies + 1, choices + len(actions)
        return cls(game, plies / games, choices / plies)

    @property
    def runs_in_python(self) -> bool:
        """Whether the rules are written in Python, and thus slow."""
        return not isinstance(self.game, NativeGame)

    @property
    def cells(self) -> int:
        """Cells of the board."""
        return self.game.width * self.game.height

    @property
    def longest_side(self) -> int:
        """Of the board."""
        return max(self.game.width, self.game.height)
