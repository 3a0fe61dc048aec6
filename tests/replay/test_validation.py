"""A record is believed when it has been played again by the rules, and is the game asked for."""

import pytest

from tengen import UniformEvaluator, load_game
from tengen._core import GameRecord
from tengen.errors import RecordError
from tengen.replay.stage import store
from tengen.replay.store import RunStore
from tengen.replay.validation import require_playable, validate
from tengen.rules.reference import Gomoku
from tengen.selfplay import Games
from tests.selfplay.made import HEX, played
from tests.selfplay.older_formats import as_format_1

GAME = load_game("tictactoe")
GAMES = Games(run_seed=1, generation=0, numbers=range(4))
RECORDS = played("tictactoe", count=4, adjudicate=False)


def refusal(data, games=GAMES, game=GAME):
    with pytest.raises(RecordError) as caught:
        validate(game, data, games)
    return str(caught.value)


@pytest.mark.parametrize("record", RECORDS, ids=range(4))
def test_a_game_that_was_asked_for_is_valid(record):
    found = validate(GAME, record.to_bytes(), GAMES)
    assert found.to_bytes() == record.to_bytes()


@pytest.mark.parametrize("name", ["connect4", "othello:6x6", "gomoku:6x6/4", HEX])
@pytest.mark.parametrize(
    "settings", [{"random_plies": 4}, {"resign_below": -0.1}, {"adjudicate": False}]
)
def test_whatever_self_play_makes_is_valid(name, settings):
    evaluator, count = (UniformEvaluator(), 2) if name == HEX else (None, 12)
    records = played(name, evaluator, count=count, simulations=8, **settings)
    games = Games(1, 0, range(count))
    for record in records:
        validate(load_game(name), record.to_bytes(), games)


def test_a_refusal_names_the_rules_and_the_generation():
    told = refusal(b"\x02nonsense")
    assert told.startswith("a record of generation 0 is not a game of tictactoe version 1: ")


def test_bytes_that_end_too_early_are_refused():
    assert "is truncated" in refusal(RECORDS[0].to_bytes()[:-1])


def test_a_record_that_does_not_say_where_it_comes_from_is_refused():
    assert "does not state the rules" in refusal(as_format_1(RECORDS[0].to_bytes()))


def test_a_record_of_another_game_is_refused_though_its_moves_are_legal():
    (record,) = played("gomoku:3x4/3", count=1)
    assert "its game is 'gomoku:3x4/3', not 'tictactoe'" in refusal(record.to_bytes())


def test_a_record_of_another_version_of_the_rules_is_refused():
    class Newer(Gomoku):
        def __init__(self):
            super().__init__(3, 3, 3)
            self.name, self.version = "tictactoe", 2

    assert "its game version is 1, not 2" in refusal(RECORDS[0].to_bytes(), game=Newer())


def test_a_record_of_another_net_is_refused():
    later = Games(run_seed=1, generation=3, numbers=range(4))
    assert "its checkpoint is '00000', not '00003'" in refusal(RECORDS[0].to_bytes(), later)


def test_a_game_that_nobody_asked_for_is_refused():
    assert "game 3 was not requested" in refusal(RECORDS[3].to_bytes(), Games(1, 0, range(3)))


def test_a_record_with_the_seed_of_another_run_is_refused():
    other = Games(run_seed=2, generation=0, numbers=range(4))
    assert "the seed of game 0 is" in refusal(RECORDS[0].to_bytes(), other)


def changed(record, place, values):
    """Its bytes with those at a place, counted from the moves' number, replaced."""
    data = bytearray(record.to_bytes())
    start = data.index(bytes([0, 2, 0, len(record.moves)]))
    data[start + place : start + place + len(values)] = values
    return bytes(data)


def test_another_winner_or_another_end_is_refused():
    (record,) = played("tictactoe", count=[0], adjudicate=False)
    winner = 2 if record.winner is None else record.winner
    told = refusal(changed(record, -1, [(winner + 1) % 3]))
    assert "does not end with the recorded result" in told


def test_an_illegal_move_is_refused_with_its_ply():
    (record,) = played("tictactoe", count=[0], adjudicate=False)
    assert "at ply 0 the record has an illegal move" in refusal(changed(record, 4, [9]))


@pytest.mark.parametrize("game", [GAME, Gomoku(3, 3, 3)], ids=["native", "Python"])
def test_a_record_without_a_searched_move_is_refused(game):
    """A window that draws searched moves alone would look for one forever."""
    data = RECORDS[0].to_bytes()[:-1] + bytes([len(RECORDS[0].moves)])
    with pytest.raises(ValueError, match="no searched move"):
        require_playable(game, GameRecord.from_bytes(data))


class Raising(Gomoku):
    """Rules that break down on the second stone."""

    def __init__(self):
        super().__init__(3, 3, 3)
        self.name = "tictactoe"

    def next_state(self, state, action):
        raise KeyError("no such square")


def test_rules_that_raise_refuse_the_record_instead_of_ending_the_program():
    assert "no such square" in refusal(RECORDS[0].to_bytes(), game=Raising())


def test_a_bad_record_is_never_stored_and_the_good_ones_beside_it_are(tmp_path):
    good = [record.to_bytes() for record in RECORDS]
    with RunStore(tmp_path / "run.db") as database:
        stored = store(database, GAME, GAMES, [good[0], good[1][:-1], b"", good[3]])
        assert [row.game_index for row in database.games_of(0)] == [0, 3]
        assert {row.checkpoint for row in database.games_of(0)} == {"00000"}
    assert [record.index for record in stored.records] == [0, 3]
    assert len(stored.refused) == 2


def test_nothing_but_bad_records_stores_nothing(tmp_path):
    with RunStore(tmp_path / "run.db") as database:
        assert store(database, GAME, GAMES, [b"", b"\x07"]).records == []
        assert database.counts().games == 0


def other_game_of_the_same_number():
    """A valid record of game 0 that is not the one in RECORDS: another search made it."""
    (record,) = played("tictactoe", count=[0], adjudicate=False, simulations=3)
    assert record != RECORDS[0]
    return record


def test_only_what_the_database_holds_is_called_stored(tmp_path):
    records = [RECORDS[0], other_game_of_the_same_number(), RECORDS[1], RECORDS[1]]
    with RunStore(tmp_path / "run.db") as database:
        stored = store(database, GAME, GAMES, [record.to_bytes() for record in records])
        held = [row.record for row in database.games_of(0)]
    assert stored.records == held
    assert [record.to_bytes() for record in held] == [r.to_bytes() for r in RECORDS[:2]]
    assert (stored.duplicates, stored.refused) == ([0, 1], [])


def test_a_game_that_was_stored_by_an_earlier_call_is_a_duplicate(tmp_path):
    data = [record.to_bytes() for record in RECORDS]
    with RunStore(tmp_path / "run.db") as database:
        store(database, GAME, GAMES, data[:2])
        again = store(database, GAME, GAMES, data)
        assert database.counts().games == 4
    assert [record.index for record in again.records] == [2, 3]
    assert again.duplicates == [0, 1]
