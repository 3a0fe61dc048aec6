"""The tree of variations, reviews, files, links and positions that were set up."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.studio.browser.steps import cell, new_game, stones, type_moves, wait_spoken

GAME = ["h8", "i9", "h7", "h9", "g9", "i7"]


def review_room(page: Page, moves: list[str]) -> None:
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, moves)
    page.get_by_role("link", name="Review").click()
    page.get_by_role("heading", name="Report").wait_for()
    page.locator("main").focus()


def test_keys_walk_through_the_game(page: Page):
    review_room(page, GAME)
    for key, move in (
        ("Home", None),
        ("ArrowRight", "h8"),
        ("ArrowRight", "i9"),
        ("ArrowLeft", "h8"),
        ("End", "i7"),
    ):
        page.keyboard.press(key)
        expect(page.locator(".mv[aria-current]")).to_have_count(0 if move is None else 1)
        if move is not None:
            expect(page.locator(".mv[aria-current]")).to_contain_text(move)


def test_another_move_begins_a_variation_that_can_be_promoted(page: Page):
    review_room(page, GAME)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".mv[aria-current]")).to_contain_text("g9")
    cell(page, "j10").click()
    page.locator(".var .mv[aria-current]", has_text="j10").wait_for()
    page.locator("main").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".mv[aria-current]")).to_contain_text("i7")
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Make main line").click()
    page.locator(".moves > .mv[aria-current]", has_text="j10").wait_for()
    page.get_by_role("button", name="Delete from here").click()
    page.get_by_role("button", name="Really delete?").click()
    expect(page.locator(".mv", has_text="j10")).to_have_count(0)


def test_in_review_nobody_answers_and_afterwards_the_opponent_is_back(page: Page):
    new_game(page, "connect4", mode="Against Tengen")
    cell(page, "column 4, row 1").click()
    wait_spoken(page, "Yellow played")
    page.get_by_role("link", name="Review").click()
    page.locator("main").focus()
    page.keyboard.press("Home")
    wait_spoken(page, "Red to move")
    type_moves(page, ["1", "2"])
    assert stones(page) == 2
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator(".player", has_text="Level 3")).to_have_count(0)
    page.get_by_role("link", name="Play").click()
    page.locator(".player", has_text="Level 3").wait_for()


def test_a_whole_game_is_reviewed_in_plain_words(page: Page):
    review_room(page, [*GAME, "a1", "g8"])
    page.get_by_role("button", name="Review whole game").click()
    page.get_by_role("button", name="Review again").wait_for(timeout=60_000)
    expect(page.locator(".report .row")).to_have_count(2)
    expect(page.locator(".report .say").first).not_to_be_empty()
    expect(page.locator(".graph .curve").first).to_be_visible()
    page.locator(".turning .mv", has_text="a1").click()
    expect(page.locator(".mv[aria-current]").first).to_contain_text("a1")


def test_the_graph_of_connect_four_has_a_row_of_exact_results(page: Page):
    new_game(page, "connect4")
    type_moves(page, list("441"))
    page.get_by_role("link", name="Review").click()
    page.get_by_role("button", name="Review whole game").click()
    page.get_by_role("button", name="Review again").wait_for(timeout=60_000)
    expect(page.locator(".graph .exact")).to_have_count(4)
    page.get_by_role("heading", name="and the exact result").wait_for()


def test_the_graph_reads_out_by_keyboard(page: Page):
    review_room(page, GAME[:4])
    page.get_by_role("button", name="Review whole game").click()
    page.get_by_role("button", name="Review again").wait_for(timeout=60_000)
    chart = page.get_by_role("slider")
    chart.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_contain_text("Move 1, h8")
    page.keyboard.press("Enter")
    expect(page.locator(".mv[aria-current]")).to_contain_text("h8")


def test_a_permalink_opens_the_same_position(page: Page):
    review_room(page, GAME)
    page.get_by_role("button", name="Copy link").click()
    page.locator(".notice", has_text="Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    other.goto(link)
    other.locator("[aria-label^='i7, White']").wait_for(state="attached")
    assert stones(other) == len(GAME)


def test_a_comment_belongs_to_the_move_that_was_in_view_when_its_writing_began(page: Page):
    new_game(page, "gomoku", size="gomoku:9x9/5")
    type_moves(page, ["e5", "f5"])
    page.get_by_role("link", name="Review").click()
    box = page.get_by_label("Comment")
    box.click()
    page.keyboard.type("about f5")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".mv", has_text="e5").click()
    expect(page.locator(".mv[aria-current]")).to_contain_text("e5")
    page.locator("main").focus()
    expect(page.locator(".mv", has_text="f5")).to_have_attribute("title", "about f5")
    expect(box).to_have_value("")


def test_a_broken_link_is_told_and_leaves_a_page_that_works(page: Page):
    other = page.context.new_page()
    problems: list[str] = []
    other.on("pageerror", lambda error: problems.append(str(error)))
    other.goto(page.url.partition("#")[0] + "#g=%E0%A4%A")
    other.locator(".notice.error", has_text="This link is broken").wait_for()
    other.wait_for_selector(".board")
    new_game(other, "tictactoe")
    assert problems == []


def test_a_gbk_file_is_opened(page: Page, tmp_path: Path):
    file = tmp_path / "对局.sgf"
    text = "(;GM[4]SZ[15]CA[GBK]PB[古力]PW[柯洁];B[hh];W[ig]C[好棋])"
    file.write_bytes(text.encode("gbk"))
    page.get_by_role("button", name="Import, export").click()
    page.get_by_label("File:").set_input_files(file)
    page.get_by_role("heading", name="Report").wait_for()
    expect(page.locator(".moves .mv")).to_have_count(2)
    page.locator("main").focus()
    page.keyboard.press("End")
    expect(page.get_by_label("Comment")).to_have_value("好棋")


def test_games_and_pictures_are_saved(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, GAME)
    page.get_by_role("button", name="Import, export").click()
    for name, beginning in (
        ("Save as SGF", b"(;"),
        ("Picture (SVG)", b"<svg"),
        ("Picture (PNG)", b"\x89PNG"),
    ):
        with page.expect_download() as waiting:
            page.get_by_text(name).click()
        assert Path(waiting.value.path()).read_bytes().startswith(beginning)


def test_a_psq_file_that_was_saved_is_opened_again(page: Page, tmp_path: Path):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, GAME)
    page.get_by_role("button", name="Import, export").click()
    with page.expect_download() as waiting:
        page.get_by_text("Save as PSQ").click()
    file = tmp_path / "game.psq"
    waiting.value.save_as(file)
    assert file.read_text().startswith("Piskvorky 15x15")
    page.get_by_label("File:").set_input_files(file)
    page.get_by_role("heading", name="Report").wait_for()
    expect(page.locator(".moves .mv")).to_have_count(len(GAME))
    page.locator("main").focus()
    page.keyboard.press("End")
    page.locator("[aria-label^='i7, White']").wait_for(state="attached")
    assert stones(page) == len(GAME)


def test_any_position_can_be_set_up(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    page.get_by_role("button", name="Import, export").click()
    page.get_by_role("button", name="Set up a position").click()
    cell(page, "h8").click()
    page.locator("[aria-label^='h8, Black']").wait_for(state="attached")
    cell(page, "h8").click()
    page.locator("[aria-label^='h8, White']").wait_for(state="attached")
    cell(page, "a1").click()
    page.get_by_text("This position can be played.").wait_for()
    page.get_by_role("button", name="Play from this position").click()
    page.locator(".page-head").wait_for(state="detached")
    assert stones(page) == 2
