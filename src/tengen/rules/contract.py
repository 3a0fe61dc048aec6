"""The promises that every game makes, one function each.

`check_game` tests them all on a game during development. The core sizes its memory by what a game
declares, so the promises it relies on are tested on every answer (`tengen.rules.watched`). A broken
promise is a `GameContractError` that names the promise, the position and the actual value.
"""

import reprlib
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.errors import GameContractError, GameMismatchError, InUseError, UnsupportedError
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position
from tengen.rules.symmetry import Symmetry

Where = Position[Any] | object
"""A position, a game before any move, or a game whose method was called elsewhere."""


@dataclass(frozen=True, slots=True)
class Called:
    """A game whose own method is running; the caller adds the position."""

    game: object


SPEC_FIELDS = ("name", "version", "width", "height", "num_actions", "max_plies")
MOST_ACTIONS = 2**16
"""The core keeps an action in 16 bits."""
MOST_LEGAL_ACTIONS = 2**12
"""The children of a node are contiguous, in memory allocated in blocks of this many."""
MOST_PLIES = 2**16 - 1
"""The core counts the plies of a proof in 16 bits."""
MOST_PLANE_VALUES = 2**18
"""Numbers that show one position to a network; a batch holds hundreds of positions."""
MOST_SYMMETRIES = 64

_LARGEST_INT = 2**31 - 1
_LONGEST_HISTORY = 100
_LONGEST_REASON = 300
_PACKAGE = Path(__file__).parents[1]
_printer = reprlib.Repr()
_printer.maxlist = _printer.maxtuple = 24
_printer.maxother = _printer.maxstring = 200


def require(holds: bool, where: Where, promise: str, got: object = None) -> None:
    """Raises `GameContractError` unless the promise holds."""
    if not holds:
        found = "" if got is None else f"; got {_shown(got)}"
        raise _error(where, f"{promise}{found}")


def _error(where: Where, what: str) -> GameContractError:
    error = GameContractError(f"{place(where)}: {what}")
    error.lacks_place = what if isinstance(where, Called) else None
    return error


def placed(where: Where, error: GameContractError) -> GameContractError:
    """The error, with the position added if it was not known when raised."""
    return error if error.lacks_place is None else _error(where, error.lacks_place)


def place(where: Where) -> str:
    """The game and the position, without calling the game for anything but its name."""
    if isinstance(where, Called):
        return _name(where.game)
    if isinstance(where, type):
        return where.__name__
    if not isinstance(where, Position):
        return f"{type(where).__name__}, before any move"
    history = list(where.history)
    moves = f"{history}" if len(history) <= _LONGEST_HISTORY else f"... {history[-10:]}"
    return f"{_name(where.game)}, after moves {moves}"


def _name(game: object) -> str:
    name = getattr(type(game), "name", None) or vars(game).get("name")
    return name if isinstance(name, str) else type(game).__name__


@contextmanager
def blaming(where: Where, method: str) -> Iterator[None]:
    """Turns an exception of the game into a `GameContractError` that says where it was raised."""
    try:
        yield
    except InUseError:
        raise
    except GameContractError as error:
        raise placed(where, error) from error.__cause__
    except Exception as error:
        raise failure(where, method, error) from error


def asked(where: Where, method: str, function: Any, *arguments: object) -> Any:  # noqa: ANN401
    """The result of a function of the game; any exception is attributed to the game."""
    try:  # and not `blaming`, which costs as much as a small game's rules
        return function(*arguments)
    except InUseError:
        raise
    except Exception as error:
        if isinstance(error, GameContractError) and error.lacks_place is not None:
            what = error.lacks_place
            asked_itself = what.startswith(method)
            told = what if asked_itself else f"{method}: {what}"
            raise _error(where, told) from error.__cause__
        raise failure(where, method, error) from error


def failure(where: Where, method: str, error: Exception) -> GameContractError:
    """The error for an exception in a method, with the line of the file that raised it."""
    try:
        reason = " ".join(str(error).split())[:_LONGEST_REASON]
    except Exception:  # even str() of a game's own error may fail
        reason = "unknown reason"
    what = f"{method} raised {type(error).__name__}: {reason}"
    return _error(where, f"{what} ({_line_of(error)})")


def _line_of(error: Exception) -> str:
    """Where an exception was raised: the last line outside Tengen, if any."""
    frames = traceback.extract_tb(error.__traceback__)
    outside = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    frame = (outside or frames)[-1]
    file = Path(frame.filename)
    if file.is_relative_to(Path.cwd()):
        file = file.relative_to(Path.cwd())
    return f"{file}, line {frame.lineno}"


def refuse_other_game(game: Any, position: Any) -> None:  # noqa: ANN401
    """Raises `GameMismatchError` unless the position is one of this game, in this size."""
    if not isinstance(position, Position):
        raise GameMismatchError(f"expected a position of {game.name}; got {_shown(position)}")
    if position.game is game:
        return
    own, other = ([getattr(each, field) for field in SPEC_FIELDS] for each in (game, position.game))
    if own != other:
        size = f"{position.game.name} (version {position.game.version}, {other[2]}x{other[3]})"
        raise GameMismatchError(
            f"expected a position of {game.name} (version {game.version}, {own[2]}x{own[3]}): "
            f"the position belongs to another game, {size}"
        )


