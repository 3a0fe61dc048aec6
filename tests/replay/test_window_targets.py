"""What a sample teaches: the result with the right sign, the policy, the reply, the plies left."""

import numpy as np
import pytest

from tengen import UniformEvaluator, load_game
from tests.replay.sampled import places_by_planes, rows_with_places, window_of
from tests.rules import turn_games
from tests.selfplay.made import HEX, played, positions_of, target_of

TWO_STONES = f"{turn_games.__file__}:TwoStones"
GAMES = ["connect4", "othello:6x6", "gomoku:5x4/3", "tictactoe", HEX, TWO_STONES]


def games_of(game):
    """Games with openings, cheap moves and every kind of end."""
    if game in (HEX, TWO_STONES):
        return played(game, UniformEvaluator(), count=6, simulations=3)
    settings = {"random_plies": 3, "full_share": 0.6, "cheap_simulations": 6}
    ends = {"adjudicate": False}, {}, {"resign_below": -0.5, "play_on_share": 0.3}
    return [
        record
        for seed, end in enumerate(ends)
        for record in played(game, count=12, seed=seed, **settings, **end)
    ]


@pytest.fixture(
    scope="module", params=GAMES, ids=["connect4", "othello", "gomoku", "ttt", "hex", "two"]
)
def sampled(request):
    """A large batch without symmetries, each row with the position it shows."""
    game, records = request.param, games_of(request.param)
    rows_wanted = 300 if game in (HEX, TWO_STONES) else 1500  # rules in Python take their time
    batch = window_of(game, records).sample(rows_wanted, 5, symmetries=False)
    rows = list(rows_with_places(batch, places_by_planes(game, records)))
    assert len(rows) > 0.05 * rows_wanted
    return load_game(game), batch, rows


def test_the_value_is_the_result_as_the_side_to_move_sees_it(sampled):
    _, batch, rows = sampled
    for row, place in rows:
        assert batch.value[row] == place.value
        assert list(batch.wdl[row]) == [place.value == 1, place.value == 0, place.value == -1]
    seen = {(place.position.to_move, place.value) for _, place in rows}
    assert seen >= {(0, 1), (0, -1), (1, 1), (1, -1)}


def test_the_policy_is_the_target_of_the_move(sampled):
    game, batch, rows = sampled
    for row, place in rows:
        move = place.record.moves[place.move]
        assert batch.policy_weight[row] == bool(move.target)
        if move.target:
            np.testing.assert_allclose(batch.policy[row], target_of(move, game.num_actions))
            assert batch.policy[row].sum() == pytest.approx(1)
        else:
            assert not batch.policy[row].any()


def test_the_reply_is_the_target_of_the_next_move(sampled):
    game, batch, rows = sampled
    for row, place in rows:
        following = place.record.moves[place.move + 1 : place.move + 2]
        target = following[0].target if following else []
        assert batch.reply_weight[row] == bool(target)
        if target:
            expected = target_of(following[0], game.num_actions)
            np.testing.assert_allclose(batch.reply[row], expected)
        else:
            assert not batch.reply[row].any()


def test_moves_left_are_the_plies_to_the_end_and_unknown_when_somebody_resigned(sampled):
    _, batch, rows = sampled
    for row, place in rows:
        left = len(place.record.moves) - place.move
        assert batch.moves_left[row] == (-1 if place.record.end == "resigned" else left)


def passes_of(records):
    return [
        (record, number)
        for record in records
        for number, move in enumerate(record.moves)
        if move.action == 36
    ]


def test_values_keep_their_side_across_passes():
    """After a pass the same seat moves again two plies later: the sign follows the seat."""
    records = played("othello:6x6", count=30, adjudicate=False, temperature_moves=100)
    passed = [record for record, _ in passes_of(records) if record.winner is not None]
    assert len(passed) > 3
    places = places_by_planes("othello:6x6", passed)
    batch = window_of("othello:6x6", passed).sample(2000, 1, symmetries=False)
    after_pass = 0
    for row, place in rows_with_places(batch, places):
        assert batch.value[row] == place.value
        after_pass += any(m.action == 36 for m in place.record.moves[: place.move])
    assert after_pass > 20


