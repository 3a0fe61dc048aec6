"""`check_game`: does a game keep the contract that every other room relies on?

Plays seeded random games from both seats and tests each position. The first broken promise is
raised as a `GameContractError` that says which promise, where, and what came instead.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tengen._core import Random
from tengen.errors import GameContractError, UnsupportedError
from tengen.rules.check_facts import contradiction_at, contradiction_in
from tengen.rules.game import PLANE_COUNTS, Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position

_LARGEST_INT = 2**31 - 1
"""What the core can count with."""


def check_game(game: Game[Any], games: int = 20, seed: int = 0) -> None:
    """Plays `games` random games and tests every position; raises `GameContractError`."""
    _check_spec(game)
    _check_symmetries(game)
    random = Random(seed)
    for number in range(games):
        position = _check_initial(game, number % 2)
        while _check_position(position):
            actions = position.legal_actions
            position = _checked_play(position, actions[random.below(len(actions))])
        _check_playout(game, seed + number)


def _require(
    holds: bool, where: Position[Any] | Game[Any], promise: str, got: object = None
) -> None:
    if holds:
        return
    found = "" if got is None else f"; got {got!r}"
    raise GameContractError(f"{_place(where)}: {promise}{found}")


def _place(where: Position[Any] | Game[Any]) -> str:
    if isinstance(where, Position):
        return f"{where.game.name}, after moves {list(where.history)}"
    return f"{type(where).__name__}, before any move"


@contextmanager
def _blaming(where: Position[Any] | Game[Any]) -> Iterator[None]:
    """Tells where the game was when its own code failed."""
    try:
        yield
    except GameContractError:
        raise
    except Exception as error:
        failure = f"the game raised {type(error).__name__}: {error}"
        raise GameContractError(f"{_place(where)}: {failure}") from error


def _check_spec(game: Game[Any]) -> None:
    for field in ("name", "version", "width", "height", "num_actions", "max_plies"):
        _require(hasattr(game, field), game, f"a game sets {field!r}")
    _require(isinstance(game.name, str) and game.name != "", game, "name is a text", game.name)
    for field in ("version", "width", "height", "num_actions", "max_plies"):
        value = getattr(game, field)
        fits = isinstance(value, int) and 0 < value <= _LARGEST_INT
        _require(fits, game, f"{field} is a positive int", value)
    problem = contradiction_in(game)
    _require(problem is None, game, str(problem))


def _check_symmetries(game: Game[Any]) -> None:
    cells, actions = range(game.width * game.height), range(game.num_actions)
    for k, symmetry in enumerate(game.symmetries):
        for name, image, domain in (
            ("cell_image", symmetry.cell_image, cells),
            ("action_image", symmetry.action_image, actions),
        ):
            complete = sorted(image) == list(domain)
            _require(complete, game, f"symmetry {k}: {name} is a permutation", image)
            if k == 0:
                _require(list(image) == list(domain), game, "symmetry 0 is the identity", image)


def _check_initial(game: Game[Any], first: int) -> Position[Any]:
    with _blaming(game):
        position, swapped = game.initial(first), game.initial(1 - first)
    with _blaming(position):
        _require(position.to_move == first, position, "initial(first) gives `first` the move")
        _require(position.outcome is None, position, "the initial position is unfinished")
        _require(position.hash != swapped.hash, position, "the hash tells who began")
    return position


def _check_position(position: Position[Any]) -> bool:
    """Tests one position; whether the game goes on."""
    with _blaming(position):
        _check_verdict(position)
        for check in _POSITION_CHECKS:
            check(position)
        return position.outcome is None


def _check_verdict(position: Position[Any]) -> None:
    game, outcome, actions = position.game, position.outcome, position.legal_actions
    _require(position.to_move in (0, 1), position, "to_move is seat 0 or 1", position.to_move)
    good_outcome = outcome is None or (
        isinstance(outcome, Outcome) and outcome.winner in (None, 0, 1)
    )
    _require(good_outcome, position, "outcome is None or Outcome(None, 0 or 1, reason)", outcome)
    integers = all(isinstance(action, int | np.integer) for action in actions)
    _require(integers, position, "actions are ints", actions)
    _require(actions == sorted(set(actions)), position, "legal_actions ascend, each once", actions)
    in_range = all(0 <= action < game.num_actions for action in actions)
    _require(in_range, position, f"actions lie in 0 to {game.num_actions - 1}", actions)
    _require(
        bool(actions) == (outcome is None),
        position,
        "there are legal actions exactly while the game is unfinished",
        (actions, outcome),
    )
    plies = len(position.history)
    _require(plies <= game.max_plies, position, f"no game is longer than {game.max_plies}", plies)


def _check_legality_agrees(position: Position[Any]) -> None:
    game, actions = position.game, set(position.legal_actions)
    if type(game).is_legal is Game.is_legal:
        return  # It asks legal_actions itself, once for each action: true, but slow to repeat.
    for action in range(game.num_actions):
        agrees = game.is_legal(position.state, action) == (action in actions)
        _require(agrees, position, "is_legal agrees with legal_actions", action)


def _check_facts(position: Position[Any]) -> None:
    problem = contradiction_at(position)
    _require(problem is None, position, f"facts: {problem}")


def _check_hash(position: Position[Any]) -> None:
    _require(0 <= position.hash < 2**64, position, "hash is 64 bits", position.hash)


def _check_cells(position: Position[Any]) -> None:
    game = position.game
    try:
        cells = list(game.cells(position.state))
    except UnsupportedError:
        return
    size = game.width * game.height
    _require(len(cells) == size, position, f"cells has {size} entries", len(cells))
    known = all(occupant in (None, 0, 1) for occupant in cells)
    _require(known, position, "each of the cells is None, 0 or 1", cells)


def _check_planes(position: Position[Any]) -> None:
    game = position.game
    for encoding in game.encodings:
        planes = position.planes(encoding)
        shape = (game.plane_count(encoding), game.height, game.width)
        _require(planes.shape == shape, position, f"{encoding} has shape {shape}", planes.shape)
        is_float32 = planes.dtype == np.float32 and bool(np.isfinite(planes).all())
        _require(is_float32, position, f"{encoding} is finite float32", planes.dtype)
        if encoding in PLANE_COUNTS:
            expected = Game.encode(game, position, encoding)
            as_defined = np.array_equal(planes, expected)
            _require(as_defined, position, f"{encoding} shows what its definition says", planes)


def _check_names(position: Position[Any]) -> None:
    game = position.game
    for action in position.legal_actions:
        name = game.action_name(action)
        returned = game.parse_action(name)
        _require(returned == action, position, f"name {name!r} reads back as {action}", returned)


def _check_board_text(position: Position[Any]) -> None:
    try:
        again = position.game.parse_board(str(position))
    except UnsupportedError:
        return
    _require(
        again == position, position, "the drawn board reads back as the same position", str(again)
    )


def _check_images(position: Position[Any]) -> None:
    for k, symmetry in enumerate(position.game.symmetries):
        image = _image(position, k)
        moved = sorted(symmetry.action_image[action] for action in position.legal_actions)
        same = image.legal_actions == moved
        _require(same, position, f"symmetry {k} moves the legal actions", image.legal_actions)
        same = image.outcome == position.outcome and image.to_move == position.to_move
        _require(same, position, f"symmetry {k} keeps outcome and side to move", image.outcome)
        for encoding in position.game.encodings:
            planes = symmetry.permute_planes(position.planes(encoding))
            same = np.array_equal(planes, image.planes(encoding))
            _require(same, position, f"symmetry {k} moves the {encoding} with the cells")


def _image(position: Position[Any], k: int) -> Position[Any]:
    """`apply_symmetry` without the history, which would make long games slow to check."""
    game, last = position.game, position.last_action
    moved = None if last is None else game.symmetries[k].action_image[last]
    return Position(game, game.permute_state(position.state, k), position.first, moved)


_POSITION_CHECKS: tuple[Callable[[Position[Any]], None], ...] = (
    _check_legality_agrees,
    _check_hash,
    _check_cells,
    _check_facts,
    _check_planes,
    _check_names,
    _check_board_text,
    _check_images,
)


def _checked_play(position: Position[Any], action: int) -> Position[Any]:
    """Plays the action, testing that play is repeatable and leaves the old position alone."""
    with _blaming(position):
        before = (position.hash, position.to_move, position.legal_actions)
        after = position.play(action)
        again = position.play(action)
        unchanged = (position.hash, position.to_move, position.legal_actions) == before
        _require(unchanged, position, f"playing {action} leaves the old position as it was")
        _require(after == again, position, f"playing {action} twice gives equal positions")
        changed = after.hash != position.hash
        _require(changed, position, f"playing {action} changes the hash", after.hash)
        for k, symmetry in enumerate(position.game.symmetries):
            image = _image(position, k).play(symmetry.action_image[action])
            same = image == _image(after, k)
            _require(same, position, f"symmetry {k} commutes with playing {action}")
        return after


def _check_playout(game: Game[Any], seed: int) -> None:
    position = game.initial()
    with _blaming(position):
        outcome = position.playout(seed)
        _require(isinstance(outcome, Outcome), position, "a playout ends with an Outcome", outcome)
        same = position.playout(seed) == outcome
        _require(same, position, "a playout depends on its seed alone")
