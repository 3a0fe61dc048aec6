"""Games over the socket: moves, undo, variations, seats, clocks."""

import time

import pytest

from tengen.rules.registry import load_game
from tengen.studio.shelf import Shelf
from tests.studio.positions import position_before_a_pass
from tests.studio.studio_client import HUMAN, PEOPLE, RANDOM, running_studio

HEX = "examples/hex.py:Hex"


def test_a_won_game_shows_its_line_and_its_winner(page):
    game = page.new_game("gomoku:9x9/5").game_id
    state = page.play(game, *["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"])
    assert state.result.winner == 0
    assert state.result.text.en == "Black wins: a complete line."
    assert state.result.text.zh == "黑方获胜：连成一线。"
    assert state.winning_cells == [0, 1, 2, 3, 4]
    assert state.legal == []
    assert not state.is_human_turn


def test_the_state_holds_the_board_and_the_legal_moves(page):
    state = page.play(page.new_game("connect4").game_id, "4", "4")
    assert [cell for cell, seat in enumerate(state.cells) if seat is not None] == [3, 10]
    assert {legal.move: legal.cell for legal in state.legal}["4"] == 17
    assert (state.last.move, state.last.cell, state.last.seat) == ("4", 10, 1)
    assert state.to_move == 0


def test_an_illegal_move_names_the_field_and_changes_nothing(page):
    game = page.new_game("gomoku:9x9/5").game_id
    page.play(game, "a1")
    taken = page.ask("play", game_id=game, move="a1")
    assert (taken.type, taken.field, taken.game_id) == ("error", "move", game)
    assert taken.message.en == "a1 is taken: choose an empty cell."
    unreadable = page.ask("play", game_id=game, move="z99")
    assert unreadable.field == "move"
    assert page.play(game, "a2").ply == 2


def test_a_refusal_names_players_and_moves_as_people_do(page):
    game = page.new_game("tictactoe").game_id
    page.ask("resign", game_id=game)
    over = page.ask("play", game_id=game, move="b2").message
    assert over.en == "The game is over. O wins: the other side resigned."
    assert over.zh == "棋局已结束。O 方获胜：对方认输。"
    again = page.new_game("gomoku:15x15/5", moves="h8h8")
    assert (again.field, again.message.en) == ("moves", "h8 is taken: choose an empty cell.")


def test_undo_keeps_the_move_in_the_tree_and_redo_returns_to_it(page):
    game = page.new_game("gomoku:9x9/5").game_id
    page.play(game, "a1", "a2")
    state = page.ask("undo", game_id=game)
    assert (state.ply, len(state.nodes), state.can_redo) == (1, 3, True)
    assert page.ask("redo", game_id=game).ply == 2
    assert page.ask("redo", game_id=game).message.en == "nothing to redo"


def test_another_move_after_undo_is_a_variation(page):
    game = page.new_game("gomoku:9x9/5").game_id
    page.play(game, "a1", "a2")
    page.ask("undo", game_id=game)
    state = page.play(game, "b2")
    moves = {node.move: node for node in state.nodes}
    assert moves["a2"].parent == moves["b2"].parent == moves["a1"].id
    assert moves["a2"].is_main
    assert not moves["b2"].is_main
    promoted = page.ask("promote_branch", game_id=game, node=moves["b2"].id)
    assert {node.move: node.is_main for node in promoted.nodes}["b2"]
    left = page.ask("delete_branch", game_id=game, node=moves["b2"].id)
    assert {node.move for node in left.nodes} == {None, "a1", "a2"}
    assert left.node == moves["a1"].id


def test_a_comment_is_kept_as_text(page):
    game = page.new_game("tictactoe").game_id
    page.play(game, "b2")
    state = page.ask("set_comment", game_id=game, node=1, comment="<b>centre</b>")
    assert state.nodes[1].comment == "<b>centre</b>"


def test_a_second_page_sees_the_same_game(studio, page):
    game = page.new_game("tictactoe").game_id
    with studio.page() as other:
        assert other.ask("open_game", game_id=game).ply == 0
        page.play(game, "b2")
        assert other.until_type("state", ply=1).last.move == "b2"
        other.play(game, "a1")
        assert page.until_type("state", ply=2).last.move == "a1"