def test_a_draw_is_worth_nothing_to_both():
    records = played("tictactoe", count=60, simulations=60, temperature_moves=0)
    drawn = [record for record in records if record.winner is None]
    batch = window_of("tictactoe", drawn).sample(64, 1)
    assert not batch.value.any()
    assert (batch.wdl == [0, 1, 0]).all()


@pytest.mark.parametrize("mix", [0.0, 0.25, 1.0])
def test_the_value_may_be_mixed_with_what_the_search_thought(mix):
    records = played(count=12)
    batch = window_of("connect4", records).sample(400, 2, value_mix=mix, symmetries=False)
    for row, place in rows_with_places(batch, places_by_planes("connect4", records)):
        move, result = place.record.moves[place.move], place.value
        searched, drawn = move.root_value, min(move.root_draw, 1 - abs(move.root_value))
        assert batch.value[row] == pytest.approx((1 - mix) * result + mix * searched, abs=1e-6)
        assert batch.wdl[row].sum() == pytest.approx(1)
        assert batch.wdl[row][0] - batch.wdl[row][2] == pytest.approx(batch.value[row], abs=1e-6)
        assert batch.wdl[row].min() >= 0
        wanted = (1 - mix) * (result == 0) + mix * drawn
        assert batch.wdl[row][1] == pytest.approx(wanted, abs=1e-6)


def test_what_the_search_is_sure_is_a_draw_is_taught_as_one():
    """Not as an even chance of a win and a loss, which has the same value."""
    records = played("tictactoe", count=60, simulations=200, temperature_moves=0)
    drawn = [record for record in records if record.winner is None]
    assert any(move.root_draw == 1 for record in drawn for move in record.moves)
    places = places_by_planes("tictactoe", drawn)
    batch = window_of("tictactoe", drawn).sample(200, 1, value_mix=1.0, symmetries=False)
    for row, place in rows_with_places(batch, places):
        if place.record.moves[place.move].root_draw == 1:
            assert list(batch.wdl[row]) == [0, 1, 0]


@pytest.mark.parametrize("game", ["connect4", "othello:6x6", "gomoku:5x4/3", "gomoku:5x5/4", HEX])
@pytest.mark.parametrize("encoding", ["3-planes", "4-planes"])
def test_planes_policy_and_reply_are_shown_in_one_symmetry(game, encoding):
    records = played(game, UniformEvaluator(), count=3, simulations=8)
    expected = samples_in_every_symmetry(game, records, encoding)
    batch = window_of(game, records, encoding).sample(300, 3)
    used = set()
    for row in range(300):
        symmetries = expected[as_bytes(batch.planes[row], batch.policy[row], batch.reply[row])]
        used |= symmetries if len(symmetries) == 1 else set()  # some positions are symmetric
    assert used == set(range(len(load_game(game).symmetries)))


def as_bytes(planes, policy, reply):
    return np.concatenate([planes.ravel(), policy, reply]).astype(np.float32).tobytes()


def permuted(policy, symmetry):
    return policy[np.argsort(symmetry.action_image)]


def samples_in_every_symmetry(game, records, encoding):
    """Which symmetries of which position look like this, worked out in Python."""
    rules, samples = load_game(game), {}
    for record in records:
        targets = [np.array(target_of(m, rules.num_actions), np.float32) for m in record.moves]
        replies = [*targets[1:], np.zeros(rules.num_actions, np.float32)]
        for position, policy, reply in zip(
            positions_of(game, record)[0], targets, replies, strict=True
        ):
            for number, symmetry in enumerate(rules.symmetries):
                key = as_bytes(
                    symmetry.permute_planes(position.planes(encoding)),
                    permuted(policy, symmetry),
                    permuted(reply, symmetry),
                )
                samples.setdefault(key, set()).add(number)
    return samples
