"""The meter against positions checked by hand."""

import itertools
import math

import numpy as np
import pytest

from tengen import load_game
from tengen.arena.exact_positions import (
    ExactPosition,
    different_positions,
    make_positions,
    shipped_positions,
    spread,
)
from tengen.arena.intervals import mean_interval, wilson_interval
from tengen.arena.meter import PlayerSubject, PolicySubject, SearchSubject, measure, net_subjects
from tengen.arena.meter_report import Answers, Mean, report_on, value_errors
from tengen.arena.oracles import ConnectFourOracle, SolverOracle, Truth
from tengen.arena.players import player_factory
from tengen.arena.score_text import parse_scores, scores_text
from tengen.errors import ConfigError, NotationError
from tengen.rules.reference import Connect4
from tengen.search import Evaluation
from tengen.search.solver import DRAW, Score

GAME = load_game("connect4")


def exact(moves: str, scores: str) -> ExactPosition:
    return ExactPosition(GAME.position_from(moves), Truth.of(parse_scores(scores)))


WIN_NOW = exact("112233", "-2 -2 -2 +1 -4 -4 -4")
DRAW_OR_LOSE = exact("4" * 6, "-36 -36 0 . 0 -36 -36")
LOST = exact("", "-2 -2 -4 -4 -2 -2 -2")


class Favourite:
    """Likes one column, and believes in one value."""

    encoding = "4-planes"

    def __init__(self, column: int, value: float) -> None:
        self.column, self.value = column, value

    def evaluate(self, planes):
        logits = np.zeros((len(planes), 7), np.float32)
        logits[:, self.column] = 2
        return Evaluation(logits, np.full(len(planes), self.value, np.float32))


def test_moves_that_keep_the_value_and_that_are_best_are_counted():
    positions = [WIN_NOW, DRAW_OR_LOSE, LOST]
    report = report_on("test", 0, positions, Answers([3, 2, 0], None))
    assert report.moves.keeps.share == 1
    assert report.moves.best.share == pytest.approx(2 / 3)  # 0 loses sooner than it must
    report = report_on("test", 0, positions, Answers([0, 0, 2], None))
    assert report.moves.keeps.share == report.moves.best.share == pytest.approx(1 / 3)


def test_giving_up_is_never_right():
    report = report_on("test", None, [LOST], Answers([None], None))
    assert report.moves.keeps.share == 0


def test_positions_have_a_phase_and_a_difficulty():
    assert [each.difficulty for each in (WIN_NOW, DRAW_OR_LOSE, LOST)] == ["hard", "medium", "free"]
    assert exact("", "0 0 0 0 -8 -8 -8").difficulty == "easy"
    phases = {len(each.position.history): each.phase for each in shipped_positions(GAME)}
    names = [name for name, _ in itertools.groupby(phases[ply] for ply in range(37))]
    assert names == ["opening", "middle", "end"]
    assert (phases[11], phases[12], phases[23], phases[24]) == (
        "opening",
        "middle",
        "middle",
        "end",
    )


def test_positions_without_a_possible_mistake_have_no_difficulty_to_report():
    report = report_on("test", 0, [WIN_NOW, DRAW_OR_LOSE, LOST], Answers([3, 2, 0], None))
    counts = {name: shares.keeps.count for name, shares in report.by_difficulty.items()}
    assert counts == {"easy": 0, "medium": 1, "hard": 1}
    assert report.by_phase["opening"].keeps.count == 3


def test_errors_of_values_worked_by_hand():
    errors = value_errors([WIN_NOW, DRAW_OR_LOSE, LOST], [0.5, 0.5, -1.0])
    assert errors.absolute.mean == pytest.approx(1 / 3)
    assert errors.squared.mean == pytest.approx(1 / 6)
    assert errors.right.share == pytest.approx(2 / 3)
    low, high = errors.calibration
    assert (low.count, low.predicted, low.real) == (1, 0.0, 0.0)
    assert (high.count, high.predicted, high.real) == (2, 0.75, 0.75)
    assert (high.low, high.high) == (0.7, 0.8)
    assert (high.real_low, high.real_high) == wilson_interval(0.75, 2)


def test_a_certain_value_falls_into_the_last_range():
    errors = value_errors([WIN_NOW], [1.0])
    assert [(each.low, each.count) for each in errors.calibration] == [(0.9, 1)]


def test_the_policy_alone_takes_its_likeliest_legal_move():
    report = measure(PolicySubject(Favourite(3, 1.0)), [WIN_NOW, DRAW_OR_LOSE])
    assert report.moves.keeps.share == 0.5  # column 4 is full in the second: column 1 is left
    assert report.values is not None
    assert report.values.absolute.mean == 0.5
    assert report.simulations == 0


