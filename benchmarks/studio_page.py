"""The page of the studio in a real browser: sizes, first analysis, stop, steps of the microscope,
and frames while it runs.

    python benchmarks/studio_page.py [--rounds 10] [--seconds 10]

Starts a studio on this computer and drives the system's Chromium without a window. "First analysis"
is the time from the click to the first mark on the board, "stop" from the click to the frame that
shows the search is over; both are measured inside the page, with its painting. "Step" is the time
from the click to the frame that shows the next simulation, in a tree of 10,000 nodes; frames are
counted while that tree is played fast, too. The ratio is the target divided by the slowest of all
rounds. The size of a room is what a browser loads that goes there first.
"""

import argparse
import shutil
import statistics
from typing import Any

from _machine import machine_and_date, ratio_text
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console

from studio import running_studio

OUT = Console(highlight=False)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ROOMS = ("play", "review", "microscope", "training")
MOST_BYTES = 300_000
TREE = "#/microscope/g=connect4&net=mcts&at=10000"
FRAMES, LONG_TASK = 60, 0.05
MOVES = ("h8", "i9", "h7", "g9", "g8", "i8")
MARK, OVER = ".cand:not([display])", "#analyse:not([hidden])"
SCREEN = {"width": 1440, "height": 900}

# Milliseconds from a click on the element to the first frame in which another one is shown.
CLICK_TO_FRAME = """([button, shown]) => new Promise((resolve) => {
    const began = performance.now();
    const look = () => document.querySelector(shown)
        ? requestAnimationFrame(() => resolve(performance.now() - began))
        : requestAnimationFrame(look);
    document.querySelector(button).click();
    look();
})"""
# The same until the title has changed.
CLICK_TO_TITLE = """(button) => new Promise((resolve) => {
    const began = performance.now(), title = document.querySelector("h1").textContent;
    const look = () => document.querySelector("h1").textContent !== title
        ? requestAnimationFrame(() => resolve(performance.now() - began))
        : requestAnimationFrame(look);
    document.querySelector(button).click();
    look();
})"""
LOADED = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .filter(({ name }) => !name.includes("/api/"))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""
# Frames and long tasks during some seconds.
WATCH = """(seconds) => new Promise((resolve) => {
    const tasks = [], gaps = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration)))
        .observe({ type: "longtask", buffered: false });
    const began = performance.now();
    let before = began;
    const frame = (now) => {
        gaps.push(now - before);
        before = now;
        if (now - began < 1000 * seconds) requestAnimationFrame(frame);
        else resolve({ tasks, gaps: gaps.slice(1) });
    };
    requestAnimationFrame(frame);
})"""


def tell_size(browser: Browser, address: str, room: str) -> None:
    """What a browser loads that goes to a room first."""
    page = browser.new_page(viewport=SCREEN, locale="zh-CN")
    page.goto(f"{address}#/{room}")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    size = page.evaluate(LOADED)
    page.close()
    ratio = ratio_text(MOST_BYTES / size, 1.0)
    OUT.print(f"{'size, ' + room:17} {size / 1000:6.1f} kB, {ratio} of 300 kB")


def tell_microscope(browser: Browser, address: str, rounds: int, seconds: float) -> None:
    """Steps to and fro, and frames while a large tree is played."""
    page = browser.new_page(viewport=SCREEN, locale="en-GB")
    page.goto(address + TREE)
    shown = page.locator("main:not([aria-busy]) h1", has_text="Simulation 10,000")
    shown.wait_for(timeout=300_000)
    back = [
        page.evaluate(CLICK_TO_TITLE, ".work-head .group .btn:nth-child(2)") for _ in range(200)
    ]
    on = [
        page.evaluate(CLICK_TO_TITLE, ".work-head .group .btn:nth-child(4)") for _ in range(rounds)
    ]
    tell_time("step back", [each / 1000 for each in back[-rounds:]], 0.05)
    tell_time("step", [each / 1000 for each in on], 0.05)
    page.get_by_role("button", name="Fast").click()
    page.get_by_role("button", name="Play", exact=True).click()
    tell_frames(page.evaluate(WATCH, seconds), seconds)
    page.close()


