"""Connect Four solved: scores against stored facts, known theory and plain minimax."""

import random
from functools import cache
from pathlib import Path

import pytest

from tengen import StopToken, load_game
from tengen.arena.score_text import parse_scores, scores_text
from tengen.errors import ConfigError, GameOverError, UnsupportedError
from tengen.rules import reference
from tengen.search import ConnectFourSolver
from tengen.search.connect_four import BOOK
from tengen.search.solver import Score

GAME = load_game("connect4")
FACTS = Path(__file__).parents[1] / "golden" / "connect4.csv"
HARD = "757257331"
"""A position right after the book: most of a second."""


@cache
def solver() -> ConnectFourSolver:
    return ConnectFourSolver()


def facts(fewest: int, most: int = 42) -> list[tuple[str, str]]:
    """Moves and scores that an independent solver computed; some plies only."""
    lines = [line for line in FACTS.read_text().splitlines() if not line.startswith("#")]
    pairs = [(moves, scores) for moves, _, scores in (line.partition(",") for line in lines)]
    return [pair for pair in pairs if fewest <= len(pair[0]) <= most]


def test_every_column_scores_as_the_stored_facts_say():
    checked = facts(0, 7) + facts(14)
    assert len(checked) > 600
    for moves, scores in checked:
        position = GAME.position_from(moves)
        found = solver().score_moves(position)
        assert found is not None
        assert scores_text(found, 7) == scores, f"\n{position}"


def test_hard_positions_score_as_the_stored_facts_say():
    for moves, scores in facts(8, 13)[::8]:
        best = max(parse_scores(scores).values())
        assert solver().score(GAME.position_from(moves)) == best, moves


@pytest.mark.slow
def test_every_column_scores_as_the_stored_facts_say_without_a_book():
    alone = ConnectFourSolver(book=None)
    for moves, scores in facts(8, 9)[::12] + facts(10, 13)[::2] + facts(14):
        found = alone.score_moves(GAME.position_from(moves))
        assert found is not None
        assert scores_text(found, 7) == scores, moves


def test_the_first_player_wins_from_the_middle_with_the_last_stone():
    scores = solver().score_moves(GAME.initial())
    assert scores is not None
    assert scores_text(scores, 7) == "-40 -42 0 +41 0 -42 -40"
    assert solver().solve(GAME.initial()).best == (3,)


@pytest.mark.parametrize("first", [0, 1])
def test_positions_checked_by_hand(first):
    three_in_a_row = GAME.initial(first)
    for column in (0, 0, 1, 1, 2, 2):
        three_in_a_row = three_in_a_row.play(column)
    scores = solver().score_moves(three_in_a_row)
    assert scores is not None
    assert scores[3] == Score(1, 1)
    must_block = solver().score_moves(three_in_a_row.undo())  # the beginner threatens column 4
    assert must_block is not None
    lost = {column for column, score in must_block.items() if score == Score(-1, 2)}
    assert lost == {0, 1, 2, 4, 5, 6}


def endings(count: int, seed: int):
    """Positions of random games with at most 12 empty cells."""
    chance = random.Random(seed)
    while count > 0:
        position = GAME.initial(chance.randrange(2))
        plies = chance.randint(30, 41)
        while position.outcome is None and len(position.history) < plies:
            position = position.play(chance.choice(position.legal_actions))
        if position.outcome is None:
            count -= 1
            yield position


def by_minimax(position) -> Score:
    """The score by trying everything."""
    best = None
    for action in position.legal_actions:
        after = position.play(action)
        if after.outcome is not None:
            value = after.outcome.value_for(position.to_move)
            found = Score(value, 1 if value else 0)
        else:
            reply = by_minimax(after)
            found = Score(-reply.value, reply.plies + 1 if reply.value else 0)
        best = found if best is None or found > best else best
    assert best is not None
    return best


