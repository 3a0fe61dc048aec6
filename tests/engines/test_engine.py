"""Being an engine: one transcript for every command and every error."""

import re

import pytest

from tengen.engines.engine import EngineOptions
from tests.engines.transcripts import MOVE, Talk

# A row of four with one end open, at the top of the board: the engine must play 4,0.
FOUR = ("0,0", "1,0", "2,0", "3,0")


def board(own=(), other=()):
    return ["BOARD", *(f"{cell},1" for cell in own), *(f"{cell},2" for cell in other), "DONE"]


def test_start_is_answered_ok_after_a_word_about_the_missing_net():
    first, second = Talk().say("START 11")
    assert first == "MESSAGE no net for gomoku:11x11/5: playing with random games (pure MCTS)"
    assert second == "OK"


@pytest.mark.parametrize("line", ["RECTSTART 7,9", "rectstart 7, 9", "START 5", "START 20"])
def test_boards_it_can_play(line):
    assert Talk().answer(line) == ["OK"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("START 4", "ERROR board sides must be 5 to 20; got 4x4"),
        ("START 21", "ERROR board sides must be 5 to 20; got 21x21"),
        ("RECTSTART 10,100", "ERROR board sides must be 5 to 20; got 10x100"),
        ("START", "ERROR START's board size must be a whole number; got ''"),
        ("START ten", "ERROR START's board size must be a whole number; got 'ten'"),
        (
            "RECTSTART 10",
            "ERROR RECTSTART's width,height must be 2 comma-separated numbers; got '10'",
        ),
    ],
)
def test_boards_it_cannot_play_are_errors_and_leave_no_board(line, error):
    talk = Talk("START 9")
    assert talk.answer(line) == [error]
    if "boards" in error:
        assert talk.answer("BEGIN") == ["ERROR there is no board yet: send START first"]


@pytest.mark.parametrize(
    "line", ["BEGIN", "TURN 1,1", "PLAY 1,1", "SUGGEST", "RESTART", "TAKEBACK 1,1"]
)
def test_nothing_is_played_before_start(line):
    assert Talk().answer(line) == ["ERROR there is no board yet: send START first"]


def test_begin_and_turn_are_answered_with_moves_on_free_cells():
    talk = Talk("START 9")
    seen = {talk.move("BEGIN")}
    for x in range(9):
        other = next((x, y) for y in range(9) if (x, y) not in seen)
        seen.add(other)
        (answer,) = talk.answer("TURN {},{}".format(*other))
        if answer.startswith("ERROR"):
            assert "the game is over" in answer
            return
        move = tuple(int(part) for part in answer.split(","))
        assert move not in seen
        seen.add(move)


def test_y_counts_from_the_top():
    talk = Talk("RECTSTART 9,7", "BEGIN", "RESTART")
    talk.say_all("YXBOARD", "0,0,1", "DONE")
    position = talk.engine._position
    assert position.game.cells(position.state)[6 * 9] is not None


def test_a_row_is_completed_and_one_is_stopped():
    talk = Talk("START 12", "INFO timeout_turn 200")
    assert talk.move(*board(own=FOUR, other=("0,5", "1,6", "5,9", "7,7"))) == (4, 0)
    talk = Talk("START 12", "INFO timeout_turn 200")
    assert talk.move(*board(own=("0,5", "5,9", "7,7"), other=FOUR)) == (4, 0)


def test_exact_five_does_not_count_six():
    row = ("0,0", "1,0", "2,0", "3,0", "5,0")
    other = ("0,11", "3,11", "6,11", "9,11", "11,5")
    talk = Talk("START 12", "INFO rule 1", "INFO timeout_turn 100")
    assert talk.move(*board(row, other)) != (4, 0)
    talk = Talk("START 12", "INFO rule 0", "INFO timeout_turn 100")
    assert talk.move(*board(row, other)) == (4, 0)


@pytest.mark.parametrize("rule", [0, 1])
def test_the_rule_may_come_before_or_after_start(rule):
    for lines in (("START 9", f"INFO rule {rule}"), (f"INFO rule {rule}", "START 9")):
        talk = Talk(*lines)
        talk.move("BEGIN")
        assert talk.engine._position.game.name.endswith(":standard") == bool(rule)


