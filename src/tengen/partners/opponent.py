"""A person's opponent: a player and its description."""

from collections.abc import Callable
from typing import Any

from tengen.arena.levels import LEVELS, level_spec
from tengen.arena.perfect import PerfectPlayer
from tengen.arena.players import player_factory
from tengen.arena.specs import PlayerSpec, parse_spec
from tengen.errors import GameContractError, TengenError
from tengen.nets.choosing import ChosenNet, choose_net
from tengen.play.player import Forfeit, SearchPlayer
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import SearchResult
from tengen.texts import Texts

HUMAN = "human"
_WAYS_TO_DRAW = ((2.0, "almost freely"), (0.7, "often"), (0.3, "sometimes"), (0.0, "seldom"))
"""Words for how freely moves are drawn, by minimum temperature."""


class Opponent:
    """Any player of one game that is not a person; `spec` is as the user wrote it.

    `net` is the net that levels use; default: the best one for the game.
    """

    def __init__(self, spec: str, game: Game[Any], seed: int, net: str | None = None) -> None:
        self.spec = parse_spec(spec)
        factory = player_factory(self.spec, game, net)
        self.plays_as: PlayerSpec = factory.spec
        """The player behind a level in this game; otherwise the spec itself."""
        self.chosen = factory.chosen
        """The result of choosing a net; None for players that need no net."""
        self._level_net = net
        self._player = factory.make([seed])

    @property
    def level(self) -> int | None:
        """The level's number, if it is a level."""
        return int(self.spec.source) if self.spec.kind == "level" else None

    @property
    def net(self) -> str | None:
        """The net named for it or its levels; None: chosen automatically."""
        return self.spec.source if self.spec.kind == "net" else self._level_net

    @property
    def saved_as(self) -> str:
        """Its name in record files; a level with a named net includes the net."""
        return str(self.plays_as if self.level and self._level_net else self.spec)

    def report_to(self, listener: Callable[[Position[Any], SearchResult], None]) -> None:
        """Sets a listener for the opponent's search results, if it searches."""
        if isinstance(self._player, SearchPlayer):
            self._player.on_search = lambda number, position, result: listener(position, result)

    def choose(self, position: Position[Any]) -> int | Forfeit:
        """Its move; an opponent that fails forfeits instead of ending the program."""
        try:
            return self._player.choose({0: position})[0]
        except GameContractError:  # the fault is in the rules, not in the player
            raise
        except (TengenError, OSError) as error:
            return Forfeit(str(error))

    @property
    def searched_moves(self) -> int:
        """Moves so far that were searched because they could not be proven."""
        player = self._player
        return player.proof_counts[0].searched if isinstance(player, PerfectPlayer) else 0

    def close(self) -> None:
        """Releases the player's resources."""
        self._player.close()

    def describe(self, texts: Texts) -> str:
        """Its description: `level 6 · skilled · net connect4, 64 simulations a move`."""
        if self.level is None:
            return describe_spec(self.plays_as, texts)
        kind = "mcts instead" if self.plays_as.kind == "mcts" else None
        player = describe_spec(self.plays_as, texts, kind)
        return f"{describe_level(self.level, texts)} · {player}"


def describe_level(number: int, texts: Texts) -> str:
    """A level with its name."""
    return texts("level", number=number, name=level_name(number, texts))


def level_name(number: int, texts: Texts) -> str:
    """The name of a level."""
    return texts(f"level {number}")


def describe_levels(game: Game[Any], texts: Texts, net: str | None = None) -> list[tuple[str, str]]:
    """All levels with their players in a game, or with a given net."""
    chosen = choose_net(game, net)
    return [
        (
            describe_level(level.number, texts),
            describe_spec(level_spec(level.number, chosen), texts),
        )
        for level in LEVELS
    ]


def describe_net(chosen: ChosenNet | None, texts: Texts) -> str | None:
    """A sentence if the opponent's net was trained on another game."""
    if chosen is None or chosen.learned is None:
        return None
    return texts("other game's net", game=chosen.game, name=chosen.name, learned=chosen.learned)


def describe_spec(spec: PlayerSpec, texts: Texts, kind: str | None = None) -> str:
    """A description of a player; `kind` overrides the usual text key."""
    return texts(kind or spec.kind, name=spec.source, budget=_effort(spec, texts))


def _effort(spec: PlayerSpec, texts: Texts) -> str:
    """How much it searches, and how freely it draws moves."""
    budget, temperature = _budget(spec, texts), spec.temperature
    if spec.is_plain:
        budget = texts("plain", budget=budget)
    for least, how in _WAYS_TO_DRAW:
        if temperature > least:
            return texts("draws", budget=budget, how=texts(f"draws {how}"), temperature=temperature)
    return budget


def _budget(spec: PlayerSpec, texts: Texts) -> str:
    if spec.seconds is not None:
        return texts("seconds", seconds=spec.seconds)
    if spec.kind == "net" and spec.simulations == 0:
        return texts("no search")
    unit = "playouts" if spec.kind in ("mcts", "tactical") else "simulations"
    return texts(unit, count=f"{spec.simulations or 0:,}")
