"""Groups of games, played on several cores in parallel."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from threading import Event
from types import TracebackType
from typing import Any, Protocol, Self, runtime_checkable

from tengen.arena.perfect import PerfectPlayer
from tengen.arena.players import PlayerFactory
from tengen.play import Forfeit, MatchGame, Player, SearchPlayer, play_pairings
from tengen.play.games import seats_of
from tengen.play.notebook import Notebook
from tengen.play.player import ProofCount
from tengen.rules.position import Position

Makers = tuple[PlayerFactory, PlayerFactory]


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games that one worker plays simultaneously, so that their searches share batches."""

    numbers: range
    openings: Sequence[Position[Any]]
    seeds: tuple[Sequence[int], Sequence[int]]
    """Seeds of the first and the second player, one per game."""


class GroupsAtWork:
    """Plays groups of games in threads; the core searches without holding the GIL.

    Leaving the context drops unfinished games: searches are stopped and engines are killed.
    """

    def __init__(self, groups: Sequence[GameGroup], makers: Makers, workers: int) -> None:
        self._groups = groups
        self._makers = makers
        self._executor = ThreadPoolExecutor(workers)
        self._halt = _Halt()
        self._pending: set[Future[dict[int, MatchGame]]] = set()
        self._over = [0] * len(groups)
        self._games: dict[int, MatchGame] = {}

    def __enter__(self) -> Self:
        self._pending = {
            self._executor.submit(self._play, number) for number in range(len(self._groups))
        }
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._halt.ask()
        self._executor.shutdown(wait=True, cancel_futures=True)

    @property
    def games_over(self) -> int:
        """Number of finished games, including those of unfinished groups."""
        return sum(self._over)

    def wait(self, seconds: float) -> bool:
        """Waits for the next group up to the timeout; returns whether any are left."""
        done, self._pending = wait(self._pending, seconds, FIRST_COMPLETED)
        for future in done:
            self._games |= future.result()
        return bool(self._pending)

    def in_order(self) -> list[MatchGame]:
        """The games in order, up to the first unfinished one."""
        games: list[MatchGame] = []
        while len(games) in self._games:
            games.append(self._games[len(games)])
        return games

    def _play(self, number: int) -> dict[int, MatchGame]:
        def count(over: int) -> None:
            self._over[number] = over

        return _play_group(self._groups[number], self._makers, self._halt, count)


def _play_group(
    group: GameGroup, makers: Makers, halt: "_Halt", on_finished: Callable[[int], None]
) -> dict[int, MatchGame]:
    """The games by number; the first player has seat 0 in even ones."""
    notebooks = [Notebook() for _ in group.numbers]
    with ExitStack() as stack:
        players = [
            stack.enter_context(closing(_Haltable(_noted(maker.make(seeds), notebooks), halt)))
            for maker, seeds in zip(makers, group.seeds, strict=True)
        ]
        # `play_pairings` counts from 0, but a group may start at an odd number.
        one, other = players if group.numbers[0] % 2 == 0 else players[::-1]
        games = play_pairings((one, other), group.openings, on_finished)
    return {
        number: replace(
            games[place],
            seats=seats_of(number),
            notes=notebooks[place].notes(games[place].position),
            proofs=(players[0].proofs(place), players[1].proofs(place)),
        )
        for place, number in enumerate(group.numbers)
    }


def _noted(player: Player, notebooks: Sequence[Notebook]) -> Player:
    """A player whose searches are recorded, separately for each game."""
    if isinstance(player, SearchPlayer):
        player.on_search = lambda number, position, result: notebooks[number].keep(position, result)
    return player


class _HaltedError(Exception):
    """The game was cancelled."""


@runtime_checkable
class _Stoppable(Protocol):
    """A player whose search can be stopped permanently from another thread."""

    def stop(self) -> None: ...


class _Halt:
    """A request to end all games now, and the players to stop."""

    def __init__(self) -> None:
        self.is_asked = Event()
        self._players: set[Player] = set()

    def concern(self, player: Player) -> None:
        self._players.add(player)
        if self.is_asked.is_set():  # the request may have come before this player was added
            _stop(player)

    def release(self, player: Player) -> None:
        self._players.discard(player)

    def ask(self) -> None:
        self.is_asked.set()
        for player in self._players.copy():
            _stop(player)


def _stop(player: Player) -> None:
    if isinstance(player, _Stoppable):
        player.stop()


class _Haltable:
    """A player that another thread can stop, which cancels its games."""

    def __init__(self, player: Player, halt: _Halt) -> None:
        self.name = player.name
        self._player = player
        self._halt = halt
        halt.concern(player)

    def choose(self, positions: Mapping[int, Position[Any]]) -> Mapping[int, int | Forfeit]:
        if self._halt.is_asked.is_set():
            raise _HaltedError
        return self._player.choose(positions)

    def proofs(self, number: int) -> ProofCount:
        player = self._player
        return player.proof_counts[number] if isinstance(player, PerfectPlayer) else ProofCount()

    def close(self) -> None:
        self._halt.release(self._player)
        self._player.close()
