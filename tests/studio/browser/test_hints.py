"""Hints on a page whose server has one core, and that one is busy."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.shelf import Shelf
from tests.studio.browser.conftest import Studio, free_port
from tests.studio.browser.steps import cell, wait_spoken


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    running = Studio(make_app(Shelf(), Pass(), cores=1), free_port())
    yield running
    running.close()


def test_a_hint_that_waits_says_so_and_can_be_cancelled(page: Page):
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("gomoku")
    page.get_by_label("Board and rule").select_option("gomoku:15x15/5")
    page.get_by_label("Opponent").select_option("mcts")
    page.get_by_role("button", name="seconds").click()
    page.get_by_role("spinbutton", name="A move may take").fill("600")
    page.get_by_role("button", name="Start game").click()
    page.locator(".page-head").wait_for(state="detached")
    cell(page, "h8").click()
    wait_spoken(page, "played h8")
    page.get_by_role("button", name="Hint", exact=False).click()
    wait_spoken(page, "All processor cores are busy")
    page.locator(".verdict .say", has_text="All processor cores are busy").wait_for()
    page.get_by_role("button", name="Cancel hint").click()
    expect(page.get_by_role("button", name="Cancel hint")).to_have_count(0)
    expect(page.locator(".verdict .say")).to_have_count(0)
