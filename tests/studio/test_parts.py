"""The small parts: queue, clock, tree, outbox, swap2, settings and opponents over HTTP."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tengen.arena import level_strengths
from tengen.errors import TengenError
from tengen.rules.registry import load_game
from tengen.studio.answers import Done, Games, Progress
from tengen.studio.catalogue import opponents
from tengen.studio.clock import Clock
from tengen.studio.outbox import Outbox
from tengen.studio.shapes import Text
from tengen.studio.shelf import Shelf
from tengen.studio.slots import Priority, SearchSlots
from tengen.studio.swap2 import Swap2
from tengen.studio.tree import GameTree
from tests.arena.stored_strengths import store_strengths


def completed(coroutine):
    """In a thread of its own: in the main one, the browser of other tests may have a loop."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, coroutine).result()


class TestSlots:
    def test_no_more_searches_run_than_there_are_cores(self):
        async def run():
            slots, running, most = SearchSlots(2), 0, 0

            async def search():
                nonlocal running, most
                async with slots.hold(Priority.ANALYSIS):
                    running += 1
                    most = max(most, running)
                    await asyncio.sleep(0)
                    running -= 1

            await asyncio.gather(*(search() for _ in range(20)))
            return most, slots.most_busy, slots.busy

        assert completed(run()) == (2, 2, 0)

    def test_a_move_goes_before_an_analysis_that_came_first(self):
        async def run():
            slots, order = SearchSlots(1), []

            async def search(name, priority):
                async with slots.hold(priority):
                    order.append(name)

            async with slots.hold(Priority.ANALYSIS):
                tasks = [
                    asyncio.create_task(search("analysis", Priority.ANALYSIS)),
                    asyncio.create_task(search("hint", Priority.HINT)),
                    asyncio.create_task(search("move", Priority.MOVE)),
                ]
                await asyncio.sleep(0)
                assert slots.waiting == 3
            await asyncio.gather(*tasks)
            return order

        assert completed(run()) == ["move", "hint", "analysis"]

    def test_whoever_gives_up_waiting_leaves_no_place_taken(self):
        async def run():
            slots = SearchSlots(1)
            async with slots.hold(Priority.MOVE):
                waiting = asyncio.create_task(slots._take(Priority.MOVE, lambda: None))
                await asyncio.sleep(0)
                waiting.cancel()
                await asyncio.wait([waiting])
                given = asyncio.create_task(slots._take(Priority.MOVE, lambda: None))
                await asyncio.sleep(0)
            given.cancel()  # in the moment in which it gets its place
            await asyncio.wait([given])
            return slots.busy, slots.is_wanted

        assert completed(run()) == (0, False)


class TestClock:
    def test_only_the_side_to_move_loses_time_and_gets_its_increment(self):
        now = [0.0]
        clock = Clock((10.0, 10.0), 2.0, lambda: now[0])
        clock.run_for(0)
        now[0] = 4.0
        assert clock.left == (6.0, 10.0)
        clock.press(0)
        clock.run_for(1)
        now[0] = 5.0
        assert clock.left == (8.0, 9.0)
        clock.run_for(None)
        now[0] = 50.0
        assert clock.left == (8.0, 9.0)

    def test_time_never_falls_below_zero(self):
        now = [0.0]
        clock = Clock((1.0, 1.0), 0.0, lambda: now[0])
        clock.run_for(1)
        now[0] = 9.0
        assert clock.left == (1.0, 0.0)


class TestTree:
    def test_the_same_move_twice_is_one_node(self):
        tree = GameTree(load_game("tictactoe").initial())
        first = tree.play(4)
        tree.show(tree.root)
        assert tree.play(4) is first
        assert len(tree.nodes) == 2

    def test_a_line_goes_on_where_it_was_left(self):
        tree = GameTree(load_game("tictactoe").initial())
        tree.play(0)
        tree.play(1)
        tree.show(tree.root)
        tree.play(4)
        tree.show(tree.root)
        assert [node.position.last_action for node in tree.line_through(tree.root)] == [None, 4]

    def test_an_illegal_move_adds_nothing(self):
        tree = GameTree(load_game("tictactoe").initial())
        tree.play(0)
        with pytest.raises(TengenError):
            tree.play(0)
        assert len(tree.nodes) == 2


