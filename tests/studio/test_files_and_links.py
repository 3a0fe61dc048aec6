"""Files in and out, and permalinks."""

import base64
import time
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import TengenError
from tengen.rules.registry import load_game
from tengen.studio.links import link_of, read_link
from tengen.studio.shapes import HumanPlayer
from tengen.studio.shelf import Shelf
from tengen.studio.table import Table

SGF = "(;FF[4]CA[GBK]GM[4]SZ[15]PB[黑]PW[白];B[hh]C[天元];W[ii])"


def imported(studio, **body):
    answer = studio.http.post("/api/import", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("file_format", ["sgf", "psq", "moves"])
def test_a_game_leaves_and_returns_in_every_format(studio, page, file_format):
    game = page.new_game("gomoku:15x15/5", moves="h8i9j10").game_id
    answer = studio.http.get(f"/api/export/{game}", params={"file_format": file_format})
    assert answer.headers["content-disposition"].startswith("attachment")
    (copy,) = imported(studio, text=answer.text)["games"]
    state = page.ask("open_game", game_id=copy)
    assert [node.move for node in state.nodes] == [None, "h8", "i9", "j10"]


def test_a_file_in_gbk_keeps_its_characters(studio, page):
    data = base64.b64encode(SGF.encode("gbk")).decode()
    (game,) = imported(studio, base64=data)["games"]
    state = page.ask("open_game", game_id=game)
    assert state.nodes[1].comment == "天元"


def test_the_names_of_the_players_are_shown_kept_and_written_again(studio, page):
    (game,) = imported(studio, text=SGF)["games"]
    state = page.ask("open_game", game_id=game)
    assert [seat.name.en for seat in state.seats] == ["黑", "白"]
    swapped = page.ask("swap_sides", game_id=game)
    assert [seat.name.zh for seat in swapped.seats] == ["白", "黑"]
    page.ask("swap_sides", game_id=game)
    text = studio.http.get(f"/api/export/{game}", params={"file_format": "sgf"}).text
    assert "PB[黑]PW[白]" in text


def test_a_name_of_any_length_and_content_is_taken_as_text(studio, page):
    text = f"(;GM[4]SZ[15]PB[{'<b>x</b>' * 100}];B[hh])"
    (game,) = imported(studio, text=text)["games"]
    state = page.ask("open_game", game_id=game)
    assert state.seats[0].name.en.startswith("<b>x</b>")
    assert len(state.seats[0].name.en) == 100
    assert state.seats[1].name.en == "Human"


def test_a_state_names_only_the_formats_that_can_hold_its_game(page):
    assert page.new_game("gomoku:15x15/5").formats == ["sgf", "psq", "moves"]
    assert page.new_game("connect4").formats == ["sgf", "moves"]
    assert page.new_game("othello").formats == ["sgf", "moves"]
    cells = [None] * 225
    cells[112] = 0
    set_up = {"cells": cells, "to_move": 1}
    assert page.new_game("gomoku:15x15/5", set_up=set_up).formats == ["sgf"]


def test_a_file_is_named_by_game_date_and_players(studio, page):
    game = page.new_game("connect4", [{"kind": "human"}, {"kind": "level", "level": 3}]).game_id
    date = time.strftime("%Y-%m-%d")
    name = f"connect4-{date}-Human-Level-3"
    assert page.ask("open_game", game_id=game).file_name == name
    answer = studio.http.get(f"/api/export/{game}", params={"file_format": "sgf"})
    assert f'filename="{name}.sgf"' in answer.headers["content-disposition"]
    (chinese,) = imported(studio, text=SGF)["games"]
    answer = studio.http.get(f"/api/export/{chinese}", params={"file_format": "sgf"})
    assert quote(f"{date}-黑-白.sgf") in answer.headers["content-disposition"]


@pytest.mark.parametrize("before", ["", "http://127.0.0.1:8765/#", "  #"])
def test_a_link_is_imported_as_a_record_is(studio, page, before):
    (game,) = imported(studio, text=f"{before}g=connect4&m=4453&n=2\n", game="gomoku:15x15/5")[
        "games"
    ]
    state = page.ask("open_game", game_id=game)
    assert (state.game.name, state.ply, len(state.nodes)) == ("connect4", 2, 5)


def test_a_broken_link_is_refused_as_one(studio):
    answer = studio.http.post("/api/import", json={"text": "http://localhost/#g=connect4&m=99"})
    assert (answer.status_code, answer.json()["field"]) == (400, "text")
    assert "'9' is not a column" in answer.json()["message"]["en"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (SGF, ["gomoku:15x15/5"]),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", ["gomoku:15x15/5"]),
        ("othello d3\n4455\nconnect4:7x6 44", ["othello", "connect4", "connect4"]),
    ],
)
def test_the_game_in_view_is_only_that_of_bare_moves(studio, page, text, names):
    games = imported(studio, text=text, game="connect4")["games"]
    assert [page.ask("open_game", game_id=game).game.name for game in games] == names


