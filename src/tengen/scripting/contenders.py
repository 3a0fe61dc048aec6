"""Players of a match from whatever a script has: specs, nets, evaluators or functions."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tengen.arena.players import PlayerFactory, player_factory
from tengen.arena.specs import PlayerSpec
from tengen.errors import GameMismatchError, PlayerSpecError, TengenError
from tengen.nets import Checkpoint, load_evaluator, require_game
from tengen.play.player import Player, SearchPlayer
from tengen.play.searching import PLAYER_THREADS, playing_config
from tengen.rules.arguments import shown
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import AnyEvaluator, Limit, Search, SearchConfig

MoveFunction: TypeAlias = Callable[[Position[Any]], int | str]
Contender: TypeAlias = str | os.PathLike[str] | Checkpoint | AnyEvaluator | Search | MoveFunction


def contender_factory(contender: Contender, game: Game[Any], simulations: int) -> PlayerFactory:
    """The factory for a player; raises if it cannot play this game."""
    limit = Limit(simulations=simulations)
    if isinstance(contender, str):
        return player_factory(contender, game)
    if isinstance(contender, os.PathLike):
        return player_factory(f"net:{os.fspath(contender)}@{simulations}", game)
    if isinstance(contender, Checkpoint):
        return _of_net(contender, game, limit)
    if isinstance(contender, Search):
        return _of_search(contender, game, limit)
    if hasattr(contender, "evaluate") or hasattr(contender, "evaluate_position"):
        name = f"{type(contender).__name__}@{simulations}"
        return SearchFactory(name, game, contender, playing_config(game, contender, limit), limit)
    if callable(contender):
        return _FunctionFactory(contender)
    raise PlayerSpecError(
        "a player is a text such as 'mcts@1000', a net, an evaluator, a Search or a function; got "
        f"{shown(contender)}"
    )


@dataclass(frozen=True, slots=True)
class _GivenSpec(PlayerSpec):
    """The spec of a player that has no text form."""

    label: str = ""

    def __str__(self) -> str:
        return self.label


def _of_net(checkpoint: Checkpoint, game: Game[Any], limit: Limit) -> "SearchFactory":
    require_game(checkpoint, game)
    fingerprint, evaluator = checkpoint.weights_sha256, load_evaluator(checkpoint)
    name = f"net:{fingerprint[:8]}@{limit.simulations}"
    config = playing_config(game, evaluator, limit)
    return SearchFactory(name, game, evaluator, config, limit, fingerprint)


def _of_search(search: Search, game: Game[Any], limit: Limit) -> "SearchFactory":
    """Players with the search's evaluator and settings but their own trees."""
    if search.game.name != game.name:
        raise GameMismatchError(f"this search is for {search.game.name}; the match is {game.name}")
    name = f"{search.config.root} search@{limit.simulations}"
    return SearchFactory(name, game, search.evaluator, search.config, limit)


class SearchFactory:
    """Players that search with an evaluator."""

    chosen = None

    def __init__(
        self,
        name: str,
        game: Game[Any],
        evaluator: AnyEvaluator,
        config: SearchConfig,
        limit: Limit,
        fingerprint: str = "",
    ) -> None:
        self.spec: PlayerSpec = _GivenSpec("net", simulations=limit.simulations, label=name)
        self.fingerprint = fingerprint
        self._game, self._evaluator, self._config, self._limit = game, evaluator, config, limit

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        """A player with a tree for each game."""
        return SearchPlayer(
            str(self.spec),
            self._game,
            self._evaluator,
            self._config,
            self._limit,
            seeds=seeds,
            threads=threads,
        )


class _FunctionFactory:
    """Players that call a function."""

    chosen = None
    fingerprint = ""

    def __init__(self, function: MoveFunction) -> None:
        name = getattr(function, "__name__", type(function).__name__)
        self.spec: PlayerSpec = _GivenSpec("engine", label=name)
        self._function = function

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        return _FunctionPlayer(str(self.spec), self._function)


class _FunctionPlayer:
    """Calls the function for each game."""

    def __init__(self, name: str, function: MoveFunction) -> None:
        self.name = name
        self._function = function

    def choose(self, positions: Mapping[int, Position[Any]]) -> dict[int, int]:
        return {number: self._move(position) for number, position in positions.items()}

    def _move(self, position: Position[Any]) -> int:
        move = self._function(position)
        try:
            return position.play(move).history[-1]
        except TengenError as error:
            raise PlayerSpecError(f"{self.name} returned {shown(move)}: {error}") from None

    def close(self) -> None:
        """Nothing to release."""
