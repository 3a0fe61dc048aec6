"""The search made visible."""

import re

from playwright.sync_api import Page, expect

from tests.studio.browser.steps import cell, new_game, stones, type_moves

THREE_IN_A_ROW = ["h8", "a1", "i8", "a3", "j8", "a5"]


def analyse(page: Page) -> None:
    page.get_by_role("button", name="Analyse").click()
    page.locator(".data:visible tbody tr:visible").first.wait_for()


def test_an_analysis_runs_until_it_is_stopped(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8", "i9"])
    analyse(page)
    assert page.locator(".cand:visible").count() > 0
    expect(page.locator(".running b")).to_have_text(re.compile(r"\d,\d{3}|\d{2,}"))
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Continue").wait_for()
    visits = page.locator(".running b").inner_text()
    page.wait_for_timeout(500)
    assert page.locator(".running b").inner_text() == visits


def test_a_search_at_its_limit_offers_to_continue_and_a_running_one_to_stop(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8", "i9"])
    page.get_by_role("button", name="Search settings").click()
    limit = page.get_by_label("Stop after")
    limit.select_option(limit.locator("option").nth(1).get_attribute("value"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Continue").wait_for()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    page.locator("main").press("a")
    page.get_by_role("button", name="Stop").wait_for()
    expect(page.get_by_role("button", name="Continue")).to_be_hidden()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Continue").wait_for()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_only_the_overlay_changes_while_the_search_runs(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8", "i9"])
    analyse(page)
    page.evaluate("""() => {
        window.changes = 0;
        const watch = new MutationObserver((found) => { window.changes += found.length; });
        for (const layer of document.querySelectorAll(".board > .ground, .board > .stones"))
            watch.observe(layer, { subtree: true, childList: true, attributes: true });
    }""")
    before = page.locator(".running b").inner_text()
    expect(page.locator(".running b")).not_to_have_text(before)
    assert page.evaluate("window.changes") == 0


def test_a_forced_win_is_shown_as_a_proof_and_not_as_a_percentage(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, THREE_IN_A_ROW)
    analyse(page)
    page.locator(".verdict .proof", has_text="proven").wait_for()
    assert "by force" in page.locator(".verdict strong").inner_text()
    page.locator(".fact.win:not([display])").first.wait_for()


def test_the_analysis_of_a_finished_game_says_that_it_is_over(page: Page):
    new_game(page, "tictactoe")
    type_moves(page, ["a1", "b1", "a2", "b2"])
    analyse(page)
    type_moves(page, ["a3"])
    expect(page.locator(".verdict .running")).to_have_text("The game is over.")


def test_the_line_of_a_candidate_appears_as_numbered_stones(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8", "i9", "h7", "g9"])
    analyse(page)
    line = page.locator(".data tbody tr .line").first
    expect(line).to_have_text(re.compile(r"\w+ \w+"))
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Continue").wait_for()
    page.locator(".data tbody tr").first.hover()
    page.locator(".preview .ghost").nth(1).wait_for(state="attached")
    assert page.locator(".preview .ghost text").first.text_content() == "1"
    page.locator(".head").hover()
    page.locator(".preview .ghost").first.wait_for(state="detached")


def test_the_marks_show_what_is_chosen(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8", "i9"])
    analyse(page)
    page.get_by_role("button", name="Prior").click()
    expect(page.get_by_role("button", name="Prior")).to_have_attribute("aria-pressed", "true")
    page.locator("main").press("v")
    expect(page.get_by_role("button", name="Win rate")).to_have_attribute("aria-pressed", "true")


def test_connect_four_shows_exact_scores_beside_the_search(page: Page):
    new_game(page, "connect4")
    type_moves(page, list("4413445542333524"))
    page.get_by_role("button", name="Analyse").click()
    page.locator(".tile.best:visible").first.wait_for()
    exact = page.locator(".tile:visible text").all_text_contents()
    assert exact == ["+1", "+3", "\u22122", "\u22121", "\u22122", "+3"]
    page.get_by_text("Columns 2 and 7 win soonest.").wait_for()


def compare(page: Page) -> None:
    page.get_by_role("button", name="Search settings").click()
    page.get_by_label("Beside it").select_option("mcts")
    page.get_by_label("Stop after").select_option("800")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Continue").wait_for()


def test_two_nets_are_compared_by_values_lines_and_marks_on_the_board(page: Page):
    new_game(page, "gomoku", size="gomoku:9x9/5")
    type_moves(page, ["e5", "e6"])
    compare(page)
    assert page.locator(".verdict .wdl:visible").count() == 2
    expect(page.locator(".verdict h3:visible")).to_have_text(
        [re.compile(r"A · .*Black \d"), re.compile(r"B · .*Black \d")]
    )
    for table in (0, 1):
        rows = page.locator(".data:visible").nth(table).locator("tbody tr:visible")
        assert " " in rows.first.locator(".line").inner_text()
    # The second net's marks are dashed; where both have one, it has two numbers.
    assert page.locator(".cand.second:visible, .cand.both:visible").count() > 0
    both = page.locator(".cand.both:visible")
    assert both.first.locator("text").all_text_contents() != ["", ""]
    page.locator(".data:visible").nth(1).locator("tbody tr").first.hover()
    page.locator(".preview .ghost").first.wait_for(state="attached")


def test_the_tables_of_two_nets_stay_within_their_column(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8"])
    compare(page)
    inside = page.evaluate(
        "() => [...document.querySelectorAll('.data')].every("
        "(table) => table.scrollWidth <= table.parentElement.clientWidth)"
    )
    assert inside
    assert page.evaluate("() => document.querySelector('.panel').scrollWidth") <= page.evaluate(
        "() => document.querySelector('.panel').clientWidth"
    )


def test_two_nets_have_a_row_each_below_the_columns(page: Page):
    new_game(page, "connect4")
    type_moves(page, list("44"))
    compare(page)
    assert page.locator(".rowname").all_text_contents() == ["Exact", "A", "B"]
    assert page.locator(".opinion.second:visible").count() == 7


def test_the_table_has_as_many_lines_as_were_chosen_and_keeps_the_choice(page: Page):
    new_game(page, "gomoku", size="gomoku:9x9/5")
    type_moves(page, ["e5"])
    analyse(page)
    rows = page.locator(".data:visible tbody tr:visible")
    for count in (10, 3):
        page.get_by_label("Lines in the table").select_option(str(count))
        expect(rows).to_have_count(count)
    page.reload()
    expect(rows).to_have_count(3)


def test_a_stopped_search_goes_on_from_its_visits(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8", "i9"])
    analyse(page)
    visits = page.locator(".running b")
    expect(visits).to_have_text(re.compile(r"\d,\d{3}"))
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Continue").wait_for()
    stopped = visits.inner_text()
    page.evaluate("""() => {
        window.least = Infinity;
        const visits = document.querySelector(".running b");
        new MutationObserver(() => {
            window.least = Math.min(window.least, Number(visits.textContent.replace(",", "")));
        }).observe(visits, { childList: true, characterData: true, subtree: true });
    }""")
    page.get_by_role("button", name="Continue").click()
    expect(visits).not_to_have_text(stopped)
    assert page.evaluate("window.least") >= int(stopped.replace(",", ""))


LONG_PROOF = "h8 h9 j7 l5 k7 f6 f4 h10 e6 n3 l7 h7 o1 h3 m8 i6 g2 n4 n8 j6 i1 g6"


def test_a_long_proof_is_printed_and_drawn_to_its_end(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, LONG_PROOF.split())
    analyse(page)
    text = page.locator(".verdict strong").inner_text()
    plies = int(re.search(r"wins in (\d+) by force", text).group(1))
    assert plies > 9
    line = page.locator(".verdict > .whole")
    assert len(line.inner_text().split()) == plies
    assert page.locator(".left b:visible").inner_text() == str(plies)
    line.hover()
    expect(page.locator(".preview .ghost")).to_have_count(plies)
    cut = "(cell) => cell.scrollWidth > cell.clientWidth"
    assert not page.locator(".data .whole .line").first.evaluate(cut)


def test_a_solved_position_shows_its_result_before_the_opinion_of_the_net(page: Page):
    new_game(page, "connect4")
    type_moves(page, list("4413445542333524"))
    page.get_by_role("button", name="Analyse").click()
    page.locator(".verdict strong", has_text="Red wins in 21 moves, exactly.").wait_for()
    expect(page.locator(".verdict-top")).to_contain_text(re.compile(r"search: Red \d+\.\d%"))


def test_every_parameter_has_its_help(page: Page):
    page.get_by_role("button", name="Search settings").click()
    page.locator(".setting").first.wait_for()
    helps = page.locator(".setting small").all_text_contents()
    assert len(helps) > 20
    assert all(helps)


def test_playing_a_move_moves_the_analysis_along(page: Page):
    new_game(page, "gomoku", size="gomoku:15x15/5")
    type_moves(page, ["h8"])
    analyse(page)
    cell(page, "i9").click()
    page.locator("[aria-label^='i9, White']").wait_for(state="attached")
    page.locator(".data:visible tbody tr:visible").first.wait_for()
    assert stones(page) == 2
    page.get_by_role("button", name="Stop").wait_for()
