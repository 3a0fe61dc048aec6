"""Takes pictures of every view of the studio, in both languages and both themes.

    python scripts/make_studio_pictures.py            all views, into build/studio-pictures
    python scripts/make_studio_pictures.py --readme   those of the READMEs, into docs/pictures

The training room shows the runs of --runs, the last changed first; without any, its pictures stay
as they are. Needs Chromium and, for Chinese, a font with its characters (Debian: fonts-noto-cjk).
Searches have a fixed number of simulations, so that a picture changes only with what it shows.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import connect
from websockets.typing import Origin

from tengen.runs.directory import DEFAULT_FOLDER, list_runs
from tengen.studio.shelf import Shelf

REPOSITORY = Path(__file__).parent.parent
sys.path.insert(0, str(REPOSITORY / "benchmarks"))

from studio import Page as Client  # noqa: E402 - the benchmark knows how to start a studio
from studio import running_studio  # noqa: E402

ALL, README = REPOSITORY / "build" / "studio-pictures", REPOSITORY / "docs" / "pictures"
LARGE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
GOMOKU = "h8g9g8f8h10h9i9g7j8k7i8k8g11f12i7i6h6k9k10i10j9h7"
CONNECT_FOUR = "4413445542333524"
OTHELLO = "c4c5f6c3b5g7e3e6c2f3g3a5h8b3"
SIMULATIONS = 20_000
MICROSCOPE = "microscope"
TRAINING = "training"


@dataclass(frozen=True)
class View:
    """Something to look at."""

    name: str
    show: Callable[[Page], None]
    game: str = "gomoku:15x15/5"
    moves: str = GOMOKU
    room: str = "play"
    on_phone: bool = False


def begin(host: str, token: str, view: View) -> None:
    """Makes the game of a view the newest of the studio: a person against a level, reviewed."""
    with connect(f"ws://{host}/ws", origin=Origin(f"http://{host}"), max_size=None) as opened:
        client = Client(opened)
        client.send(type="hello", token=token)
        seats = [{"kind": "human"}, {"kind": "level", "level": 6}]
        clock = {"seconds": 600.0, "increment": 5.0}
        client.send(type="new_game", game=view.game, moves=view.moves, seats=seats, clock=clock)
        state = client.until(lambda message: message["type"] == "state")
        client.send(type="review", game_id=state["game_id"], simulations=200)
        client.until(lambda each: each["type"] == "review" and each["state"] == "finished")


def analysed(page: Page) -> None:
    """The search, until its simulations are used up or the position is proven."""
    page.locator("#analyse").click()
    page.locator('.verdict[data-state="finished"]').wait_for(timeout=60_000)


def with_a_line(page: Page) -> None:
    """The same with the line of the best move on the board."""
    analysed(page)
    page.locator(".data:visible tbody tr").first.hover()
    page.locator(".preview .ghost").first.wait_for(state="attached")


def reviewed(page: Page) -> None:
    """The whole game reviewed, and one of its moves in view."""
    page.locator(".sec-head .actions .btn").click()
    page.locator(".report .row").first.wait_for(timeout=120_000)
    page.locator(".turning .mv").last.click()
    page.wait_for_timeout(300)


def page_of(button: str) -> Callable[[Page], None]:
    """A page of the panel, by the place of its button."""

    def show(page: Page) -> None:
        page.locator(button).click()
        page.locator(".page-head").wait_for()
        page.wait_for_timeout(600)

    return show


def stepped(page: Page) -> None:
    """The microscope at the simulation of its address."""
    page.locator("main:not([aria-busy]) .tree [data-node]").first.wait_for()
    page.wait_for_timeout(300)


def lessons(page: Page) -> None:
    """What it can look at."""
    stepped(page)
    page.locator(".side .select").click()
    page.locator(".lessons li").first.wait_for()
    page.wait_for_timeout(600)


def nothing(page: Page) -> None:
    """The view as it is."""
    page.wait_for_timeout(300)


def examined(page: Page) -> None:
    """A run, once its doctor has spoken."""
    page.locator(".finding").first.wait_for()
    page.wait_for_timeout(300)


def compared(page: Page) -> None:
    """Two runs in every chart."""
    examined(page)
    page.locator(".work-head select").first.select_option(index=1)
    page.locator(".chart path.s2").first.wait_for(state="attached")


def new_run(page: Page) -> None:
    """The form of a new run."""
    page.locator(".new-run").wait_for()


VIEWS = (
    View("play", with_a_line),
    View("analysis", analysed),
    View("review", reviewed, room="review"),
    View("connect4", analysed, "connect4", CONNECT_FOUR),
    View("othello", analysed, "othello", OTHELLO),
    View("tictactoe", nothing, "tictactoe", "b2a1"),
    View("new-game", page_of(".head .select")),
    View("files", page_of(".head .btn:nth-of-type(3)")),
    View("settings", page_of(".head .btn:nth-of-type(4)")),
    View("help", page_of(".rail-foot .rail-item:last-child")),
    View("phone", analysed, on_phone=True),
    View("phone-connect4", analysed, "connect4", CONNECT_FOUR, on_phone=True),
    View("microscope", stepped, room=f"{MICROSCOPE}/lesson=sign&at=24"),
    View("microscope-proof", stepped, room=f"{MICROSCOPE}/lesson=proof&at=33"),
    View("microscope-gomoku", stepped, room=f"{MICROSCOPE}/g=gomoku:15x15/5&m=h8i9h7g9&at=150"),
    View("microscope-lessons", lessons, room=MICROSCOPE),
    View("microscope-phone", stepped, room=f"{MICROSCOPE}/lesson=block-in-one&at=6", on_phone=True),
    View("training", examined, room=TRAINING),
    View("training-compared", compared, room=TRAINING),
    View("training-phone", examined, room=TRAINING, on_phone=True),
    View("training-new", new_run, room=f"{TRAINING}/+"),
)
README_PICTURES = {
    "studio": ("analysis", "en", "light"),
    "studio.zh": ("analysis", "zh", "light"),
    "studio-connect4": ("connect4", "en", "dark"),
    "studio-connect4.zh": ("connect4", "zh", "dark"),
    "studio-microscope": ("microscope", "en", "dark"),
    "studio-microscope.zh": ("microscope", "zh", "dark"),
    "studio-training": ("training", "en", "light"),
    "studio-training.zh": ("training", "zh", "light"),
}


def take(browser: Browser, host: str, view: View, language: str, theme: str) -> bytes:
    """A picture of a view."""
    context = browser.new_context(
        viewport=PHONE if view.on_phone else LARGE,
        has_touch=view.on_phone,
        device_scale_factor=2 if view.on_phone else 1,
    )
    chosen = {"language": language, "theme": theme, "simulations": SIMULATIONS}
    script = f"localStorage.setItem('tengen-studio', JSON.stringify({json.dumps(chosen)}))"
    context.add_init_script(f"if (!localStorage.getItem('tengen-studio')) {script}")
    page = context.new_page()
    page.goto(f"http://{host}/#/{view.room}")
    ready = ".board .stones use" if view.room in ("play", "review") else "main"
    page.locator(ready).first.wait_for(state="attached")
    view.show(page)
    picture = page.screenshot()
    context.close()
    return picture


def views(only: str, *, has_runs: bool) -> list[View]:
    """Those that are wanted and that there is something to show in."""
    wanted = [view for view in VIEWS if view.name.startswith(only)]
    return [view for view in wanted if has_runs or not view.room.startswith(TRAINING)]


def everything(browser: Browser, host: str, token: str, only: str, *, has_runs: bool) -> None:
    """Every view in both languages and themes."""
    ALL.mkdir(parents=True, exist_ok=True)
    for view in views(only, has_runs=has_runs):
        for language in ("en", "zh"):
            for theme in ("light", "dark"):
                begin(host, token, view)
                file = ALL / f"{view.name}-{language}-{theme}.png"
                file.write_bytes(take(browser, host, view, language, theme))
                print(file.relative_to(REPOSITORY))


def for_readmes(browser: Browser, host: str, token: str, only: str, *, has_runs: bool) -> None:
    """The chosen ones, with few colours so that the files are small."""
    known = {view.name: view for view in views(only, has_runs=has_runs)}
    for name, (view, language, theme) in README_PICTURES.items():
        if view not in known:
            continue
        begin(host, token, known[view])
        file = README / f"{name}.png"
        file.write_bytes(take(browser, host, known[view], language, theme))
        with Image.open(file) as picture:
            few = picture.convert("RGB").quantize(
                256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE
            )
        few.save(file, optimize=True)
        print(f"{file.relative_to(REPOSITORY)} {file.stat().st_size // 1024} kB")


def main() -> None:
    """All pictures, or those of the READMEs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--only", default="", help="views whose name begins so")
    parser.add_argument("--runs", type=Path, default=DEFAULT_FOLDER, help="folder of runs")
    options = parser.parse_args()
    shelf, has_runs = Shelf(runs=options.runs), bool(list_runs(options.runs))
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        sys.exit("the pictures need Chromium: `make browser` installs it")
    with running_studio(shelf) as (host, token), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        if options.readme:
            for_readmes(browser, host, token, options.only, has_runs=has_runs)
        else:
            everything(browser, host, token, options.only, has_runs=has_runs)
        browser.close()


if __name__ == "__main__":
    main()
