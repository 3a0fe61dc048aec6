"""The training room: runs that live, are damaged, or stand beside each other."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tengen.runs import RunDirectory
from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.shelf import Shelf
from tests.runs.tiny import tiny_config, train_in
from tests.studio.browser.conftest import Studio, free_port, opened
from tests.studio.browser.test_everybody import AXE, findings, has_chinese
from tests.studio.made_runs import made_run

LARGE = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GENERATIONS = 40
SETTINGS = (
    f"run.generations={GENERATIONS} run.games_per_generation=40 run.threads=1 net.blocks=1 "
    "net.channels=8 selfplay.simulations=20 ladder.every=10 ladder.games=4 "
    "ladder.first_opponent=10 ladder.simulations=10"
)
PATIENCE = 180_000


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trained run, a larger one that was made up, and a damaged one."""
    folder = tmp_path_factory.mktemp("training") / "runs"
    made_run(folder / "made", generations=40, games=800)
    train_in(folder / "tiny", tiny_config())
    damaged = made_run(folder / "damaged")
    damaged.database.write_bytes(b"SQLite format 3\0" + b"x" * 50_000)
    return folder


@pytest.fixture(scope="module")
def training_studio(runs: Path) -> Iterator[Studio]:
    running = Studio(make_app(Shelf(runs=runs), Pass()), free_port())
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser, training_studio: Studio) -> Iterator[Page]:
    yield from opened(browser, training_studio, LARGE)


@pytest.fixture
def refused_page(browser: Browser, training_studio: Studio) -> Iterator[Page]:
    """One whose requests may be refused, which the browser notes in its console."""
    yield from opened(browser, training_studio, LARGE, "Failed to load resource")


def show(page: Page, run: str = "") -> None:
    page.goto(f"{page.url.split('#')[0]}#/training/{run}")
    page.locator(".runitem").first.wait_for()
    if run:
        heading = "New run" if run == "+" else run
        page.get_by_role("heading", name=heading, exact=True).wait_for()


def chart(page: Page, title: str) -> Any:
    return page.locator(".chart", has=page.get_by_role("slider", name=title))


def test_a_run_is_shown_with_its_curves_doctor_and_games(page: Page):
    show(page, "tiny")
    expect(page.locator(".work-head .state")).to_contain_text("generation 4 of 4 · 40 games")
    expect(page.locator(".chart")).to_have_count(10)
    expect(chart(page, "Loss: policy")).to_be_visible()
    page.locator(".finding").first.wait_for()
    expect(page.locator(".wall .mini")).to_have_count(8)
    stones = page.locator(".wall .mini").first.locator("path.d-cross, path.d-nought")
    assert re.search(r"M\d \dm", stones.first.get_attribute("d") or "")


def test_a_chart_is_read_by_pointer_and_keys_and_chooses_the_net(page: Page):
    show(page, "tiny")
    slider = page.get_by_role("slider", name="Loss: policy")
    slider.focus()
    slider.press("Home")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^1: \d"))
    expect(chart(page, "Loss: policy").locator("small")).to_contain_text("1: ")
    slider.press("Enter")
    expect(page.get_by_label("Net", exact=True)).to_have_value("runs/tiny/00001")


def test_any_net_is_played_from_here(page: Page):
    show(page, "tiny")
    page.get_by_label("Net", exact=True).select_option("runs/tiny/00002")
    page.get_by_role("button", name="Play its net").click()
    expect(page.locator(".player").last).to_contain_text("runs/tiny/00002")
    expect(page).to_have_url(re.compile("#/play$"))


def test_a_game_opens_in_review(page: Page):
    show(page, "tiny")
    page.locator(".wall button").first.click()
    expect(page).to_have_url(re.compile("#/review$"))
    page.locator(".graph:visible .s1, .graph:visible .curve").first.wait_for(state="attached")


def test_a_game_of_self_play_names_its_net_and_shows_its_end(page: Page):
    show(page, "tiny")
    page.locator(".wall button").first.click()
    expect(page.locator(".player b").first).to_have_text(re.compile(r"^Net \d{5}$"))
    expect(page.locator(".verdict strong")).to_have_text(re.compile("wins|Draw"))


def test_no_font_may_write_a_name_in_another_way(page: Page):
    show(page, "tiny")
    for place in ("h1", ".runitem b", ".work-head select"):
        style = "(element) => getComputedStyle(element).fontVariantLigatures"
        assert page.locator(place).first.evaluate(style) == "no-contextual"


def test_two_runs_are_compared_in_every_chart(page: Page):
    show(page, "made")
    page.get_by_label("Compare with").select_option("tiny")
    expect(page.locator(".run-legend")).to_contain_text("tiny")
    policy = chart(page, "Loss: policy")
    expect(policy.locator("path.s1")).to_have_count(1)
    expect(policy.locator("path.s2")).to_have_count(1)
    expect(policy.locator("small")).to_contain_text(re.compile(r"^[\d.]+ · [\d.]+$"))
    page.get_by_label("Compare with").select_option("")
    expect(policy.locator("path.s2")).to_have_count(0)


