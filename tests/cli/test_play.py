# ruff: noqa: RUF001 - full-width characters look like others
"""`tengen play`: its conversation, with lines from a script."""

import io
import json
import random
import subprocess
import sys

import pytest
from rich.console import Console
from rich.live import Live

from tengen import load_game
from tengen.arena.oracles import SolverOracle
from tengen.cli import main
from tengen.cli.board_themes import Look
from tengen.cli.console import out
from tengen.cli.named_games import game_or_net
from tengen.cli.play import begin
from tengen.cli.play_screen import Screen
from tengen.cli.shipped import nets
from tengen.partners.opponent import Opponent
from tengen.play import Forfeit
from tengen.rules import GameFacts
from tengen.texts import Language, Texts
from tests.cli.conftest import COMMAND
from tests.cli.play_conversations import conversation, moves_of, piped, ship, without_models


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch):
    return without_models(tmp_path, monkeypatch)


def test_the_opponent_answers_every_move():
    said, loop = conversation("b2", "quit")
    assert len(loop.session.position.history) == 2
    assert "[O]" in said
    assert said.rstrip().endswith("Goodbye.")


def test_the_opponent_begins_when_the_person_is_second():
    said, loop = conversation(human=1)
    assert len(loop.session.position.history) == 1
    assert "O, your move> " in said


def test_undo_takes_back_several_moves_and_redo_plays_them_again():
    said, loop = conversation("undo 2", "redo", moves="a1b2c3a2")
    assert "Your moves taken back: 2." in said
    assert moves_of(loop) == "a1b2"


def test_undo_of_more_moves_than_there_are_goes_back_to_the_beginning():
    _, loop = conversation("u 50", moves="a1b2c3a2")
    assert moves_of(loop) == ""


def test_swap_lets_the_opponent_move_for_the_person():
    said, loop = conversation("swap", moves="a1b2")
    assert "You now play O." in said
    assert len(loop.session.position.history) == 3


def test_the_level_changes_at_once():
    said, loop = conversation("level 1", "level", "level x", "level 0")
    assert "O is now level 1 · novice · pure MCTS, 20 playouts per move, often plays" in said
    assert said.count("playouts per move") >= 10
    assert "A level is a number from 1 to 10; got 'x'." in said
    assert "A level is a number from 1 to 10; got '0'." in said
    assert loop.opponent.level == 1


def test_the_list_of_levels_says_how_freely_each_draws(models):
    ship(models, "small", "tictactoe")
    said, _ = conversation("level", width=200)
    rows = [line for line in said.splitlines() if line.strip().startswith("level ")]
    for number, words in (
        (1, "24 simulations per move, plays almost any move it searched (t=6)"),
        (4, "40 simulations per move, often plays a weaker move (t=1.2)"),
        (6, "64 simulations per move, sometimes plays a weaker move (t=0.6)"),
        (8, "256 simulations per move, rarely plays a weaker move (t=0.2)"),
        (10, "net small, 1,600 simulations per move"),
    ):
        assert rows[number - 1].rstrip().endswith(words)
    said, _ = conversation("level", width=200, language=Language.CHINESE)
    assert "每步 24 次模拟，看过的着法几乎都可能走（t=6）" in said


def test_a_move_that_a_perfect_opponent_could_not_prove_is_told(monkeypatch):
    said, _ = conversation("b2", opponent="perfect")
    assert "not proven" not in said
    monkeypatch.setattr(SolverOracle, "good_moves", lambda *question: None)
    said, _ = conversation("b2", opponent="perfect")
    assert "This move was searched, not proven" in said


def test_a_level_takes_the_seat_of_one_of_two_people():
    _, loop = conversation("level 1", "a1", opponent="human")
    assert loop.session.humans == {0}
    assert len(loop.session.position.history) == 2


def test_hint_names_the_winning_move_first():
    said, _ = conversation("hint", moves="a1a2b1b2")
    assert "Best moves for X after" in said
    row = said[said.index("win rate") :].splitlines()[1].split()
    assert row[:2] == ["c1", "100%"]
    assert "X wins by force in 1: c1." in said


def test_eval_is_in_the_view_of_the_person():
    lost, _ = conversation("eval", moves="a1a2c1b1b2", human=1)
    won, _ = conversation("eval", moves="a1a2b1b2", human=0)
    assert "Your chances: win 100%, draw 0%, loss 0%." in won
    assert "Your chances: win 0%, draw 0%, loss 100%." in lost


