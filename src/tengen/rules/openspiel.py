"""Games of OpenSpiel behind Tengen's interface (SPEC G10)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.errors import MissingPackageError, UnknownGameError, UnsupportedError
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.own_names import find_action, is_readable
from tengen.rules.position import Position

OBSERVATION = "observation"


@dataclass(frozen=True, slots=True, eq=False)
class OpenSpielState:
    """An OpenSpiel state, never modified, and the seat that makes the first move."""

    state: Any
    first: int


class OpenSpielGame(Game[OpenSpielState]):
    """Any two-player, zero-sum, perfect-information game of OpenSpiel without chance."""

    encodings = (OBSERVATION,)

    def __init__(self, name: str) -> None:
        self._game = _load(name)
        self.name = f"openspiel:{name}"
        # Not always player 0: in chess it is player 1.
        self._first_player = int(self._game.new_initial_state().current_player())
        self.num_actions = self._game.num_distinct_actions()
        self.max_plies = self._game.max_game_length()
        self._plane_shape = _plane_shape(self._game.observation_tensor_shape())
        self.height, self.width = self._plane_shape[1:]

    def initial_state(self, first: int) -> OpenSpielState:
        return OpenSpielState(self._game.new_initial_state(), first)

    def to_move(self, state: OpenSpielState) -> int:
        player = state.state.current_player()
        return state.first if player < 0 else self._seat(int(player), state.first)

    def legal_actions(self, state: OpenSpielState) -> Sequence[int]:
        actions: list[int] = state.state.legal_actions()
        return actions

    def next_state(self, state: OpenSpielState, action: int) -> OpenSpielState:
        return OpenSpielState(state.state.child(action), state.first)

    def outcome(self, state: OpenSpielState) -> Outcome | None:
        if not state.state.is_terminal():
            return None
        returns = state.state.returns()
        if returns[0] == returns[1]:
            return Outcome(None, "draw")
        winner = 0 if returns[0] > returns[1] else 1
        return Outcome(self._seat(winner, state.first), "win")

    def cells(self, state: OpenSpielState) -> Sequence[int | None]:
        raise UnsupportedError(f"{self.name} does not expose the contents of its cells")

    def hash_state(self, state: OpenSpielState) -> int:
        observation = state.state.observation_string(0)
        return super().hash_state((state.first, self.to_move(state), observation))  # type: ignore[arg-type]

    def encode(self, position: Position[OpenSpielState], encoding: str) -> npt.NDArray[np.float32]:
        self.plane_count(encoding)
        player = self._seat(position.to_move, position.first)
        tensor = position.state.state.observation_tensor(player)
        return np.asarray(tensor, np.float32).reshape(self._plane_shape)

    def _seat(self, player: int, first: int) -> int:
        """The seat of a player of OpenSpiel; also the player of a seat."""
        return player ^ self._first_player ^ first

    def plane_count(self, encoding: str) -> int:
        if encoding != OBSERVATION:
            raise UnsupportedError(f"{self.name} is encoded as {OBSERVATION!r}; got {encoding!r}")
        return self._plane_shape[0]

    def move_name(self, position: Position[OpenSpielState], action: int) -> str:
        """OpenSpiel's own name, such as `x(1,1)`; `@4` where it has none that is unique."""
        return _names(position.state).get(action, f"@{action}")

    def parse_move(self, position: Position[OpenSpielState], name: str) -> int:
        names = {name: action for action, name in _names(position.state).items()}
        return find_action(name, names, self.num_actions)

    def draw(self, position: Position[OpenSpielState]) -> str:
        return str(position.state.state)

    def parse_board(self, text: str) -> Position[OpenSpielState]:
        raise UnsupportedError(f"{self.name} cannot set up a board from text")


@lru_cache(maxsize=64)
def _names(state: OpenSpielState) -> dict[int, str]:
    """Names of the legal actions, which depend on the position: one `Nf3` is many actions.

    Names that are ambiguous or cannot be typed are left out.
    """
    player, actions = state.state.current_player(), state.state.legal_actions()
    names = {action: state.state.action_to_string(player, action).strip() for action in actions}
    counts = Counter(names.values())
    return {
        action: name for action, name in names.items() if counts[name] == 1 and is_readable(name)
    }


def _load(name: str) -> Any:  # noqa: ANN401
    try:
        import pyspiel
    except ImportError as error:
        raise MissingPackageError(
            f"openspiel:{name} needs OpenSpiel: pip install open_spiel"
        ) from error
    # Asked first, because OpenSpiel prints its whole list of games before it raises.
    if name.partition("(")[0] not in pyspiel.registered_names():
        raise UnknownGameError(f"OpenSpiel has no game {name!r}")
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise UnknownGameError(f"OpenSpiel cannot load {name!r}: {error}") from None
    if reason := _why_not(game):
        raise UnknownGameError(f"openspiel:{name} cannot be played here: {reason}")
    return game


def _why_not(game: Any) -> str | None:  # noqa: ANN401
    """Why Tengen cannot play a game, or None when it can."""
    kind = game.get_type()
    requirements = (
        (game.num_players() == 2, f"it has {game.num_players()} players, not two"),
        (kind.dynamics == kind.Dynamics.SEQUENTIAL, "its players move simultaneously"),
        (kind.chance_mode == kind.ChanceMode.DETERMINISTIC, "it involves chance"),
        (kind.information == kind.Information.PERFECT_INFORMATION, "it has hidden information"),
        (kind.utility == kind.Utility.ZERO_SUM, "it is not zero-sum"),
        (kind.provides_observation_tensor, "it has no observation tensor"),
    )
    return next((reason for holds, reason in requirements if not holds), None)


def _plane_shape(shape: Sequence[int]) -> tuple[int, int, int]:
    """[C, H, W]; flat observations become planes of one cell."""
    if len(shape) == 3:
        return shape[0], shape[1], shape[2]
    return int(np.prod(shape)), 1, 1
