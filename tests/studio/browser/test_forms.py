"""Forms of the panel: a wrong entry is explained beside its field, and nothing begins with it."""

from playwright.sync_api import Page, Route, expect

from tests.studio.browser.steps import new_game, stones, type_moves, wait_spoken


def open_new_game(page: Page) -> None:
    page.get_by_role("button", name="New game").first.click()
    page.get_by_label("Game", exact=True).select_option("gomoku")


def test_a_number_out_of_range_is_said_and_begins_no_game(page: Page):
    open_new_game(page)
    page.get_by_label("Board and rule").select_option("other")
    width = page.get_by_label("Width")
    width.fill("99")
    width.press("Tab")
    expect(width).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Start game").click()
    expect(width).to_be_focused()
    expect(page.get_by_text("Enter a whole number from 3 to 20.")).to_be_visible()
    expect(width).to_have_accessible_description("Enter a whole number from 3 to 20.")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    width.fill("9")
    page.get_by_label("Height").fill("9")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator(".head .select")).to_contain_text("Gomoku · 9")


def test_the_rule_names_the_length_of_the_line(page: Page):
    open_new_game(page)
    page.get_by_label("Board and rule").select_option("other")
    page.get_by_label("In a row").fill("4")
    page.get_by_label("In a row").press("Tab")
    page.get_by_role("button", name="free-style: 4 or more win").wait_for()
    page.get_by_role("button", name="exactly 4").wait_for()


def test_a_clock_must_be_a_number_only_while_it_is_wanted(page: Page):
    open_new_game(page)
    page.get_by_label("Board and rule").select_option("gomoku:6x6/4")
    page.get_by_role("button", name="Timed").click()
    minutes = page.get_by_label("Minutes each")
    minutes.fill("")
    minutes.press("Tab")
    expect(minutes).to_have_attribute("aria-invalid", "true")
    page.get_by_text("Enter a number from 0.1 to 1440.").wait_for()
    page.get_by_role("button", name="Start game").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    page.get_by_role("button", name="No clock").click()
    page.get_by_role("button", name="Start game").click()
    page.locator(".page-head").wait_for(state="detached")


def test_a_wrong_budget_of_a_player_begins_no_game(page: Page):
    open_new_game(page)
    page.get_by_role("button", name="Against Tengen").click()
    page.get_by_label("Opponent").select_option("mcts")
    budget = page.get_by_label("A move may take").first
    budget.fill("1.5")
    page.get_by_role("button", name="Start game").click()
    expect(budget).to_have_attribute("aria-invalid", "true")
    page.get_by_text("Enter a whole number from 1 to 1000000000.").wait_for()


def test_nobody_can_be_chosen_before_the_players_of_a_game_are_known(page: Page):
    page.get_by_role("button", name="New game").first.click()
    opponent = page.get_by_label("Opponent")
    expect(opponent).to_be_enabled()
    answer = ask_for_othello_and_hold_the_answer(page)
    expect(opponent).to_be_disabled()
    answer.continue_()
    expect(opponent).to_be_enabled()


def test_a_late_answer_about_the_game_leaves_the_clock_alone(page: Page):
    page.get_by_role("button", name="New game").first.click()
    expect(page.get_by_label("Opponent")).to_be_enabled()
    answer = ask_for_othello_and_hold_the_answer(page)
    page.get_by_role("button", name="Timed").click()
    minutes = page.get_by_label("Minutes each")
    minutes.fill("3")
    answer.continue_()
    expect(page.get_by_label("Opponent")).to_be_enabled()
    expect(minutes).to_be_focused()
    expect(minutes).to_have_value("3")


def ask_for_othello_and_hold_the_answer(page: Page) -> Route:
    """Chooses the game; who can play it is not told before the answer is let go."""
    held: list[Route] = []
    page.route("**/api/opponents?*", lambda route: held.append(route))
    with page.expect_request("**/api/opponents?*"):
        page.get_by_label("Game", exact=True).select_option("othello")
    while not held:
        page.wait_for_timeout(10)
    return held[0]


def test_a_search_setting_out_of_range_is_not_taken(page: Page):
    page.get_by_role("button", name="Search settings").click()
    setting = page.get_by_label("c_init")
    usual = setting.input_value()
    setting.fill("-4")
    setting.press("Tab")
    expect(setting).to_have_attribute("aria-invalid", "true")
    page.get_by_text("Enter a number", exact=False).wait_for()
    kept = page.evaluate("JSON.parse(localStorage.getItem('tengen-studio')).settings")
    assert kept == {}
    setting.fill(usual)
    setting.press("Tab")
    expect(setting).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Enter a number", exact=False)).to_have_count(0)


def test_the_range_is_said_in_chinese_too(page: Page):
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="新对局").first.click()
    page.get_by_label("棋类").select_option("gomoku")
    page.get_by_label("棋盘与规则").select_option("other")
    page.get_by_label("宽").fill("99")
    page.get_by_role("button", name="开始", exact=True).click()
    page.get_by_text("请输入 3 到 20 之间的整数。").wait_for()


def test_the_players_of_a_running_game_are_changed(page: Page):
    new_game(page, "connect4")
    type_moves(page, ["4"])
    page.get_by_role("button", name="Change players").click()
    seats = page.locator(".seat")
    expect(seats.nth(0).get_by_label("Player")).to_have_value("human")
    seats.nth(1).get_by_label("Player").select_option("random")
    page.locator(".actions").get_by_role("button", name="Change players").click()
    wait_spoken(page, "Yellow played")
    expect(page.locator(".player").nth(1)).to_contain_text("Random")
    assert stones(page) == 2


def test_on_a_phone_the_players_can_be_changed_too(phone: Page):
    new_game(phone, "tictactoe")
    phone.get_by_role("button", name="Change players").tap()
    phone.locator(".seat").nth(0).get_by_label("Player").select_option("random")
    phone.locator(".actions").get_by_role("button", name="Change players").tap()
    wait_spoken(phone, "X played")