def test_search_finds_what_the_policy_misses():
    subject = SearchSubject(GAME, Favourite(0, 0.0), 200)
    report = measure(subject, [WIN_NOW])
    assert report.moves.best.share == 1
    assert report.values is not None
    assert report.values.absolute.mean == 0  # proven


def test_a_net_is_measured_at_every_budget():
    subjects = list(net_subjects(GAME, Favourite(0, 0.0), [0, 8]))
    assert [subject.simulations for subject in subjects] == [0, 8]
    with pytest.raises(ConfigError):
        list(net_subjects(GAME, Favourite(0, 0.0), [-1]))


def test_the_perfect_player_is_perfect_and_a_random_one_is_not():
    positions = spread(shipped_positions(GAME), 200)
    perfect = measure(PlayerSubject(player_factory("perfect", GAME)), positions)
    assert perfect.moves.keeps.share == perfect.moves.best.share == 1
    assert perfect.values is None
    by_chance = measure(PlayerSubject(player_factory("random", GAME)), positions)
    assert by_chance.moves.best.high < 0.5


def test_measuring_again_gives_the_same_numbers():
    positions = spread(shipped_positions(GAME), 40)
    subject = PlayerSubject(player_factory("mcts@30", GAME))
    assert measure(subject, positions, seed=3) == measure(subject, positions, seed=3)
    with pytest.raises(ConfigError):
        measure(subject, [])


def test_the_shipped_positions_are_many_different_and_unfinished():
    positions = shipped_positions(GAME)
    assert len(positions) >= 3000
    assert {len(each.position.history) for each in positions} == set(range(37))
    assert all(each.position.outcome is None for each in positions)
    keys = {min(each.position.apply_symmetry(k).hash for k in (0, 1)) for each in positions}
    assert len(keys) == len(positions)
    difficulties = {each.difficulty for each in positions}
    assert difficulties == {"free", "easy", "medium", "hard"}


def test_other_boards_of_connect_four_ship_no_positions():
    assert shipped_positions(load_game("connect4:8x7")) == []
    assert len(shipped_positions(Connect4())) == len(shipped_positions(GAME))


def test_the_shipped_scores_are_those_of_the_exact_solver():
    oracle = ConnectFourOracle()
    for each in spread(shipped_positions(GAME), 60):
        assert oracle.truth(each.position) == each.truth


def test_small_games_get_positions_of_their_own():
    game = load_game("tictactoe")
    made = make_positions(game, SolverOracle(game, 1), 80, seed=5)
    again = make_positions(game, SolverOracle(game, 1), 80, seed=5)
    assert len(made.positions) == 80
    assert made.left_out == 0
    assert made == again
    perfect = measure(PlayerSubject(player_factory("perfect", game)), made.positions)
    assert perfect.moves.best.share == 1


def test_a_game_with_few_positions_gives_what_it_has():
    game = load_game("tictactoe")
    found = list(different_positions(game, 10_000, seed=1, last_ply=2))
    assert len(found) == 1 + 3 + 12


def test_positions_too_hard_to_solve_are_left_out_and_counted():
    class Forgetful:
        def truth(self, position, nodes=None):
            return None if len(position.history) < 3 else Truth(DRAW, (0,), (0,))

        def good_moves(self, position, nodes, stop=None):
            return None

    made = make_positions(load_game("tictactoe"), Forgetful(), 60, seed=1)
    assert made.left_out > 0
    assert made.left_out + len(made.positions) == 60


def test_scores_survive_their_text():
    scores = {0: Score(1, 3), 2: DRAW, 6: Score(-1, 8)}
    text = scores_text(scores, 7)
    assert text == "+3 . 0 . . . -8"
    assert parse_scores(text) == scores
    with pytest.raises(NotationError, match="scores"):
        parse_scores("+3 x")


def test_a_spread_covers_all_phases():
    positions = shipped_positions(GAME)
    some = spread(positions, 37)
    assert len(some) == 37
    assert {each.phase for each in some} == {"opening", "middle", "end"}
    assert spread(positions, 10**6) == positions
    with pytest.raises(ConfigError):
        spread(positions, 0)


def test_the_mean_of_errors_is_never_below_zero():
    found = Mean.of([0.0, 0.0, 0.0, 4.0])
    assert (found.mean, found.low) == (1.0, 0.0)


def test_intervals_worked_by_hand():
    low, high = wilson_interval(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson_interval(0.0, 0) == (0.0, 1.0)
    low, high = mean_interval([1.0, 3.0])
    assert (round(low, 2), round(high, 2)) == (0.04, 3.96)
    assert mean_interval([1.0]) == (-math.inf, math.inf)


@pytest.mark.parametrize("count", [1, 3, 7, 19, 60, 4000])
def test_an_interval_contains_its_share_despite_rounding(count):
    for share in (0.0, 0.5, 1.0):
        low, high = wilson_interval(share, count)
        assert 0 <= low <= share <= high <= 1
