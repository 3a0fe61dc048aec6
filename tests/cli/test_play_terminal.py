"""`tengen play` in a pseudo-terminal, as a person sits before it."""

import itertools

from tengen.play import read_records
from tests.cli.pseudo_terminal import PseudoTerminal

TWO_PEOPLE = ("play", "tictactoe", "--opponent", "human")
CROSSES, NOUGHTS = "X to move> ", "O to move> "
OVER = "new, undo, save FILE or quit> "


def play(terminal, *moves):
    """Moves of two people, who begin with crosses."""
    for move, prompt in zip(moves, itertools.cycle((CROSSES, NOUGHTS))):
        terminal.wait_for(prompt)
        terminal.type(move)


def test_a_whole_game_ends_with_its_result_and_goes_on_with_a_new_one():
    with PseudoTerminal(*TWO_PEOPLE) as terminal:
        play(terminal, "a1", "a2", "B1", "b2", "c1")
        assert "X wins: a complete line." in terminal.wait_for(OVER)
        terminal.type("b3")
        assert "The game is over" in terminal.wait_for(OVER)
        terminal.type("new")
        terminal.wait_for(CROSSES)
        terminal.type("quit")
        assert terminal.exit_code() == 0
        assert terminal.text.rstrip().endswith("Goodbye.")


def test_a_whole_game_against_an_opponent():
    arguments = ("play", "tictactoe", "--opponent", "random", "--seed", "3", "--as", "second")
    with PseudoTerminal(*arguments) as terminal:
        for column, row in itertools.product("abc", "123"):
            terminal.wait_for("> ")
            if OVER in terminal.text:
                break
            terminal.type(column + row)
        if OVER not in terminal.text:
            terminal.wait_for(OVER)
        assert any(f"{end}: " in terminal.text for end in ("You win", "You lose", "Draw"))
        terminal.type("q")
        assert terminal.exit_code() == 0


def test_mistakes_get_a_sentence_and_the_game_goes_on():
    with PseudoTerminal(*TWO_PEOPLE) as terminal:
        play(terminal, "b2")
        for typed, answer in (
            ("b2", "b2 is taken: choose an empty cell."),
            ("z9", "'z9' is neither a move nor a command"),
            ("[red]", "'[red]' is neither a move nor a command"),
            ("", "Type a move, such as"),
            ("undo many", "undo takes a number of moves"),
            ("level 99", "A level is a number from 1 to 10; got '99'."),
            ("swap", "Two people share this keyboard"),
        ):
            terminal.wait_for(NOUGHTS)
            terminal.type(typed)
            terminal.wait_for(answer)
        terminal.wait_for(NOUGHTS)
        assert "Traceback" not in terminal.text


def test_undo_and_hint():
    with PseudoTerminal(*TWO_PEOPLE) as terminal:
        play(terminal, "a1", "a2", "b1", "undo")
        assert "[O]" in terminal.wait_for(CROSSES)
        terminal.type("b1")
        play_on = terminal.wait_for(NOUGHTS)
        assert "[X]" in play_on
        terminal.type("hint")
        advice = terminal.wait_for(NOUGHTS)
        assert "Best moves for O after" in advice
        assert "win rate" in advice
        assert "\n c1 " in advice
        terminal.press("D")
        assert terminal.exit_code() == 0


def test_a_saved_game_goes_on_where_it_was(tmp_path):
    file = tmp_path / "game.sgf"
    with PseudoTerminal(*TWO_PEOPLE) as terminal:
        play(terminal, "a1", "b2", f"save {file}")
        terminal.wait_for("Saved as")
        terminal.wait_for(CROSSES)
        terminal.type(f"save {file}")
        terminal.wait_for("already exists")
        terminal.wait_for(CROSSES)
        terminal.press("D")
        assert terminal.exit_code() == 0
    (record,) = read_records(file)
    assert (record.actions, record.players) == ((0, 4), ("human", "human"))
    with PseudoTerminal("play", "--load", str(file)) as terminal:
        assert "moves so far: 2." in terminal.wait_for("[O]")
        terminal.wait_for(CROSSES)


def test_ctrl_c_offers_to_save_and_can_be_taken_back(tmp_path):
    file = tmp_path / "game.txt"
    with PseudoTerminal(*TWO_PEOPLE) as terminal:
        play(terminal, "a1")
        terminal.wait_for(NOUGHTS)
        terminal.interrupt_prompt()
        terminal.wait_for("save FILE, continue or quit> ")
        terminal.type("what")
        terminal.wait_for("save FILE, continue or quit> ")
        terminal.type("continue")
        terminal.wait_for(NOUGHTS)
        terminal.interrupt_prompt()
        terminal.wait_for("save FILE, continue or quit> ")
        terminal.type(f"save {file}")
        assert terminal.exit_code() == 0
    assert read_records(file)[0].actions == (0,)


def test_ctrl_c_stops_an_opponent_that_thinks_and_a_second_one_leaves_at_once():
    arguments = ("play", "gomoku:15x15/5", "--opponent", "mcts@1000000000", "--as", "second")
    with PseudoTerminal(*arguments) as terminal:
        terminal.wait_for("Black is thinking")
        terminal.press("C")
        terminal.wait_for("save FILE, continue or quit> ")
        terminal.interrupt_prompt()
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.text


def test_resigning_ends_the_game():
    with PseudoTerminal("play", "connect4", "--opponent", "random", "--seed", "1") as terminal:
        terminal.wait_for("Red, your move> ")
        terminal.type("resign")
        assert "You lose: you resigned." in terminal.wait_for(OVER)
        terminal.type("undo")
        terminal.wait_for("Red, your move> ")


def test_colours_are_used_unless_they_are_not_wanted():
    with PseudoTerminal("play", "connect4", "--opponent", "human") as terminal:
        terminal.wait_for("Red to move> ")
        assert "\x1b[" in terminal.raw
        assert "│" not in terminal.text
    with PseudoTerminal("play", "connect4", "--opponent", "human", TERM="dumb") as terminal:
        terminal.wait_for("Red to move> ")
        assert "│ ·  ·" in terminal.text
