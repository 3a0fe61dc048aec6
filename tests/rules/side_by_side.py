"""Random games played in several implementations at once, compared at every ply."""

from typing import Any

import pyspiel

from tengen import Game, Position
from tengen._core import Random
from tests.rules.games import reference_of

# Rows of OpenSpiel's boards count from the other edge. Line games and Othello look the same upside
# down or not, so that its actions are ours; connect_four's are columns in both.
OPENSPIEL_NAMES = {
    "tictactoe": "tic_tac_toe",
    "connect4": "connect_four",
    "connect4:9x6": "connect_four(columns=9,rows=6)",
    "connect4:4x15": "connect_four(columns=4,rows=15)",
    "connect4:12x4": "connect_four(columns=12,rows=4)",
    "gomoku:9x7/4": "mnk(m=9,n=7,k=4)",
    "gomoku:5x8/3": "mnk(m=5,n=8,k=3)",
    "gomoku:20x3/3": "mnk(m=20,n=3,k=3)",
    "gomoku:16x17/5": "mnk(m=16,n=17,k=5)",
    "gomoku:6x6/4": "gomoku(size=6,connect=4)",
    "gomoku:9x9/5": "gomoku(size=9,connect=5)",
    "gomoku:15x15/5": "gomoku(size=15,connect=5)",
    "othello": "othello",
}


class OpenSpielTwin:
    """The same game in OpenSpiel, whose player 0 is whoever began here."""

    def __init__(self, game: Game[Any], first: int) -> None:
        self.state = pyspiel.load_game(OPENSPIEL_NAMES[game.name]).new_initial_state()
        self.first = first

    def play(self, action: int) -> None:
        self.state.apply_action(action)

    def agrees_with(self, position: Position[Any]) -> bool:
        if position.outcome is not None:
            value = position.outcome.value_for(self.first)
            return self.state.is_terminal() and self.state.returns() == [value, -value]
        to_move = self.state.current_player() ^ self.first
        return (to_move, self.state.legal_actions()) == (position.to_move, position.legal_actions)


class ReferenceTwin:
    """The same game by the reference rules."""

    def __init__(self, game: Game[Any], first: int) -> None:
        self.position = reference_of(game).initial(first)

    def play(self, action: int) -> None:
        self.position = self.position.play(action)

    def agrees_with(self, position: Position[Any]) -> bool:
        return _facts(self.position) == _facts(position)


def _facts(position: Position[Any]) -> tuple[Any, ...]:
    cells = list(position.game.cells(position.state))
    return position.outcome, position.to_move, position.legal_actions, cells


def play_side_by_side(
    game: Game[Any], twin_of: type[OpenSpielTwin] | type[ReferenceTwin], seed: int
) -> None:
    """One random game; seat 1 begins when the seed is odd."""
    random = Random(seed)
    position, twin = game.initial(seed % 2), twin_of(game, seed % 2)
    while position.outcome is None:
        assert twin.agrees_with(position), f"seed {seed}, {position!r}\n{position}"
        actions = position.legal_actions
        action = actions[random.below(len(actions))]
        position = position.play(action)
        twin.play(action)
    assert twin.agrees_with(position), f"seed {seed}, {position!r}\n{position}"
