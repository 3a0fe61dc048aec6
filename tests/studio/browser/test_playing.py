"""Games on the page, by mouse, by keyboard, by finger."""

import pytest
from playwright.sync_api import Page, expect

from tests.studio.browser.steps import cell, new_game, spoken, stones, type_moves, wait_spoken


def test_a_game_is_won_by_mouse(page: Page):
    new_game(page, "gomoku", size="gomoku:6x6/4")
    for name in ("b2", "a1", "c2", "a2", "d2", "a3", "e2"):
        cell(page, name).click()
        wait_spoken(page, f"played {name}")
    assert "Black wins" in spoken(page)
    assert page.locator(".winline").count() == 1
    assert page.locator(".board.open").count() == 0


def test_a_game_is_won_by_keyboard_alone(page: Page):
    new_game(page, "tictactoe")
    page.locator('.board [tabindex="0"]').focus()
    for keys, name in (
        (["Enter"], "b2"),
        (["ArrowUp", "Enter"], "b3"),
        (["ArrowLeft", "Enter"], "a3"),
        (["ArrowRight", "ArrowRight", "Enter"], "c3"),
        (["ArrowDown", "ArrowDown", "Enter"], "c1"),
    ):
        for key in keys:
            page.keyboard.press(key)
        wait_spoken(page, f"played {name}")
    assert "X wins" in spoken(page)


def test_moves_can_be_typed_and_illegal_ones_are_refused(page: Page):
    new_game(page, "connect4")
    type_moves(page, list("4444"))
    box = page.get_by_label("Type a move")
    box.fill("9")
    box.press("Enter")
    page.locator(".notice.error").wait_for()
    assert box.get_attribute("aria-invalid") == "true"
    assert stones(page) == 4


def test_a_refused_move_is_typed_over_and_goes_with_its_position(page: Page):
    new_game(page, "connect4")
    box = page.get_by_label("Type a move")
    box.fill("9")
    box.press("Enter")
    expect(box).to_have_attribute("aria-invalid", "true")
    page.keyboard.type("4")
    expect(box).to_have_value("4")
    box.fill("9")
    box.press("Enter")
    expect(box).to_have_attribute("aria-invalid", "true")
    page.locator('[role="gridcell"]').first.click()
    expect(page.locator(".stones use")).to_have_count(1)
    expect(box).to_have_value("")


def test_undo_and_redo(page: Page):
    new_game(page, "gomoku", size="gomoku:9x9/5")
    type_moves(page, ["e5", "f5"])
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Undo").click()
    cell(page, "f5").and_(page.locator("[aria-label='f5, empty']")).wait_for(state="attached")
    assert stones(page) == 1
    page.get_by_role("button", name="Redo").click()
    page.locator("[aria-label^='f5, White']").wait_for(state="attached")
    assert stones(page) == 2


def test_a_level_answers(page: Page):
    new_game(page, "connect4", mode="Against Tengen")
    cell(page, "column 4, row 1").click()
    wait_spoken(page, "Yellow played")
    assert stones(page) == 2


def test_a_gomocup_engine_answers(page: Page):
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("gomoku")
    page.get_by_label("Board and rule").select_option("gomoku:15x15/5")
    page.get_by_label("Opponent").select_option("engine")
    expect(page.get_by_label("Engine", exact=True)).to_have_value("honest")
    page.get_by_role("button", name="Start game").click()
    page.locator(".player", has_text="honest").wait_for()
    cell(page, "h8").click()
    wait_spoken(page, "White played")
    assert stones(page) == 2


def test_two_programs_play_until_they_are_paused(page: Page):
    new_game(page, "gomoku", mode="Watch two players", size="gomoku:9x9/5")
    wait_spoken(page, "White played")
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("Paused:").wait_for()
    before = stones(page)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".stones use")).not_to_have_count(before)


def test_resigning_asks_once_more(page: Page):
    new_game(page, "gomoku", mode="Against Tengen", size="gomoku:6x6/4")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    wait_spoken(page, "White wins")


@pytest.mark.parametrize("width", [1325, 1360, 1440])
def test_the_question_about_resigning_pushes_nothing_over_the_panel(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 860})
    new_game(page, "gomoku", mode="Against Tengen", size="gomoku:15x15/5")
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Really resign?")).to_be_visible()
    submit, panel = (
        page.locator(".entry .btn").bounding_box(),
        page.locator(".panel").bounding_box(),
    )
    assert submit is not None
    assert panel is not None
    assert submit["x"] + submit["width"] < panel["x"]


