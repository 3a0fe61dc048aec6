"""The hall: all open games, and everybody who is connected."""

import asyncio
import contextlib
import secrets
from collections.abc import Sequence

from tengen.errors import StudioError
from tengen.machine import usable_cores
from tengen.studio.answers import Games, ServerMessage
from tengen.studio.desk import Desk, Watcher
from tengen.studio.exact import ExactScores
from tengen.studio.shapes import OpenGame
from tengen.studio.shelf import Shelf
from tengen.studio.slots import SearchSlots
from tengen.studio.state_message import open_game
from tengen.studio.storage import Storage, StoredGame, stored
from tengen.studio.table import Table

MOST_GAMES = 200
"""More could not be found again in a list, and each may hold a search tree."""
_SAVING_SECONDS = 0.05
"""Changes in quick succession are written once."""


class Hall:
    """Belongs to one event loop."""

    def __init__(self, shelf: Shelf, storage: Storage | None, cores: int | None = None) -> None:
        self.shelf = shelf
        self.slots = SearchSlots(cores or usable_cores())
        self._exact = ExactScores(self.slots)
        self.microscopes: set[object] = set()
        """Of pages that look at a search."""
        self._storage = storage
        self._desks: dict[str, Desk] = {}
        self._connected: set[Watcher] = set()
        self._unsaved: set[str] = set()
        self._saving: asyncio.Task[None] | None = None
        self._disk = asyncio.Lock()
        """A file must not be written while it is deleted."""
        self.problems: list[StudioError] = []
        """Why some stored games could not be restored."""

    def restore(self) -> None:
        """Opens the games of the last server again."""
        for found in self._storage.read(self.shelf) if self._storage is not None else ():
            if isinstance(found, StudioError):
                self.problems.append(found)
            elif len(self._desks) < MOST_GAMES:
                self._add(found)

    def desk(self, number: str) -> Desk:
        """The open game with this id; raises `StudioError`."""
        if number not in self._desks:
            raise StudioError("this game is no longer open", field="game_id", code="unknown")
        return self._desks[number]

    def open(self, tables: Sequence[Table]) -> list[Desk]:
        """Adds games and tells everybody; raises `StudioError` if there are too many."""
        if len(self._desks) + len(tables) > MOST_GAMES:
            raise StudioError(
                f"{MOST_GAMES} games are open already: delete some first", code="busy"
            )
        desks = [self._add(table) for table in tables]
        for desk in desks:
            self._note_change(desk.table.id)
        self._tell_games()
        return desks

    def _add(self, table: Table) -> Desk:
        number = table.id
        desk = Desk(table, self.shelf, self.slots, self._exact, lambda: self._note_change(number))
        self._desks[number] = desk
        desk.begin()
        return desk

    async def delete(self, number: str) -> None:
        """Removes a game for good."""
        desk = self.desk(number)
        del self._desks[number]
        self._unsaved.discard(number)
        desk.deleted()
        await desk.close()
        if self._storage is not None:
            async with self._disk:
                await asyncio.to_thread(self._storage.delete, number)
        self._tell_games()

    def new_id(self) -> str:
        """An id that no open game has."""
        return secrets.token_hex(6)

    def games(self) -> list[OpenGame]:
        """The open games, the last changed first."""
        found = [open_game(desk.table) for desk in self._desks.values()]
        return sorted(found, key=lambda game: -game.changed)

    def connect(self, watcher: Watcher) -> None:
        """Somebody has come."""
        self._connected.add(watcher)

    def disconnect(self, watcher: Watcher) -> None:
        """Somebody has gone."""
        self._connected.discard(watcher)
        for desk in self._desks.values():
            desk.leave(watcher)

    def _tell_games(self) -> None:
        message: ServerMessage = Games(games=self.games())
        for watcher in self._connected:
            watcher.send(message)

    def _note_change(self, number: str) -> None:
        if self._storage is None:
            return
        self._unsaved.add(number)
        if self._saving is None or self._saving.done():
            self._saving = asyncio.create_task(self._save())

    async def _save(self) -> None:
        while self._unsaved:
            await asyncio.sleep(_SAVING_SECONDS)
            await self._save_now()

    async def _save_now(self) -> None:
        async with self._disk:
            numbers, self._unsaved = self._unsaved, set()
            open_ones = [self._desks[number] for number in numbers if number in self._desks]
            await asyncio.to_thread(self._write, [stored(desk.table) for desk in open_ones])

    def _write(self, games: Sequence[StoredGame]) -> None:
        assert self._storage is not None
        for game in games:
            # A full disk must not end the game; the next change tries again.
            with contextlib.suppress(OSError):
                self._storage.write(game)

    async def close(self) -> None:
        """Ends all searches, and stores what has changed."""
        await asyncio.gather(*(desk.close() for desk in self._desks.values()))
        if self._saving is not None:
            await asyncio.wait([self._saving])
        if self._storage is not None and self._unsaved:
            await self._save_now()
