"""A table: one game with its tree, seats and clocks. Knows neither searches nor sockets."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tengen.engines.opening import Choice
from tengen.errors import IllegalActionError, NoHistoryError, StudioError
from tengen.play.session import NO_MOVE_OF_YOURS, NOTHING_TO_REDO
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.studio.clock import Clock
from tengen.studio.explaining import legal_action, refuse_finished
from tengen.studio.players import describe, is_human
from tengen.studio.refusals import about
from tengen.studio.shapes import PlayerChoice, SeatState
from tengen.studio.shelf import Shelf
from tengen.studio.swap2 import Swap2
from tengen.studio.tree import GameTree, TreeNode

RESIGNED, OUT_OF_TIME = "resigned", "out of time"
_LEAST_SPEED = 0.3
"""A reply that appears in the same instant is easily missed."""


@dataclass(frozen=True, slots=True)
class _Decision:
    """Where somebody had to decide, with the opening as it was then."""

    node: TreeNode
    swap2: Swap2 | None
    is_swapped: bool
    """Whether the players have changed their seats since."""


class Table:
    """One game; every change is a method, and each counts up `revision`."""

    def __init__(
        self,
        number: str,
        start: Position[Any],
        seats: Sequence[PlayerChoice],
        shelf: Shelf,
        *,
        clock: Clock | None = None,
        swap2: Swap2 | None = None,
    ) -> None:
        self.id = number
        self.tree = GameTree(start)
        self.clock = clock
        self.swap2 = swap2
        self._is_held = False
        self._looks_back = False
        self.speed = _LEAST_SPEED
        self.revision = 0
        self.changed_at = time.time()
        self._shelf = shelf
        self.seats: tuple[SeatState, SeatState]
        self.seat_players(seats)

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        return self.tree.root.position.game

    @property
    def node(self) -> TreeNode:
        """The current node."""
        return self.tree.current

    @property
    def position(self) -> Position[Any]:
        """The position at the current node."""
        return self.node.position

    @property
    def plies(self) -> int:
        """Moves up to the current node."""
        return self.node.ply

    @property
    def humans(self) -> frozenset[int]:
        """The seats of persons."""
        return frozenset(seat for seat in (0, 1) if is_human(self.seats[seat].player))

    @property
    def actor(self) -> int | None:
        """The seat whose player must act; None when the game is over."""
        if self.node.outcome is not None:
            return None
        opener = None if self.swap2 is None else self.swap2.actor(self.plies)
        return self.position.to_move if opener is None else opener

    @property
    def is_human_turn(self) -> bool:
        """Whether a person has to make a move or a choice."""
        return self.actor in self.humans

    @property
    def is_paused(self) -> bool:
        """Whether the server's players and clocks wait: asked to, or while an old node is shown."""
        return self._is_held or self._looks_back

    @property
    def has_opening(self) -> bool:
        """Whether a swap2 opening is under way."""
        return self.swap2 is not None and not self.swap2.is_over

    def changed(self) -> None:
        """Counts a change; clocks follow the side to move."""
        self.revision += 1
        self.changed_at = time.time()
        if self.clock is not None:
            runs = not self.is_paused and self.actor is not None and not self.has_opening
            self.clock.run_for(self.position.to_move if runs else None)
            if runs and self.node.time_left is None:
                self.node.time_left = self.clock.left

    def play_name(self, move: str, *, is_trial: bool = False) -> None:
        """A person's move by its name."""
        self._refuse_when_over()
        if not self.is_human_turn:
            raise StudioError("it is not a person's turn: pause the game or wait", field="move")
        self.play(legal_action(self.position, move, "move"), is_trial=is_trial)

    def play(self, action: int, *, is_trial: bool = False) -> None:
        """A move of anybody; after a trial clocks and players wait. Raises `IllegalActionError`."""
        if self.has_opening and self.swap2 is not None and self.swap2.choices(self.plies):
            raise StudioError("choose a side first: black, white or two more stones", field="move")
        seat = self.position.to_move
        self.tree.play(action)
        if self.clock is not None and not self.has_opening and not is_trial:
            self.clock.press(seat)
            self.node.time_left = None
        self._is_held, self._looks_back = is_trial, False
        self.changed()

    def replay(self, actions: Sequence[int]) -> None:
        """Moves that were made before, whoever made them."""
        for action in actions:
            self.tree.play(action)
        self.changed()

    def choose_by_person(self, choice: Choice) -> None:
        """The same for a person, whose turn it must be."""
        if self.swap2 is not None and not self.is_human_turn:
            raise StudioError("it is not a person's turn: pause the game or wait", field="choice")
        self.choose_side(choice)

    def choose_side(self, choice: Choice) -> None:
        """What the second player of a swap2 opening, or then the first, decides."""
        if self.swap2 is None:
            raise StudioError("there is nothing to choose here", field="choice")
        if self.swap2.choose(choice, self.plies):
            self._swap_seats()
        self.changed()

    def undo(self) -> None:
        """To a person's last decision, or one move back where no person plays."""
        if self.node.early_end is not None:
            self._undo_end()
        elif (decision := self._last_decision()) is not None:
            self.swap2 = decision.swap2
            if decision.is_swapped:
                self._swap_seats()
            self.tree.show(decision.node)
        else:
            raise NoHistoryError(NO_MOVE_OF_YOURS)
        self._looks_back = not self.humans
        self.changed()

    def _undo_end(self) -> None:
        """The game goes on; whoever ran out of time gets back what was left for this move."""
        end, self.node.early_end = self.node.early_end, None
        is_by_time = end is not None and end.reason == OUT_OF_TIME
        if is_by_time and self.clock is not None and self.node.time_left is not None:
            self.clock.set_back(self.node.time_left)

    def _last_decision(self) -> "_Decision | None":
        """A move, or a choice in the opening, which may have swapped the seats."""
        node, is_swapped = self.node, False
        swap2 = None if self.swap2 is None else replace(self.swap2)
        while True:
            taken_back = None if swap2 is None else swap2.take_back(node.ply)
            if taken_back is not None:
                is_swapped ^= taken_back
            elif node.parent is None:
                return None
            else:
                node = node.parent
            opener = None if swap2 is None else swap2.actor(node.ply)
            actor = node.position.to_move if opener is None else opener
            if not self.humans or actor ^ is_swapped in self.humans:
                return _Decision(node, swap2, is_swapped)

    def can_undo(self) -> bool:
        """Whether there is a decision to go back to."""
        return self.node.early_end is not None or self._last_decision() is not None

    def redo(self) -> None:
        """Forward to a person's next decision, or one move where no person plays."""
        self._refuse_in_opening()
        node = self.tree.next_of(self.node)
        if node is None:
            raise NoHistoryError(NOTHING_TO_REDO)
        while self.humans and node.position.to_move not in self.humans:
            following = self.tree.next_of(node)
            if following is None:
                break
            node = following
        self.go_to(node.id)

    def go_to(self, number: int) -> None:
        """Shows another node; players of the server wait there unless it is the end of a line."""
        node = self.tree.node(number)
        if node is self.node:
            return
        self._refuse_in_opening()
        self.tree.show(node)
        self._looks_back = bool(node.children)
        self.changed()

    def resign(self, seat: int | None) -> None:
        """By default the side to move if it is a person, otherwise the only person."""
        self._refuse_when_over()
        if seat is None:
            to_move = self.position.to_move
            seat = to_move if to_move in self.humans or not self.humans else min(self.humans)
        elif seat not in self.humans:
            raise StudioError("only a person can resign", field="seat")
        self.end(1 - seat, RESIGNED)

    def end(self, winner: int, reason: str) -> None:
        """Ends the game before its rules do."""
        self.node.early_end = Outcome(winner, reason)
        self.changed()

    def swap_sides(self) -> None:
        """The players change seats."""
        self._refuse_when_over()
        self._refuse_in_opening()
        self._swap_seats()
        self.changed()

    def _swap_seats(self) -> None:
        self.seats = (self.seats[1], self.seats[0])

    def seat_players(self, choices: Sequence[PlayerChoice]) -> None:
        """Other players from now on."""
        first, second = (describe(choice, self.game, self._shelf) for choice in choices)
        self.seats = (first, second)
        self.changed()

    def pause(self, *, is_paused: bool) -> None:
        """Stops or continues players of the server and clocks."""
        self._is_held, self._looks_back = is_paused, False
        self.changed()

    def set_speed(self, seconds: float) -> None:
        """The least time of a move on the screen."""
        self.speed = seconds
        self.changed()

    def delete_branch(self, number: int) -> None:
        """Removes a node and what follows."""
        self._refuse_in_opening()
        with about("node"):
            self.tree.delete(self.tree.node(number))
        self._looks_back = True
        self.changed()

    def promote_branch(self, number: int) -> None:
        """Makes a variation the main line."""
        self.tree.promote(self.tree.node(number))
        self.changed()

    def add_line(self, number: int, moves: Sequence[str]) -> None:
        """A variation after a node; nothing is added where a move of it cannot be played."""
        self._refuse_in_opening()
        start = self.tree.node(number)
        position, actions = start.position, []
        for place, move in enumerate(moves):
            actions.append(legal_action(position, move, f"moves.{place}"))
            position = position.play(actions[-1])
        first = node = self.tree.add(start, actions[0])
        for action in actions[1:]:
            node = self.tree.add(node, action)
        self.tree.show(node)  # so that redo follows the line
        self.tree.show(first)
        self._is_held, self._looks_back = True, False
        self.changed()

    def set_comment(self, number: int, comment: str) -> None:
        """What a person says about a move."""
        self.tree.node(number).comment = comment
        self.changed()

    def flag(self) -> int | None:
        """The seat whose time is over, if the clock runs for it."""
        clock = self.clock
        if clock is None or clock.running is None or clock.left[clock.running] > 0:
            return None
        return clock.running

    def _refuse_when_over(self) -> None:
        refuse_finished(self.position, self.node.outcome)

    def _refuse_in_opening(self) -> None:
        if self.has_opening:
            raise IllegalActionError("finish the swap2 opening first, or begin a new game")
