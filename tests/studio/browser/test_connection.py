"""What a page does when the server goes away, comes back, or another page changes the game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect

from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.shelf import Shelf
from tengen.studio.storage import Storage
from tests.studio.browser.conftest import Studio, free_port
from tests.studio.browser.steps import cell, new_game, stones, type_moves, wait_spoken


@pytest.fixture
def view(browser: Browser) -> Iterator[Page]:
    """A page whose console may complain of a lost server; its own code must not fail."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert not problems


def restored_app(folder: Path) -> FastAPI:
    return make_app(Shelf(), Pass(), storage=Storage(folder))


def test_a_restarted_server_is_found_again_with_its_games(view: Page, tmp_path: Path):
    port = free_port()
    first = Studio(restored_app(tmp_path), port)
    view.goto(first.address)
    view.wait_for_selector(".board")
    new_game(view, "gomoku", size="gomoku:9x9/5")
    type_moves(view, ["e5", "f5", "e6"])
    first.close()
    view.locator(".banner", has_text="Connection lost, trying again").wait_for()
    second = Studio(restored_app(tmp_path), port)
    try:
        expect(view.locator(".banner")).to_be_hidden()
        expect(view.locator(".stones use")).to_have_count(3)
        type_moves(view, ["f6"])
        assert stones(view) == 4
    finally:
        second.close()


def test_a_page_without_its_server_promises_nothing_and_recovers(view: Page):
    app, port = make_app(Shelf(), Pass("the same token for both")), free_port()
    first = Studio(app, port)
    view.goto(first.address)
    view.wait_for_selector(".board")
    view.get_by_role("button", name="Analyse").click()
    view.get_by_text("Searching").first.wait_for()
    first.close()
    view.locator(".banner", has_text="Connection lost").wait_for()
    expect(view.get_by_text("Searching")).to_have_count(0)
    view.get_by_role("button", name="Hint").click()
    view.get_by_role("button", name="New game").first.click()
    view.get_by_role("heading", name="New game").wait_for()
    assert view.get_by_label("Game", exact=True).count() == 0
    second = Studio(make_app(Shelf(), Pass("the same token for both")), port)
    try:
        expect(view.get_by_label("Game", exact=True)).to_be_visible()
        expect(view.locator(".banner")).to_be_hidden()
        view.keyboard.press("Escape")
        new_game(view, "tictactoe")
        type_moves(view, ["b2"])
    finally:
        second.close()


def test_an_error_goes_with_the_next_success(page: Page):
    new_game(page, "connect4")
    box = page.get_by_label("Type a move")
    box.fill("9")
    box.press("Enter")
    page.locator(".notice.error").wait_for()
    type_moves(page, ["4"])
    expect(page.locator(".notice")).to_be_hidden()


def test_two_pages_see_the_same_game(page: Page):
    new_game(page, "gomoku", size="gomoku:9x9/5")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".board")
    cell(other, "e5").click()
    wait_spoken(page, "played e5")


def test_an_open_game_is_deleted_by_a_second_press_and_the_next_one_gets_the_focus(page: Page):
    for size in ("gomoku:6x6/4", "gomoku:9x9/5", "gomoku:15x15/5"):
        new_game(page, "gomoku", size=size)
    page.get_by_role("button", name="New game").first.click()
    games = page.locator(".games li")
    games.nth(1).wait_for()
    count = games.count()
    delete = games.first.get_by_role("button").last
    following = games.nth(1).inner_text()
    delete.press("Enter")
    expect(delete).to_have_text("Really delete?")
    expect(games).to_have_count(count)
    delete.press("Enter")
    expect(games).to_have_count(count - 1)
    assert games.first.inner_text() == following
    expect(delete).to_be_focused()
    expect(delete).to_have_text("Delete")


def test_a_game_deleted_elsewhere_makes_room_for_another(page: Page):
    new_game(page, "gomoku", size="gomoku:6x6/4")
    type_moves(page, ["c3"])
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".board")
    new_game(other, "tictactoe")
    other.get_by_role("button", name="New game").first.click()
    other.locator(".games li").first.get_by_role("button", name="Delete").click()
    other.locator(".games li").first.get_by_role("button", name="Really delete?").click()
    expect(page.locator(".stones use")).not_to_have_count(1)
