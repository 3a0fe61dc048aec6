"""Random games to the end, for rules written in Python."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from tengen._core import Random
from tengen.errors import GameContractError
from tengen.rules.outcome import Outcome

if TYPE_CHECKING:
    from tengen.rules.game import Game

State = TypeVar("State")


def random_playout(game: "Game[State]", state: State, seed: int, *, tactical: bool) -> Outcome:
    """The outcome of a game of random moves; `tactical` players see one ply ahead."""
    random = Random(seed)
    for _ in range(game.max_plies + 1):
        if (outcome := game.outcome(state)) is not None:
            return outcome
        actions = game.legal_actions(state)
        if len(actions) == 0:
            raise GameContractError(
                f"{game.name}: legal_actions is empty before the end of the game"
            )
        action = _tactical_choice(game, state, random) if tactical else _drawn(actions, random)
        state = game.next_state(state, action)
    raise GameContractError(f"{game.name}: a playout is longer than max_plies")


def _drawn(actions: Sequence[int], random: Random) -> int:
    return actions[random.below(len(actions))]


def _tactical_choice(game: "Game[State]", state: State, random: Random) -> int:
    """A win at once, or else a move that does not let the other side win at once, if possible."""
    mover = game.to_move(state)
    if wins := game.winning_actions(state, mover):
        return _drawn(wins, random)
    untried = list(game.legal_actions(state))
    action = first = _drawn(untried, random)
    while game.winning_actions(game.next_state(state, action), 1 - mover):
        untried.remove(action)
        if not untried:
            return first
        action = _drawn(untried, random)
    return action
