"""A studio of its own for each test, and a real Chromium to look at it."""

import shutil
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, expect, sync_playwright

from tengen.rules.registry import load_game
from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.shelf import Shelf

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
EXAMPLES = Path(__file__).parents[3] / "examples"
PATIENCE = 20_000.0
"""Milliseconds that anything may take: a busy machine is not a fault."""
FAKE_ENGINE = Path(__file__).parents[2] / "engines" / "fake_engine.py"


def chromium() -> str:
    """The system's Chromium; the test is skipped, and says so, without one."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium here: `make browser` installs Debian's, or install it yourself")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield launched
        launched.close()


class Studio:
    """A running studio, without games at first."""

    def __init__(self, app: Any, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/"
        config = uvicorn.Config(
            app, host="127.0.0.1", port=port, log_level="warning", timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join()


def free_port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    hexagons = load_game(f"{EXAMPLES / 'hex.py'}:Hex")
    engines = {"honest": f"{sys.executable} {FAKE_ENGINE} honest"}
    shelf = Shelf(own_games={hexagons.name: hexagons}, engines=engines)
    running = Studio(make_app(shelf, Pass()), free_port())
    yield running
    running.close()


@pytest.fixture
def page(browser: Any, studio: Studio) -> Iterator[Any]:
    """An English page on a large screen; its test fails with any error in its console."""
    yield from opened(browser, studio, {"viewport": {"width": 1440, "height": 900}})


@pytest.fixture
def phone(browser: Any, studio: Studio) -> Iterator[Any]:
    screen = {"width": 390, "height": 844}
    yield from opened(browser, studio, {"viewport": screen, "has_touch": True, "is_mobile": True})


def opened(
    browser: Any, studio: Studio, screen: dict[str, Any], expected: str | None = None
) -> Iterator[Any]:
    """A page; its test fails with any error in its console but those that are expected."""
    allowed = ["clipboard-read", "clipboard-write"]
    context = browser.new_context(locale="en-GB", permissions=allowed, **screen)
    context.set_default_timeout(PATIENCE)
    view = context.new_page()
    problems: list[str] = []
    view.on("pageerror", lambda error: problems.append(str(error)))
    view.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    view.goto(studio.address)
    view.wait_for_selector(".board")
    yield view
    context.close()
    assert [each for each in problems if expected is None or expected not in each] == []
