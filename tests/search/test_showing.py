"""Search results in notebooks and in the interpreter, and the candidates they show."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tengen.pictures.looks import COLOURS
from tengen.rules import load_game
from tengen.search import Limit, RolloutEvaluator, Search, UniformEvaluator

SVG = "{http://www.w3.org/2000/svg}"


def searched(name, moves="", simulations=200):
    game = load_game(name)
    search = Search(game, RolloutEvaluator())
    return search.run(game.position_from(moves), Limit(simulations=simulations))


def page(result):
    return ElementTree.fromstring(result._repr_html_())


def table(result):
    return [["".join(cell.itertext()) for cell in row] for row in page(result).iter("tr")]


def test_a_result_remembers_what_was_searched():
    result = searched("connect4", "44")
    assert result.position == load_game("connect4").position_from("44")


def test_candidates_are_the_best_move_and_then_the_most_visited():
    result = searched("gomoku:6x6/4", "c3d4")
    actions = [candidate.action for candidate in result.candidates]
    others = [int(result.visits[action]) for action in actions[1:]]
    assert actions[0] == result.best_action
    assert others == sorted(others, reverse=True)
    assert min(others) >= np.sort(result.visits)[-len(actions)]
    assert len(actions) == 10


def test_a_candidate_has_the_line_that_begins_with_it():
    result = searched("connect4", "44")
    for candidate in result.candidates:
        assert candidate.line[0] == candidate.action
        position = result.position
        for action in candidate.line:
            position = position.play(action)
    assert result.candidates[0].line == result.line[: len(result.candidates[0].line)]


def test_a_candidate_tells_what_is_proven_of_it():
    best = searched("connect4", "445566").candidates[0]
    assert (best.proof, best.plies) == ("win", 1)
    losing = searched("connect4", "44553", 2000).candidates
    assert {(one.proof, one.plies) for one in losing} == {("loss", 2)}


def test_the_table_tells_each_move_its_visits_and_its_line():
    result = searched("connect4", "44")
    head, *rows = table(result)
    assert head == ["", "move", "visits", "share", "win rate", "prior", "line"]
    assert [row[1] for row in rows] == [
        result.position.game.action_name(one.action) for one in result.candidates
    ]
    assert rows[0][2] == f"{result.visits[result.best_action]:,}"
    assert rows[0][6].startswith(result.best_move)


def test_a_proof_has_a_column_where_there_is_one():
    head, best, *_ = table(searched("connect4", "445566"))
    assert best[head.index("proof")] == "win in 1 ply"


def test_the_best_move_is_marked_on_the_board():
    result = searched("gomoku:9x9/5", "e5e6")
    picture = ElementTree.fromstring(result.to_svg())
    marked = [one for one in picture.iter() if one.get("fill") == COLOURS["wood"].best]
    assert len(marked) == 1


def test_a_column_is_marked_where_the_stone_would_fall():
    result = searched("connect4", "4444")
    picture = ElementTree.fromstring(result.to_svg())
    heights = {
        float(one.get("cy")) for one in picture.iter(f"{SVG}circle") if one.get("stroke-opacity")
    }
    assert len(heights) == 2


def test_a_pass_is_in_the_table_and_not_on_the_board():
    game, rng = load_game("othello:6x6"), np.random.default_rng(1)
    position = game.initial()
    while position.legal_actions != [game.facts.pass_action]:
        over = position.outcome is not None
        position = game.initial() if over else position.play(rng.choice(position.legal_actions))
    result = Search(game, RolloutEvaluator()).run(position, Limit(simulations=20))
    assert table(result)[1][1] == "pass"
    assert COLOURS["felt"].best not in result.to_svg()


@pytest.mark.parametrize("name", ["examples/hex.py:Hex", "openspiel:hex(board_size=3)"])
def test_results_of_other_games_show_themselves_too(name):
    result = searched(name, simulations=30)
    assert len(table(result)) == 1 + len(result.candidates)


def test_a_result_of_a_single_simulation_has_nothing_to_list():
    game = load_game("connect4")
    result = Search(game, UniformEvaluator()).run(game.initial(), Limit(simulations=1))
    assert result.candidates == ()
    assert len(table(result)) == 1
    assert "best move" in str(result)


def test_a_snapshot_shows_itself():
    game = load_game("connect4")
    with Search(game, RolloutEvaluator()).start(game.initial()) as running:
        snapshot = next(iter(running))
    assert snapshot.stop_reason is None
    assert "<svg" in snapshot._repr_html_()


def test_the_interpreter_tells_a_result_in_one_line_and_print_as_a_table():
    result = searched("connect4", "44")
    rate = f"{result.win_rate:.1%}"
    assert repr(result) == (
        f"<SearchResult of connect4: best move {result.best_move}, win rate {rate}, "
        "200 simulations>"
    )
    first, head, *rows = str(result).splitlines()
    assert first.startswith("connect4, red to move: best move")
    assert head.split() == ["move", "visits", "share", "win", "rate", "prior", "line"]
    assert len(rows) == len(result.candidates)
    assert "a proven win in 1 ply" in repr(searched("connect4", "445566"))
