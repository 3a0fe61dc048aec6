"""A game with human players: moves, undo, redo, sides, resignation. Independent of any UI."""

from collections.abc import Collection
from typing import Any

from tengen.errors import GameOverError, NoHistoryError
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position

NO_MOVE_OF_YOURS = "no move of yours to take back"
NOTHING_TO_REDO = "nothing to redo"


class Session:
    """One game; the seats in `humans` (none, one or both) are played by people.

    A game can end by its rules or, before that, by a resignation or a failed player; the second
    kind of end can be undone like a move.
    """

    def __init__(self, position: Position[Any], humans: Collection[int]) -> None:
        self.position = position
        self.humans = frozenset(humans)
        self._undone: list[int] = []
        self._early_end: Outcome | None = None

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        return self.position.game

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is unfinished."""
        return self._early_end or self.position.outcome

    @property
    def early_end(self) -> Outcome | None:
        """The end by resignation or forfeit, not by the rules."""
        return self._early_end

    @property
    def is_human_turn(self) -> bool:
        """Whether a person is to move; never true when the game is over."""
        return self.outcome is None and self.position.to_move in self.humans

    @property
    def must_pass(self) -> bool:
        """Whether a pass is the only legal move."""
        return self.position.legal_actions == [self.game.facts.pass_action]

    def play(self, action: int) -> None:
        """Makes a move and clears the redo history; raises `IllegalActionError`."""
        self._refuse_when_over()
        self.position = self.position.play(action)
        self._undone.clear()

    def undo(self) -> int:
        """Returns to a person's last decision; returns the number of moves undone.

        Against an opponent that is the person's move and the reply; a resignation counts as a
        decision of its own. Raises `NoHistoryError` if no person has moved yet.
        """
        if self._early_end is not None:
            self._early_end = None
            return 0
        position = self.position
        taken: list[int] = []
        while not taken or position.to_move not in self.humans:
            action = position.last_action
            if action is None or not position.history:
                raise NoHistoryError(NO_MOVE_OF_YOURS)
            taken.append(action)
            position = position.undo()
        self.position = position
        self._undone += taken
        return len(taken)

    def redo(self) -> int:
        """Replays what the last undo took back, up to a person's next decision."""
        if not self._undone:
            raise NoHistoryError(NOTHING_TO_REDO)
        self._refuse_when_over()
        count = 0
        while self._undone and (count == 0 or not self.is_human_turn):
            self.position = self.position.play(self._undone.pop())
            count += 1
        return count

    def swap(self) -> None:
        """Swaps the seats of person and opponent; two people keep theirs.

        Raises `GameOverError` after the end of the game.
        """
        self._refuse_when_over()
        self.humans = frozenset(1 - seat for seat in self.humans)

    def end(self, winner: int, reason: str) -> None:
        """Ends the game before its rules do: a resignation or a forfeit."""
        self._refuse_when_over()
        self._early_end = Outcome(winner, reason)

    def restart(self) -> None:
        """Begins again from the first move, or from the stones set up, with the same seats."""
        self.position = self.position.start
        self._undone.clear()
        self._early_end = None

    def _refuse_when_over(self) -> None:
        if (outcome := self.outcome) is not None:
            raise GameOverError(f"the game is over: {outcome}")
