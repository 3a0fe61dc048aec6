"""Games between two players, many at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tengen.errors import ConfigError
from tengen.play.player import Forfeit, Player, ProofCount
from tengen.play.records import MoveNote
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game; `seats[s]` is the number (0 or 1) of the player in seat s.

    A forfeited game has an outcome although its last position is unfinished by the rules.
    """

    seats: tuple[int, int]
    position: Position[Any]
    outcome: Outcome
    notes: tuple[MoveNote, ...] = field(default=(), compare=False)
    """Search notes for each move, if recorded; not compared, as clocks differ."""
    proofs: tuple[ProofCount, ProofCount] = (ProofCount(), ProofCount())
    """By player: how many moves were proven, if the player proves moves."""

    @property
    def is_forfeit(self) -> bool:
        """Whether a player resigned or failed."""
        return self.position.outcome is None

    def score_of(self, player: int) -> float:
        """1, a half or 0 for one of the two players."""
        return (1 + self.outcome.value_for(self.seats.index(player))) / 2


def play_pairings(
    players: tuple[Player, Player],
    openings: Sequence[Position[Any]],
    on_finished: Callable[[int], None] = lambda number: None,
) -> list[MatchGame]:
    """One game from each opening; the players change seats from game to game.

    `on_finished` is called with the number of finished games whenever one ends.
    """
    if any(opening.outcome for opening in openings):
        raise ConfigError("an opening must not be a finished game")
    board = _Board(list(openings), {})
    running = set(range(len(openings)))
    while running:
        for player in (0, 1):
            _move_all(players, player, board, running)
        still = {number for number in running if board.outcome(number) is None}
        if len(still) < len(running):
            on_finished(len(openings) - len(still))
        running = still
    return [_played(board, number) for number in range(len(openings))]


@dataclass(frozen=True, slots=True)
class _Board:
    """All games: their positions, and the forfeited ones."""

    positions: list[Position[Any]]
    forfeits: dict[int, Outcome]

    def outcome(self, number: int) -> Outcome | None:
        return self.forfeits.get(number) or self.positions[number].outcome


def seats_of(number: int) -> tuple[int, int]:
    """Player 0 has seat 0 in even games, seat 1 in odd ones."""
    return (0, 1) if number % 2 == 0 else (1, 0)


def _move_all(
    players: tuple[Player, Player], player: int, board: _Board, running: set[int]
) -> None:
    """Lets one player move in every game where it is to move."""
    waiting = {
        number: board.positions[number]
        for number in sorted(running)
        if board.outcome(number) is None
        and seats_of(number)[board.positions[number].to_move] == player
    }
    if not waiting:
        return
    for number, choice in players[player].choose(waiting).items():
        if isinstance(choice, Forfeit):
            winner = 1 - waiting[number].to_move
            board.forfeits[number] = Outcome(winner, f"forfeit: {choice.reason}")
        else:
            board.positions[number] = board.positions[number].play(choice)


def _played(board: _Board, number: int) -> MatchGame:
    outcome = board.outcome(number)
    assert outcome is not None
    return MatchGame(seats_of(number), board.positions[number], outcome)