def test_a_reload_loses_nothing(studio):
    with studio.page() as page:
        game = page.new_game("tictactoe").game_id
        page.play(game, "b2")
    with studio.page() as page:
        assert game in [each.game_id for each in page.ask("list_games").games]
        assert page.ask("open_game", game_id=game).ply == 1


def test_the_list_of_games_says_you_to_the_only_person(page):
    alone = page.new_game("tictactoe", [RANDOM, HUMAN]).game_id
    two = page.new_game("tictactoe").game_id
    games = {game.game_id: game.players for game in page.ask("list_games").games}
    assert [name.zh for name in games[alone]] == ["随机棋手", "你"]
    assert [name.en for name in games[two]] == ["Human", "Human"]


def test_a_deleted_game_is_gone_for_everybody(studio, page):
    game = page.new_game("tictactoe").game_id
    with studio.page() as other:
        other.ask("open_game", game_id=game)
        assert page.ask("delete_game", game_id=game).type == "done"
        assert other.until_type("deleted").game_id == game
    gone = page.ask("open_game", game_id=game)
    assert (gone.field, gone.code) == ("game_id", "unknown")


def test_a_level_answers_a_person(page):
    state = page.new_game("connect4", [HUMAN, {"kind": "level", "level": 1}])
    assert state.seats[1].name.en == "Level 1 · novice"
    state = page.play(state.game_id, "4")
    assert state.thinking.seat == 1
    state = page.until_type("state", is_human_turn=True)
    assert (state.ply, state.last.seat) == (2, 1)


def test_undo_against_a_level_takes_both_moves_back(page):
    game = page.new_game("connect4", [HUMAN, RANDOM]).game_id
    page.play(game, "4")
    page.until_type("state", is_human_turn=True)
    assert page.ask("undo", game_id=game).ply == 0


def test_undo_while_a_player_thinks_takes_only_the_own_move_back(page):
    slow = {"kind": "mcts", "seconds": 30.0}
    game = page.new_game("connect4", [HUMAN, slow]).game_id
    page.play(game, "4")
    state = page.ask("undo", game_id=game)
    assert (state.ply, state.thinking, state.is_human_turn) == (0, None, True)


def test_a_person_cannot_move_for_a_player_of_the_server(page):
    slow = {"kind": "mcts", "seconds": 30.0}
    game = page.new_game("connect4", [slow, HUMAN]).game_id
    assert page.ask("play", game_id=game, move="4").field == "move"


def test_a_player_tells_how_far_it_is_while_it_thinks(page):
    slow = {"kind": "mcts", "seconds": 30.0}
    state = page.new_game("connect4", [slow, HUMAN])
    first = page.until_type("progress")
    assert (first.game_id, first.node, first.seat) == (state.game_id, 0, 0)
    second = page.until_type("progress")
    assert second.simulations > first.simulations > 0


def test_the_speed_of_two_players_can_be_set_before_they_begin(page):
    assert page.new_game("tictactoe", [RANDOM, RANDOM], speed=5.0).speed == 5
    assert page.new_game("tictactoe", [RANDOM, RANDOM], speed=61.0).field == "speed"


def test_two_players_of_the_server_play_until_they_are_paused(page):
    state = page.new_game("tictactoe", [RANDOM, RANDOM])
    page.ask("set_speed", game_id=state.game_id, seconds=0.05)
    page.until_type("state", ply=2)
    paused = page.ask("pause", game_id=state.game_id)
    assert paused.is_paused
    time.sleep(0.3)
    again = page.ask("open_game", game_id=state.game_id)
    assert again.ply == paused.ply
    page.send("resume", game_id=state.game_id)
    assert page.until(lambda message: getattr(message, "result", None) is not None)


def test_sides_can_be_swapped_and_players_replaced(page):
    game = page.new_game("connect4", [HUMAN, RANDOM]).game_id
    page.send("swap_sides", game_id=game)
    state = page.until_type("state", is_human_turn=True)
    assert (state.ply, state.seats[0].player.kind) == (1, "random")
    state = page.ask("set_seats", game_id=game, seats=[{"kind": "perfect"}, HUMAN])
    assert state.seats[0].name.zh == "完美棋手"


