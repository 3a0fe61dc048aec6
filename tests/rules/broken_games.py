"""Games whose rules fail in some method, for tests of what people are told."""

from typing import Any

from tengen.rules.reference import Gomoku

BROKEN_METHODS = (
    *("initial_state", "to_move", "legal_actions", "next_state", "outcome", "cells"),
    *("encode", "hash_state", "playout_state", "is_legal", "cell_of", "permute_state", "draw"),
)


_AT_ONCE = ("initial_state", "playout_state")


class Sound(Gomoku):
    """Three in a row on 4x4."""

    def __init__(self) -> None:
        super().__init__(4, 4, 3)
        self.name = "broken"


def _failing(method: str) -> type[Sound]:
    truth = getattr(Sound, method)

    def fails(self: Any, subject: Any, *arguments: Any) -> Any:
        state = getattr(subject, "state", subject)
        if method in _AT_ONCE or sum(cell is not None for cell in state.cells) >= 2:
            raise ZeroDivisionError("something\nwent wrong")
        return truth(self, subject, *arguments)

    return type(method, (Sound,), {method: fails, "__module__": __name__})


globals().update({f"fails_in_{method}": _failing(method) for method in BROKEN_METHODS})


class FailsInNames(Sound):
    """Knows some of its names."""

    def action_name(self, action: int) -> str:
        return ("north", "south")[action]


class FailsInSymmetries(Sound):
    """A property that fails."""

    @property
    def symmetries(self) -> Any:
        return self.no_such_attribute


class Lazy(Sound):
    """Gives its actions one by one, and fails at one of them."""

    def legal_actions(self, state: Any) -> Any:
        for action in super().legal_actions(state):
            yield action // (16 - action)
            yield action // (action - 1)


class Vague(Sound):
    """Actions that are not even numbers, once there are stones."""

    def legal_actions(self, state: Any) -> Any:
        actions = super().legal_actions(state)
        return actions if len(actions) > 14 else [str(action) for action in actions]


class Boundless(Sound):
    """Actions beyond the board, once there are stones."""

    def legal_actions(self, state: Any) -> Any:
        actions = super().legal_actions(state)
        return actions if len(actions) > 14 else [*actions, 99]
