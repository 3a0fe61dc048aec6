"""`check_game`: checks that a game keeps the contract every other package relies on.

Plays seeded random games from both seats and tests each position. The first broken promise is
raised as a `GameContractError` that names the promise, the position and the actual result.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tengen._core import Random
from tengen.errors import UnsupportedError
from tengen.rules.check_facts import contradiction_at, contradiction_in
from tengen.rules.check_keys import SeenPositions
from tengen.rules.check_names import check_names
from tengen.rules.contract import (
    blaming,
    check_actions,
    check_end,
    check_hash,
    check_outcome,
    check_planes,
    check_playout,
    check_plies,
    check_spec,
    check_symmetries,
    check_to_move,
    require,
)
from tengen.rules.game import PLANE_COUNTS, Game
from tengen.rules.position import Position


def check_game(game: Game[Any], games: int = 20, seed: int = 0) -> None:
    """Plays `games` random games and tests every position; raises `GameContractError`."""
    check_spec(game)
    problem = contradiction_in(game)
    require(problem is None, game, str(problem))
    cells = game.width * game.height
    with blaming(game, "symmetries"):
        check_symmetries(game.symmetries, cells, game.num_actions, game)
    check_names(game)
    random, seen = Random(seed), SeenPositions()
    for number in range(games):
        position = _check_initial(game, number % 2)
        while _check_position(position, seen):
            actions = position.legal_actions
            position = _checked_play(position, actions[random.below(len(actions))])
        _check_playout(game, seed + number)


def _check_initial(game: Game[Any], first: int) -> Position[Any]:
    with blaming(game, "the game"):
        position, swapped = game.initial(first), game.initial(1 - first)
    with blaming(position, "the game"):
        require(position.to_move == first, position, "initial(first): `first` must be to move")
        require(position.outcome is None, position, "the initial position must not be finished")
        require(position.hash != swapped.hash, position, "the hash must depend on who began")
    return position


def _check_position(position: Position[Any], seen: SeenPositions) -> bool:
    """Tests one position; returns whether the game continues."""
    with blaming(position, "the game"):
        _check_verdict(position)
        for check in _POSITION_CHECKS:
            check(position)
        seen.add(position)
        return position.outcome is None


def _check_verdict(position: Position[Any]) -> None:
    game, outcome, actions = position.game, position.outcome, position.legal_actions
    check_to_move(position.to_move, position)
    check_outcome(outcome, position)
    check_actions(actions, game.num_actions, position)
    check_end(actions, outcome, position)
    check_plies(len(position.history), game.max_plies, position)


def _check_legality_agrees(position: Position[Any]) -> None:
    game, actions = position.game, set(position.legal_actions)
    if type(game).is_legal is Game.is_legal:
        return  # The default calls legal_actions once for each action: correct, but slow to repeat.
    for action in range(game.num_actions):
        agrees = game.is_legal(position.state, action) == (action in actions)
        require(agrees, position, "is_legal must agree with legal_actions", action)


def _check_facts(position: Position[Any]) -> None:
    problem = contradiction_at(position)
    require(problem is None, position, f"facts: {problem}")


def _check_hash(position: Position[Any]) -> None:
    check_hash(position.hash, position)


def _check_cells(position: Position[Any]) -> None:
    game = position.game
    try:
        cells = list(game.cells(position.state))
    except UnsupportedError:
        return
    size = game.width * game.height
    require(len(cells) == size, position, f"cells must have {size} entries", len(cells))
    known = all(occupant in (None, 0, 1) for occupant in cells)
    require(known, position, "each cell must be None, 0 or 1", cells)


def _check_planes(position: Position[Any]) -> None:
    game = position.game
    for encoding in game.encodings:
        planes = position.planes(encoding)
        shape = (game.plane_count(encoding), game.height, game.width)
        check_planes(planes, encoding, shape, position)
        if encoding in PLANE_COUNTS:
            expected = Game.encode(game, position, encoding)
            as_defined = np.array_equal(planes, expected)
            require(as_defined, position, f"{encoding} must match its definition", planes)


def _check_names(position: Position[Any]) -> None:
    for action in position.legal_actions:
        name = position.move_name(action)
        returned = position.parse_move(name)
        promise = f"parse_action: name {name!r} must read back as {action}"
        require(returned == action, position, promise, returned)


def _check_board_text(position: Position[Any]) -> None:
    try:
        again = position.game.parse_board(str(position))
    except UnsupportedError:
        return
    # After the end of the game no side is to move, so the board need not show one.
    same = str(again) == str(position) if position.outcome is not None else again == position
    promise = "place: the printed board must read back as the same position"
    hint = "omit place if the stones do not determine the position"
    require(same, position, f"{promise} ({hint})", str(again))


def _check_images(position: Position[Any]) -> None:
    for k, symmetry in enumerate(position.game.symmetries):
        image = _image(position, k)
        moved = sorted(symmetry.action_image[action] for action in position.legal_actions)
        same = image.legal_actions == moved
        require(
            same,
            position,
            f"symmetry {k} must map legal actions to legal actions",
            image.legal_actions,
        )
        same = image.outcome == position.outcome and image.to_move == position.to_move
        require(same, position, f"symmetry {k} must keep outcome and side to move", image.outcome)
        for encoding in position.game.encodings:
            planes = symmetry.permute_planes(position.planes(encoding))
            same = np.array_equal(planes, image.planes(encoding))
            require(same, position, f"symmetry {k} must move the {encoding} with the cells")


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
    with blaming(position, "the game"):
        before = (position.hash, position.to_move, position.legal_actions)
        after = position.play(action)
        again = position.play(action)
        unchanged = (position.hash, position.to_move, position.legal_actions) == before
        require(unchanged, position, f"playing {action} must not change the old position")
        require(after == again, position, f"playing {action} twice must give equal positions")
        changed = after.hash != position.hash
        require(changed, position, f"playing {action} must change the hash", after.hash)
        for k, symmetry in enumerate(position.game.symmetries):
            image = _image(position, k).play(symmetry.action_image[action])
            same = image == _image(after, k)
            require(same, position, f"symmetry {k} must commute with playing {action}")
        return after


def _check_playout(game: Game[Any], seed: int) -> None:
    position = game.initial()
    with blaming(position, "the game"):
        outcome = position.playout(seed)
        check_playout(outcome, position)
        same = position.playout(seed) == outcome
        require(same, position, "a playout must depend only on its seed")
