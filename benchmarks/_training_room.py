"""The training room in a real browser: how soon a large run is in view, and how long tasks are.

The run is made up: 300 generations and 100,000 games. Opening it is measured from the change of the
address to the last chart and the newest games.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

# The tests know how to make one up.
from tests.studio.made_runs import made_run

GENERATIONS, GAMES = 300, 100_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_CHARTS, _BOARDS = 11, 8
_OPEN = """async ([charts, boards]) => {
  const long = [];
  const note = (list) => long.push(...list.getEntries().map((each) => each.duration));
  const observer = new PerformanceObserver(note);
  observer.observe({ type: "longtask" });
  const began = performance.now();
  location.hash = "#/training/large";
  const count = (selector) => document.querySelectorAll(selector).length;
  while (count(".chart path.s1") < charts || count(".wall .mini") < boards)
    await new Promise((next) => requestAnimationFrame(next));
  const opened = performance.now() - began;
  while (!document.querySelector(".finding")) await new Promise((next) => setTimeout(next, 50));
  await new Promise((next) => setTimeout(next, 500));
  observer.disconnect();
  return [opened / 1000, Math.max(0, ...long) / 1000];
}"""


def large_runs() -> Path:
    """A new folder with the large run in it; remove it when done."""
    folder = Path(tempfile.mkdtemp()) / "runs"
    made_run(folder / "large", generations=GENERATIONS, games=GAMES)
    return folder


def opening_times(host: str, rounds: int) -> dict[str, list[float]] | None:
    """Seconds to open the run, and of the longest task; None without a browser."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        return None
    times: dict[str, list[float]] = {"open large run": [], "longest task": []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for _ in range(rounds):
            page: Page = browser.new_page()
            page.goto(f"http://{host}/#/play")
            page.locator(".board").first.wait_for()
            page.wait_for_timeout(500)
            opened, longest = page.evaluate(_OPEN, [_CHARTS, _BOARDS])
            times["open large run"].append(opened)
            times["longest task"].append(longest)
            page.close()
        browser.close()
    return times
