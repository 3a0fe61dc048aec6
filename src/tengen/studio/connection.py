"""One page: its messages are read, carried out in turn, and answered."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any

from tengen.errors import StudioError, TengenError
from tengen.studio import requests
from tengen.studio.answers import Done, Games, Link, ServerMessage, Welcome
from tengen.studio.desk import Desk
from tengen.studio.hall import Hall
from tengen.studio.hinting import PendingHints
from tengen.studio.links import link_of, linked_table
from tengen.studio.microscope import Stage, prepare
from tengen.studio.new_games import check_set_up, new_table
from tengen.studio.outbox import Outbox
from tengen.studio.players import check_player
from tengen.studio.refusals import error_message, own_fault, read_message, request_of
from tengen.studio.requests import ClientMessage
from tengen.studio.table import Table

Handler = Callable[[Any], Awaitable[None]]


class Connection:
    """Knows nothing of sockets: texts come in by `receive`, messages leave by the outbox."""

    def __init__(self, hall: Hall, is_token: Callable[[str], bool]) -> None:
        self.outbox = Outbox()
        self.is_refused = False
        """Whether it never knew the token: the connection should end."""
        self._hall = hall
        self._is_token = is_token
        self._is_known = False
        self._hints = PendingHints()
        self._stage = Stage(hall.slots, hall.microscopes, self.send, self._failed)
        self._changes: dict[type[Any], Callable[[Table, Any], None]] = {
            requests.Play: lambda table, message: table.play_name(
                message.move, is_trial=message.is_trial
            ),
            requests.Undo: lambda table, message: table.undo(),
            requests.Redo: lambda table, message: table.redo(),
            requests.GoTo: lambda table, message: table.go_to(message.node),
            requests.Resign: lambda table, message: table.resign(message.seat),
            requests.SwapSides: lambda table, message: table.swap_sides(),
            requests.ChooseSide: lambda table, message: table.choose_by_person(message.choice),
            requests.Pause: lambda table, message: table.pause(is_paused=True),
            requests.Resume: lambda table, message: table.pause(is_paused=False),
            requests.SetSpeed: lambda table, message: table.set_speed(message.seconds),
            requests.DeleteBranch: lambda table, message: table.delete_branch(message.node),
            requests.PromoteBranch: lambda table, message: table.promote_branch(message.node),
            requests.AddLine: lambda table, message: table.add_line(message.node, message.moves),
            requests.SetComment: lambda table, message: table.set_comment(
                message.node, message.comment
            ),
        }
        self._handlers: dict[type[Any], Handler] = {
            requests.ListGames: self._list_games,
            requests.NewGame: self._new_game,
            requests.OpenGameRequest: self._open_game,
            requests.LeaveGame: self._leave_game,
            requests.DeleteGame: self._delete_game,
            requests.SetSeats: self._set_seats,
            requests.Hint: self._hint,
            requests.StopHint: self._stop_hint,
            requests.Analyse: self._analyse,
            requests.StopAnalysis: self._stop_analysis,
            requests.Review: self._review,
            requests.StopReview: self._stop_review,
            requests.CheckSetUp: self._check_set_up,
            requests.GetLink: self._get_link,
            requests.OpenLink: self._open_link,
            requests.LookInside: self._look_inside,
            requests.LookFurther: self._look_further,
            requests.StopLooking: self._stop_looking,
            requests.ShowSimulation: self._show_simulation,
            requests.ShowNode: self._show_node,
        }

    def send(self, message: ServerMessage) -> None:
        """Sends a message soon."""
        self.outbox.put(message)

    async def receive(self, text: str) -> None:
        """Carries out one message; whatever is wrong with it becomes an error message."""
        message: ClientMessage | None = None
        try:
            message = read_message(text)
            await self._carry_out(message)
        except Exception as error:
            self._refuse(own_fault(error), message, text)

    def close(self) -> None:
        """The page has gone."""
        self._hints.close()
        self._stage.close()
        self._hall.disconnect(self)

    def _refuse(self, error: TengenError, message: ClientMessage | None, text: str = "") -> None:
        request = request_of(text) if message is None else message.request
        self.send(error_message(error, request, getattr(message, "game_id", None)))

    async def _carry_out(self, message: ClientMessage) -> None:
        if isinstance(message, requests.Hello):
            self._greet(message)
            return
        if not self._is_known:
            raise StudioError("the first message must be hello", field="type", code="token")
        change = self._changes.get(type(message))
        if change is None:
            await self._handlers[type(message)](message)
            return
        desk = self._desk(message)
        change(desk.table, message)
        self._changed(desk, message)

    def _greet(self, message: requests.Hello) -> None:
        if not self._is_token(message.token):
            self.is_refused = not self._is_known
            raise StudioError("the token is wrong: reload the page", field="token", code="token")
        self._is_known = True
        self._hall.connect(self)
        self.send(
            Welcome(
                request=message.request,
                version=version("tengen"),
                cores=self._hall.slots.count,
                games=self._hall.games(),
            )
        )

    def _desk(self, message: Any) -> Desk:  # noqa: ANN401 - any message about a game
        return self._hall.desk(message.game_id)

    def _changed(self, desk: Desk, message: Any) -> None:  # noqa: ANN401
        """Everybody is told; whoever asked is answered even if not watching."""
        desk.watch(self)
        desk.changed(self, message.request)

    async def _list_games(self, message: requests.ListGames) -> None:
        self.send(Games(request=message.request, games=self._hall.games()))

    async def _new_game(self, message: requests.NewGame) -> None:
        table = await asyncio.to_thread(new_table, message, self._hall)
        self._open_table(table, message.request)

    async def _open_link(self, message: requests.OpenLink) -> None:
        table = linked_table(message.link, self._hall.shelf, self._hall.new_id())
        self._open_table(table, message.request)

    def _open_table(self, table: Table, request: int | None) -> None:
        (desk,) = self._hall.open([table])
        desk.watch(self)
        self.send(desk.state(request))

    async def _open_game(self, message: requests.OpenGameRequest) -> None:
        desk = self._desk(message)
        desk.watch(self)
        self.send(desk.state(message.request))
        desk.welcome(self)

    async def _leave_game(self, message: requests.LeaveGame) -> None:
        self._desk(message).leave(self)
        self.send(Done(request=message.request))

    async def _delete_game(self, message: requests.DeleteGame) -> None:
        await self._hall.delete(message.game_id)
        self.send(Done(request=message.request))

    async def _set_seats(self, message: requests.SetSeats) -> None:
        desk, shelf = self._desk(message), self._hall.shelf
        for seat, player in enumerate(message.seats):
            await asyncio.to_thread(check_player, player, desk.table.game, shelf, f"seats.{seat}")
        desk.table.seat_players(message.seats)
        self._changed(desk, message)

    async def _analyse(self, message: requests.Analyse) -> None:
        desk = self._desk(message)
        desk.watch(self)
        await desk.analyse(message, self)

    async def _stop_analysis(self, message: requests.StopAnalysis) -> None:
        desk = self._desk(message)
        desk.watch(self)
        await desk.stop_analysis(self, message.request)

    async def _review(self, message: requests.Review) -> None:
        desk = self._desk(message)
        desk.watch(self)
        await desk.review(message, self)

    async def _stop_review(self, message: requests.StopReview) -> None:
        desk = self._desk(message)
        desk.watch(self)
        await desk.stop_review(self, message.request)

    async def _check_set_up(self, message: requests.CheckSetUp) -> None:
        self.send(check_set_up(message, self._hall))

    async def _get_link(self, message: requests.GetLink) -> None:
        table = self._desk(message).table
        self.send(Link(request=message.request, game_id=table.id, link=link_of(table)))

    async def _hint(self, message: requests.Hint) -> None:
        """In the background: other messages need not wait for it."""
        desk = self._desk(message)
        self._hints.add(desk.table.id, lambda: self._answer_hint(desk, message))

    async def _stop_hint(self, message: requests.StopHint) -> None:
        await self._hints.stop(self._desk(message).table.id)
        self.send(Done(request=message.request))

    async def _answer_hint(self, desk: Desk, message: requests.Hint) -> None:
        try:
            await desk.hint(message, self)
        except Exception as error:
            self._refuse(own_fault(error), message)

    def _failed(self, error: TengenError) -> None:
        self.send(error_message(error))

    async def _look_inside(self, message: requests.LookInside) -> None:
        slide = await asyncio.to_thread(prepare, message, self._hall.shelf)
        await self._stage.put(slide, message.request)

    async def _look_further(self, message: requests.LookFurther) -> None:
        self._stage.microscope.go_on(message.simulations)
        self.send(Done(request=message.request))

    async def _stop_looking(self, message: requests.StopLooking) -> None:
        await self._stage.clear()
        self.send(Done(request=message.request))

    async def _show_simulation(self, message: requests.ShowSimulation) -> None:
        microscope = self._stage.microscope
        self.send(await asyncio.to_thread(microscope.simulation, message.number, message.request))

    async def _show_node(self, message: requests.ShowNode) -> None:
        self.send(await asyncio.to_thread(self._stage.microscope.node, message))