@pytest.mark.parametrize(
    ("rule", "named"),
    [(4, "renju"), (2, "continuous games"), (8, "caro"), (5, "renju"), (16, "rule bits 16")],
)
def test_rules_it_cannot_play_are_refused_when_it_should_move(rule, named):
    talk = Talk("START 9")
    error = f"ERROR rule {rule}: cannot play {named}; only free-style (0) and exactly five (1)"
    assert talk.say(f"INFO rule {rule}") == []
    for line in ("BEGIN", "TURN 1,1", "PLAY 1,1", "SUGGEST", "RESTART", "START 9"):
        assert talk.answer(line) == [error]
    for word in ("BOARD", "SWAP2BOARD"):
        assert talk.answer(word, "DONE") == [error]
    assert talk.answer("INFO rule 0", "START 9") == ["OK"]
    talk.move("BEGIN")


def test_a_rule_before_start_is_refused_by_start():
    # Piskvork takes an ERROR that names the number 20 for a refusal of the size of the board.
    (answer,) = Talk("INFO rule 4").answer("START 15")
    assert answer.startswith("ERROR rule 4: cannot play renju; ")
    assert "20" not in answer


def test_a_board_is_thought_about_whatever_the_order_and_number_of_stones():
    talk = Talk("START 9")
    for lines in (
        board(),
        board(own=("1,1",), other=("2,2",)),
        board(other=("2,2",)),
        board(own=("1,1", "2,2", "3,4")),
        board(other=("1,1", "2,2", "3,4")),
    ):
        stones = {tuple(map(int, line.split(",")[:2])) for line in lines[1:-1]}
        assert talk.move(*lines) not in stones


def test_a_board_that_goes_on_keeps_the_tree():
    talk = Talk("START 9", "INFO timeout_turn 50")
    own = talk.move("BEGIN")
    search = talk.engine._thinker._search
    other = (8, 8) if own != (8, 8) else (0, 0)
    talk.move(*board([f"{own[0]},{own[1]}"], [f"{other[0]},{other[1]}"]))
    assert talk.engine._thinker._search is search
    assert len(search.position.history) == 3


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["1,1,3"], "ERROR the owner of a stone must be 1 (own) or 2 (opponent); got 3"),
        (["1,1"], "ERROR a stone x,y,owner must be 3 comma-separated numbers; got '1,1'"),
        (["9,1,1"], "ERROR 9,1 is not on the 9x9 board"),
        (["1,1,1", "1,1,2"], "ERROR two stones on the same cell"),
        (["nonsense"], "ERROR a stone x,y,owner must be 3 comma-separated numbers; got 'nonsense'"),
    ],
)
def test_a_board_that_makes_no_sense_is_an_error(lines, error):
    talk = Talk("START 9")
    assert talk.answer("BOARD", *lines, "DONE") == [error]
    talk.move("BEGIN")


def test_a_finished_board_is_an_error():
    row = [f"{x},0" for x in range(5)]
    talk = Talk("START 9")
    (answer,) = talk.answer(*board(row, ["0,8", "2,8", "4,8", "6,8", "8,8"]))
    assert re.match("ERROR .*over", answer)


def test_a_command_inside_a_board_breaks_it_off():
    talk = Talk("START 9")
    broken = "ERROR BOARD was not ended by DONE before START"
    assert talk.answer("BOARD", "1,1,1", "START 9") == [broken, "OK"]
    talk.move("BEGIN")


@pytest.mark.parametrize("word", ["STOP", "YXSTOP"])
def test_a_stop_within_a_block_stops_nothing_and_breaks_nothing_off(word):
    talk = Talk("START 12", "INFO timeout_turn 200")
    lines = board(own=FOUR, other=("0,5", "1,6", "5,9", "7,7"))
    assert talk.move(*lines[:3], word, *lines[3:]) == (4, 0)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("TURN 9,0", "ERROR 9,0 is not on the 9x9 board"),
        ("TURN -1,0", "ERROR -1,0 is not on the 9x9 board"),
        ("TURN", "ERROR a cell x,y must be 2 comma-separated numbers; got ''"),
        ("TURN a,b", "ERROR a cell x,y must be 2 comma-separated numbers; got 'a,b'"),
        ("TURN 1,1,1", "ERROR a cell x,y must be 2 comma-separated numbers; got '1,1,1'"),
    ],
)
def test_a_turn_that_makes_no_sense_is_an_error_and_changes_nothing(line, error):
    talk = Talk("START 9")
    assert talk.answer(line) == [error]
    talk.move("BEGIN")