def test_a_resignation_ends_the_game_and_can_be_undone(page):
    game = page.new_game("connect4", [HUMAN, RANDOM]).game_id
    state = page.ask("resign", game_id=game)
    assert (state.result.winner, state.result.is_early) == (1, True)
    assert page.ask("undo", game_id=game).result is None


def test_whoever_runs_out_of_time_loses(page):
    state = page.new_game("tictactoe", clock={"seconds": 1.0, "increment": 0.5})
    assert state.clocks.running == 0
    state = page.play(state.game_id, "b2")
    assert state.clocks.running == 1
    assert state.clocks.left[0] > 1
    state = page.until(lambda message: getattr(message, "result", None) is not None)
    assert (state.result.winner, state.result.reason.zh) == (0, "对方超时")
    assert state.clocks.running is None


def test_undo_after_a_loss_on_time_gives_the_time_of_the_move_back(page):
    clock = {"seconds": 1.0, "increment": 60.0}
    game = page.new_game("tictactoe", clock=clock).game_id
    page.play(game, "b2")
    page.until(lambda message: getattr(message, "result", None) is not None)
    state = page.ask("undo", game_id=game)
    assert (state.result, state.ply, state.clocks.running) == (None, 1, 1)
    assert 0 < state.clocks.left[1] <= 1
    state = page.play(game, "a1")
    assert (state.ply, state.result) == (2, None)
    assert state.clocks.left[1] > 60


def test_a_game_in_the_list_has_all_its_moves_whichever_is_in_view(page):
    game = page.new_game("tictactoe", moves="a1b1a2b2a3").game_id
    page.ask("go_to", game_id=game, node=2)
    (listed,) = [each for each in page.ask("list_games").games if each.game_id == game]
    assert listed.plies == 5
    assert listed.result.en == "X wins: a complete line."


def test_a_move_that_is_only_tried_leaves_the_clock_as_it_is(page):
    game = page.new_game("tictactoe", clock={"seconds": 60.0, "increment": 5.0}).game_id
    page.play(game, "b2", "a1")
    before = page.ask("go_to", game_id=game, node=1)
    state = page.ask("play", game_id=game, move="c3", is_trial=True)
    assert (state.ply, state.clocks) == (2, before.clocks)
    assert state.clocks.running is None
    page.ask("go_to", game_id=game, node=2)
    assert page.play(game, "c1").clocks.running == 1


def test_nobody_answers_a_move_that_is_only_tried(page):
    game = page.new_game("connect4", [HUMAN, RANDOM]).game_id
    state = page.ask("play", game_id=game, move="4", is_trial=True)
    assert (state.is_paused, state.thinking) == (True, None)
    page.send("resume", game_id=game)
    assert page.until_type("state", is_human_turn=True).ply == 2


def test_going_back_shows_a_node_and_lets_the_players_wait(page):
    game = page.new_game("connect4", [RANDOM, HUMAN]).game_id
    page.until_type("state", is_human_turn=True)
    state = page.ask("go_to", game_id=game, node=0)
    assert (state.ply, state.is_paused, state.thinking) == (0, True, None)
    page.send("resume", game_id=game)
    assert page.until_type("state", is_human_turn=True).ply == 1


def test_a_game_may_begin_with_moves_or_from_another_game(page):
    state = page.new_game("connect4", moves="445")
    assert (state.ply, state.to_move) == (3, 1)
    other = page.new_game("connect4", from_game=state.game_id, from_node=2)
    assert (other.ply, len(other.nodes)) == (2, 3)
    both = page.new_game("connect4", moves="4", from_game=state.game_id)
    assert both.type == "error"


def test_a_position_can_be_set_up(page):
    cells = [None] * 9
    cells[0], cells[4] = 0, 1
    set_up = {"cells": cells, "to_move": 0}
    assert page.ask("check_set_up", game="tictactoe", set_up=set_up).is_possible
    state = page.new_game("tictactoe", set_up=set_up)
    assert (state.cells[0], state.cells[4], state.ply) == (0, 1, 0)
    assert state.type == "state"


