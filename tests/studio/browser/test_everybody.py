"""Languages, themes, screens and assistive technology."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.studio.browser.conftest import Studio, opened
from tests.studio.browser.steps import cell, enter_review, new_game, type_moves

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("moderate", "serious", "critical")


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def visible_text(page: Page) -> str:
    return str(page.locator("body").inner_text())


def test_the_language_changes_at_once_and_stays(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8"])
    assert not has_chinese(visible_text(page).replace("天元", "").replace("中文", ""))
    page.get_by_role("button", name="中文").click()
    page.get_by_role("link", name="对弈").wait_for()
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    assert page.locator("[aria-label^='h8，黑方']").count() == 1
    page.reload()
    page.get_by_role("link", name="复盘").wait_for()
    page.get_by_role("button", name="English").click()
    page.get_by_role("link", name="Review").wait_for()


def test_a_chinese_browser_gets_chinese(browser: Browser, studio: Studio):
    context = browser.new_context(locale="zh-CN")
    view = context.new_page()
    view.goto(studio.address)
    view.get_by_role("link", name="显微镜").click()
    view.get_by_role("heading", name="第 1 次模拟").wait_for()
    context.close()


def test_the_theme_follows_the_system_and_can_be_chosen(page: Page):
    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = ground()
    page.emulate_media(color_scheme="dark")
    dark = ground()
    assert light != dark
    page.get_by_role("button", name="Theme: as the system").click()
    page.get_by_role("button", name="Theme: light").wait_for()
    assert ground() == light
    page.get_by_role("button", name="Theme: light").click()
    assert ground() == dark


def test_the_board_is_one_tab_stop_with_labelled_cells(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    assert page.locator('.board [tabindex="0"]').count() == 1
    grid = page.get_by_role("grid")
    assert grid.get_by_role("row").count() == 15
    assert grid.get_by_role("gridcell").count() == 225
    assert page.locator('[role="gridcell"]:not([aria-label])').count() == 0


def test_tab_stops_once_at_the_board_and_arrows_move_inside(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")

    def role() -> str | None:
        return str(page.evaluate("document.activeElement.getAttribute('role')"))

    def is_on_board() -> bool:
        return bool(page.evaluate("document.activeElement.closest('.board') !== null"))

    page.locator('.board [tabindex="0"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(cell(page, "g8")).to_be_focused()
    for before, after in (("Tab", "Shift+Tab"), ("Shift+Tab", "Tab")):
        page.keyboard.press(before)
        assert not is_on_board()
        page.keyboard.press(after)
        assert role() == "gridcell"
    expect(cell(page, "g8")).to_be_focused()


def test_everything_is_reached_without_a_mouse(page: Page):
    new_game(page, "connect4")
    page.locator("main").focus()
    page.keyboard.press("?")
    page.get_by_role("heading", name="Help and keys").wait_for()
    page.keyboard.press("Escape")
    page.locator(".page-head").wait_for(state="detached")
    page.keyboard.press("m")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.locator("[aria-label^='column 4, row 1, Red']").wait_for(state="attached")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")


def findings(page: Page, part: str = "body") -> list[str]:
    """What axe finds serious. It is evaluated in the page: the page's own policy forbids scripts
    from elsewhere, and stays as it is."""
    page.evaluate(AXE.read_text("utf-8") + "; undefined")
    report: dict[str, Any] = page.evaluate("(part) => axe.run(part)", part)
    found = [each for each in report["violations"] if each["impact"] in SERIOUS]
    return [json.dumps({each["id"]: each["nodes"][0]["html"][:200]}) for each in found]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: `make check` does it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: Page, scheme: Any):
    page.emulate_media(color_scheme=scheme)
    new_game(page, "gomoku", size="gomoku:8x8/5")
    type_moves(page, ["d4", "e5", "d5"])
    page.get_by_role("button", name="Analyse").click()
    page.locator(".cand:visible").first.wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Continue").wait_for()
    assert findings(page) == []
    for name in ("New game", "Import, export", "Search settings", "Help and keys"):
        page.get_by_role("button", name=name).first.click()
        page.wait_for_timeout(300)
        assert findings(page, ".panel") == [], name
    enter_review(page)
    assert findings(page, ".panel") == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: `make check` does it")
def test_axe_finds_nothing_serious_on_a_phone(phone: Page):
    new_game(phone, "connect4")
    type_moves(phone, list("4433"))
    phone.get_by_role("button", name="Analyse").click()
    phone.locator(".tile:visible").first.wait_for()
    assert findings(phone) == []


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1280, 720), (1920, 1080)])
def test_nothing_is_cut_off(browser: Browser, studio: Studio, size: tuple[int, int]):
    width, height = size
    for page in opened(browser, studio, {"viewport": {"width": width, "height": height}}):
        new_game(page, "gomoku", size="gomoku:15x15/5")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        box = cell(page, "h8").bounding_box()
        assert box is not None
        assert box["x"] > 0
        assert box["y"] + box["height"] < height


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: `make check` does it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_reviewed_game_and_between_two_nets(page: Page, scheme: Any):
    page.emulate_media(color_scheme=scheme)
    new_game(page, "gomoku", size="gomoku:9x9/5")
    type_moves(page, ["e5", "e6", "d5", "a1", "f5", "a2"])
    enter_review(page)
    page.get_by_role("button", name="Review whole game").click()
    page.get_by_role("button", name="Review again").wait_for(timeout=60_000)
    page.locator(".turning .mv").last.click()
    page.locator(".badge").wait_for(state="attached")
    assert findings(page) == []
    page.get_by_role("button", name="Search settings").click()
    page.get_by_label("Beside it").select_option("mcts")
    page.get_by_label("Stop after").select_option("100")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Analyse").click()
    page.locator(".data:visible").nth(1).wait_for()
    assert findings(page) == []


def test_only_the_language_in_use_is_loaded(page: Page):
    loaded = "() => performance.getEntriesByType('resource').map(({ name }) => name)"
    names = "\n".join(page.evaluate(loaded))
    assert "texts/en.js" in names
    assert "texts/zh.js" not in names


SMALL_TARGETS = """() =>
  [...document.querySelectorAll("button, a, select, input:not([type=checkbox])")]
    .filter((each) => each.checkVisibility() && !each.closest(".board, .skip"))
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && Math.min(width, height) < 43.5)
    .map(([name]) => name)"""


def test_every_target_is_wide_enough_for_a_finger(phone: Page):
    new_game(phone, "gomoku", size="gomoku:15x15/5")
    type_moves(phone, ["h8", "i9"])
    assert phone.evaluate(SMALL_TARGETS) == []
    pages = ("New game", "Change players", "Import, export", "Search settings", "Help and keys")
    for name in pages:
        phone.get_by_role("button", name=name).first.tap()
        phone.locator(".page-head").wait_for()
        phone.wait_for_timeout(300)
        assert phone.evaluate(SMALL_TARGETS) == [], name
        phone.get_by_role("button", name="Close").tap()
    phone.get_by_role("link", name="Review").tap()
    phone.get_by_role("heading", name="Report").wait_for()
    assert phone.evaluate(SMALL_TARGETS) == []
