"""The tree of variations, reviews, files, links and positions that were set up."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.studio.browser.steps import (
    cell,
    enter_review,
    leave_review,
    new_game,
    stones,
    type_moves,
    wait_spoken,
)

GAME = ["h8", "i9", "h7", "h9", "g9", "i7"]


def review_room(page: Page, moves: list[str]) -> None:
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, moves)
    enter_review(page)
    page.locator("main").focus()


def test_the_players_of_a_file_are_shown_by_name(page: Page):
    page.get_by_role("button", name="Import, export").click()
    page.get_by_label("Or paste").fill("(;GM[4]SZ[15]PB[Shu & Co]PW[<b>Ken</b>];B[hh])")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".player b").nth(0)).to_have_text("Shu & Co")
    expect(page.locator(".player b").nth(1)).to_have_text("<b>Ken</b>")
    page.get_by_role("button", name="Import, export").click()
    expect(page.get_by_role("link", name="Save as PSQ")).to_be_visible()


def test_a_copied_link_can_be_pasted_as_a_record(page: Page):
    page.get_by_role("button", name="Import, export").click()
    page.get_by_label("Or paste").fill(f"{page.url.split('#')[0]}#g=connect4&m=445")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".stones use")).to_have_count(3)
    page.get_by_role("button", name="Import, export").click()
    expect(page.get_by_role("link", name="Save as SGF")).to_be_visible()
    assert page.get_by_role("link", name="Save as PSQ").count() == 0


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


def test_keys_in_quick_succession_lose_no_step(page: Page):
    review_room(page, GAME)
    back = "key: 'ArrowLeft', bubbles: true"
    press = f"document.body.dispatchEvent(new KeyboardEvent('keydown', {{ {back} }}))"
    page.evaluate(f"() => {{ for (let step = 0; step < 4; step++) {press} }}")
    expect(page.locator(".stones use")).to_have_count(len(GAME) - 4)
    page.evaluate(f"() => {{ {press} }}")
    expect(page.locator(".stones use")).to_have_count(len(GAME) - 5)


def test_arrows_walk_through_the_game_after_a_click_on_the_board(page: Page):
    review_room(page, GAME)
    cell(page, "d4").click()
    expect(page.locator(".stones use")).to_have_count(7)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".stones use")).to_have_count(6)
    page.keyboard.press("Home")
    expect(page.locator(".stones use")).to_have_count(0)


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
    enter_review(page)
    page.locator("main").focus()
    page.keyboard.press("Home")
    wait_spoken(page, "Red to move")
    type_moves(page, ["1", "2"])
    assert stones(page) == 2
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator(".player", has_text="Level 3")).to_have_count(0)
    leave_review(page)
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
    enter_review(page)
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
    enter_review(page)
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
    page.get_by_text("Press a point: Black, then White, then empty again.").wait_for()
    cell(page, "a1").click()
    cell(page, "b1").click()
    page.get_by_role("button", name="Black", exact=True).click()
    page.get_by_text("This position can be played.").wait_for()
    page.get_by_role("button", name="Play from this position").click()
    page.locator(".page-head").wait_for(state="detached")
    assert stones(page) == 3
    cell(page, "c1").click()
    wait_spoken(page, "Black played c1")


def test_set_up_discs_fall_in_their_column(page: Page):
    new_game(page, "connect4")
    page.get_by_role("button", name="Import, export").click()
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_text("Press a disc: Red, then Yellow").wait_for()
    cell(page, "column 4, row 5").click()
    page.locator("[aria-label^='column 4, row 1, Red']").wait_for(state="attached")
    cell(page, "column 4, row 6").click()
    page.locator("[aria-label^='column 4, row 2, Red']").wait_for(state="attached")
    for colour in ("Yellow", "Red"):
        cell(page, "column 4, row 1").click()
        page.locator(f"[aria-label^='column 4, row 1, {colour}']").wait_for(state="attached")
    for label in ("Yellow", "empty"):
        cell(page, "column 4, row 2").click()
        page.locator(f"[aria-label^='column 4, row 2, {label}']").wait_for(state="attached")
    page.get_by_text("This position can be played.").wait_for()


def reviewed_room(page: Page, moves: list[str]) -> None:
    review_room(page, moves)
    page.get_by_role("button", name="Review whole game").click()
    page.get_by_role("button", name="Review again").wait_for(timeout=60_000)


BAD = [*GAME, "a1", "g8"]


def test_a_reload_and_a_second_tab_show_the_report(page: Page):
    reviewed_room(page, BAD)
    report = page.locator(".report").inner_text()
    page.reload()
    expect(page.locator(".report .row")).to_have_count(2)
    assert page.locator(".report").inner_text() == report
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".report .row")).to_have_count(2)


def test_a_second_tab_shows_how_far_a_review_is(page: Page):
    review_room(page, BAD)
    page.get_by_role("button", name="thorough").click()
    page.get_by_role("button", name="Review whole game").click()
    page.get_by_role("progressbar").wait_for()
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text(f"of {len(BAD) + 1} positions").wait_for()
    other.get_by_role("button", name="Stop").click()
    page.get_by_role("progressbar").wait_for(state="hidden")


def test_a_better_move_hangs_below_a_bad_one_and_becomes_a_variation(page: Page):
    reviewed_room(page, BAD)
    better = page.locator(".var", has_text="7 · Better").locator(".mv")
    line = better.inner_text().split()[:-1]
    better.click()
    expect(page.locator(".var .mv[aria-current]")).to_contain_text(line[0])
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".var .mv[aria-current]")).to_contain_text(line[1])
    expect(page.locator(".var", has_text="7 · Better")).to_have_count(0)


def test_the_mark_of_a_bad_move_and_the_better_point_are_on_the_board(page: Page):
    reviewed_room(page, BAD)
    page.locator(".turning .mv", has_text="a1").click()
    page.locator(".badge").wait_for(state="attached")
    assert page.locator(".hint-ring.better").count() == 1
    wait_spoken(page, "Move 7, a1: a")
    label = page.locator("[aria-label^='a1, Black, last move, ']").get_attribute("aria-label")
    assert label.split(", ")[3] in ("inaccuracy", "mistake", "blunder")
    assert page.locator("[aria-label*='empty, Better']").count() == 1
    leave_review(page)
    page.locator(".badge").wait_for(state="detached")


def test_keys_and_counts_jump_to_the_next_mistake(page: Page):
    reviewed_room(page, BAD)
    marked = page.locator(".moves > .mv:has(.mk)").all_inner_texts()
    page.locator("main").focus()
    page.keyboard.press("Home")
    for text in marked:
        page.keyboard.press("e")
        expect(page.locator(".moves > .mv[aria-current]")).to_have_text(text.replace("\n", ""))
    page.keyboard.press("Shift+E")
    expect(page.locator(".moves > .mv[aria-current]")).not_to_have_text(marked[-1])
    count = page.locator(".report .count:not([disabled])").first
    count.click()
    expect(page.locator(".moves > .mv[aria-current] .mk")).to_have_count(1)


def test_a_line_of_the_table_becomes_a_variation(page: Page):
    review_room(page, GAME)
    page.get_by_role("button", name="Analyse").click()
    line = page.locator(".data:visible tbody tr").first.locator(".line button")
    line.wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Continue").wait_for()
    moves = line.inner_text().split()
    line.click()
    expect(page.locator(".mv[aria-current]")).to_contain_text(moves[0])
    expect(page.locator(".moves .mv")).to_have_count(len(GAME) + len(moves))


def test_the_curve_goes_on_where_only_the_computer_has_looked(page: Page):
    new_game(page, "connect4", mode="Against Tengen")
    for moves in (2, 4, 6):
        type_moves(page, ["1" if moves < 6 else "7"])
        expect(page.locator(".moves .mv")).to_have_count(moves)
    curve = page.locator(".graph .s1")
    expect(curve).to_have_attribute("d", re.compile(r"^M[^M]*L[^M]*L[^M]*$"))


def test_a_mistake_can_be_bettered_without_seeing_the_answer(page: Page):
    reviewed_room(page, BAD)
    answer = page.locator(".var", has_text="7 · Better").locator(".mv").inner_text().split()[0]
    page.locator(".turning .mv", has_text="a1").click()
    page.get_by_role("button", name="Analyse").click()
    page.locator(".cand:visible").first.wait_for()
    page.get_by_role("button", name="Find a better move").click()
    page.get_by_text("Black played a1 here.").wait_for()
    for answers in (".moves .var", ".badge", ".hint-ring", ".turning", ".cand:visible"):
        expect(page.locator(answers)).to_have_count(0)
    type_moves(page, ["o15"])
    page.get_by_text(re.compile(r"o15 gives away \d+%")).wait_for()
    expect(page.locator(".mv[aria-current]")).to_contain_text(BAD[5])
    type_moves(page, [answer])
    page.get_by_text(f"{answer} is good.").wait_for()
    expect(page.locator(".mv[aria-current]")).to_contain_text(answer)
    page.locator(".turning").wait_for()


def test_the_answer_can_be_shown_instead(page: Page):
    reviewed_room(page, BAD)
    answer = page.locator(".var", has_text="7 · Better").locator(".mv").inner_text().split()[0]
    page.locator(".turning .mv", has_text="a1").click()
    page.get_by_role("button", name="Find a better move").click()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".var .mv[aria-current]")).to_contain_text(answer)
    expect(page.get_by_role("button", name="Show it")).to_be_hidden()
