"""Wins by continuous fours once more: slowly, by the definition, and checked move by move."""

from collections.abc import Iterator, Sequence
from typing import Any

from tengen import Position, _core
from tests.search.tactics import winning_actions

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Board:
    """Stones that know when they win, and nothing else."""

    def __init__(self, position: Position[Any]) -> None:
        game = position.game
        self.width, self.height = game.width, game.height
        self.length, self.rule = game.facts.line_length, game.facts.line_rule
        self.cells = list(game.cells(position.state))

    def empty(self) -> list[int]:
        return [cell for cell, stone in enumerate(self.cells) if stone is None]

    def winning(self, seat: int) -> list[int]:
        """Empty cells where a stone of `seat` wins."""
        return [cell for cell in self.empty() if self.wins(cell, seat)]

    def wins(self, cell: int, seat: int) -> bool:
        for up, right in DIRECTIONS:
            run = 1 + self.run(cell, seat, up, right) + self.run(cell, seat, -up, -right)
            if self.rule.wins(run, self.length):
                return True
        return False

    def run(self, cell: int, seat: int, up: int, right: int) -> int:
        row, column = divmod(cell, self.width)
        count = 0
        while True:
            row, column = row + up, column + right
            if not (0 <= row < self.height and 0 <= column < self.width):
                return count
            if self.cells[row * self.width + column] != seat:
                return count
            count += 1


def wins_by_fours(board: Board, seat: int, fours: int) -> bool:
    """Whether `seat`, to move, wins with at most so many fours before the last stone."""
    if board.winning(seat):
        return True
    if fours == 0:
        return False
    threats = board.winning(1 - seat)
    if len(threats) > 1:
        return False
    return any(_four_wins(board, seat, cell, fours) for cell in threats or board.empty())


def _four_wins(board: Board, seat: int, cell: int, fours: int) -> bool:
    board.cells[cell] = seat
    blocks = board.winning(seat)
    won = bool(blocks)
    for block in blocks:
        board.cells[block] = 1 - seat
        won = won and wins_by_fours(board, seat, fours - 1)
        board.cells[block] = None
    board.cells[cell] = None
    return won


def fewest_fours(position: Position[Any], most: int) -> int | None:
    """How many fours the quickest win takes, 0 for a win at once; None: more than `most`."""
    board = Board(position)
    for fours in range(most + 1):
        if wins_by_fours(board, position.to_move, fours):
            return fours
    return None


def assert_wins_against_everything(position: Position[Any], line: Sequence[int]) -> None:
    """Plays the line, and at each turn of the defender everything else it could do."""
    winner = position.to_move
    for number, action in enumerate(line[::2]):
        position = position.play(action)
        rest = line[2 * number + 1 :]
        if not rest:
            assert position.outcome is not None
            assert position.outcome.winner == winner
            return
        for after, reply in _replies(position):
            assert after.outcome is None, f"the defence holds: {reply}\n{position}"
            if reply != rest[0] or len(rest) == 2:
                assert winning_actions(after), f"no win after {reply}\n{position}"
        position = position.play(rest[0])
    raise AssertionError("the line ends before it wins")


def assert_threats_win(position: Position[Any], forced: _core.ForcedWins, nodes: int) -> None:
    """Plays what is found against every reply, and asks again, until fours alone win."""
    fours = forced.by_fours(position.state, nodes, None, None)
    if fours is not None:
        assert_wins_against_everything(position, fours)
        return
    line = forced.by_threats(position.state, nodes, None, None)
    assert line is not None, f"no win\n{position}"
    for after, reply in _replies(position.play(line[0])):
        assert after.outcome is None, f"the defence holds: {reply}\n{position}"
        assert_threats_win(after, forced, nodes)


def _replies(position: Position[Any]) -> Iterator[tuple[Position[Any], int]]:
    assert position.outcome is None
    for reply in position.legal_actions:
        yield position.play(reply), reply
