"""Messages on their way to one page. What is newer replaces what was not sent yet."""

import asyncio
import itertools

from tengen.studio.answers import Analysis, Games, Progress, ServerMessage, State

_MOST_WAITING = 1000

Key = tuple[str | int, ...]


class Outbox:
    """A slow page gets fewer snapshots, never old ones; answers to its requests are all kept."""

    def __init__(self) -> None:
        self._waiting: dict[Key, ServerMessage] = {}
        self._count = itertools.count()
        self._news = asyncio.Event()
        self.is_full = False
        """Whether the page has stopped reading: the connection should end."""

    @property
    def is_empty(self) -> bool:
        """Whether everything has been taken."""
        return not self._waiting

    def put(self, message: ServerMessage) -> None:
        """Adds a message, or replaces an older one of its kind."""
        self._waiting[self._key(message)] = message
        self.is_full = len(self._waiting) > _MOST_WAITING
        self._news.set()

    async def take(self) -> ServerMessage:
        """The oldest message; waits for one."""
        while not self._waiting:
            self._news.clear()
            await self._news.wait()
        return self._waiting.pop(next(iter(self._waiting)))

    def _key(self, message: ServerMessage) -> Key:
        if message.request is None:
            match message:
                case State(game_id=game):
                    return "state", game
                case Progress(game_id=game):
                    return "progress", game
                case Analysis(game_id=game, side=side):
                    return "analysis", game, side
                case Games():
                    return ("games",)
        return "other", next(self._count)