def test_endings_score_as_plain_minimax_says():
    for position in endings(60, seed=3):
        if len(position.history) >= 33:
            assert solver().score(position) == by_minimax(position), f"\n{position}"


def test_best_and_keeping_moves_follow_from_the_scores():
    for moves, text in facts(14)[::5]:
        position, scores = GAME.position_from(moves), parse_scores(text)
        best = max(scores.values())
        kept = tuple(move for move, score in scores.items() if score.value == best.value)
        assert solver().keeping_moves(position) == kept
        assert solver().best_moves(position) == tuple(
            move for move, score in scores.items() if score == best
        )
        assert solver().value(position) == best.name


def test_mirror_images_score_alike():
    for moves, scores in facts(14)[::10]:
        image = GAME.position_from("".join(str(8 - int(digit)) for digit in moves))
        found = ConnectFourSolver(1).score_moves(image)
        assert found is not None
        assert scores_text(found, 7).split() == scores.split()[::-1]


def test_a_small_table_changes_nothing_but_the_time():
    small = ConnectFourSolver(1)
    for moves, scores in facts(18)[::5]:
        found = small.score_moves(GAME.position_from(moves))
        assert found is not None
        assert scores_text(found, 7) == scores


def test_the_same_questions_take_the_same_nodes():
    counts = []
    for _ in range(2):
        one = ConnectFourSolver(4)
        for moves, _ in facts(16, 20)[:20]:
            one.score_moves(GAME.position_from(moves))
        counts.append(one.nodes)
    assert counts[0] == counts[1] > 0


def test_openings_are_looked_up_not_searched():
    fresh = ConnectFourSolver(1)
    fresh.score_moves(GAME.initial())
    assert fresh.nodes < 100_000


def test_positions_of_other_rules_are_solved_too():
    game = reference.Connect4()
    assert solver().score(game.position_from("112233")) == Score(1, 1)


def test_a_limit_that_is_met_first_gives_unknown():
    stop = StopToken()
    stop.request()
    position = GAME.position_from(HARD)
    for limit in ({"nodes": 1000}, {"stop": stop}, {"seconds": 1e-6}):
        fresh = ConnectFourSolver(1)
        assert fresh.score_moves(position, **limit) is None
        assert fresh.nodes < 100_000


def test_finished_games_other_boards_and_moves_out_of_turn_are_refused():
    with pytest.raises(GameOverError):
        solver().score(GAME.position_from("1212121"))
    with pytest.raises(UnsupportedError, match="7x6"):
        solver().score(load_game("connect4:5x4").initial())
    with pytest.raises(UnsupportedError, match="7x6"):
        solver().score(load_game("tictactoe").initial())
    state = GAME.place([0, 0] + [None] * 40, 0, 0, None)
    with pytest.raises(UnsupportedError, match="in turn"):
        solver().score(type(GAME.initial())(GAME, state, 0))
    with pytest.raises(ConfigError, match="megabyte"):
        ConnectFourSolver(0)


def test_the_book_is_small():
    assert BOOK.stat().st_size <= 400_000


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: b"",
        lambda file: file[:100],
        lambda file: file + b" ",
        lambda file: b"T" + file[1:],
        lambda file: file[:-1] + bytes([file[-1] ^ 1]),
        lambda file: file[:20] + b"\xff" * 8 + file[28:],
    ],
)
def test_a_damaged_book_is_one_clear_sentence(tmp_path, damage):
    spoilt = tmp_path / "connect4.book"
    spoilt.write_bytes(damage(BOOK.read_bytes()))
    with pytest.raises(
        UnsupportedError, match=r"opening book of Connect Four.*install Tengen again"
    ):
        ConnectFourSolver(1, book=spoilt)


def test_a_missing_book_is_one_clear_sentence(tmp_path):
    with pytest.raises(UnsupportedError, match=r"cannot be read.*install Tengen again"):
        ConnectFourSolver(1, book=tmp_path / "none")
