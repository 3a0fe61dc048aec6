"""Records of every format are read; the samples were written by the code of their day."""

from pathlib import Path

import pytest

from tengen import SearchConfig, UniformEvaluator, load_game
from tengen._core import GameRecord
from tengen.replay.validation import require_playable
from tengen.rules.contract import MOST_PLIES
from tengen.rules.reference import Gomoku
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.selfplay.made import played
from tests.selfplay.older_formats import as_format_1, as_format_2

SAMPLES = Path(__file__).parents[1] / "golden" / "records"
FACTS = {
    "connect4": ("connect4", 7, 1, "proven", None, 6, 18),
    "othello-6x6-resigned": ("othello:6x6", 2, 1, "resigned", None, 0, 9),
    "gomoku-9x9-5-played-on": ("gomoku:9x9/5", 4, 0, "proven", 1, 0, 59),
}
"""Game, number, winner, end, who would have resigned, plies of the opening, moves."""
NEWEST = 3


def sample(format_number, name):
    return (SAMPLES / f"format-{format_number}-{name}.bin").read_bytes()


@pytest.mark.parametrize("name", FACTS)
@pytest.mark.parametrize("format_number", [1, 2])
def test_a_sample_of_every_format_is_read(format_number, name):
    game, number, winner, end, resigner, opening, moves = FACTS[name]
    data = sample(format_number, name)
    record = GameRecord.from_bytes(data)
    assert data[0] == format_number
    assert (record.index, record.winner, record.end) == (number, winner, end)
    assert record.seed == Games(11, 3, ()).seed_of(number)
    assert record.would_have_resigned == resigner
    assert (len(record.opening), len(record.moves)) == (opening, moves)
    require_playable(load_game(game), record)


def test_moves_values_and_targets_of_a_sample_are_those_that_were_played():
    for format_number in (1, 2):
        record = GameRecord.from_bytes(sample(format_number, "othello-6x6-resigned"))
        assert [move.action for move in record.moves] == [8, 9, 28, 13, 10, 26, 25, 3, 1]
        assert record.moves[0].target[:3] == [(8, 22), (13, 4), (22, 2)]
        assert record.moves[-1].root_value == pytest.approx(-0.2963, abs=1e-4)


@pytest.mark.parametrize("name", FACTS)
def test_format_1_does_not_tell_who_played_and_format_2_does(name):
    older, newer = (GameRecord.from_bytes(sample(number, name)) for number in (1, 2))
    assert older.origin is None
    assert (newer.origin.game, newer.origin.game_version) == (FACTS[name][0], 1)
    assert newer.origin.checkpoint == "00003"


@pytest.mark.parametrize("name", FACTS)
def test_a_record_of_format_1_is_written_as_it_was_read(name):
    data = sample(1, name)
    assert GameRecord.from_bytes(data).to_bytes() == data


@pytest.mark.parametrize("name", FACTS)
def test_format_2_is_format_1_behind_its_origin(name):
    assert as_format_1(sample(2, name)) == sample(1, name)


def test_format_3_adds_draw_chances_and_the_number_of_unsearched_moves():
    data = sample(NEWEST, "connect4")
    record, older = GameRecord.from_bytes(data), GameRecord.from_bytes(as_format_2(data))
    assert (record.origin.game, record.end, len(record.moves)) == ("connect4", "proven", 36)
    assert (record.unsearched, older.unsearched) == (20, 0)
    assert any(0 < move.root_draw < 1 for move in record.moves)
    assert not any(move.root_draw for move in older.moves)
    facts = [
        [(move.action, move.root_value, move.surprise, move.target) for move in each.moves]
        for each in (record, older)
    ]
    assert facts[0] == facts[1]
    assert record.to_bytes() == data
    require_playable(load_game("connect4"), record)


@pytest.mark.parametrize("unknown", [0, NEWEST + 1, 255])
def test_an_unknown_format_is_named_with_those_that_are_read(unknown):
    data = bytes([unknown]) + sample(2, "connect4")[1:]
    with pytest.raises(ValueError, match=f"format {unknown} is not supported; .* reads 1 to 3"):
        GameRecord.from_bytes(data)


@pytest.mark.parametrize(
    ("game", "generation", "most"),
    [("connect4", 12, 3), ("connect4", 5000, 4), ("othello:6x6", 12, 7), ("gomoku:6x6/4", 12, 8)],
)
def test_origin_and_unsearched_moves_take_a_few_bytes_and_every_draw_chance_one(
    game, generation, most
):
    (record,) = played(game, count=1, generation=generation, simulations=4)
    assert record.origin.game == game
    assert record.origin.checkpoint == f"{generation:05d}"
    data = record.to_bytes()
    assert len(data) - len(as_format_1(data)) <= most + len(record.moves)


def test_a_game_of_ones_own_with_any_name_and_version_is_told():
    class Mine(Gomoku):
        def __init__(self):
            super().__init__(3, 3, 3)
            self.name, self.version = "connect4 天元", 70

    config = SelfPlayConfig(simulations=2)
    games = Games(1, 123_456, [0])
    (record,) = SelfPlay(Mine(), UniformEvaluator(), SearchConfig(), config, games).all_records()
    again = GameRecord.from_bytes(record.to_bytes())
    assert (again.origin.game, again.origin.game_version) == ("connect4 天元", 70)
    assert again.origin.checkpoint == "123456"
    assert (
        GameRecord.from_bytes(as_format_1(record.to_bytes())).moves[0].action
        == record.moves[0].action
    )


def varint(number):
    """Seven bits a byte, lowest first."""
    parts = []
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def record_of_length(opening, moves):
    """Bytes of format 1: number, seed, first seat, a draw, played out, nobody resigned."""
    start = bytes([1, 0, 0, 0, 2, 0, 2])
    return start + varint(opening) + bytes(opening) + varint(moves) + bytes(4 * moves)


@pytest.mark.parametrize(("opening", "moves"), [(0, MOST_PLIES), (MOST_PLIES, 0)])
def test_a_record_has_room_for_the_longest_game_that_rules_may_have(opening, moves):
    data = record_of_length(opening, moves)
    record = GameRecord.from_bytes(data)
    assert (len(record.opening), len(record.moves)) == (opening, moves)
    assert record.to_bytes() == data


@pytest.mark.parametrize(("opening", "moves"), [(0, MOST_PLIES + 1), (MOST_PLIES + 1, 0)])
def test_a_record_of_a_game_longer_than_rules_may_have_is_damage(opening, moves):
    with pytest.raises(ValueError, match="invalid number"):
        GameRecord.from_bytes(record_of_length(opening, moves))