@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize("game", ["gomoku:9x9/5", "connect4", "tictactoe", "othello"])
def test_stones_in_any_numbers_can_be_set_up_and_either_side_may_move(studio, page, game, to_move):
    cells = list(page.new_game(game).cells)
    cells[0] = cells[1] = 1
    state = page.new_game(game, set_up={"cells": cells, "to_move": to_move})
    assert (state.type, state.to_move, state.cells[1]) == ("state", to_move, 1)
    move = state.legal[-1].move
    after = page.play(state.game_id, move)
    text = studio.http.get(f"/api/export/{state.game_id}", params={"file_format": "sgf"}).text
    answer = studio.http.post("/api/import", json={"text": text}).json()
    copy = page.ask("open_game", game_id=answer["games"][0])
    linked = page.ask("open_link", link=page.ask("get_link", game_id=state.game_id).link)
    assert copy.cells == linked.cells == after.cells
    assert copy.to_move == linked.to_move == after.to_move


def test_a_set_up_that_no_game_reaches_is_played_and_searched(page):
    cells = [0, 0, 0, *[None] * 39]
    seats = [HUMAN, {"kind": "perfect"}]
    state = page.new_game("connect4", seats, set_up={"cells": cells, "to_move": 1})
    state = page.until_type("state", ply=1)
    assert state.last.move == "4"
    page.send("hint", game_id=state.game_id)
    assert page.until_type("hint", state="finished").exact == []


@pytest.mark.parametrize(("cells", "to_move"), [([0, 0, 0, *[None] * 6], 1), ([0], 1)])
def test_an_impossible_position_is_refused_with_the_reason(page, cells, to_move):
    set_up = {"cells": cells, "to_move": to_move}
    checked = page.ask("check_set_up", game="tictactoe", set_up=set_up)
    assert not checked.is_possible
    assert checked.problem.en
    assert checked.problem.zh != checked.problem.en
    assert page.new_game("tictactoe", set_up=set_up).field.startswith("set_up")


def test_a_pass_is_a_move_like_any_other(page):
    state = page.new_game("othello:6x6", moves=position_before_a_pass().moves_text)
    assert [(legal.move, legal.cell) for legal in state.legal] == [("pass", None)]
    before = state.to_move
    state = page.play(state.game_id, "pass")
    assert (state.last.move, state.last.cell, state.to_move) == ("pass", None, 1 - before)


def test_a_game_of_the_users_own_is_played_like_the_others():
    own = load_game(HEX)
    with running_studio(Shelf(own_games={own.name: own})) as studio, studio.page() as page:
        assert studio.http.get("/api/games").json()["own"][0]["name"] == own.name
        state = page.new_game(own.name, [HUMAN, {"kind": "level", "level": 1}])
        page.play(state.game_id, state.legal[0].move)
        assert page.until_type("state", is_human_turn=True).ply == 2


def test_a_file_that_was_not_typed_at_the_start_is_never_loaded(page):
    refused = page.new_game(HEX)
    assert (refused.field, refused.code) == ("game", "unknown")