def test_a_damaged_run_says_what_is_wrong(page: Page):
    show(page, "damaged")
    expect(page.locator(".trouble")).to_contain_text("is damaged")
    expect(page.locator(".chart")).to_have_count(0)
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".trouble")).to_contain_text("已损坏")


def test_a_wrong_setting_is_told_and_nothing_starts(refused_page: Page, runs: Path):
    page = refused_page
    before = sorted(runs.iterdir())
    show(page, "+")
    page.get_by_label("Preset").select_option("tictactoe")
    page.get_by_label("Changed settings").fill("net.channel=8")
    with page.expect_response("**/api/runs") as answer:
        page.get_by_role("button", name="Start the run").click()
    assert answer.value.status == 400
    expect(page.locator(".notice")).to_contain_text("net.channel")
    assert sorted(runs.iterdir()) == before


def test_a_run_is_started_killed_resumed_and_finished(page: Page, runs: Path):
    show(page, "+")
    page.get_by_label("Preset").select_option("tictactoe")
    page.get_by_label("Changed settings").fill(SETTINGS)
    page.get_by_role("button", name="Start the run").click()
    state = page.locator(".work-head .state")
    expect(state).to_contain_text("Starting")
    expect(state).to_contain_text(re.compile(r"Running.*generation [1-9]"), timeout=PATIENCE)
    expect(page.locator(".workers")).to_contain_text("Process")
    expect(chart(page, "Loss: policy").locator("path.s1")).to_have_count(1)
    trainer = RunDirectory(runs / page.locator("h1").inner_text()).trainer
    assert trainer is not None
    os.kill(trainer.number, signal.SIGKILL)
    expect(state).to_contain_text("Stopped")
    page.get_by_role("button", name="Resume").click()
    expect(state).to_contain_text("Finished", timeout=PATIENCE)
    expect(state).to_contain_text(f"generation {GENERATIONS} of {GENERATIONS} · 1,600 games")
    expect(page.get_by_role("button", name="Train longer")).to_be_visible()
    expect(page.get_by_role("slider", name="Loss: policy")).to_have_attribute(
        "aria-valuemax", str(GENERATIONS)
    )


def test_a_second_run_asks_first(refused_page: Page, runs: Path):
    page = refused_page
    show(page, "+")
    page.get_by_label("Preset").select_option("tictactoe")
    page.get_by_label("Changed settings").fill(SETTINGS.replace("=40 ", "=4000 ", 1))
    start = page.get_by_role("button", name="Start the run")
    start.click()
    state = page.locator(".work-head .state")
    expect(state).to_contain_text("Running", timeout=PATIENCE)
    name, before = page.locator("h1").inner_text(), sorted(runs.iterdir())
    show(page, "+")
    page.get_by_label("Preset").select_option("tictactoe")
    with page.expect_response("**/api/runs"):
        start.click()
    expect(page.locator(".notice")).to_contain_text("is being trained on this computer")
    expect(page.get_by_role("button", name="Train both")).to_be_visible()
    show(page, name)
    page.get_by_role("button", name="Stop after this step").click()
    expect(state).to_contain_text("Stopped", timeout=PATIENCE)
    assert sorted(runs.iterdir()) == before


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: `make check` does it")
@pytest.mark.parametrize("screen", [LARGE, PHONE], ids=["large", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    browser: Browser, training_studio: Studio, scheme: Any, screen: dict[str, Any]
):
    for page in opened(browser, training_studio, screen):
        page.emulate_media(color_scheme=scheme)
        show(page, "made")
        page.locator(".finding").first.wait_for()
        page.get_by_label("Compare with").select_option("tiny")
        page.locator(".chart path.s2").first.wait_for(state="attached")
        assert findings(page) == []
        show(page, "+")
        page.get_by_label("Preset").wait_for()
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == screen["viewport"]["width"]


def test_everything_is_said_in_the_language_of_the_page(page: Page):
    show(page, "made")
    page.locator(".finding").first.wait_for()
    assert not has_chinese(page.locator("main").inner_text())
    page.get_by_role("button", name="中文").click()
    page.locator(".finding").first.wait_for()
    expect(page.locator(".chart h2").first).to_contain_text("棋力")
    names = {"made", "tiny", "damaged", "tictactoe", "MCTS", "KL"}
    words = set(re.findall(r"[A-Za-z]{2,}", page.locator(".work").inner_text()))
    shown = page.locator(".finding.problem").all_inner_texts()
    assert words - names <= set(re.findall(r"[A-Za-z]{2,}", " ".join(shown)))


def test_a_run_that_is_gone_is_told(page: Page):
    page.goto(f"{page.url.split('#')[0]}#/training/nothing")
    expect(page.locator(".later")).to_contain_text("no longer in the folder")
