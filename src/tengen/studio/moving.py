"""Moves of the server's players at one table."""

import asyncio
from collections.abc import Callable
from typing import Any

from tengen.engines.opening import Choice, choose_or_add, propose_stones, two_more_stones
from tengen.errors import TengenError
from tengen.play.player import Forfeit
from tengen.play.searching import playing_config
from tengen.rules.position import Position
from tengen.search import Limit, Search, SearchResult, StopToken
from tengen.studio.answers import Progress
from tengen.studio.evaluations import keep
from tengen.studio.players import SeatPlayer
from tengen.studio.refusals import own_fault
from tengen.studio.searches import UPDATE_SECONDS, in_thread
from tengen.studio.shapes import PlayerChoice
from tengen.studio.shelf import Shelf
from tengen.studio.slots import Priority, SearchSlots
from tengen.studio.swap2 import THREE
from tengen.studio.table import Table
from tengen.studio.tree import TreeNode

_OPENING = Limit(simulations=150, seconds=1.0)
"""For each position that a player looks at in a swap2 opening."""

Decision = int | Forfeit | Choice


class _News:
    """Numbers from another thread, told in the event loop no more often than they can be read."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self._loop, self._tell = asyncio.get_running_loop(), tell
        self._next = 0.0

    def put(self, number: int) -> None:
        """Called by the other thread."""
        if self._loop.time() >= self._next:
            self._next = self._loop.time() + UPDATE_SECONDS
            self._loop.call_soon_threadsafe(self._tell, number)


class Mover:
    """Whenever a player of the server is to act, it does; `changed` is called after each act."""

    def __init__(
        self,
        table: Table,
        shelf: Shelf,
        slots: SearchSlots,
        changed: Callable[[], None],
        failed: Callable[[TengenError], None],
        tell: Callable[[Progress], None],
    ) -> None:
        self._table, self._shelf, self._slots = table, shelf, slots
        self._changed, self._failed, self._tell = changed, failed, tell
        self._players: dict[tuple[int, PlayerChoice], SeatPlayer] = {}
        self._task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        """Also those that were given up and have not ended yet."""
        self._turn = asyncio.Lock()
        """A player is asked again only when its last answer, wanted or not, has come."""
        self._at: tuple[TreeNode, PlayerChoice] | None = None
        self._proposed: tuple[int, ...] = ()
        """All stones of the opening as a player wants to have placed them."""
        self.thinking: int | None = None
        self.waits = False

    def follow(self) -> None:
        """Looks whose turn it is; a move that nobody waits for any more is given up."""
        wanted = self._wanted()
        if wanted == self._at:
            return
        self._at = wanted
        self.thinking, self.waits = None, False
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if wanted is not None:
            self.thinking = self._table.actor
            self._task = asyncio.create_task(self._act(*wanted))
            self._tasks.add(self._task)
            self._task.add_done_callback(self._tasks.discard)

    def _wanted(self) -> tuple[TreeNode, PlayerChoice] | None:
        table = self._table
        if table.is_paused or table.actor is None or table.is_human_turn:
            return None
        return table.node, table.seats[table.actor].player

    async def close(self) -> None:
        """Ends what runs, and releases all players."""
        for task in (left := list(self._tasks)):
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        for player in self._players.values():
            await asyncio.to_thread(player.close)
        self._players.clear()

    async def _act(self, node: TreeNode, choice: PlayerChoice) -> None:
        try:
            async with self._turn:
                decision = await self._decide(node, choice)
            self._at = self._task = self.thinking = None
            self._carry_out(decision)
        except Exception as error:  # of a game or a net: the person decides how to go on
            self._at = self._task = self.thinking = None
            self._table.pause(is_paused=True)
            self._failed(own_fault(error))
        self._changed()

    async def _decide(self, node: TreeNode, choice: PlayerChoice) -> Decision:
        loop = asyncio.get_running_loop()
        began = loop.time()
        if self._table.has_opening and (opening := await self._open()) is not None:
            return opening
        player = await self._player(choice)
        progress = _News(lambda simulations: self._say_progress(node, simulations))
        player.on_progress = progress.put
        found: list[SearchResult] = []
        player.listener = lambda position, result: found.append(result)
        async with self._slots.hold(Priority.MOVE, self._say_waiting):
            self._say_working()
            player.prepare()
            try:
                decision = await in_thread(player.choose, node.position, stop=player.stop)
            except asyncio.CancelledError:
                player.close()
                raise
        if found:
            keep(node, found[-1])
        await asyncio.sleep(max(0.0, self._table.speed - (loop.time() - began)))
        return decision

    def _carry_out(self, decision: Decision) -> None:
        table = self._table
        if isinstance(decision, Forfeit):
            table.end(1 - table.position.to_move, decision.reason)
        elif isinstance(decision, str):
            table.choose_side(decision)
        else:
            table.play(decision)

    async def _player(self, choice: PlayerChoice) -> SeatPlayer:
        """The player of this seat, which keeps its tree from move to move."""
        seat = self._table.actor
        assert seat is not None
        key = seat, choice
        if key not in self._players:
            for old in [each for each in self._players if each[0] == seat]:
                await asyncio.to_thread(self._players.pop(old).close)
            seed = int(self._table.id, 16) + seat
            self._players[key] = await asyncio.to_thread(
                SeatPlayer, choice, self._table.game, self._shelf, f"seats.{seat}", seed
            )
        return self._players[key]

    async def _open(self) -> Decision | None:
        """What a player does in a swap2 opening; None: an ordinary move."""
        table = self._table
        assert table.swap2 is not None
        phase, placed = table.swap2.phase(table.plies), table.position.history
        if phase in ("choose", "choose_colour"):
            choice: Choice = await self._thought(choose_or_add, table.game, placed)
            return choice
        if phase == "place_three" and not placed:
            self._proposed = await self._thought(propose_stones, table.game)
        elif phase == "place_two" and len(placed) == THREE:
            self._proposed = placed + await self._thought(two_more_stones, table.game, placed)
        if self._proposed[: len(placed)] != placed or len(self._proposed) == len(placed):
            return None
        await asyncio.sleep(table.speed)
        return self._proposed[len(placed)]

    async def _thought(self, decide: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401
        """What a function of the opening answers, with the best net for the game."""
        stop, game = StopToken(), self._table.game
        evaluator = self._shelf.evaluator(game, None, "seats").evaluator
        config = playing_config(game, evaluator)

        def think(position: Position[Any], share: float) -> SearchResult:
            return Search(game, evaluator, config).run(position, _OPENING, stop=stop)

        async with self._slots.hold(Priority.MOVE, self._say_waiting):
            self._say_working()
            return await in_thread(decide, *arguments, think, stop=stop.request)

    def _say_progress(self, node: TreeNode, simulations: int) -> None:
        """Unless the move is no longer wanted."""
        if self._at is None or self._at[0] is not node or self.thinking is None:
            return
        self._tell(
            Progress(
                game_id=self._table.id, node=node.id, seat=self.thinking, simulations=simulations
            )
        )

    def _say_waiting(self) -> None:
        self.waits = True
        self._changed()

    def _say_working(self) -> None:
        if self.waits:
            self.waits = False
            self._changed()
