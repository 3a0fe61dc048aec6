"""The studio as an ASGI application: its page, its HTTP requests, its WebSocket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocketDisconnect

from tengen.errors import StudioError, TengenError
from tengen.studio.catalogue import catalogue, opponents, search_settings
from tengen.studio.connection import Connection
from tengen.studio.guards import Guard, Pass
from tengen.studio.hall import Hall
from tengen.studio.lessons import LESSONS
from tengen.studio.messages import (
    Catalogue,
    ImportBody,
    Imported,
    Lessons,
    Opponents,
    Refusal,
    SearchSettings,
)
from tengen.studio.record_exchange import (
    MEDIA_TYPES,
    SUFFIXES,
    FileFormat,
    export_game,
    import_games,
)
from tengen.studio.record_files import file_name
from tengen.studio.refusals import NO_OBJECT, about, invalid, refusal
from tengen.studio.shapes import GameId, GameName, NodeId
from tengen.studio.shelf import Shelf
from tengen.studio.storage import Storage
from tengen.studio.training.routes import training_router
from tengen.texts import Language

STATIC = Path(__file__).parent / "static"
_REFUSED = 4401
_TOO_SLOW = 4408
_UNREADABLE = 400
"""What FastAPI answers to a body that is no text."""
_NOTHING_HERE = StudioError("there is nothing at this address")
_STATUS = {"unknown": 404, "busy": 503, "too_large": 413}


def make_app(
    shelf: Shelf,
    admission: Pass,
    *,
    storage: Storage | None = None,
    language: Language | None = None,
    cores: int | None = None,
) -> FastAPI:
    """The application; games live as long as it does, and on disk if there is a storage."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = hall = Hall(shelf, storage, cores)
        hall.restore()
        yield
        await hall.close()

    app = FastAPI(
        title="Tengen Studio",
        version=version("tengen"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        responses={status: {"model": Refusal} for status in (400, 403, 404, 413, 422, 503)},
    )
    _add_errors(app)
    _add_requests(app, shelf)
    app.include_router(training_router(shelf))
    _add_socket(app, admission)
    _add_page(app, admission, language)
    app.add_middleware(Guard, admission=admission)
    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(TengenError)
    async def refuse(request: Request, error: TengenError) -> Response:
        status = _STATUS.get(error.code, 400) if isinstance(error, StudioError) else 400
        return JSONResponse(refusal(error).model_dump(), status)

    @app.exception_handler(RequestValidationError)
    async def refuse_invalid(request: Request, error: RequestValidationError) -> Response:
        return JSONResponse(refusal(invalid(error.errors())).model_dump(), 422)

    @app.exception_handler(HTTPException)
    async def refuse_unknown(request: Request, error: HTTPException) -> Response:
        known = NO_OBJECT if error.status_code == _UNREADABLE else _NOTHING_HERE
        return JSONResponse(refusal(known).model_dump(), error.status_code, error.headers)


def _add_requests(app: FastAPI, shelf: Shelf) -> None:
    @app.get("/api/games")
    def list_games() -> Catalogue:
        return catalogue(shelf)

    @app.get("/api/opponents")
    def list_opponents(game: Annotated[GameName, Query()]) -> Opponents:
        return opponents(shelf, game)

    @app.get("/api/settings")
    def list_settings(game: Annotated[GameName, Query()]) -> SearchSettings:
        return search_settings(shelf, game)

    @app.get("/api/lessons")
    def list_lessons() -> Lessons:
        return Lessons(lessons=[lesson.info for lesson in LESSONS.values()])

    @app.post("/api/import")
    async def import_record(body: ImportBody, request: Request) -> Imported:
        hall: Hall = request.app.state.hall
        tables, remarks = await asyncio.to_thread(import_games, body, shelf, hall.new_id)
        return Imported(games=[desk.table.id for desk in hall.open(tables)], remarks=remarks)

    @app.get("/api/export/{game_id}", response_class=Response)
    async def export_record(
        game_id: GameId,
        file_format: FileFormat,
        request: Request,
        node: Annotated[NodeId | None, Field()] = None,
    ) -> Response:
        hall: Hall = request.app.state.hall
        table = hall.desk(game_id).table
        at = table.node if node is None else table.tree.node(node)
        with about("file_format"):
            text = export_game(table, file_format, at)
        name = f"{file_name(table)}.{SUFFIXES[file_format]}"
        headers = {"content-disposition": _attachment(name)}
        return Response(text, media_type=MEDIA_TYPES[file_format], headers=headers)


def _attachment(name: str) -> str:
    """The name for every browser, and in its own letters for those that know RFC 6266."""
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"


def _add_socket(app: FastAPI, admission: Pass) -> None:
    @app.websocket("/ws")
    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        connection = Connection(socket.app.state.hall, admission.is_token)
        sender = asyncio.create_task(_send_all(socket, connection))
        try:
            await _receive_all(socket, connection)
        finally:
            sender.cancel()
            connection.close()


async def _receive_all(socket: WebSocket, connection: Connection) -> None:
    while not connection.is_refused:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        await connection.receive(text if text is not None else "")
    # The refusal must leave before the connection ends.
    while not connection.outbox.is_empty:
        await asyncio.sleep(0.01)
    await socket.close(_REFUSED)


async def _send_all(socket: WebSocket, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the page has gone while we were sending
        while not connection.outbox.is_full:
            message = await connection.outbox.take()
            await socket.send_text(message.model_dump_json())
        await socket.close(_TOO_SLOW)


def _add_page(app: FastAPI, admission: Pass, language: Language | None) -> None:
    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    def page() -> HTMLResponse:
        text = (STATIC / "index.html").read_text("utf-8")
        text = text.replace("__TENGEN_TOKEN__", admission.token)
        text = text.replace("__TENGEN_LANGUAGE__", language or "")
        return HTMLResponse(text, headers={"cache-control": "no-store"})

    app.mount("/", StaticFiles(directory=STATIC), name="static")
