"""Players that the page chooses: who they are, what they are called, and how they move."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tengen.arena.levels import level_spec
from tengen.arena.players import PlayerFactory, player_factory
from tengen.arena.specs import PlayerSpec
from tengen.errors import EngineError, GameContractError, StudioError, TengenError
from tengen.partners.opponent import describe_level, describe_spec
from tengen.play.player import Forfeit, Player, SearchPlayer
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.search import SearchResult
from tengen.studio.both import both, capitalised, said, same
from tengen.studio.refusals import about
from tengen.studio.shapes import (
    EnginePlayer,
    HumanPlayer,
    LevelPlayer,
    MctsPlayer,
    NetPlayer,
    PlayerChoice,
    SeatState,
    SimplePlayer,
    Text,
)
from tengen.studio.shelf import Shelf

_log = logging.getLogger(__name__)
_USUAL_SIMULATIONS = {"net": 400, "mcts": 1000, "tactical": 1000}
_ENGINE_SECONDS = 1.0

Listener = Callable[[Position[Any], SearchResult], None]


def is_human(choice: PlayerChoice) -> bool:
    """Whether a person plays."""
    return isinstance(choice, HumanPlayer)


def spec_of(choice: PlayerChoice, shelf: Shelf, field: str) -> PlayerSpec:
    """The player in the words of the arena; raises `StudioError` for unknown names."""
    match choice:
        case LevelPlayer(level=level):
            return PlayerSpec("level", str(level))
        case NetPlayer(net=net):
            path = shelf.net(net, f"{field}.net")
            assert path is not None
            return PlayerSpec("net", path, *_budget(choice, "net", field))
        case MctsPlayer(kind=kind):
            return PlayerSpec(kind, "", *_budget(choice, kind, field))
        case EnginePlayer(name=name, seconds=seconds):
            command = shelf.engine(name, f"{field}.name")
            return PlayerSpec("engine", command, seconds=seconds or _ENGINE_SECONDS)
        case SimplePlayer(kind=kind):
            return PlayerSpec(kind)
    return PlayerSpec("human")


def _budget(
    choice: NetPlayer | MctsPlayer, kind: str, field: str
) -> tuple[int | None, float | None]:
    if choice.simulations is not None and choice.seconds is not None:
        raise StudioError("a player has simulations or seconds, not both", field=f"{field}.seconds")
    if choice.seconds is not None:
        return None, choice.seconds
    usual = _USUAL_SIMULATIONS[kind]
    return usual if choice.simulations is None else choice.simulations, None


class SeatPlayer:
    """A player of the server in one seat of one game.

    Whatever it holds is loaded once; `stop` ends its present move and leaves it ready for another.
    """

    def __init__(
        self, choice: PlayerChoice, game: Game[Any], shelf: Shelf, field: str, seed: int
    ) -> None:
        net = choice.net if isinstance(choice, LevelPlayer) else None
        path = shelf.net(net, f"{field}.net")
        with about(field), _named(choice, field):
            spec = spec_of(choice, shelf, field)
            self._factory: PlayerFactory = player_factory(spec, game, path)
        self._seed = seed
        self._name = choice.name if isinstance(choice, EnginePlayer) else None
        self._player: Player | None = None
        self.listener: Listener = lambda position, result: None
        self.on_progress: Callable[[int], None] = lambda simulations: None
        """Called in the thread that searches."""

    def prepare(self) -> None:
        """Makes it ready to choose, so that `stop` always finds something to stop."""
        self._player = self._player or self._factory.make([self._seed])
        self._player.name = self._name or self._player.name
        if isinstance(self._player, SearchPlayer):
            self._player.on_search = lambda number, position, result: self.listener(
                position, result
            )
            self._player.on_progress = lambda made: self.on_progress(made[0])

    def choose(self, position: Position[Any]) -> int | Forfeit:
        """Its move, in the thread that asks; a player that fails forfeits."""
        assert self._player is not None
        try:
            return self._player.choose({0: position})[0]
        except GameContractError:  # the fault is in the rules, not in the player
            raise
        except (TengenError, OSError) as error:
            return Forfeit(str(error))

    def stop(self) -> None:
        """Ends the present move soon, with any answer; callable from another thread."""
        stop = getattr(self._player, "stop", None)
        if stop is not None:
            stop()

    def close(self) -> None:
        """Releases what it holds, when it is not choosing; it can be prepared again."""
        player, self._player = self._player, None
        if player is not None:
            player.close()


@contextmanager
def _named(choice: PlayerChoice, field: str) -> Iterator[None]:
    """An engine has a name here; its command is nobody's business on the page."""
    try:
        yield
    except EngineError as error:
        assert isinstance(choice, EnginePlayer)
        _log.warning("the engine %s: %s", choice.name, error)
        raise StudioError(
            f"the engine {choice.name!r} cannot be started: see the window the studio was "
            "started in",
            field=f"{field}.name",
        ) from None


def check_player(choice: PlayerChoice, game: Game[Any], shelf: Shelf, field: str) -> None:
    """Raises `StudioError` if this player cannot play the game."""
    if not is_human(choice):
        SeatPlayer(choice, game, shelf, field, seed=0)


def describe(choice: PlayerChoice, game: Game[Any], shelf: Shelf) -> SeatState:
    """What the page calls a player."""
    if isinstance(choice, HumanPlayer):
        return SeatState(player=choice, name=_person(choice), detail=Text(en="", zh=""))
    name, detail = _name_and_detail(choice, game, shelf)
    return SeatState(player=choice, name=name, detail=detail)


def _person(choice: HumanPlayer) -> Text:
    if choice.net:
        return said("studio player net", name=choice.net)
    return same(choice.name) if choice.name else capitalised(said("human"))


def _name_and_detail(choice: PlayerChoice, game: Game[Any], shelf: Shelf) -> tuple[Text, Text]:
    if isinstance(choice, LevelPlayer):
        number = choice.level
        chosen = shelf.chosen(game, choice.net, "seats")
        spec = replace(level_spec(number, chosen), source=choice.net or chosen.name or "")
        name = capitalised(both(lambda texts: describe_level(number, texts)))
        return name, both(lambda texts: describe_spec(spec, texts))
    shown = _with_name(spec_of(choice, shelf, "seats"), choice)
    name = said(f"studio player {choice.kind}", name=shown.source)
    return name, both(lambda texts: describe_spec(shown, texts))


def _with_name(spec: PlayerSpec, choice: PlayerChoice) -> PlayerSpec:
    """The name that people know instead of a path or a command."""
    source = spec.source
    if isinstance(choice, NetPlayer):
        source = choice.net
    elif isinstance(choice, EnginePlayer):
        source = choice.name
    return replace(spec, source=source)
