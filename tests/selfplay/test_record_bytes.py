"""Records as bytes: nothing but the last decimals is lost, and damage is noticed."""

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import RolloutEvaluator, SearchConfig, UniformEvaluator
from tengen._core import GameRecord
from tengen.replay.window import ReplayWindow
from tengen.rules.registry import load_game
from tests.selfplay.made import native, played

SETTINGS = st.fixed_dictionaries(
    {
        "full_share": st.sampled_from([1.0, 0.4]),
        "random_plies": st.integers(0, 6),
        "resign_below": st.sampled_from([None, -0.2]),
        "play_on_share": st.sampled_from([0.0, 0.5, 1.0]),
        "adjudicate": st.booleans(),
        "simulations": st.integers(1, 24),
    }
)


@given(
    st.sampled_from(["tictactoe", "connect4", "othello:6x6", "gomoku:9x9/5"]),
    st.integers(0, 2**64 - 1),
    st.booleans(),
    SETTINGS,
)
def test_a_record_survives_as_bytes(game, seed, gumbel, settings):
    search = SearchConfig(root="gumbel" if gumbel else "puct", noise_epsilon=0.25)
    for record in played(game, search=search, seed=seed, count=2, **settings):
        data = record.to_bytes()
        again = GameRecord.from_bytes(data)
        assert again.to_bytes() == data
        check_same(again, record)


def check_same(again, record):
    for name in ("index", "seed", "first", "winner", "end", "opening", "would_have_resigned"):
        assert getattr(again, name) == getattr(record, name)
    assert len(again.moves) == len(record.moves)
    for one, other in zip(again.moves, record.moves, strict=True):
        assert (one.action, one.target) == (other.action, other.target)
        assert one.root_value == pytest.approx(other.root_value, abs=1e-4)
        assert one.root_draw == pytest.approx(other.root_draw, abs=4e-3)
        assert one.surprise == pytest.approx(other.surprise, abs=6e-3)


def test_equal_records_are_equal_and_hash_alike():
    one, other = played(count=2)
    assert one == played(count=2)[0]
    assert one != other
    assert one != "a record"
    assert len({one, other, played(count=1)[0]}) == 2


def mutations(data, chance):
    """One damaged form of some bytes."""
    damaged = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(damaged))
        match chance.randrange(4):
            case 0:
                damaged[place] ^= 1 << chance.randrange(8)
            case 1:
                damaged[place] = chance.choice([0, 1, 127, 128, 255])
            case 2:
                del damaged[place:]
            case 3:
                damaged[place:place] = bytes([chance.randrange(256)])
        if not damaged:
            break
    return bytes(damaged)


@pytest.mark.parametrize("game", ["connect4", "othello:6x6"])
def test_damaged_bytes_are_refused_or_are_another_record(game):
    """Whatever is read can be written again and either fits the rules or is refused by them."""
    chance, refused = random.Random(3), 0
    originals = [record.to_bytes() for record in played(game, count=4)]
    for _ in range(6000):
        try:
            record = GameRecord.from_bytes(mutations(chance.choice(originals), chance))
            assert GameRecord.from_bytes(record.to_bytes()).to_bytes() == record.to_bytes()
            window = ReplayWindow(load_game(game), "4-planes")
            window.add(record)
            if window.positions:
                window.sample(2, 1)
        except ValueError:
            refused += 1
    assert refused > 3000


def test_every_truncation_is_refused():
    data = played(count=1)[0].to_bytes()
    for length in range(len(data)):
        with pytest.raises(ValueError, match="game record"):
            GameRecord.from_bytes(data[:length])
    with pytest.raises(ValueError, match="has trailing data"):
        GameRecord.from_bytes(data + b"\0")


@given(st.binary(max_size=200))
def test_noise_is_refused(data):
    with pytest.raises(ValueError, match="game record"):
        GameRecord.from_bytes(b"\1" + data)


def test_a_record_of_another_version_is_named():
    data = played(count=1)[0].to_bytes()
    with pytest.raises(ValueError, match="format 9 is not supported"):
        GameRecord.from_bytes(b"\x09" + data[1:])


def bytes_per_position(game, evaluator, count):
    """As the store keeps them: each game compressed by itself."""
    records = played(game, evaluator, count=count, simulations=200, temperature_moves=8)
    stored = sum(len(zlib.compress(record.to_bytes(), 9)) for record in records)
    return stored / sum(len(record.moves) for record in records)


@pytest.mark.parametrize("evaluator", [native, UniformEvaluator, RolloutEvaluator])
def test_a_position_of_connect_four_takes_few_bytes(evaluator):
    assert bytes_per_position("connect4", evaluator(), 20) < 20


def test_a_position_of_gomoku_takes_few_bytes_when_some_moves_stand_out():
    assert bytes_per_position("gomoku:15x15/5", RolloutEvaluator(), 3) < 40


def test_and_not_many_more_when_every_move_looks_alike():
    assert bytes_per_position("gomoku:15x15/5", UniformEvaluator(), 3) < 50


def test_moves_that_teach_no_policy_take_hardly_any():
    # On this board endings are not solved, which would teach the winner's moves.
    records = played("connect4:6x7", count=10, full_share=0.01, cheap_simulations=20)
    moves = [move for record in records for move in record.moves if not move.target]
    assert len(moves) > 100
    assert sum(len(record.to_bytes()) for record in records) / len(moves) < 8
