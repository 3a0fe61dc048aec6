"""Clocks on the page."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.studio.browser.steps import cell, enter_review, leave_review, type_moves, wait_spoken


def timed_game(page: Page, minutes: str, increment: str) -> None:
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("tictactoe")
    page.get_by_role("button", name="Two people").click()
    page.get_by_role("button", name="Timed").click()
    page.get_by_label("Minutes each").fill(minutes)
    page.get_by_label("Seconds added a move").fill(increment)
    page.get_by_role("button", name="Start game").click()
    page.locator(".page-head").wait_for(state="detached")


def clocks(page: Page) -> tuple[Locator, Locator]:
    times = page.locator(".player time")
    return times.nth(0), times.nth(1)


def assert_stands(page: Page, clock: Locator) -> None:
    before = clock.inner_text()
    page.wait_for_timeout(1500)
    assert clock.inner_text() == before


def test_the_clock_of_the_side_to_move_runs_and_a_move_adds_its_seconds(page: Page):
    timed_game(page, "10", "30")
    first, second = clocks(page)
    expect(second).to_have_text("10:00")
    expect(first).to_have_text(re.compile("^9:5"))
    cell(page, "b2").click()
    expect(first).to_have_text(re.compile("^10:"))
    expect(second).to_have_text(re.compile("^9:5"))
    assert_stands(page, first)


def test_whoever_runs_out_of_time_loses_and_the_low_clock_is_marked(page: Page):
    timed_game(page, "0.1", "0")
    expect(clocks(page)[0]).to_have_class("low")
    wait_spoken(page, "O wins")


def test_moves_tried_in_review_leave_the_clocks_as_they_are(page: Page):
    timed_game(page, "10", "30")
    type_moves(page, ["b2", "a1"])
    enter_review(page)
    page.locator("main").focus()
    page.keyboard.press("ArrowLeft")
    wait_spoken(page, "O to move")
    before = [clock.inner_text() for clock in clocks(page)]
    type_moves(page, ["c3", "c1"])
    page.wait_for_timeout(1500)
    assert [clock.inner_text() for clock in clocks(page)] == before
    leave_review(page)
    cell(page, "a3").click()
    wait_spoken(page, "played a3")
    expect(clocks(page)[0]).not_to_have_text(before[0])


def test_a_clock_never_runs_backwards_while_a_position_is_set_up(page: Page):
    timed_game(page, "10", "0")
    first, _ = clocks(page)
    page.wait_for_timeout(2500)
    page.get_by_role("button", name="Import, export").click()
    page.get_by_role("button", name="Set up a position").click()
    cell(page, "b2").click()
    page.get_by_text("This position can be played.").wait_for()
    assert not re.match("10:|9:59", first.inner_text())
