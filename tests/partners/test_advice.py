"""Advice as data, and in both languages, without any screen."""

import dataclasses

import pytest

from tengen import load_game
from tengen.nets import shipped
from tengen.partners import sentences
from tengen.partners.adviser import Adviser
from tengen.partners.opponent import Opponent, describe_levels
from tengen.search import Score
from tengen.texts import Language, Texts

ENGLISH, CHINESE = Texts(Language.ENGLISH), Texts(Language.CHINESE)


@pytest.fixture(autouse=True)
def _no_nets(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "_FOLDER", tmp_path)


def advice_on(name, moves):
    position = load_game(name).position_from(moves)
    heard = []
    adviser = Adviser(position.game, None, 1, lambda *found: heard.append(found))
    advice = adviser.study(position)
    assert heard == [(position, advice.result)]
    return advice


def test_the_winning_move_comes_first_with_its_line_and_rate():
    advice = advice_on("connect4", "112233")
    best, *others = advice.best_moves(3)
    assert (advice.game.action_name(best.action), best.win_rate) == ("4", 1.0)
    assert best.line == (3,)
    assert all(other.action != 3 and other.line[0] == other.action for other in others)


def test_chances_are_whole_percents_of_a_hundred():
    advice = advice_on("tictactoe", "b2a1")
    chances = advice.chances
    assert chances.win + chances.draw + chances.loss == 100
    assert 0 <= advice.win_rate <= 1


def test_a_verdict_is_sentences_in_either_language():
    advice = advice_on("connect4", "112233")
    said = sentences.verdict(advice, ENGLISH, "red", is_you=False)
    assert said[0] == "Chances of red: win 100%, draw 0%, loss 0%."
    assert said[1] == "Solved exactly: red wins in 1 with 4."
    assert said[2] == "Best move: 4; expected line: 4."
    assert said[3].startswith("Evaluated by random playouts, ")
    chinese = sentences.verdict(advice, CHINESE, "红方", is_you=True)
    assert len(chinese) == len(said)
    assert chinese[0].startswith("预计你胜 100%")


def test_nothing_is_said_to_be_certain_without_a_proof():
    advice = advice_on("gomoku:9x9/5", "")
    assert sentences.proof(advice, ENGLISH, "black") == []


def test_opponents_and_levels_tell_who_they_are_in_either_language():
    game = load_game("gomoku:9x9/5")
    opponent = Opponent("level:6", game, 1)
    assert opponent.describe(ENGLISH).startswith("level 6 · skilled · pure MCTS, 640 playouts")
    assert opponent.describe(CHINESE).startswith("级别 6 · 熟练 · 纯 MCTS")
    assert len(describe_levels(game, CHINESE)) == 10


def test_in_connect_four_every_column_has_its_exact_score():
    advice = advice_on("connect4", "44")
    assert {a: (s.name, s.plies) for a, s in advice.exact.items()} == {
        **dict.fromkeys((0, 1, 5, 6), ("loss", 36)),
        **dict.fromkeys((2, 4), ("loss", 38)),
        3: ("win", 39),
    }
    assert [move.action for move in advice.best_moves(3)][:1] == advice.exactly_best == [3]
    assert len(advice.best_moves(3)) == 7
    assert sentences.proof(advice, ENGLISH, "red") == ["Solved exactly: red wins in 39 with 4."]


def test_the_best_move_of_a_solved_position_is_exactly_best_whatever_the_search_prefers():
    advice = advice_on("connect4", "44134455423335")
    misled = dataclasses.replace(advice.result, best_action=0, line=(0, 1))
    advice = dataclasses.replace(advice, result=misled)
    assert advice.exact[0].name == "loss"
    said = sentences.verdict(advice, ENGLISH, "red", is_you=False)
    assert said[1] == "Solved exactly: red wins in 27 with 3 or 7."
    assert said[2].startswith(("Best move: 3;", "Best move: 7;"))
    chinese = sentences.proof(advice, CHINESE, "红方")
    assert chinese == ["精确解：红方走 3 或 7，27 手后必胜。"]


def test_moves_that_lose_equally_late_are_told_in_the_plural():
    advice = advice_on("connect4", "44")
    lost = dataclasses.replace(advice, exact=dict.fromkeys((0, 1, 4), Score(-1, 36)))
    assert sentences.proof(lost, ENGLISH, "red") == [
        "Solved exactly: red loses in 36; 1, 2 and 5 hold out longest."
    ]
    assert sentences.proof(lost, CHINESE, "红方") == [
        "精确解：红方 36 手后必败，走 1、2 和 5 都坚持最久。"
    ]


def test_a_forced_win_is_told_with_its_whole_line():
    advice = advice_on("gomoku:9x9/5", "e5 a1 e6 a2 e7 a9")
    line = " ".join(advice.position.move_names(advice.result.proof.line))
    said = f"Black wins by force in 3: {line}."
    assert sentences.proof(advice, ENGLISH, "black") == [said]
    assert len(advice.result.proof.line) == 3
