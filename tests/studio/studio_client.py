"""A page without a browser: speaks to the studio as the page does."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tengen.studio.answers import ServerMessage
from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.messages import SERVER_MESSAGE
from tengen.studio.shelf import Shelf
from tengen.studio.storage import Storage

TOKEN = "the token of the tests"
HOST = "127.0.0.1:8290"
ORIGIN = f"http://{HOST}"
HUMAN = {"kind": "human"}
PEOPLE = [HUMAN, HUMAN]
RANDOM = {"kind": "random"}


def make_client(
    shelf: Shelf | None = None, storage: Storage | None = None, **options: Any
) -> TestClient:
    """A client whose requests look like those of the page."""
    app = make_app(shelf or Shelf(), Pass(token=TOKEN), storage=storage, **options)
    headers = {"host": HOST, "origin": ORIGIN, "x-tengen-token": TOKEN}
    return TestClient(app, base_url=ORIGIN, headers=headers, raise_server_exceptions=True)


class Page:
    """One connection."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self._number = 0
        self._kept: list[ServerMessage] = []

    def send(self, kind: str, **fields: Any) -> int:
        """Sends a message with a number."""
        self._number += 1
        self.socket.send_text(json.dumps({"type": kind, "request": self._number, **fields}))
        return self._number

    def receive(self) -> Any:
        """The next message, which must be one of the contract."""
        return SERVER_MESSAGE.validate_json(self.socket.receive_text())

    def until(self, found: Callable[[Any], bool], most: int = 2000) -> Any:
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
def connected(client: TestClient) -> Iterator[Page]:
    """A page that has been welcomed."""
    with client.websocket_connect("/ws") as socket:
        page = Page(socket)
        assert page.ask("hello", token=TOKEN).type == "welcome"
        yield page
