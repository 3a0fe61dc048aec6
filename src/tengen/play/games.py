"""Games between two players, many at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tengen.errors import ConfigError
from tengen.play.player import Player
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game; `seats[s]` is the number (0 or 1) of the player in seat s."""

    seats: tuple[int, int]
    position: Position[Any]
    outcome: Outcome

    def score_of(self, player: int) -> float:
        """1, a half or 0 for one of the two players."""
        return (1 + self.outcome.value_for(self.seats.index(player))) / 2


def play_games(
    players: tuple[Player, Player],
    openings: Sequence[Position[Any]],
    on_finished: Callable[[int], None] = lambda number: None,
) -> list[PlayedGame]:
    """One game from each opening; the players change seats from game to game.

    `on_finished` is told the number of games over so far whenever one ends.
    """
    if any(opening.outcome for opening in openings):
        raise ConfigError("an opening must not be a finished game")
    positions = list(openings)
    running = set(range(len(openings)))
    while running:
        for player in (0, 1):
            _move_all(players, player, positions, running)
        still = {number for number in running if positions[number].outcome is None}
        if len(still) < len(running):
            on_finished(len(openings) - len(still))
        running = still
    return [_played(number, position) for number, position in enumerate(positions)]


def seats_of(number: int) -> tuple[int, int]:
    """Player 0 has seat 0 in even games, seat 1 in odd ones."""
    return (0, 1) if number % 2 == 0 else (1, 0)


def _move_all(
    players: tuple[Player, Player], player: int, positions: list[Position[Any]], running: set[int]
) -> None:
    """Lets one player move in every game where it is to move."""
    waiting = {
        number: positions[number]
        for number in sorted(running)
        if positions[number].outcome is None
        and seats_of(number)[positions[number].to_move] == player
    }
    if not waiting:
        return
    for number, action in players[player].choose(waiting).items():
        positions[number] = positions[number].play(action)


def _played(number: int, position: Position[Any]) -> PlayedGame:
    outcome = position.outcome
    assert outcome is not None
    return PlayedGame(seats_of(number), position, outcome)