def test_a_turn_on_a_stone_is_an_error():
    talk = Talk("START 9")
    own = talk.move("BEGIN")
    assert talk.answer("TURN {},{}".format(*own)) == ["ERROR {},{} is not empty".format(*own)]


def test_tabs_separate_words_as_spaces_do():
    talk = Talk("START\t9", "INFO\trule\t1")
    talk.move("TURN\t3,3")
    assert talk.engine._position.game.name == "gomoku:9x9/5:standard"


def test_begin_needs_an_empty_board():
    talk = Talk("START 9", "BEGIN")
    assert talk.answer("BEGIN") == ["ERROR BEGIN needs an empty board: send RESTART first"]
    assert talk.answer("RESTART") == ["OK"]
    talk.move("BEGIN")


def test_moves_are_taken_back_from_the_last():
    talk = Talk("START 9")
    own = talk.move("TURN 4,4")
    assert talk.answer("TAKEBACK 4,4") == ["ERROR only the last move can be taken back, not 4,4"]
    assert talk.answer("TAKEBACK {},{}".format(*own), "TAKEBACK 4,4") == ["OK", "OK"]
    talk.move("BEGIN")


def test_moves_before_a_board_without_history_cannot_be_taken_back():
    talk = Talk("START 9")
    own = talk.move(*board(other=("1,1", "2,2", "3,4")))
    assert talk.answer("TAKEBACK {},{}".format(*own)) == ["OK"]
    (answer,) = talk.answer("TAKEBACK 3,4")
    assert answer.startswith("ERROR no earlier position")


@pytest.mark.parametrize(
    "line",
    [
        "INFO timeout_turn 0",
        "INFO TIMEOUT_MATCH 180000",
        "INFO time_left 2147483647",
        "INFO max_memory 83886080",
        "INFO game_type 1",
        "INFO rule 1",
        "INFO folder /some/where with spaces",
        "INFO unheard_of 3",
        "INFO caution_factor x",
        "INFO",
        "INFO hash_size 65536",
        "INFO SHOW_DETAIL 1",
        "STOP",
        "YXSTOP",
        "YXHASHCLEAR",
    ],
)
def test_what_has_no_answer_gets_none(line):
    assert Talk().say(line) == []


def test_a_rule_that_comes_after_start_says_its_remark_before_the_first_move():
    talk = Talk("START 11")
    assert talk.say("INFO rule 1") == []
    remark, move = talk.say("BEGIN")
    assert remark.startswith("MESSAGE no net for gomoku:11x11/5:standard")
    assert MOVE.fullmatch(move)


@pytest.mark.parametrize(
    "line",
    [
        "INFO timeout_turn",
        "INFO timeout_turn soon",
        "INFO timeout_turn 1e3",
        "INFO max_memory -5",
        "INFO rule renju",
        "INFO evaluate nowhere",
        "INFO evaluate 99,99",
        "INFO evaluate 3,2",
    ],
)
def test_a_setting_that_makes_no_sense_is_passed_over_in_silence(line):
    talk = Talk()
    assert talk.say(line) == []
    talk.say("START 9")
    assert talk.say(line) == []
    talk.move("BEGIN")


def test_a_time_beyond_all_clocks_is_no_danger():
    talk = Talk("START 12", "INFO timeout_turn 999999999999999999")
    assert talk.move(*board(own=FOUR, other=("0,5", "1,6", "5,9", "7,7"))) == (4, 0)


def test_a_setting_within_a_board_does_not_break_it_off():
    talk = Talk("START 9")
    assert talk.say_all("BOARD", "1,1,1", "INFO time_left 5000", "2,2,2") == []
    talk.move("DONE")
    assert len(talk.engine._position.history) == 3


