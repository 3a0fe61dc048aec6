"""Starts the studio: a free port, the server, and its end."""

import errno
import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from tengen.errors import ConfigError, StoreError
from tengen.replay.lock import FileLock
from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.messages import MOST_BODY_BYTES
from tengen.studio.shelf import Shelf
from tengen.studio.storage import Storage
from tengen.texts import Language

_EVERY_ADDRESS = ("0.0.0.0", "::")
"""What a server may listen at, but nobody can open."""
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737)."""
_TRIED_PORTS = 50
_SHUTDOWN_SECONDS = 2
_GAMES, _LOCK = "games", "studio.lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioOptions:
    """How the studio is started."""

    host: str
    port: int
    is_open_to_network: bool = False
    secret: str | None = None
    """For a studio that is open to a network; None: a random one."""
    data: Path
    """The folder for open games."""
    language: Language | None = None
    """None: the browser decides."""


class _StudioLock(FileLock):
    def _refusal(self, folder: Path, holder: str) -> StoreError:
        return StoreError(
            f"the studio is already running at {holder} with the games in {folder}; for a second "
            "one choose another folder: --data FOLDER"
        )


class StudioServer:
    """Bound to its port from the beginning; `run` serves until Ctrl-C."""

    def __init__(self, shelf: Shelf, options: StudioOptions) -> None:
        """Raises `ConfigError` for an address that is not allowed, `StoreError` if it runs."""
        secret = _secret(options)
        self.is_open_to_network = secret is not None
        self._data = options.data
        self._data.mkdir(parents=True, exist_ok=True)
        self._lock = _StudioLock(self._data / _LOCK, "an unknown address")
        try:
            self._socket = _bound(options.host, options.port)
            self.port: int = self._socket.getsockname()[1]
            self.address = _address(options.host, self.port, secret)
            self._lock.sign(_address(options.host, self.port, None))
            self._app = make_app(
                shelf,
                Pass(secret=secret),
                storage=Storage(self._data / _GAMES),
                language=options.language,
            )
        except BaseException:
            self._lock.release()
            raise

    def run(self, on_ready: Callable[[list[str]], None]) -> None:
        """Serves; `on_ready` is called with what could not be restored, once pages are answered.

        Ctrl-C ends the searches, stores the games and returns.
        """
        server = _Server(server_config(self._app), lambda: on_ready(self._problems()))
        try:
            with closing(self._socket):
                server.run(sockets=[self._socket])
        finally:
            self._lock.release()

    def _problems(self) -> list[str]:
        return [str(problem) for problem in self._app.state.hall.problems]


def server_config(app: FastAPI) -> uvicorn.Config:
    """How the application is served: quietly, within limits, and ended soon."""
    return uvicorn.Config(
        app,
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        # Larger messages than allowed are answered with an error; far larger ones end the session.
        ws_max_size=MOST_BODY_BYTES,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serves from here on."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def _secret(options: StudioOptions) -> str | None:
    """None for a studio of this computer alone; raises `ConfigError`."""
    if _is_loopback(options.host):
        return None
    if not options.is_open_to_network:
        raise ConfigError(
            f"--host {options.host} lets other computers in: add --open-to-network if you want that"
        )
    if options.secret is not None and len(options.secret) < 12:
        raise ConfigError("a secret needs 12 characters or more")
    return options.secret or secrets.token_urlsafe(12)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _bound(host: str, port: int) -> socket.socket:
    """A socket at this port, or at the next free one; raises `ConfigError`."""
    for candidate in range(port, min(port + _TRIED_PORTS, 65_536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except PermissionError:
            listener.close()
            raise ConfigError(
                f"port {candidate} needs more rights: choose one above 1023"
            ) from None
        except socket.gaierror:
            listener.close()
            raise ConfigError(f"{host!r} is not an address of this computer") from None
        except OSError as error:
            listener.close()
            if not _is_taken(error):
                raise ConfigError(f"{host!r} is not an address of this computer") from None
            continue
        listener.listen(128)
        return listener
    raise ConfigError(f"no free port from {port} on: choose another with --port")


def _is_taken(error: OSError) -> bool:
    return error.errno in (errno.EADDRINUSE, errno.EACCES)


def _own_address() -> str:
    """What others may call this computer: its address towards a network, or else its name."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses a way and sends nothing
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def _address(host: str, port: int, secret: str | None) -> str:
    if host in _EVERY_ADDRESS:
        host = _own_address()
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}/"
    return address if secret is None else f"{address}?secret={secret}"
