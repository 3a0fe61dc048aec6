"""Review: losses, marks and the report in words."""

import pytest

from tengen.rules.registry import load_game
from tengen.studio.judging import accuracy, judge
from tengen.studio.tree import GameTree
from tests.studio.positions import position_before_a_pass


def test_a_review_marks_the_move_that_threw_the_game_away(page):
    # White leaves an open three, and then does not stop the four.
    state = page.new_game("gomoku:15x15/5", moves="h8a1i8a15j8o1k8o15l8")
    page.send("review", game_id=state.game_id, simulations=50)
    finished = page.until_type("review", state="finished")
    assert (finished.done, finished.total, len(finished.moves)) == (10, 10, 9)
    assert all(move.loss == 0 for move in finished.moves if move.move == move.best)
    white, black = finished.report[1], finished.report[0]
    assert white.inaccuracies + white.mistakes + white.blunders >= 1
    assert black.accuracy > white.accuracy
    assert [text.en[:5] for text in finished.summary[:2]] == ["Black", "White"]
    assert all(text.zh != text.en for text in finished.summary)
    state = page.until_type("state")
    assert not state.is_reviewing
    marks = {node.move: node.mark for node in state.nodes}
    assert marks["k8"] is None
    assert all(node.win_rate is not None for node in state.nodes[:-1])


def test_a_review_of_connect_four_is_exact(page):
    # After 4 in the middle, 1 on the edge: still won for the first player, so nothing is lost by
    # the second; then the first player gives the win away.
    state = page.new_game("connect4", moves="411")
    page.send("review", game_id=state.game_id, simulations=20)
    moves = page.until_type("review", state="finished").moves
    assert [move.loss for move in moves[:2]] == [0, 0]
    assert moves[2].loss in (0, 0.5, 1)
    assert moves[2].mark == {0: None, 0.5: "?", 1: "??"}[moves[2].loss]


def test_a_review_of_connect_four_notes_the_exact_result_of_every_position(page):
    state = page.new_game("connect4", moves="4444441")
    page.send("review", game_id=state.game_id, simulations=5)
    page.until_type("review", state="finished")
    reviewed = page.until_type("state", is_reviewing=False)
    assert all(node.proof is not None for node in reviewed.nodes)
    assert [node.proof for node in reviewed.nodes[:2]] == ["win", "win"]


@pytest.mark.parametrize(("move", "result"), [("4", "win"), ("3", "draw"), ("1", "loss")])
def test_an_exact_result_is_for_the_first_seat_whoever_moves(page, move, result):
    # The middle wins for Red, the column beside it only draws, the edge loses.
    state = page.new_game("connect4", moves=move)
    page.send("review", game_id=state.game_id, simulations=5)
    page.until_type("review", state="finished")
    assert page.until_type("state", is_reviewing=False).nodes[1].proof == result


def test_a_review_notes_what_the_search_proves_and_how_the_game_ended(page):
    state = page.new_game("tictactoe", moves="a1b1a2b2a3")
    page.send("review", game_id=state.game_id, simulations=200)
    page.until_type("review", state="finished")
    nodes = page.until_type("state", is_reviewing=False).nodes
    # After b1 the second player is lost, and the tree of the position before knows it already.
    assert [node.proof for node in nodes[-2:]] == ["win", "win"]


def test_a_later_look_without_a_proof_leaves_the_proof_of_the_review(page):
    game = page.new_game("connect4", moves="4").game_id
    page.send("review", game_id=game, simulations=5)
    page.until_type("review", state="finished")
    page.send("analyse", game_id=game, simulations=5)
    page.until_type("analysis", state="finished")
    assert page.ask("stop_analysis", game_id=game).nodes[1].proof == "win"