def test_explain_shows_the_search_and_whose_symbols_are_whose():
    said, _ = conversation("explain", moves="b2a1")
    assert "score  proof" in said
    assert "root  x to move" in said
    assert "x is X, o is O." in said
    said, _ = conversation("explain", moves="b2a1", language=Language.CHINESE)
    assert "得分" in said
    assert "最佳着法：" in said
    assert "score" not in said


@pytest.mark.parametrize("command", ["hint", "eval", "explain", "resign", "a3", "swap", "redo"])
def test_nothing_is_searched_or_played_after_the_end(command):
    said, _ = conversation(command, moves="a1a2b1b2c1")
    assert "You win: a complete line." in said
    assert "The game is over" in said


def test_a_level_does_not_take_the_seat_of_a_person_after_the_end():
    said, loop = conversation("resign", "level 3", opponent="human")
    assert "The game is over" in said
    assert loop.opponent is None


def test_a_resignation_before_any_move_shows_no_move_number():
    said, _ = conversation("resign", "board")
    assert "move 1" in said
    assert "move 0" not in said


def test_a_narrow_terminal_has_the_players_below_the_board():
    said, _ = conversation("a1", game="gomoku:15x15/5", opponent="human", width=40)
    assert "● black human" in said
    assert "move 2 · last: a1" in said
    assert max(map(len, said.splitlines()[2:])) <= 40
    rows = said.splitlines()
    assert next(i for i, row in enumerate(rows) if "▸" in row) > next(
        i for i, row in enumerate(rows) if row.startswith(" 1  ")
    )


def test_new_begins_again_and_moves_tells_the_moves():
    said, loop = conversation("moves", "new", "moves", moves="a1b2")
    assert "a1b2\n" in said
    assert "No moves yet." in said
    assert moves_of(loop) == ""


def test_help_lists_every_command_with_its_short_form():
    said, loop = conversation("help")
    for name in loop._commands:
        assert name == "save!" or f"\n {name}" in said
    for short in ("u", "h", "e", "x", "b", "q", "?"):
        assert f", {short} " in said


def test_commands_do_not_mind_capitals_but_do_mind_arguments():
    said, _ = conversation("MOVES", "board 3")
    assert "No moves yet." in said
    assert "board takes no argument; got '3'." in said


def test_moves_and_commands_may_be_typed_in_full_width_characters(tmp_path):
    typed = ("Ｂ２", "ａ１", "ａ２", "ｕｎｄｏ　２", "？", f"ｓａｖｅ　{tmp_path}/ａ.txt", "ｑ")
    text, loop = conversation(*typed, opponent="human")
    assert moves_of(loop) == "b2"
    assert "undo [N]" in text
    assert (tmp_path / "ａ.txt").is_file()
    assert "Goodbye" in text


def test_a_column_called_like_a_command_is_a_column():
    _, loop = conversation("b", game="connect4:12x4", opponent="human")
    assert moves_of(loop) == "b"


def test_a_full_column_and_an_impossible_move_are_told_apart():
    said, _ = conversation("1", game="connect4:4x4", moves="1111", opponent="human")
    assert "Column 1 is full: choose another." in said
    said, _ = conversation("a1", game="othello")
    assert "a1 is not a legal move here; legal moves: d3, c4, f5, e6." in said


def test_who_must_pass_is_told_so_and_a_pass_is_said():
    def before_a_pass(seed):
        game = load_game("othello:6x6")
        chance, position = random.Random(seed), game.initial()
        while position.outcome is None:
            if position.legal_actions == [game.num_actions - 1]:
                return position
            position = position.play(chance.choice(position.legal_actions))
        return None

    position = next(found for seed in range(100) if (found := before_a_pass(seed)))
    moves = position.game.moves_text(position.history)
    said, _ = conversation("a1", "pass", game="othello:6x6", opponent="human", moves=moves)
    assert said.count("You have no other move: type pass.") == 2
    assert "passed" in said
    said, _ = conversation("停一手", game="othello:6x6", opponent="human", moves=moves)
    assert "passed" in said


def test_seats_are_called_as_their_game_says():
    screen = Screen(Console(), Texts(Language.CHINESE), Look(), lambda prompt: "")
    names = [screen.seat(load_game(name), 0) for name in ("connect4", "othello", "tictactoe")]
    assert names == ["红方", "黑方", "X 方"]
    rules = load_game("examples/hex.py:Hex")
    assert screen.seat(rules, 0) == "先手方"
    rules.facts = GameFacts(seat_names=("blue", "red"))
    assert [screen.seat(rules, seat) for seat in (0, 1)] == ["blue", "红方"]


