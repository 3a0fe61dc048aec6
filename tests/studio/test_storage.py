"""Open games survive the server."""

import json
import shutil

import pytest

from tengen.errors import StudioError
from tengen.rules.registry import load_game
from tengen.studio.clock import Clock
from tengen.studio.shapes import HumanPlayer, LevelPlayer
from tengen.studio.shelf import Shelf
from tengen.studio.storage import Storage, restored, stored
from tengen.studio.swap2 import Swap2
from tengen.studio.table import Table
from tengen.studio.tree import Best
from tests.studio.studio_client import HUMAN, RANDOM, running_studio

PEOPLE = (HumanPlayer(), HumanPlayer())
BEST = {"line": [4], "rate": 0.5, "played_rate": 0.2}


def test_a_restarted_server_restores_open_games(tmp_path):
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        state = page.new_game("connect4", [HUMAN, {"kind": "level", "level": 2}])
        game = state.game_id
        page.play(game, "4")
        page.until_type("state", is_human_turn=True)
        page.ask("undo", game_id=game)
        page.play(game, "1")
        page.until_type("state", is_human_turn=True)
        before = page.ask("set_comment", game_id=game, node=0, comment="天元")
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        after = page.ask("open_game", game_id=game)
        assert after.cells == before.cells
        assert after.seats == before.seats
        assert [node.move for node in after.nodes] == [node.move for node in before.nodes]
        assert [node.is_main for node in after.nodes] == [node.is_main for node in before.nodes]
        assert after.nodes[0].comment == "天元"
        page.play(game, "7")
        assert page.until_type("state", is_human_turn=True).ply == 4


def test_a_restarted_server_still_has_the_report_of_a_review(tmp_path):
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        game = page.new_game("connect4", moves="4411").game_id
        page.send("review", game_id=game, simulations=5)
        page.until_type("review", state="finished")
        before = page.until_type("state", is_reviewing=False)
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        after = page.ask("open_game", game_id=game)
    assert after.report is not None
    assert after.report == before.report
    assert after.nodes == before.nodes


def test_a_deleted_game_does_not_return(tmp_path):
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        game = page.new_game("tictactoe").game_id
        page.ask("delete_game", game_id=game)
    assert list(tmp_path.iterdir()) == []


def test_two_players_of_the_server_wait_after_a_restart(tmp_path):
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        game = page.new_game("gomoku:15x15/5", [RANDOM, RANDOM]).game_id
        page.until_type("state", ply=2)
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        assert page.ask("open_game", game_id=game).is_paused


@pytest.mark.parametrize(
    "damage", [b"", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"format":1}', b"null"]
)
def test_a_damaged_file_is_told_and_kept_and_the_others_return(tmp_path, damage):
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        game = page.new_game("tictactoe").game_id
    (tmp_path / "000000000000.json").write_bytes(damage)
    with running_studio(storage=Storage(tmp_path)) as studio, studio.page() as page:
        assert [each.game_id for each in page.ask("list_games").games] == [game]
        (problem,) = studio.hall.problems
        assert str(problem) == "000000000000.json cannot be restored: the file is damaged"
    assert (tmp_path / "000000000000.json").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"game": "x.py:X"},
        {"current": 99},
        {"reviewed": 99},
        {"nodes": [{"parent": 0, "action": 0, "best": BEST | {"line": [0, 0]}}]},
        {"nodes": [{"parent": 0, "action": 0, "best": BEST | {"line": []}}]},
        {"nodes": [{"parent": 0, "action": 99}]},
        {"nodes": [{"parent": 5, "action": 0}]},
        {"id": "ffffffffffff"},
        {"first": 2},
        {"bogus": 1},
        {"seats": [{"kind": "engine", "name": "bogus"}, {"kind": "human"}]},
        {"seats": [{"kind": "net", "net": "/etc/passwd"}, {"kind": "human"}]},
    ],
)
def test_a_changed_file_can_make_the_server_do_nothing_but_skip_it(tmp_path, change):
    table = Table("0" * 12, load_game("tictactoe").initial(), PEOPLE, Shelf())
    storage = Storage(tmp_path)
    storage.write(stored(table))
    (path,) = tmp_path.iterdir()
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    (found,) = storage.read(Shelf())
    assert isinstance(found, StudioError)


def test_everything_about_a_table_is_stored():
    start = load_game("gomoku:15x15/5").initial()
    seats = (LevelPlayer(level=3), HumanPlayer())
    clock = Clock((60.0, 50.0), 2.0)
    table = Table("0" * 12, start, seats, Shelf(), clock=clock, swap2=Swap2(taken="white"))
    table.play(112)
    table.node.mark, table.node.loss, table.node.win_rate, table.node.proof = "??", 0.3, 0.2, "loss"
    table.node.best = Best((100, 101), 0.5, 0.2)
    table.tree.reviewed = table.node
    table.play(0)
    table.end(1, "resigned")
    table.set_speed(2.0)
    table.go_to(1)
    clock.run_for(None)
    again = restored(stored(table), Shelf())
    assert stored(again) == stored(table)
    assert again.tree.nodes[2].early_end == table.tree.nodes[2].early_end


def test_a_disk_that_refuses_does_not_end_the_game(tmp_path):
    folder = tmp_path / "games"
    with running_studio(storage=Storage(folder)) as studio, studio.page() as page:
        shutil.rmtree(folder)
        game = page.new_game("tictactoe").game_id
        assert page.play(game, "b2").ply == 1