def check_spec(game: Any) -> None:  # noqa: ANN401
    """Checks the name and the numbers of a game against the core's limits."""
    for field in SPEC_FIELDS:
        require(hasattr(game, field), game, f"a game must set {field!r}")
    is_text = isinstance(game.name, str) and game.name.isprintable() and game.name != ""
    require(is_text, game, "name must be a string", game.name)
    for field in SPEC_FIELDS[1:]:
        value = getattr(game, field)
        fits = isinstance(value, int) and 0 < value <= _LARGEST_INT
        require(fits, game, f"{field} must be a positive int", value)
    for field, value, most in (
        ("num_actions", game.num_actions, MOST_ACTIONS),
        ("max_plies", game.max_plies, MOST_PLIES),
        ("width * height", game.width * game.height, MOST_ACTIONS),
    ):
        require(value <= most, game, f"{field} must be at most {most:,}", value)


def plane_count(game: Any, encoding: str) -> int:  # noqa: ANN401
    """The number of planes of an encoding; `UnsupportedError` if the game does not have it."""
    try:
        planes = game.plane_count(encoding)
    except (UnsupportedError, GameContractError):
        raise
    except Exception as error:
        raise failure(game, "plane_count", error) from error
    require(
        isinstance(planes, int) and planes > 0, game, "plane_count must be a positive int", planes
    )
    return int(planes)


def check_symmetries(
    symmetries: Sequence[Symmetry] | None, cells: int, actions: int, where: Where
) -> None:
    """Permutations of all cells and of all actions, the identity first."""
    if not symmetries:
        promise = "symmetries must begin with the identity; omit symmetries if the game has none"
        raise GameContractError(f"{place(where)}: {promise}; got {_shown(symmetries)}")
    few = len(symmetries) <= MOST_SYMMETRIES
    require(few, where, f"symmetries: at most {MOST_SYMMETRIES} are allowed", len(symmetries))
    for k, symmetry in enumerate(symmetries):
        require(
            isinstance(symmetry, Symmetry), where, f"symmetries: {k} must be a Symmetry", symmetry
        )
        for name, image, size in (
            ("cell_image", symmetry.cell_image, cells),
            ("action_image", symmetry.action_image, actions),
        ):
            domain, promise = (
                list(range(size)),
                f"symmetries: symmetry {k}: {name} must be a permutation",
            )
            images = list(islice(image, size + 1))
            require(_are_integers(images) and sorted(images) == domain, where, promise, images)
            if k == 0:
                same = images == domain
                require(same, where, "symmetries: symmetry 0 must be the identity", images)


def check_to_move(seat: object, where: Where) -> None:
    """A seat."""
    require(_is_integer(seat) and seat in (0, 1), where, "to_move must be seat 0 or 1", seat)


def check_outcome(outcome: object, where: Where) -> None:
    """None, or how the game ended."""
    good = outcome is None or _is_outcome(outcome)
    require(good, where, "outcome must be None or Outcome(None, 0 or 1, reason)", outcome)


def check_playout(outcome: object, where: Where) -> None:
    """How a random game ended."""
    promise = "playout_state must end with Outcome(None, 0 or 1, reason)"
    require(_is_outcome(outcome), where, promise, outcome)


def check_actions(actions: list[Any], num_actions: int, where: Where) -> None:
    """Whole numbers in range, in ascending order."""
    require(_are_integers(actions), where, "legal_actions must be ints", actions)
    ascending = actions == sorted(set(actions))
    require(
        ascending, where, "legal_actions must be in ascending order without duplicates", actions
    )
    in_range = not actions or (actions[0] >= 0 and actions[-1] < num_actions)
    require(in_range, where, f"legal_actions must be from 0 to {num_actions - 1}", actions)
    few = len(actions) <= MOST_LEGAL_ACTIONS
    require(few, where, f"legal_actions: at most {MOST_LEGAL_ACTIONS:,} are allowed", len(actions))


def check_end(actions: list[Any], outcome: object, where: Where) -> None:
    """Legal actions, or an outcome."""
    promise = "legal_actions must be empty exactly when the game is over"
    require(bool(actions) == (outcome is None), where, promise, (actions, outcome))


def check_plies(plies: int, max_plies: int, where: Where) -> None:
    """Every game ends."""
    require(plies <= max_plies, where, f"max_plies: no game may be longer than {max_plies}", plies)


def check_hash(number: object, where: Where) -> None:
    """64 bits."""
    fits = _is_integer(number) and 0 <= number < 2**64  # type: ignore[operator]
    require(fits, where, "hash_state: hash must fit in 64 bits", number)


def check_name(name: object, method: str, where: Where) -> None:
    """A text."""
    require(isinstance(name, str), where, f"{method} must be a string", name)


def check_planes(planes: object, encoding: str, shape: tuple[int, ...], where: Where) -> None:
    """Finite float32 of one shape."""
    is_array = isinstance(planes, np.ndarray)
    require(is_array, where, f"encode: {encoding} must be a numpy array", planes)
    array: npt.NDArray[Any] = planes  # type: ignore[assignment]
    right = array.shape == shape
    require(right, where, f"encode: {encoding} must have shape {shape}", array.shape)
    is_float32 = array.dtype == np.float32 and bool(np.isfinite(array).all())
    require(is_float32, where, f"encode: {encoding} must be finite float32", array.dtype)


def _is_integer(number: object) -> bool:
    return isinstance(number, int | np.integer)


def _are_integers(numbers: list[Any]) -> bool:
    return all(map(_is_integer, numbers))


def _is_outcome(outcome: object) -> bool:
    if not isinstance(outcome, Outcome):
        return False
    return outcome.winner is None or (_is_integer(outcome.winner) and outcome.winner in (0, 1))


def _shown(value: object) -> str:
    try:
        return _printer.repr(value)
    except Exception:  # even repr() of a game's own objects may fail
        return f"a {type(value).__name__} that cannot be printed"