def test_the_question_about_resigning_stays_while_the_other_side_moves(page: Page):
    new_game(page, "gomoku", mode="Against Tengen", size="gomoku:6x6/4")
    cell(page, "c3").click()
    page.get_by_role("button", name="Resign").click()
    wait_spoken(page, "White played")
    expect(page.get_by_role("button", name="Really resign?")).to_be_visible()


def test_a_long_text_in_the_move_box_moves_nothing(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    submit = page.locator(".entry .btn")
    before = submit.bounding_box()
    page.get_by_label("Type a move").fill("x" * 300)
    assert submit.bounding_box() == before
    assert page.get_by_label("Type a move").input_value() == "x" * 60


def test_the_move_box_shows_how_moves_are_written(page: Page):
    for family, example in (("connect4", "4"), ("gomoku", "h8")):
        new_game(page, family)
        expect(page.get_by_label("Type a move")).to_have_attribute("placeholder", example)


def test_the_legal_points_of_othello_are_marked(page: Page):
    new_game(page, "othello")
    expect(page.locator(".may circle")).to_have_count(4)
    type_moves(page, ["d3"])
    expect(page.locator(".may circle")).to_have_count(3)
    new_game(page, "gomoku")
    expect(page.locator(".may circle")).to_have_count(0)


def test_a_thinking_player_counts_its_visits(page: Page):
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("connect4")
    page.get_by_label("Opponent").select_option("mcts")
    page.get_by_role("button", name="seconds").click()
    page.get_by_label("A move may take").first.fill("30")
    page.get_by_role("button", name="Start game").click()
    cell(page, "column 4, row 1").click()
    counted = page.locator(".player", has_text="thinking:").locator("span")
    expect(counted).to_contain_text("visits")
    before = counted.inner_text()
    expect(counted).not_to_have_text(before)


def test_the_speed_of_two_programs_is_chosen_before_they_begin(page: Page):
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("tictactoe")
    page.get_by_role("button", name="Watch two players").click()
    page.locator(".form").get_by_role("button", name="5", exact=True).last.click()
    page.get_by_role("button", name="Start game").click()
    speeds = page.locator(".sec").get_by_role("group", name="Seconds a move")
    expect(speeds.get_by_role("button", name="5")).to_have_attribute("aria-pressed", "true")


def test_a_hint_is_spoken_and_ringed(page: Page):
    new_game(page, "connect4")
    type_moves(page, list("4433"))
    page.locator("main").press("h")
    page.locator(".hint-ring").wait_for(state="attached")
    assert spoken(page)


def test_swap2_says_what_to_do(page: Page):
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("gomoku")
    page.get_by_label("Board and rule").select_option("gomoku:15x15/5")
    page.get_by_role("button", name="Two people").click()
    page.get_by_role("button", name="White begins").click()
    page.get_by_role("button", name="Swap2").click()
    expect(page.get_by_role("button", name="White begins")).to_be_hidden()
    page.get_by_role("button", name="Start game").click()
    page.get_by_role("heading", name="Swap2 opening").wait_for()
    for name in ("h8", "i9", "g7"):
        cell(page, name).click()
        wait_spoken(page, name)
    wait_spoken(page, "Player 2 takes black, takes white, or places two more stones.")
    page.get_by_role("button", name="Play Black").click()
    wait_spoken(page, "Player 2 chose black. Black: Player 2. White: Player 1.")
    page.locator(".say", has_text="Player 2 chose black.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Place two more").click()
    cell(page, "a1").click()
    wait_spoken(page, "a1")
    page.get_by_role("heading", name="Swap2 opening").wait_for()


def test_a_users_own_game_is_played(page: Page):
    new_game(page, "own")
    cell(page, "d4").click()
    wait_spoken(page, "played d4")


def test_a_reload_keeps_the_game(page: Page):
    new_game(page, "gomoku", size="gomoku:9x9/5")
    type_moves(page, ["e5", "f5", "e6"])
    page.reload()
    page.locator("[aria-label^='e6, Black']").wait_for(state="attached")
    assert stones(page) == 3


def test_on_a_phone_the_first_tap_aims_and_the_button_places(phone: Page):
    new_game(phone, "gomoku", size="gomoku:15x15/5")
    cell(phone, "h8").tap()
    phone.get_by_role("button", name="Play h8").wait_for()
    assert stones(phone) == 0
    phone.get_by_role("button", name="Play h8").tap()
    wait_spoken(phone, "played h8")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
