"""What a person does with the page."""

from playwright.sync_api import Locator, Page, expect


def new_game(page: Page, family: str, mode: str = "Two people", size: str | None = None) -> None:
    """Chooses a game on the panel's page and begins it."""
    page.get_by_role("button", name="New game", exact=False).first.click()
    page.get_by_label("Game", exact=True).select_option(family)
    if size is not None:
        page.get_by_label("Board and rule").select_option(size)
    page.get_by_role("button", name=mode).click()
    page.get_by_role("button", name="Start game").click()
    page.locator(".page-head").wait_for(state="detached")


def type_moves(page: Page, moves: list[str]) -> None:
    """Plays moves by the box below the board."""
    box = page.get_by_label("Type a move")
    for move in moves:
        box.fill(move)
        box.press("Enter")
        expect(box).to_have_value("")


def enter_review(page: Page) -> None:
    """Goes to the review and waits for it: the room before has buttons of the same name."""
    page.get_by_role("link", name="Review").click()
    page.get_by_role("heading", name="Report").wait_for()


def leave_review(page: Page) -> None:
    """Goes back to the game and waits for it: in the review moves are only tried."""
    page.get_by_role("link", name="Play").click()
    page.get_by_role("heading", name="Report").wait_for(state="detached")


def cell(page: Page, name: str) -> Locator:
    """A cell of the board by the beginning of its label, such as `h8`."""
    return page.locator(f'[role="gridcell"][aria-label^="{name},"]')


def spoken(page: Page) -> str:
    """The line that screen readers hear."""
    return str(page.locator(".board-box [role=status]").inner_text())


def wait_spoken(page: Page, text: str) -> None:
    """Waits until the line says something."""
    page.locator(".board-box [role=status]", has_text=text).wait_for(state="attached")


def stones(page: Page) -> int:
    """How many stones lie on the board, once what has arrived is drawn."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    return int(page.locator(".stones use").count())
