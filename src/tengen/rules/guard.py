"""Turns any exception in a game's own methods into one line that names the method.

`Game` wraps the methods of every subclass with this guard, so callers need not: boards, players
and commands see only `GameContractError`. The original exception, with its traceback, is the
error's `__cause__`.
"""

import inspect
from collections.abc import Callable
from functools import cached_property, wraps
from itertools import islice
from typing import Any

from tengen.errors import NotationError, TengenError
from tengen.rules.contract import (
    Called,
    check_actions,
    check_name,
    check_outcome,
    check_to_move,
    failure,
)

_METHODS = (
    *("initial_state", "to_move", "legal_actions", "next_state", "outcome", "cells", "place"),
    *("facts", "symmetries", "permute_state", "is_legal", "hash_state"),
    *("encode", "cell_of", "plane_count", "playout_state"),
    *("tactical_playout_state", "winning_actions"),
    *("action_name", "parse_action", "move_name", "parse_move", "draw", "parse_board"),
)
_READERS = ("parse_action", "parse_move")
_UNREADABLE = (ValueError, LookupError)
"""What a parsing method usually raises for an unknown name."""


def guard(kind: type) -> None:
    """Replaces the methods and properties of the contract that a class defines itself."""
    for name in _METHODS:
        member = vars(kind).get(name)
        if inspect.isfunction(member):
            setattr(kind, name, _guarded(name, member))
        elif isinstance(member, property) and member.fget is not None:
            setattr(kind, name, property(_guarded(name, member.fget)))
        elif isinstance(member, cached_property):
            guarded = cached_property(_guarded(name, member.func))
            guarded.__set_name__(kind, name)
            setattr(kind, name, guarded)


def _guarded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def answer(game: Any, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401
        try:
            return _checked(name, game, function(game, *arguments, **named))
        except TengenError:
            raise
        except ValueError as error:
            if name == "place":  # the game's way to refuse such a position
                raise
            raise _error(name, game, error, arguments) from error
        except Exception as error:
            raise _error(name, game, error, arguments) from error

    return answer


def _error(name: str, game: object, error: Exception, arguments: tuple[object, ...]) -> TengenError:
    if name in _READERS and isinstance(error, _UNREADABLE):
        return NotationError(f"{arguments[-1]!r} is not a move")
    return failure(Called(game), name, error)


def _checked(name: str, game: Any, answer: Any) -> Any:  # noqa: ANN401
    """The answer, if it keeps the contract; an iterator of actions is consumed here."""
    where = Called(game)
    if name == "legal_actions":
        answer = list(islice(answer, game.num_actions + 1))
        check_actions(answer, game.num_actions, where)
    elif name == "to_move":
        check_to_move(answer, where)
    elif name == "outcome":
        check_outcome(answer, where)
    elif name in ("action_name", "move_name", "draw"):
        check_name(answer, name, where)
    return answer
