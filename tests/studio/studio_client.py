"""A studio in a thread, and pages without a browser that speak to it."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import uvicorn
from websockets.sync.client import ClientConnection, connect

from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.messages import SERVER_MESSAGE
from tengen.studio.serving import server_config
from tengen.studio.shelf import Shelf
from tengen.studio.storage import Storage

TOKEN = "the token of the tests"
HUMAN = {"kind": "human"}
PEOPLE = [HUMAN, HUMAN]
RANDOM = {"kind": "random"}
_PATIENCE = 60.0


class Studio:
    """A server that runs."""

    def __init__(self, port: int, app: Any) -> None:
        self.host = f"127.0.0.1:{port}"
        self.origin = f"http://{self.host}"
        self.app = app
        headers = {"origin": self.origin, "x-tengen-token": TOKEN}
        self.http = httpx2.Client(base_url=self.origin, headers=headers, timeout=_PATIENCE)

    @property
    def hall(self) -> Any:
        return self.app.state.hall

    @contextmanager
    def socket(self, **options: Any) -> Iterator[ClientConnection]:
        options = {"origin": self.origin, "max_size": None, **options}
        with connect(f"ws://{self.host}/ws", **options) as opened:
            yield opened

    @contextmanager
    def page(self) -> Iterator["Page"]:
        """A page that has been welcomed."""
        with self.socket() as opened:
            page = Page(opened)
            assert page.ask("hello", token=TOKEN).type == "welcome"
            yield page


class Page:
    """One connection."""

    def __init__(self, opened: ClientConnection) -> None:
        self.socket = opened
        self._number = 0

    def send(self, kind: str, **fields: Any) -> int:
        """Sends a message with a number."""
        self._number += 1
        self.socket.send(json.dumps({"type": kind, "request": self._number, **fields}))
        return self._number

    def receive(self) -> Any:
        """The next message, which must be one of the contract."""
        return SERVER_MESSAGE.validate_json(self.socket.recv(timeout=_PATIENCE))

    def until(self, found: Callable[[Any], bool], most: int = 5000) -> Any:
        """The first message that fits."""
        for _ in range(most):
            message = self.receive()
            if found(message):
                return message
        raise AssertionError(f"no such message among {most}")

    def until_type(self, kind: str, **fields: Any) -> Any:
        """The first message of a type whose fields are these."""
        return self.until(
            lambda message: (
                message.type == kind
                and all(getattr(message, name) == value for name, value in fields.items())
            )
        )

    def ask(self, kind: str, **fields: Any) -> Any:
        """The answer to a message, or the error."""
        number = self.send(kind, **fields)
        return self.until(lambda message: message.request == number)

    def new_game(self, game: str = "gomoku:15x15/5", seats: Any = None, **fields: Any) -> Any:
        """The state of a new game; between two persons unless told otherwise."""
        return self.ask("new_game", game=game, seats=seats or PEOPLE, **fields)

    def play(self, game_id: str, *moves: str) -> Any:
        """The state after the last move."""
        answer = None
        for move in moves:
            answer = self.ask("play", game_id=game_id, move=move)
        return answer


@contextmanager
def running_studio(
    shelf: Shelf | None = None,
    storage: Storage | None = None,
    secret: str | None = None,
    **options: Any,
) -> Iterator[Studio]:
    """A server at a free port, ended with the block."""
    app = make_app(shelf or Shelf(), Pass(TOKEN, secret), storage=storage, **options)
    server = uvicorn.Server(server_config(app))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            studio = Studio(listener.getsockname()[1], app)
            with studio.http:
                yield studio
        finally:
            server.should_exit = True
            thread.join()
