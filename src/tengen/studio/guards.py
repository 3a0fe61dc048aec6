"""Who may speak to the studio: checks before anything else sees a request, HTTP or WebSocket.

- Host: a foreign name that points to this computer (DNS rebinding) is refused.
- Origin: pages of other sites are refused.
- Secret: when the studio is open to a network, everybody must have come with it once.
- Size: bodies above 1 MB are refused.
- Token: what changes anything needs it; only pages of this studio can know it.
"""

import re
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tengen.errors import StudioError
from tengen.studio.messages import MOST_BODY_BYTES
from tengen.studio.refusals import refusal

TOKEN_HEADER = "x-tengen-token"
_COOKIE = "tengen_secret"
_HOST = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::(\d{1,5}))?")
_LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Pass:
    """What a request must show."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    secret: str | None = None
    """For a studio that is open to a network; None: loopback only."""

    def is_token(self, given: str) -> bool:
        """In constant time."""
        return secrets.compare_digest(given.encode(), self.token.encode())

    def is_secret(self, given: str) -> bool:
        """In constant time."""
        return self.secret is None or secrets.compare_digest(given.encode(), self.secret.encode())


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, admission: Pass) -> None:
        self._app = app
        self._pass = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses, or passes on with headers that keep the page to itself."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        try:
            host = self._check(scope, headers)
        except StudioError as error:
            await _refuse(error, 403, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        elif (answer := self._admission(scope, headers)) is not None:
            await answer(scope, receive, _with_headers(send, host))
        else:
            await _limited(self._app, scope, receive, _with_headers(send, host))

    def _check(self, scope: Scope, headers: dict[str, str]) -> str:
        """The host, in small letters as its names are the same in all; raises `StudioError`."""
        host = headers.get("host", "").lower()
        match = _HOST.fullmatch(host)
        is_local = match is not None and match[1] in _LOOPBACK_NAMES
        if match is None or (self._pass.secret is None and not is_local):
            raise StudioError("this studio answers only to its own address", field="host")
        origin = headers["origin"].lower() if "origin" in headers else None
        is_needed = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if (origin is not None or is_needed) and origin != f"http://{host}":
            raise StudioError("requests of other sites are refused", field="origin")
        if scope["type"] == "websocket" and not self._pass.is_secret(_cookie(headers)):
            raise StudioError("this studio is open only to those with its secret", field="secret")
        self._check_token(scope, headers)
        return host

    def _check_token(self, scope: Scope, headers: dict[str, str]) -> None:
        if scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD"):
            return
        if not self._pass.is_token(headers.get(TOKEN_HEADER, "")):
            raise StudioError("the token is wrong: reload the page", field="token")

    def _admission(self, scope: Scope, headers: dict[str, str]) -> Response | None:
        """What somebody without the cookie of the secret gets: the cookie for the secret."""
        if self._pass.secret is None or self._pass.is_secret(_cookie(headers)):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("secret", [""])[0]
        if not self._pass.is_secret(given):
            body = refusal(
                StudioError("this studio is open only to those with its secret", field="secret")
            )
            return JSONResponse(body.model_dump(), 403)
        answer = RedirectResponse(scope["path"], 303)
        answer.set_cookie(_COOKIE, given, httponly=True, samesite="strict")
        return answer


def _headers(scope: Scope) -> dict[str, str]:
    """The first of each name, as text."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
    return found


def _cookie(headers: dict[str, str]) -> str:
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[_COOKIE].value if _COOKIE in cookies else ""


async def _refuse(
    error: StudioError, status: int, scope: Scope, receive: Receive, send: Send
) -> None:
    """A JSON answer; a WebSocket is refused before it is accepted."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403})
        return
    await JSONResponse(refusal(error).model_dump(), status)(scope, receive, send)


async def _limited(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Reads the body first, up to the limit."""
    pieces: list[bytes] = []
    more = scope["method"] not in ("GET", "HEAD")
    while more:
        message = await receive()
        pieces.append(message.get("body", b""))
        more = message.get("more_body", False)
        if sum(map(len, pieces)) > MOST_BODY_BYTES:
            error = StudioError(f"a body may have at most {MOST_BODY_BYTES // 2**20} MB")
            await _refuse(error, 413, scope, receive, send)
            return
    body: list[Message] = [{"type": "http.request", "body": b"".join(pieces), "more_body": False}]

    async def replay() -> Message:
        return body.pop() if body else await receive()

    await app(scope, replay if pieces else receive, send)


def _with_headers(send: Send, host: str) -> Send:
    fixed = [(name.encode(), value.encode()) for name, value in _security_headers(host)]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            has_caching = any(name.lower() == b"cache-control" for name, _ in headers)
            caching = [] if has_caching else [(b"cache-control", b"no-cache")]
            message["headers"] = [*headers, *fixed, *caching]
        await send(message)

    return sending


def _security_headers(host: str) -> list[tuple[str, str]]:
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        f"connect-src 'self' ws://{host}; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    return [
        ("content-security-policy", policy),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ]