def test_an_opponent_that_breaks_down_forfeits(monkeypatch):
    monkeypatch.setattr(Opponent, "choose", lambda self, position: Forfeit("it crashed"))
    said, loop = conversation("a1")
    assert "You win: forfeit: it crashed." in said
    assert loop.session.outcome.winner == 0


def test_ctrl_c_while_saving_is_offered_leaves_at_once():
    with pytest.raises(KeyboardInterrupt):
        conversation("a1", KeyboardInterrupt, KeyboardInterrupt)


def test_ctrl_c_while_the_opponent_begins_to_think_gives_the_screen_back(monkeypatch):
    console, refresh, before = Console(file=io.StringIO(), force_terminal=True), Live.refresh, []

    def interrupted(live):
        if not before:
            before.append(live)
            raise KeyboardInterrupt
        refresh(live)

    monkeypatch.setattr(Live, "refresh", interrupted)
    output = sys.stdout
    screen = Screen(console, Texts(Language.ENGLISH), Look(), lambda prompt: "")
    with pytest.raises(KeyboardInterrupt), screen.looking():
        pass
    assert sys.stdout is output
    assert not before[0].is_started


def test_the_opponent_is_a_shipped_net_where_there_is_one(models):
    ship(models, "small", "tictactoe")
    said, loop = conversation("hint", "b2", opponent="level:6")
    assert "level 6 · skilled · net small, 64 simulations per move" in said
    assert "(net small)" in said
    assert len(loop.session.position.history) == 2


def test_a_shipped_net_stands_for_its_game(models):
    ship(models, "small", "gomoku:6x6/4")
    assert game_or_net("small", "").rules.name == "gomoku:6x6/4"
    assert begin(None, None)[2].name == "connect4"


def test_nets_are_listed_with_their_cards(models, capsys):
    nets()
    assert "ships without nets" in capsys.readouterr().out
    ship(models, "small", "tictactoe")
    nets()
    listed = capsys.readouterr().out
    for fact in ("small  tictactoe", "tengen train small", "30 minutes on 2 cores", "seed 7"):
        assert fact in listed
    assert "90% with mcts@1000\n" in listed
    assert f"{'':16}tengen match small\n" in listed
    assert "tengen play small" in listed


def test_cards_wrap_beside_their_labels_and_tell_a_shared_command_once(models, capsys, monkeypatch):
    ship(models, "small", "tictactoe")
    card = models / "small.toml"
    facts = [f"{what} won " + "again and again " * 6 + "(tengen match x)" for what in "ab"]
    text = card.read_text().replace("minutes = 30", "minutes = 1.0")
    card.write_text(text[: text.index("strength")] + f"strength = {json.dumps(facts)}\n")
    monkeypatch.setattr(out, "width", 60)
    nets()
    listed = capsys.readouterr().out
    assert "1 minute on" in listed
    assert listed.count("tengen match x") == 1
    measured = listed[listed.index("  measured") : listed.index("  made for")].splitlines()
    assert all(line.startswith(" " * 16) for line in measured[1:])
    assert max(map(len, measured)) <= 60


def test_a_conversation_in_chinese():
    said, _ = conversation("help", "zz", "level 99", "resign", "quit", language=Language.CHINESE)
    assert "级别为 1 到 10" in said
    assert "X 方，请走棋> " in said
    assert "既不是着法也不是命令" in said
    assert "你认输了" in said


def test_moves_may_come_through_a_pipe():
    answer = piped("4\n4\nquit\n", "connect4", "--opponent", "random", "--seed", "1")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.count("Red, your move> 4\n") == 2
    assert "\x1b" not in answer.stdout
    assert "thinking" not in answer.stdout


def test_characters_that_are_none_do_not_end_the_game():
    answer = subprocess.run(
        [*COMMAND, "play", "tictactoe", "--opponent", "human"],
        input=b"\xff\xfe\n\x1b[31m\na1\nq\n",
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert answer.stdout.count(b"is neither a move nor a command") == 2


def test_the_same_seed_plays_the_same_game_and_the_end_of_input_is_quit():
    games = [piped("4\n4\n", "--level", "2", "--seed", "5", "--ascii") for _ in range(2)]
    assert games[0].stdout == games[1].stdout
    assert games[0].returncode == 0
    assert games[0].stdout.isascii()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("conect4",), "did you mean connect4?"),
        (("--opponent", "nobody"), "there is no player 'nobody'"),
        (("--opponent", "random", "--level", "3"), "--opponent and --level go together only"),
        (("--load", "nothing.sgf"), "nothing.sgf: cannot be read"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(arguments, message, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["tengen", "play", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert message in said
    assert said.count("\n") == 1