class TestOutbox:
    def test_what_is_newer_replaces_what_was_not_sent(self):
        async def run():
            outbox = Outbox()
            outbox.put(Games(games=[]))
            outbox.put(Done(request=1))
            outbox.put(Games(games=[]))
            outbox.put(Games(request=2, games=[]))
            taken = [await outbox.take() for _ in range(3)]
            return [(message.type, message.request) for message in taken], outbox.is_empty

        assert completed(run()) == ([("games", None), ("done", 1), ("games", 2)], True)

    def test_a_slow_page_gets_only_the_newest_count_of_a_player(self):
        async def run():
            outbox = Outbox()
            for count in (1, 2, 3):
                outbox.put(Progress(game_id="0" * 12, node=0, seat=0, simulations=count))
            return (await outbox.take()).simulations, outbox.is_empty

        assert completed(run()) == (3, True)

    def test_a_page_that_reads_nothing_is_noticed(self):
        outbox = Outbox()
        for number in range(1001):
            outbox.put(Done(request=number))
        assert outbox.is_full


class TestSwap2Rules:
    @pytest.mark.parametrize(("choice", "swaps"), [("black", True), ("white", False)])
    def test_the_second_player_chooses_after_three_stones(self, choice, swaps):
        opening = Swap2()
        assert opening.choose(choice, 3) is swaps
        assert opening.phase(3) is None

    @pytest.mark.parametrize(("choice", "swaps"), [("black", False), ("white", True)])
    def test_the_first_player_chooses_after_five_stones(self, choice, swaps):
        opening = Swap2()
        opening.choose("two_more", 3)
        assert opening.choose(choice, 5) is swaps


class TestCatalogue:
    def test_the_list_of_nets_is_made_without_their_weights(self, monkeypatch):
        def refuse(data):
            raise AssertionError("weights were read")

        monkeypatch.setattr("tengen.nets.safetensors.parse", refuse)
        assert "gomoku-8x8" in Shelf().fitting_nets(load_game("gomoku:15x15/5"))

    def test_remarks_name_games_as_people_do(self, studio):
        answer = studio.http.get("/api/opponents", params={"game": "gomoku:12x12/5"}).json()
        assert answer["remark"]["zh"] == (
            "用学过 五子棋 · 15\N{MULTIPLICATION SIGN}15 · 无禁手 的神经网络下 "
            "五子棋 · 12\N{MULTIPLICATION SIGN}12 · 无禁手。"
        )
        answer = studio.http.get("/api/opponents", params={"game": "othello:6x6"}).json()
        assert answer["remark"]["en"].startswith("No net was trained on Othello")

    def test_the_help_of_settings_has_no_marks_of_a_manual(self, studio):
        settings = studio.http.get("/api/settings", params={"game": "connect4"}).json()["settings"]
        assert not [each for each in settings if "`" in each["help"]["en"] + each["help"]["zh"]]

    def test_levels_tell_what_they_beat_where_it_was_measured(self, studio):
        answer = studio.http.get("/api/opponents", params={"game": "connect4"}).json()
        assert [level["level"] for level in answer["levels"]] == list(range(1, 11))
        assert answer["levels"][0]["beats"] is None
        assert answer["levels"][9]["beats"]["en"].startswith("Beats level ")
        assert answer["levels"][9]["beats"]["zh"].startswith("对级别 ")
        assert [net["name"] for net in answer["nets"] if net["is_default"]] == ["connect4"]
        assert answer["has_perfect"]

    def test_levels_tell_the_points_against_the_strongest_player_they_beat(
        self, tmp_path, monkeypatch
    ):
        monkeypatch.setattr(level_strengths, "_MEASURED", tmp_path)
        results = {("level:2", "mcts@1000"): (0, 0, 0, 1, 4)}
        ranks = ("level:2", "mcts@1000", "level:1")
        store_strengths(load_game("tictactoe"), ranks=ranks, results=results)
        first, second, third, *_ = opponents(Shelf(), "tictactoe").levels
        assert second.scored == Text(
            en="Scored 9.5 of 10 against pure MCTS, 1,000 playouts per move.",
            zh="对阵纯 MCTS，每步 1,000 次随机模拟：10 局得 9.5 分。",
        )
        assert second.elo == 50.0
        assert first.scored is None
        assert (third.scored, third.elo) == (None, None)

    def test_a_board_without_a_net_of_its_own_says_who_plays(self, studio):
        answer = studio.http.get("/api/opponents", params={"game": "othello:6x6"}).json()
        assert answer["nets"] == []
        assert "pure MCTS" in answer["remark"]["en"]
        assert not answer["has_perfect"]

    def test_every_search_setting_has_help_in_both_languages(self, studio):
        answer = studio.http.get("/api/settings", params={"game": "connect4"}).json()
        settings = {setting["name"]: setting for setting in answer["settings"]}
        assert settings["c_init"]["default"] == 1.4
        assert settings["root"]["choices"] == ["puct", "gumbel"]
        assert settings["prove"]["kind"] == "flag"
        assert settings["c_base"]["may_be_none"]
        assert all(setting["help"]["zh"] != setting["help"]["en"] for setting in answer["settings"])