def test_a_line_is_exported_through_the_node_that_is_asked_for(studio, page):
    game = page.new_game("tictactoe", moves="a1b1").game_id
    page.ask("undo", game_id=game)
    page.play(game, "c3")
    sides = [
        studio.http.get(
            f"/api/export/{game}", params={"file_format": "moves", "node": node}
        ).text.split()[-1]
        for node in (2, 3)
    ]
    assert sides == ["a1b1", "a1c3"]


def test_an_sgf_file_begins_with_the_main_line_whichever_is_in_view(studio, page):
    game = page.new_game("gomoku:15x15/5", moves="h8i9j10").game_id
    page.ask("go_to", game_id=game, node=1)
    page.ask("play", game_id=game, move="a1", is_trial=True)
    text = studio.http.get(f"/api/export/{game}", params={"file_format": "sgf"}).text
    (copy,) = imported(studio, text=text)["games"]
    nodes = page.ask("open_game", game_id=copy).nodes
    assert [node.move for node in nodes if node.is_main] == [None, "h8", "i9", "j10"]
    assert [node.move for node in nodes if not node.is_main] == ["a1"]


@pytest.mark.parametrize(
    ("link", "refusal"),
    [
        ("g=gomoku:15x15/5&m=h8h8", "h8 is taken: choose an empty cell."),
        ("g=tictactoe&m=a1b1a2b2a3b3", "The game is over. X wins: a complete line."),
    ],
)
def test_a_link_that_breaks_the_rules_is_refused_in_words_of_the_game(studio, page, link, refusal):
    opened = page.ask("open_link", link=link)
    assert (opened.field, opened.message.en) == ("link", refusal)
    answer = studio.http.post("/api/import", json={"text": link})
    assert answer.json()["message"] == opened.message.model_dump()


def test_a_file_that_goes_on_after_the_end_says_after_which_move(studio):
    answer = studio.http.post("/api/import", json={"text": "tictactoe a1b1a2b2a3b3"})
    assert "move 6: the game is over after move 5" in answer.json()["message"]["en"]