def prepare(page: Page, address: str) -> None:
    """A game of Gomoku between two people, some moves old."""
    page.goto(address)
    page.wait_for_selector(".board")
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("gomoku")
    page.get_by_label("Board and rule").select_option("gomoku:15x15/5")
    page.get_by_role("button", name="Two people").click()
    page.get_by_role("button", name="Start game").click()
    page.locator(".page-head").wait_for(state="detached")
    for move in MOVES:
        page.locator(f'[role="gridcell"][aria-label^="{move},"]').click()
        page.locator(f".moves .mv[aria-current]:has-text('{move}')").wait_for()


def measure(page: Page, rounds: int) -> dict[str, list[float]]:
    """Seconds from the click to the frame."""
    times: dict[str, list[float]] = {"first analysis": [], "stop": []}
    for _ in range(rounds):
        page.locator("main").press("ArrowLeft")
        page.locator(f".moves .mv[aria-current]:has-text('{MOVES[-2]}')").wait_for()
        page.locator("main").press("End")
        page.locator(f".moves .mv[aria-current]:has-text('{MOVES[-1]}')").wait_for()
        page.locator(MARK).first.wait_for(state="detached")
        started = page.evaluate(CLICK_TO_FRAME, ["#analyse", MARK])
        page.wait_for_timeout(500)
        stopped = page.evaluate(CLICK_TO_FRAME, ["#stop", OVER])
        times["first analysis"].append(started / 1000)
        times["stop"].append(stopped / 1000)
    return times


def watch(page: Page, seconds: float) -> dict[str, Any]:
    """Frames and long tasks while a position of 15x15 is analysed."""
    page.evaluate(CLICK_TO_FRAME, ["#analyse", MARK])
    page.wait_for_timeout(500)
    seen: dict[str, Any] = page.evaluate(WATCH, seconds)
    page.evaluate(CLICK_TO_FRAME, ["#stop", OVER])
    return seen


def tell_time(name: str, times: list[float], target: float) -> None:
    """The median, the slowest, and how far that is within the target."""
    middle, slowest = statistics.median(times), max(times)
    ratio = ratio_text(target / slowest, 1.0)
    OUT.print(
        f"{name:17} {1000 * middle:6.1f} ms, slowest {1000 * slowest:6.1f} ms, "
        f"{ratio} of {1000 * target:.0f} ms"
    )


def tell_frames(seen: dict[str, Any], seconds: float) -> None:
    """Frames a second, the slowest frame, and the longest task."""
    gaps, tasks = sorted(seen["gaps"]), seen["tasks"]
    rate = 1000 * len(gaps) / sum(gaps)
    OUT.print(
        f"{'frames':17} {rate:6.1f} /s over {seconds:g} s, "
        f"99% within {gaps[int(0.99 * (len(gaps) - 1))]:.1f} ms, "
        f"{ratio_text(rate / FRAMES, 0.98)} of {FRAMES} /s"
    )
    longest = f"longest {max(tasks):.0f} ms" if tasks else "none"
    OUT.print(f"{'long tasks':17} {len(tasks):6d} above {1000 * LONG_TASK:.0f} ms: {longest}")


def main() -> None:
    """Prints a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    OUT.print(f"The studio's page, {machine_and_date()}, {options.rounds} rounds")
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        OUT.print("this needs Chromium: `make browser` installs it")
        return
    with running_studio() as (host, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for room in ROOMS:
            tell_size(browser, f"http://{host}/", room)
        page = browser.new_page(viewport=SCREEN, locale="en-GB")
        prepare(page, f"http://{host}/")
        for name, times in measure(page, options.rounds).items():
            tell_time(name, times, {"first analysis": 0.3, "stop": 0.1}[name])
        tell_frames(watch(page, options.seconds), options.seconds)
        page.close()
        tell_microscope(browser, f"http://{host}/", options.rounds, options.seconds)
        browser.close()


if __name__ == "__main__":
    main()
