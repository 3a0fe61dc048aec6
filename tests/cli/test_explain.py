"""`tengen explain`."""

import itertools
import re

import pytest

from tests.cli.pseudo_terminal import PseudoTerminal


def lines_of(answer):
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.splitlines()


def table_rows(lines):
    """The rows of the table of moves, cell by cell."""
    start = next(i for i, line in enumerate(lines) if line.split()[:2] == ["move", "N"])
    rows = []
    for line in lines[start + 1 :]:
        if not line.strip():
            return rows
        rows.append(line.split())
    raise AssertionError("the table does not end")


def test_the_board_the_moves_and_the_tree_are_shown(tengen):
    lines = lines_of(tengen("explain", "connect4", "--moves", "4455", "--simulations", "1000"))
    text = "\n".join(lines)
    assert lines[0] == "connect4 · 4 4 5 5"
    assert "  2 . . . o O . ." in lines
    assert "x wins by force in 3 plies (value +1.000)." in text
    rows = table_rows(lines)
    assert len(rows) == 7
    assert sorted(row[0] for row in rows) == list("1234567")
    best = next(row for row in rows if "win" in row)
    assert best[0] in ("3", "6")
    assert any(line.startswith(" root  x to move  N ") for line in lines)
    assert any(re.match(r" [├└]── x [36]  N \d+ +Q \+1.000", line) for line in lines)


def test_numbers_add_up(tengen):
    lines = lines_of(tengen("explain", "connect4", "--simulations", "500", "--slope", "0.03"))
    rows = [
        [cell for cell in row if not cell.startswith(tuple("█▏▎▍▌▋▊▉"))]
        for row in table_rows(lines)
    ]
    assert sum(int(row[1]) for row in rows) == 499
    for _, _, _, q, _, u, m, score in rows:
        assert float(q) + float(u) + float(m) == pytest.approx(float(score), abs=0.002)


def test_every_column_is_explained(tengen):
    lines = lines_of(tengen("explain", "tictactoe", "--c", "2", "--simulations", "50"))
    explained = {line.split()[0] for line in lines if re.match(r" [A-Za-z]+ {2,}\S", line)}
    assert {"N", "share", "Q", "P", "U", "M", "score", "proof"} <= explained
    assert any("with c = 2" in line for line in lines)


def test_depth_and_top_bound_what_is_printed(tengen):
    lines = lines_of(
        tengen("explain", "gomoku:9x9/5", "--depth", "0", "--top", "3", "--simulations", "200")
    )
    assert not any("root" in line for line in lines)
    rows = table_rows(lines)
    assert len(rows) == 4
    assert rows[-1] == ["and", "78", "more"]


def test_the_same_seed_prints_the_same(tengen):
    def call(seed):
        playouts = ["--evaluator", "rollout", "--simulations", "200"]
        return tengen("explain", "othello", *playouts, "--seed", seed).stdout

    assert call("1") == call("1") != call("2")


def test_a_trace_tells_the_four_steps_of_every_simulation(tengen):
    lines = lines_of(
        tengen("explain", "tictactoe", "--moves", "b2", "--simulations", "40", "--trace", "3")
    )
    steps = [
        line.split()[0] for line in lines if re.match(r" (select|expand|evaluate|back) ", line)
    ]
    assert steps == ["select", "expand", "evaluate", "back"] * 3
    assert sum("►" in line for line in lines) >= 3
    roots = [line for line in lines if re.match(r" +root +[xo] .*→", line)]
    assert [re.search(r"(\d+) → (\d+)", line).groups() for line in roots] == [
        ("40", "41"),
        ("41", "42"),
        ("42", "43"),
    ]


def test_signs_change_from_ply_to_ply_in_a_trace(tengen):
    lines = lines_of(
        tengen("explain", "connect4", "--simulations", "300", "--trace", "1", "--depth", "0")
    )
    start = next(i for i, line in enumerate(lines) if line.startswith(" back up"))
    rows = [line for line in lines[start + 2 :] if "→" in line]
    added = [float(re.search(r" [xo] +([+-]\d\.\d+)", row)[1]) for row in rows]
    assert len(added) > 2
    for deeper, higher in itertools.pairwise(added):
        assert higher == pytest.approx(-deeper, abs=0.02)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("conect4",), "there is no game 'conect4'; did you mean connect4?"),
        (("connect4", "--moves", "9"), "'9' is not a column; columns are 1 to 7"),
        (("connect4", "--moves", "1111111"), "1 (action 0) is not legal here"),
        (("tictactoe", "--moves", "a1a2b1b2c1"), "the game is over"),
        (("connect4", "--c", "-1"), "c_init must be 0 or more; got -1.0"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(tengen, arguments, message):
    answer = tengen("explain", *arguments)
    assert answer.returncode == 2
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_proof_leaves_nothing_to_trace(tengen):
    answer = tengen("explain", "tictactoe", "--moves", "a1a2b1b2", "--trace", "2")
    assert lines_of(answer)[-1] == "Nothing to trace: the search ended with a proof."


@pytest.mark.parametrize("name", ["examples/hex.py:Hex", "openspiel:tic_tac_toe"])
def test_games_from_outside_can_be_explained(tengen, name):
    lines = lines_of(tengen("explain", name, "--simulations", "20", "--top", "3"))
    assert lines[0].startswith(name.replace("examples/hex.py:Hex", "hex:7x7"))


def test_the_help_names_every_option(tengen):
    text = tengen("explain", "--help").stdout
    for option in ("--moves", "--simulations", "--depth", "--top", "--evaluator", "--seed"):
        assert option in text
    for option in ("--trace", "--c ", "--slope"):
        assert option in text


def test_a_shipped_net_evaluates_by_its_name(tengen):
    answer = tengen("explain", "tictactoe", "--net", "tictactoe", "--simulations", "50")
    assert answer.returncode == 0, answer.stderr
    answer = tengen("explain", "gomoku:9x9/5", "--net", "tictactoe")
    assert (answer.returncode, answer.stderr.count("\n")) == (2, 1)
    assert "this net plays 'tictactoe'" in answer.stderr


def test_the_best_shipped_net_evaluates_unless_told_otherwise(tengen):
    def told(*arguments):
        return lines_of(tengen("explain", *arguments, "--simulations", "20", columns=200))[1]

    assert told("connect4") == "Evaluated by net connect4."
    fitted = "Evaluated by net gomoku-9x9, trained on gomoku:9x9/5."
    assert told("gomoku:10x10/5") == fitted
    none = "Evaluated by random playouts (pure MCTS): no net ships for gomoku:7x7/4."
    assert told("gomoku:7x7/4") == none
    assert told("connect4", "--evaluator", "rollout") == "Evaluated by random playouts (pure MCTS)."
    assert told("connect4", "--evaluator", "uniform").startswith("Evaluated by uniform values: ")
    answer = tengen("explain", "connect4", "--evaluator", "uniform", "--net", "connect4")
    assert "--evaluator or --net, not both" in answer.stderr


def test_ctrl_c_ends_the_search_early_and_shows_what_it_found():
    arguments = ("explain", "connect4", "--simulations", "1000000000", "--depth", "1")
    with PseudoTerminal(*arguments) as terminal:
        terminal.wait_for("of 1,000,000,000 simulations")
        terminal.press("C")
        terminal.wait_for("Best move:")
        assert terminal.exit_code() == 0
        assert "Traceback" not in terminal.text