def test_the_picture_of_a_position_is_svg_without_markup_from_names(studio, page):
    game = page.new_game("connect4", moves="44").game_id
    answer = studio.http.get(f"/api/export/{game}", params={"file_format": "svg"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_variations_return_with_the_game(studio, page):
    text = "(;GM[4]SZ[15]C[a game];B[hh](;W[ii](;B[aa])(;B[bb]C[better]))(;W[jj]))"
    (game,) = imported(studio, text=text)["games"]
    state = page.ask("open_game", game_id=game)
    tree = {node.move: (node.parent, node.is_main) for node in state.nodes}
    ids = {node.move: node.id for node in state.nodes}
    assert tree["i7"] == (ids["h8"], True)
    assert tree["j6"] == (ids["h8"], False)
    assert tree["b14"] == (ids["i7"], False)
    assert state.nodes[0].comment == "a game"
    written = studio.http.get(f"/api/export/{game}", params={"file_format": "sgf"}).text
    (copy,) = imported(studio, text=written)["games"]
    again = page.ask("open_game", game_id=copy)
    assert [(node.move, node.comment, node.is_main) for node in again.nodes] == [
        (node.move, node.comment, node.is_main) for node in state.nodes
    ]


def test_a_variation_that_breaks_the_rules_is_cut_short_and_told(studio, page):
    answer = imported(studio, text="(;GM[4]SZ[15];B[hh](;W[ii])(;W[hh];B[aa](;W[bb])(;W[cc])))")
    assert answer["remarks"][0]["en"] == "Variations cut short because they break the rules: 2."
    state = page.ask("open_game", game_id=answer["games"][0])
    assert [node.move for node in state.nodes] == [None, "h8", "i7"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": "(;GM[4]SZ[15];B[zz])"}, "text"),
        ({"text": ""}, "text"),
        ({"base64": "***"}, "base64"),
        ({"text": "a", "base64": "YQ=="}, "text"),
        ({}, "text"),
        ({"text": "h8", "game": "bogus"}, "game"),
        ({"text": "h8", "bogus": 1}, "bogus"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_field(studio, body, field):
    answer = studio.http.post("/api/import", json=body)
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["field"] == field
    assert answer.json()["message"]["zh"]


def test_connect_four_cannot_be_a_psq_file_and_says_so(studio, page):
    game = page.new_game("connect4").game_id
    answer = studio.http.get(f"/api/export/{game}", params={"file_format": "psq"})
    assert answer.status_code == 400
    assert "PSQ holds only Gomoku" in answer.json()["message"]["en"]


def table_of(game, moves="", first=0):
    position = load_game(game).position_from(moves, first)
    table = Table("0" * 12, position.start, (HumanPlayer(), HumanPlayer()), Shelf())
    for action in position.history:
        table.play(action)
    return table


@pytest.mark.parametrize(
    ("game", "moves", "first"),
    [("gomoku:15x15/5", "h8i9j10", 0), ("connect4", "4453", 1), ("othello", "", 0)],
)
def test_a_link_leads_to_the_same_position(game, moves, first):
    table = table_of(game, moves, first)
    end, shown = read_link(link_of(table), Shelf())
    assert end == table.position
    assert end.history == table.position.history
    assert shown == len(end.history)


def test_a_link_is_short_and_readable():
    assert link_of(table_of("gomoku:15x15/5", "h8i9j10")) == "g=gomoku:15x15/5&m=h8i9j10"


def test_a_link_holds_the_node_that_is_shown(page):
    game = page.new_game("connect4", moves="4453").game_id
    page.ask("go_to", game_id=game, node=2)
    link = page.ask("get_link", game_id=game).link
    state = page.ask("open_link", link=link)
    assert (state.ply, len(state.nodes)) == (2, 5)


def test_a_link_holds_stones_that_were_set_up(page):
    cells = [None] * 225
    cells[112], cells[0] = 0, 1
    game = page.new_game("gomoku:15x15/5", set_up={"cells": cells, "to_move": 0}).game_id
    page.play(game, "a2")
    link = page.ask("get_link", game_id=game).link
    assert "s=o111.x112.-x" in link
    state = page.ask("open_link", link=link)
    assert (state.cells[112], state.cells[0], state.last.move) == (0, 1, "a2")


@pytest.mark.parametrize(
    "link",
    ["bogus", "g=connect4&m=9", "g=connect4&n=3", "g=x.py:X", "m=4", "g=tictactoe&s=9999x9999x-x"],
)
def test_a_wrong_link_is_refused(page, link):
    assert page.ask("open_link", link=link).type == "error"


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader_of_links(text):
    for link in (text, f"g=gomoku:9x9/5&m={text}", f"g=tictactoe&s={text}", f"g=connect4&n={text}"):
        try:
            read_link(link, Shelf())
        except TengenError:
            continue
