"""The microscope: one search, one simulation after another."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tengen import Limit, Search, load_game
from tengen.nets.choosing import choose_net
from tengen.play.searching import analysing_config
from tengen.studio.lessons import LESSONS
from tests.studio.browser.conftest import Studio, opened
from tests.studio.browser.steps import new_game, type_moves
from tests.studio.browser.test_everybody import AXE, findings, has_chinese

MINUS = "\N{MINUS SIGN}"
SHOWN = """() => ({
    title: document.querySelector("h1").textContent,
    rows: [...document.querySelectorAll(".choice table:first-of-type tbody tr")].map((row) =>
        [...row.cells].filter((cell) => cell.className !== "bars").map((each) => each.textContent)),
    chosen: document.querySelector(".choice tr[aria-current] .move")?.textContent ?? null,
    values: [...document.querySelectorAll(".path .v")].map((each) => each.textContent),
    visits: [...document.querySelectorAll(".path .node dd:first-of-type")]
        .map((each) => each.textContent),
})"""
NODES = """() => [...document.querySelectorAll(".tree [data-node]")]
    .map((each) => each.getAttribute("aria-label"))"""


def look(page: Page, address: str) -> None:
    """Opens the microscope by its address."""
    page.goto(page.url.split("#")[0] + f"#/microscope/{address}")
    page.locator("main:not([aria-busy]) .tree [data-node]").first.wait_for()


def wait_for(page: Page, number: int) -> None:
    title = page.locator("main:not([aria-busy]) h1")
    expect(title).to_have_text(f"Simulation {number:,}")


def step(page: Page, key: str, number: int) -> None:
    page.locator("main").press(key)
    wait_for(page, number)


def signed(value: float) -> str:
    text = f"{abs(value):.3f}"
    return text if float(text) == 0 else f"{MINUS if value < 0 else '+'}{text}"


def search_of(name: str, moves: str, **settings: Any) -> tuple[Search, Any]:
    """The search of `tengen explain`."""
    game = load_game(name)
    evaluator = choose_net(game).evaluator
    config = replace(analysing_config(game, evaluator), **settings)
    return Search(game, evaluator, config), game.position_from(moves)


def expected(trace: Any, position: Any, number: int) -> dict[str, Any]:
    """What the page should show of a trace."""
    rows = sorted(trace.choices[0].children, key=lambda child: child.action)
    return {
        "title": f"Simulation {number}",
        "rows": [
            [
                position.move_name(child.action),
                str(child.visits),
                f"{child.prior:.3f}",
                child.proof or signed(child.q),
                f"{child.u:.3f}",
                signed(child.m) if child.m else "0",
                signed(child.score),
            ]
            for child in rows
        ],
        "chosen": position.move_name(trace.path[0]),
        "values": [signed(backup.added) for backup in reversed(trace.backups)],
        "visits": [
            f"{backup.visits_before} → {backup.visits_after}"
            if backup.visits_before
            else str(backup.visits_after)
            for backup in reversed(trace.backups)
        ],
    }


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_stepped_through_shows_the_numbers_of_the_search(page: Page, name: str):
    lesson = LESSONS[name]
    search, position = search_of(lesson.game, lesson.moves, **lesson.settings)
    search.trace(position)
    look(page, f"lesson={name}&at=1")
    last = int(page.locator(".work-head p").inner_text().split()[1])
    for number in range(2, last + 1):
        step(page, "ArrowRight", number)
        assert page.evaluate(SHOWN) == expected(search.trace(position), position, number)
    expect(page.get_by_role("button", name="Step (→)")).to_be_disabled()


def test_a_lesson_says_something_new_on_its_way(page: Page):
    look(page, "lesson=block-in-one")
    said = [page.locator(".lesson .say").inner_text()]
    for number in (2, 4, 60):
        page.locator(".lesson .btn").last.click()
        wait_for(page, number)
        said.append(page.locator(".lesson .say").inner_text())
    assert len(set(said)) == 4
    values = page.locator(".choice tbody tr").nth(6).inner_text()
    assert re.findall(rf"Q ([+{MINUS}][\d.]+)", said[-1])[0] in values


def test_backwards_shows_what_forwards_showed(page: Page):
    look(page, "lesson=sign&at=1")
    drawing = "() => document.querySelector('main').innerHTML"
    forwards = {1: page.evaluate(drawing)}
    for number in range(2, 31):
        step(page, "ArrowRight", number)
        forwards[number] = page.evaluate(drawing)
    for number in range(29, 0, -1):
        step(page, "ArrowLeft", number)
        assert page.evaluate(drawing) == forwards[number], number
    step(page, "End", 30)
    assert page.evaluate(drawing) == forwards[30]


def test_the_tree_after_200_simulations_is_that_of_the_search(page: Page):
    look(page, "g=connect4&m=4435364&at=200")
    wait_for(page, 200)
    search, position = search_of("connect4", "4435364")
    search.run(position, Limit(simulations=200))
    visits = {"Root": 200}

    def note(view: Any, moves: list[str]) -> None:
        for child in view.children:
            if child.visits:
                names = [*moves, str(child.action + 1)]
                visits[" ".join(names)] = child.visits
                note(child.tree, names)

    note(search.explain(depth=60), [])
    seen = [
        re.fullmatch(r"(.+): visits (\d+), folded (\d+).*", each) for each in page.evaluate(NODES)
    ]
    assert len(seen) > 20
    assert all(each is not None and visits[each[1]] == int(each[2]) for each in seen)
    assert len(seen) + sum(int(each[3]) for each in seen if each) == len(visits)


def test_a_large_tree_is_folded_and_looked_into(page: Page):
    look(page, "g=connect4&net=mcts&at=3000")
    page.locator("h1", has_text="Simulation 3,000").wait_for(timeout=120_000)
    whole = page.evaluate(NODES)
    assert len(whole) < 120
    page.locator(".folded").first.click()
    page.get_by_role("button", name="Whole tree").wait_for()
    assert page.evaluate(NODES)[0] != whole[0]
    page.get_by_role("button", name="Whole tree").click()
    assert page.evaluate(NODES) == whole


def test_a_node_of_the_tree_shows_its_board(page: Page):
    look(page, "lesson=sign&at=20")
    item = page.locator('.tree [data-node="3"]')
    item.click()
    shown = page.locator(".side .node")
    expect(shown.locator(".mini")).to_be_visible()
    label = item.get_attribute("aria-label") or ""
    visits = re.search(r"visits (\d+)", label)
    assert visits is not None
    expect(shown.locator("dd").first).to_have_text(visits[1])
    page.locator("main").press("Home")
    wait_for(page, 1)
    expect(shown).to_be_hidden()


def test_the_tree_is_walked_with_the_keyboard(page: Page):
    look(page, "lesson=sign&at=20")
    page.locator('.tree [tabindex="0"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator('.tree [aria-selected="true"]').wait_for()
    wait_for(page, 20)
    expect(page.locator(".side .node .mini")).to_be_visible()


def test_two_pinned_moves_are_compared_from_step_to_step(page: Page):
    look(page, "lesson=sign&at=10")
    for move in ("4", "5"):
        page.get_by_role("button", name=f"Pin {move} to compare it").click()
    rows = page.locator(".pinned tbody tr")
    expect(rows).to_have_count(3)
    before = rows.nth(2).inner_text()
    step(page, "ArrowRight", 11)
    expect(rows).to_have_count(3)
    one, other, difference = (
        float(rows.nth(row).locator("td").last.inner_text().replace(MINUS, "-")) for row in range(3)
    )
    assert difference == pytest.approx(one - other, abs=0.0011)
    assert rows.nth(2).inner_text() != before


def test_a_simulation_is_shown_phase_by_phase(page: Page):
    look(page, "lesson=sign&at=8")
    nodes = page.locator(".path .node")
    count = nodes.count()
    page.get_by_role("button", name="Select").click()
    expect(nodes).to_have_count(count - 1)
    assert page.evaluate(NODES)[0].startswith("Root: visits 7")
    page.locator("main").press("2")
    expect(nodes).to_have_count(count)
    expect(page.locator(".path .v")).to_have_count(0)
    page.locator("main").press("3")
    expect(page.locator(".path .v")).to_have_count(1)
    page.locator("main").press("4")
    expect(page.locator(".path .v")).to_have_count(count)
    assert page.evaluate(NODES)[0].startswith("Root: visits 8")


def test_it_plays_by_itself_until_paused(page: Page):
    look(page, "lesson=win-in-one&at=1")
    page.get_by_role("button", name="Fast").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('h1').textContent.slice(11)) > 4")
    page.get_by_role("button", name="Pause").click()
    shown = page.locator("h1").inner_text()
    page.wait_for_timeout(500)
    assert page.locator("h1").inner_text() == shown
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("h1", has_text="Simulation 28").wait_for()
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_a_jump_beyond_the_end_searches_further(page: Page):
    look(page, "g=connect4&m=4435364&at=3")
    page.get_by_label("Go to").fill("350")
    page.get_by_label("Go to").press("Enter")
    wait_for(page, 350)
    expect(page.locator(".work-head p")).to_contain_text("of 350")


def test_a_lesson_is_a_link(page: Page):
    look(page, "lesson=proof&at=18")
    wait_for(page, 18)
    page.get_by_role("button", name="Copy link").click()
    page.locator(".notice", has_text="copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#/microscope/lesson=proof&at=18")
    step(page, "ArrowRight", 19)
    page.wait_for_function("() => location.hash.endsWith('at=19')")
    page.reload()
    page.locator(".tree [data-node]").first.wait_for()
    wait_for(page, 19)


def test_a_wrong_link_is_told_in_a_sentence(page: Page):
    page.goto(page.url.split("#")[0] + "#/microscope/lesson=nothing")
    expect(page.locator(".notice")).to_contain_text("there is no lesson")


def test_the_game_in_view_is_looked_into(page: Page):
    new_game(page, "connect4")
    type_moves(page, ["4", "4", "3"])
    page.get_by_role("link", name="Microscope").click()
    page.locator(".tree [data-node]").first.wait_for()
    page.locator(".side .select").click()
    page.get_by_role("button", name="The game in view").click()
    expect(page.locator(".work-head p")).to_contain_text("443 · Yellow to move")
    wait_for(page, 1)


def test_any_position_is_looked_into(page: Page):
    look(page, "")
    page.locator(".side .select").click()
    page.get_by_label("Game", exact=True).select_option("gomoku")
    page.get_by_label("Board and rule").select_option("gomoku:8x8/5")
    page.get_by_label("Moves").fill("d4 e5")
    page.get_by_label("Net").select_option("mcts")
    page.get_by_role("button", name="Look inside").click()
    expect(page.locator(".work-head p")).to_contain_text("random playouts")
    wait_for(page, 1)
    step(page, "ArrowRight", 2)
    assert page.locator(".path .mini").count() == 2


def test_a_wrong_move_leaves_the_form_open_with_the_refusal_beside_it(page: Page):
    look(page, "")
    page.locator(".side .select").click()
    page.get_by_label("Game", exact=True).select_option("gomoku")
    moves = page.get_by_label("Moves")
    moves.fill("h8 i9 h8")
    page.get_by_role("button", name="Look inside").click()
    refusal = page.locator(".side .fault")
    expect(refusal).to_have_text("h8 is taken: choose an empty cell.")
    expect(moves).to_have_value("h8 i9 h8")
    expect(moves).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".work-head p")).to_contain_text("Connect Four")
    moves.fill("h8 i9 h7")
    expect(refusal).to_be_hidden()
    page.get_by_role("button", name="Look inside").click()
    expect(page.locator(".work-head p")).to_contain_text("h8i9h7 · White to move")
    expect(moves).to_be_hidden()


def test_a_game_without_a_net_or_a_board_is_looked_into(page: Page):
    look(page, "g=hex:7x7&at=12")
    wait_for(page, 12)
    assert page.locator(".path .node").count() > 1


def test_the_language_changes_without_losing_the_place(page: Page):
    look(page, "lesson=noise&at=7")
    wait_for(page, 7)
    page.get_by_role("button", name="中文").click()
    page.locator("h1", has_text="第 7 次模拟").wait_for()
    assert has_chinese(page.locator(".lesson .say").inner_text())
    english = re.findall(r"[A-Za-z]{4,}", page.locator("main").inner_text())
    assert set(english) <= {"connect"}
    page.get_by_role("button", name="English").click()
    wait_for(page, 7)


def test_a_new_connection_makes_the_same_search_again(browser: Browser, studio: Studio):
    context = browser.new_context(locale="en-GB")
    view, sockets = context.new_page(), []

    def note(socket: Any) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    view.route_web_socket(re.compile("/ws$"), note)
    view.goto(studio.address)
    look(view, "lesson=sign&at=9")
    wait_for(view, 9)
    before = view.evaluate(SHOWN)
    sockets[0].close()
    view.locator(".banner", has_text="Connection lost").wait_for()
    expect(view.locator(".banner")).to_be_hidden()
    assert len(sockets) == 2
    wait_for(view, 9)
    step(view, "ArrowRight", 10)
    step(view, "ArrowLeft", 9)
    assert view.evaluate(SHOWN) == before
    context.close()


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: `make check` does it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["proof", "noise"])
def test_axe_finds_nothing_serious(page: Page, scheme: Any, name: str):
    page.emulate_media(color_scheme=scheme)
    look(page, f"lesson={name}&at=30")
    page.locator('.tree [data-node="2"]').click()
    page.locator(".choice tbody tr").first.click()
    page.locator(".pinned").wait_for()
    assert findings(page) == []
    page.locator(".side .select").click()
    page.locator(".lessons li").first.wait_for()
    assert findings(page, ".side") == []


@pytest.fixture(params=[(390, 844), (820, 1180), (1280, 720), (1920, 1080)])
def sized(request: Any, browser: Browser, studio: Studio) -> Iterator[tuple[Page, int]]:
    width, height = request.param
    for view in opened(browser, studio, {"viewport": {"width": width, "height": height}}):
        yield view, width


def test_nothing_is_cut_off(sized: tuple[Page, int]):
    page, width = sized
    look(page, "lesson=block-in-one&at=40")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    if width < 500:
        assert findings(page) == []
        small = page.evaluate("""() => [...document.querySelectorAll(".work button")]
            .filter((each) => each.checkVisibility())
            .filter((each) => each.getBoundingClientRect().height < 36).length""")
        assert small == 0