class TestSwap2:
    def test_two_more_stones_leave_the_choice_to_the_first_player(self, page):
        state = page.new_game("gomoku:15x15/5", opening="swap2")
        assert (state.opening.phase, state.opening.who) == ("place_three", 0)
        game = state.game_id
        state = page.play(game, "h8", "i9", "f10")
        assert (state.opening.phase, state.opening.who) == ("choose", 1)
        assert page.ask("play", game_id=game, move="a1").field == "move"
        state = page.ask("choose_side", game_id=game, choice="two_more")
        assert state.opening.phase == "place_two"
        state = page.play(game, "a1", "b1")
        assert (state.opening.phase, state.opening.choices) == ("choose_colour", ["black", "white"])
        state = page.ask("choose_side", game_id=game, choice="black")
        assert (state.opening, state.to_move) == (None, 1)

    def test_a_player_that_takes_black_changes_the_seats(self, page):
        seats = [HUMAN, {"kind": "tactical", "simulations": 5}]
        game = page.new_game("gomoku:15x15/5", opening="swap2", seats=seats).game_id
        page.send("pause", game_id=game)
        state = page.until_type("state", is_paused=True)
        page.play(game, "h8", "i9", "f10")
        state = page.until(lambda message: message.type == "state" and message.opening is None)
        is_swapped = state.seats[0].player.kind == "tactical"
        assert state.to_move == 1
        assert state.is_human_turn == is_swapped

    def test_a_player_of_the_server_opens_with_three_stones(self, page):
        seats = [{"kind": "random"}, HUMAN]
        page.new_game("gomoku:15x15/5", opening="swap2", seats=seats)
        state = page.until_type("state", ply=3)
        assert (state.opening.phase, state.is_human_turn) == ("choose", True)

    def test_a_person_is_addressed_and_told_who_plays_what(self, page):
        seats = [HUMAN, RANDOM]
        state = page.new_game("gomoku:15x15/5", opening="swap2", seats=seats)
        assert state.opening.text.en == "You place three stones: black, white, black."
        assert state.opening.text.zh == "请你先摆三子：黑、白、黑。"
        page.ask("set_seats", game_id=state.game_id, seats=seats[::-1])
        page.until_type("state", ply=3, is_human_turn=True)
        state = page.ask("choose_side", game_id=state.game_id, choice="black")
        assert state.opening_end.en == "You chose black. Black: You. White: Random."
        assert state.opening_end.zh == "你：选择执黑。黑方：你；白方：随机棋手。"
        assert page.until_type("state", ply=4).opening_end is None

    def test_undo_gives_each_choice_back(self, page):
        game = page.new_game("gomoku:15x15/5", opening="swap2").game_id
        page.play(game, "h8", "i9", "f10")
        page.ask("choose_side", game_id=game, choice="two_more")
        page.play(game, "a1", "b1")
        state = page.ask("choose_side", game_id=game, choice="white")
        assert state.opening_end.en == "Player 1 chose white. Black: Player 2. White: Player 1."
        page.play(game, "c1")
        phases = []
        while (state := page.ask("undo", game_id=game)).can_undo:
            phases.append((state.ply, state.opening and state.opening.phase))
        assert phases == [
            (5, None),
            (5, "choose_colour"),
            (4, "place_two"),
            (3, "place_two"),
            (3, "choose"),
            (2, "place_three"),
            (1, "place_three"),
        ]
        assert state.ply == 0

    def test_undo_of_a_choice_gives_the_seats_back(self, page):
        game = page.new_game("gomoku:15x15/5", [RANDOM, HUMAN], opening="swap2").game_id
        page.until_type("state", ply=3, is_human_turn=True)
        state = page.ask("choose_side", game_id=game, choice="black")
        assert [seat.player.kind for seat in state.seats] == ["human", "random"]
        page.until_type("state", ply=4)
        state = page.ask("undo", game_id=game)
        assert [seat.player.kind for seat in state.seats] == ["random", "human"]
        assert (state.ply, state.opening.phase, state.can_undo) == (3, "choose", False)

    def test_a_player_of_the_server_places_two_more_stones(self, page, monkeypatch):
        monkeypatch.setattr("tengen.engines.opening._NEARLY_EVEN", 1.0)
        game = page.new_game("gomoku:15x15/5", [HUMAN, RANDOM], opening="swap2").game_id
        page.play(game, "h8", "i9", "f10")
        state = page.until_type("state", ply=5)
        assert (state.opening.phase, state.opening.who) == ("choose_colour", 0)
        assert state.opening.text.en == "Your choice: take black or white."

    def test_other_games_have_no_swap2(self, page):
        assert page.new_game("connect4", PEOPLE, opening="swap2").field == "opening"


def test_a_player_interrupted_by_a_look_back_goes_on_at_the_end_of_the_line(page):
    slow = {"kind": "mcts", "seconds": 0.5}
    game = page.new_game("connect4", [HUMAN, slow]).game_id
    page.play(game, "4")
    for _ in range(20):
        state = page.ask("go_to", game_id=game, node=0)
        assert (state.is_paused, state.thinking) == (True, None)
        state = page.ask("go_to", game_id=game, node=1)
        assert (state.is_paused, state.thinking.seat) == (False, 1)
    assert page.until_type("state", is_human_turn=True, ply=2).result is None


def test_a_pause_that_was_asked_for_outlasts_a_look_back(page):
    game = page.new_game("gomoku:9x9/5", [RANDOM, RANDOM]).game_id
    page.until_type("state", ply=2)
    end = page.ask("pause", game_id=game).node
    page.ask("go_to", game_id=game, node=0)
    assert page.ask("go_to", game_id=game, node=end).is_paused