def test_the_hovered_cell_is_evaluated_where_details_are_shown():
    talk = Talk("START 9", "TURN 4,4", "INFO show_detail 1")
    (answer,) = talk.say("INFO evaluate 3,2")
    assert re.fullmatch(
        r"MESSAGE 3,2: (not tried|[\d.]+% to win, \d+ visits), prior [\d.]+%", answer
    )
    assert talk.say("INFO evaluate 4,4") == []
    assert talk.say("INFO evaluate 9,9") == []


def test_play_imposes_a_move():
    talk = Talk("START 9", "BEGIN", "RESTART")
    assert talk.answer("PLAY 12,10") == ["ERROR 12,10 is not on the 9x9 board"]
    assert talk.answer("PLAY 2,7") == ["2,7"]
    assert talk.answer("PLAY 2,7") == ["ERROR 2,7 is not empty"]
    assert talk.move("TURN 4,4") not in ((2, 7), (4, 4))


@pytest.mark.parametrize("word", ["SUGGEST", "YXSUGGEST", "suggest"])
def test_a_suggestion_changes_nothing_until_it_is_played(word):
    talk = Talk("START 12", "INFO timeout_turn 200")
    other = ("0,5", "1,6", "5,9", "7,7")
    stones = board(own=FOUR, other=other)[1:]
    assert talk.answer("YXBOARD", *stones, word) == ["SUGGEST 4,0"]
    assert len(talk.engine._position.history) == 8
    assert talk.answer("PLAY 4,0") == ["4,0"]
    (answer,) = talk.answer(word)
    assert re.match("ERROR the game is over", answer)


def test_details_come_before_the_move_when_asked_for():
    talk = Talk("START 9", "INFO show_detail 1")
    amount, line, tree, move = talk.say("BEGIN")
    assert re.fullmatch(r"MESSAGE Simulations: \d+ \| Speed: \d+/s \| Time: \d+ ms", amount)
    assert re.fullmatch(r"MESSAGE Evaluation: .* \| Bestline: (\[\d+,\d+\] ?)+", line)
    assert f"Bestline: [{move}]" in line
    assert re.fullmatch(r"DEBUG ended by \w+, tree of \d+ nodes in [\d.]+ MB", tree)


def test_a_proven_win_is_told():
    talk = Talk("START 12", "INFO timeout_turn 500", "INFO show_detail 1")
    _, line, _, _ = talk.say_all(*board(FOUR, ("0,5", "1,6", "5,9", "7,7")))
    assert "Evaluation: wins by force in 1" in line


def test_about_names_the_program():
    assert re.fullmatch(r'name="Tengen", version="[^"]+", author="[^"]+"', Talk().say("ABOUT")[0])


def test_yixin_board_learns_threads_and_memory():
    talk = Talk("START 9", options=EngineOptions(threads=3))
    assert talk.say("yxshowinfo") == ["MESSAGE INFO MAX_THREAD_NUM 3"]
    talk.say("INFO hash_size 64000")
    assert talk.say("YXSHOWHASHUSAGE") == ["MESSAGE tree and cache may take 64 MB"]


def test_yxboard_sets_stones_and_says_nothing():
    talk = Talk("START 9")
    assert talk.say_all("YXBOARD", "1,1,1", "2,2,2", "DONE") == []
    assert len(talk.engine._position.history) == 2


@pytest.mark.parametrize("line", ["hello", "YXNBEST 3", "DONE", "1,1", "\x00"])
def test_what_it_does_not_know_is_unknown(line):
    (answer,) = Talk("START 9").say(line)
    assert answer.startswith("UNKNOWN command ")
    assert answer.isprintable()


def test_end_ends():
    talk = Talk("START 9")
    assert talk.say("END") == []
    assert talk.engine.is_over


def test_a_full_board_is_over():
    talk = Talk("START 5")
    lines = ["BOARD"]
    for y in range(5):
        lines += [f"{x},{y},{1 + (x // 2 + y) % 2}" for x in range(5) if (x, y) != (4, 4)]
    move = talk.answer(*lines, "DONE")
    assert move == ["4,4"] or move[0].startswith("ERROR")
    (answer,) = talk.answer("TURN 4,4")
    assert answer.startswith("ERROR")