def test_a_review_can_be_stopped(page):
    state = page.new_game("gomoku:15x15/5", moves="h8a1i8a15")
    page.send("review", game_id=state.game_id, seconds=60.0)
    page.until_type("state", is_reviewing=True)
    page.send("stop_review", game_id=state.game_id)
    page.until_type("review", state="stopped")
    assert not page.until_type("state").is_reviewing
    error = page.ask("stop_review", game_id=state.game_id)
    assert error.message.en == "no review is running"


@pytest.mark.parametrize("fault", ["judge", "summary", "Judgement.message"])
def test_a_review_that_meets_a_fault_ends_with_a_message(page, monkeypatch, fault):
    def fail(*_):
        raise ZeroDivisionError

    place = "judging" if "." in fault else "reviewing"
    monkeypatch.setattr(f"tengen.studio.{place}.{fault}", fail)
    game = page.new_game("tictactoe", moves="a1b1").game_id
    page.send("review", game_id=game, simulations=5)
    stopped = page.until_type("review", state="stopped")
    assert len(stopped.moves) == (2 if fault == "summary" else 0)
    assert page.until_type("error").code == "internal"
    assert not page.until_type("state").is_reviewing


def test_a_review_is_stopped_with_the_moves_judged_so_far_whatever_fails_later(page, monkeypatch):
    game = page.new_game("gomoku:15x15/5", moves="h8a1i8a15j8o1").game_id
    page.send("review", game_id=game, seconds=0.3)
    while not page.until_type("review", state="running").moves:
        pass
    monkeypatch.setattr("tengen.studio.judging.Judgement.message", lambda _: 1 // 0)
    page.send("stop_review", game_id=game)
    assert page.until_type("review", state="stopped").moves
    assert not page.until_type("state").is_reviewing


@pytest.mark.parametrize(("loss", "least", "most"), [(0, 99.9, 100), (0.1, 60, 70), (1, 0, 0)])
def test_accuracy_falls_with_the_loss(loss, least, most):
    assert least <= accuracy(loss) <= most


def test_the_loss_is_in_the_view_of_the_player_even_after_a_pass():
    """In Othello the same side may move twice: the sign follows the side, not the ply."""
    position = position_before_a_pass()
    game = position.game
    tree = GameTree(position)
    passer = position.to_move
    tree.root.win_rate = 0.7
    after = tree.play(game.facts.pass_action)
    after.win_rate = 0.7

    class Found:
        best_action = game.facts.pass_action
        win_rate = 0.7 if passer == 0 else 0.3
        line = (best_action,)
        candidates = ()

    judgement = judge(tree.root, Found, {}, after)
    assert judgement.loss == 0
    assert judgement.win_rate == pytest.approx(0.7 if passer == 0 else 0.3)


GIVEN_AWAY = "h8a1i8a15j8o1k8o15l8"


def reviewed(page, moves=GIVEN_AWAY, **fields):
    """The state after the review of a game of Gomoku."""
    game = page.new_game("gomoku:15x15/5", moves=moves, **fields).game_id
    page.send("review", game_id=game, simulations=50)
    page.until_type("review", state="finished")
    return page.until_type("state", is_reviewing=False)


def test_the_report_stays_with_the_game(page, studio):
    state = reviewed(page)
    with studio.page() as other:
        seen = other.ask("open_game", game_id=state.game_id)
    assert seen.report == state.report
    assert [seat.moves for seat in seen.report.seats] == [5, 4]
    assert seen.report.node == state.nodes[-1].id
    assert len(seen.report.summary) == 3


def test_a_page_that_comes_late_sees_how_far_a_review_is(page, studio):
    game = page.new_game("gomoku:15x15/5", moves=GIVEN_AWAY).game_id
    page.send("review", game_id=game, seconds=0.3)
    page.until(lambda message: message.type == "review" and message.done == 2)
    with studio.page() as other:
        assert other.ask("open_game", game_id=game).is_reviewing
        progress = other.until_type("review")
        assert (progress.state, progress.total) == ("running", 10)
        assert progress.done >= 2
        assert len(progress.moves) == progress.done - 1
        assert other.until_type("review", state="running").done > progress.done
    page.ask("stop_review", game_id=game)


def test_a_report_survives_a_branch_that_is_deleted(page):
    state = reviewed(page)
    after = page.ask("delete_branch", game_id=state.game_id, node=state.nodes[5].id)
    assert after.report.node == state.nodes[4].id
    assert [seat.moves for seat in after.report.seats] == [2, 2]


def test_a_move_with_a_mark_has_a_better_one_with_its_line(page):
    state = reviewed(page)
    marked = [node for node in state.nodes if node.mark]
    assert marked
    assert all(node.better is None for node in state.nodes if not node.mark)
    for node in marked:
        assert node.better.line[0].move != node.move
        assert node.better.line[0].seat == node.seat
        assert node.better.line[0].move in node.better.text.en


def test_a_line_becomes_a_variation_and_its_first_move_is_shown(page):
    game = page.new_game("gomoku:15x15/5", moves="h8i9h7").game_id
    state = page.ask("add_line", game_id=game, node=1, moves=["j10", "h9", "g9"])
    assert [(node.move, node.is_main) for node in state.nodes[-3:]] == [
        ("j10", False),
        ("h9", False),
        ("g9", False),
    ]
    assert state.last.move == "j10"
    assert page.ask("redo", game_id=game).last.move == "h9"
    assert page.ask("add_line", game_id=game, node=1, moves=["j10", "h9"]).nodes == state.nodes


@pytest.mark.parametrize(
    ("moves", "field"), [(["j10", "h8"], "moves.1"), (["zz"], "moves.0"), ([], "moves")]
)
def test_a_line_that_cannot_be_played_adds_nothing(page, moves, field):
    state = page.new_game("gomoku:15x15/5", moves="h8i9")
    error = page.ask("add_line", game_id=state.game_id, node=1, moves=moves)
    assert (error.type, error.field) == ("error", field)
    assert page.ask("open_game", game_id=state.game_id).nodes == state.nodes


def test_players_of_the_server_wait_after_a_line_was_added(page):
    seats = [{"kind": "human"}, {"kind": "random"}]
    game = page.new_game("gomoku:15x15/5", seats, moves="h8i9").game_id
    state = page.ask("add_line", game_id=game, node=2, moves=["h7"])
    assert (state.is_paused, state.thinking, state.last.move) == (True, None, "h7")


@pytest.mark.parametrize(
    ("loss", "mark"), [(0.1949, "?"), (0.195, "??"), (0.0951, "?"), (0.04, None)]
)
def test_the_mark_goes_by_the_loss_in_whole_percents_that_people_read(loss, mark):
    tree = GameTree(load_game("tictactoe").initial())
    tree.root.win_rate = 0.6
    after = tree.play(0)
    after.win_rate = 0.6 - loss

    class Found:
        best_action = 4
        win_rate = 0.6
        line = (4,)
        candidates = ()

    judgement = judge(tree.root, Found, {}, after)
    assert judgement.mark == mark
    assert (round(100 * judgement.loss) >= 20) == (mark == "??")


def test_a_single_move_is_judged_and_the_report_stays(page):
    state = reviewed(page)
    game = state.game_id
    tried = page.ask("add_line", game_id=game, node=3, moves=["h7"]).node
    page.send("review", game_id=game, node=tried, simulations=50)
    finished = page.until_type("review", state="finished")
    assert (finished.total, [move.node for move in finished.moves]) == (2, [tried])
    after = page.until_type("state", is_reviewing=False)
    assert next(node for node in after.nodes if node.id == tried).loss is not None
    assert after.report == state.report


@pytest.mark.parametrize(("node", "code"), [(0, "refused"), (99, "unknown")])
def test_only_a_move_can_be_judged(page, node, code):
    game = page.new_game("tictactoe", moves="a1").game_id
    error = page.ask("review", game_id=game, node=node)
    assert (error.type, error.field, error.code) == ("error", "node", code)
