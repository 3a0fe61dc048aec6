"""The Kaggle agent: the rules, the net inside it, and the file on its own."""

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from example_nets import EXAMPLES, example_checkpoint, random_checkpoint, random_planes
from hypothesis import given
from hypothesis import strategies as st

from tengen import load_game
from tengen._core import Random
from tengen.errors import ConfigError, TengenError, UnsupportedError
from tengen.nets import Architecture, kaggle_agent
from tengen.nets.evaluators import NativeEvaluator
from tengen.nets.kaggle_export import export_kaggle, kaggle_source
from tengen.nets.kaggle_source import KaggleEffort

CONNECT4_NETS = [name for name, (game, _) in EXAMPLES.items() if game == "connect4"]
SIZE = (7, 6, 4)


def classic_checkpoint():
    return random_checkpoint("connect4", Architecture.classic(load_game("connect4")))


def namespace(checkpoint, effort=None):
    """What Kaggle has after it ran the file."""
    made = {}
    exec(compile(kaggle_source(checkpoint, effort), "submission.py", "exec"), made)
    return made


def cells_of(position):
    """The board as Kaggle shows it: row by row from the top, 1 and 2 for the seats."""
    game = position.game
    rows = np.array(
        [0 if owner is None else owner + 1 for owner in game.cells(position.state)]
    ).reshape(game.height, game.width)
    return rows[::-1].flatten().tolist()


def board_of(position):
    size = (position.game.width, position.game.height, 4)
    return kaggle_agent.board_of(
        cells_of(position), position.to_move + 1, size, position.last_action
    )


def ask(agent, position, **changes):
    game = position.game
    observation = {"board": cells_of(position), "mark": position.to_move + 1}
    configuration = {"columns": game.width, "rows": game.height, "inarow": 4, "actTimeout": 0.2}
    return agent(observation, {**configuration, **changes})


@given(
    st.sampled_from(["connect4", "connect4:5x4", "connect4:9x6"]),
    st.lists(st.integers(0, 100), max_size=54),
)
def test_its_rules_are_the_rules(name, choices):
    position = load_game(name).initial()
    for choice in choices:
        board, actions = board_of(position), position.legal_actions
        assert board.legal() == actions
        winning = [a for a in actions if (o := position.play(a).outcome) and o.winner is not None]
        assert board.winning_moves(board.own) == winning
        action = actions[choice % len(actions)]
        position, after = position.play(action), board.play(action)
        if position.outcome is not None:
            assert after.wins(after.other) == (position.outcome.winner is not None)
            return
        assert (after.own, after.other) == (board_of(position).own, board_of(position).other)


@pytest.mark.parametrize("encoding", ["3-planes", "4-planes"])
def test_it_shows_the_net_what_we_show_it(encoding):
    random, position = Random(4), load_game("connect4").initial()
    while position.outcome is None:
        planes = kaggle_agent.planes_of(board_of(position), int(encoding[0]))
        np.testing.assert_array_equal(planes, position.planes(encoding))
        position = position.play(position.legal_actions[random.below(len(position.legal_actions))])


@pytest.mark.parametrize("name", [*CONNECT4_NETS, "classic"])
def test_its_net_answers_as_ours(name):
    checkpoint = classic_checkpoint() if name == "classic" else example_checkpoint(name)
    planes = random_planes("connect4", checkpoint.encoding, 40)
    net = kaggle_agent.Net(namespace(checkpoint)["NET"])
    logits, values = net.evaluate(planes)
    expected = NativeEvaluator(checkpoint).evaluate(planes)
    np.testing.assert_allclose(logits, expected.policy_logits, atol=1e-4)
    np.testing.assert_allclose(values, expected.value, atol=1e-4)


@pytest.fixture(scope="module")
def agent():
    return namespace(example_checkpoint("modern"))["agent"]


@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        ("112233", "4"),  # a row of the first player
        ("71122334"[1:], "4"),
        ("121212", "1"),  # a column
        ("1727374"[:6], "4"),
    ],
)
def test_a_win_in_one_is_taken_and_a_threat_is_blocked(agent, moves, answer):
    game = load_game("connect4")
    assert game.action_name(ask(agent, game.position_from(moves))) == answer


def test_every_win_in_one_and_every_single_threat_is_seen(agent):
    random, seen = Random(9), {"win": 0, "block": 0}
    for _ in range(40):
        position = load_game("connect4").initial()
        while position.outcome is None:
            board = board_of(position)
            wins, threats = (board.winning_moves(side) for side in (board.own, board.other))
            if wins or threats:
                assert ask(agent, position) in (wins or threats)
                seen["win" if wins else "block"] += 1
            actions = position.legal_actions
            position = position.play(actions[random.below(len(actions))])
    assert min(seen.values()) > 10


@pytest.mark.parametrize("seat", [0, 1])
def test_whole_games_are_legal_and_won_against_random_play(seat):
    agent = namespace(example_checkpoint("modern"), KaggleEffort(64))["agent"]
    random, score = Random(seat), 0
    for _ in range(3):
        position = load_game("connect4").initial()
        while position.outcome is None:
            actions = position.legal_actions
            if position.to_move == seat:
                position = position.play(ask(agent, position, actTimeout=600))
            else:
                position = position.play(actions[random.below(len(actions))])
        score += position.outcome.value_for(seat)
    assert score >= 1


@pytest.mark.parametrize("seconds", [0, 60])
def test_the_search_follows_the_net_even_without_time(seconds):
    board = kaggle_agent.board_of([0] * 42, 1, SIZE)

    def evaluate(boards):
        return [[0.01] * 5 + [0.9, 0.05] for _ in boards], [0.0 for _ in boards]

    assert kaggle_agent.search(board, evaluate, seconds=seconds, simulations=200) == 5


def test_the_search_sees_a_forced_win():
    """After 4, 4, 5, 5 an open three follows on either side."""
    position = load_game("connect4").position_from("4455")
    evaluated = []

    def evaluate(boards):
        evaluated.extend(boards)
        return [[1 / 7] * 7 for _ in boards], [0.0 for _ in boards]

    column = kaggle_agent.search(board_of(position), evaluate, seconds=60, simulations=400)
    assert column in (2, 5)
    assert 0 < len(evaluated) <= 400


@pytest.mark.parametrize("name", ["connect4:5x4", "connect4:9x6"])
def test_on_another_board_it_still_plays_sensibly(agent, name):
    game = load_game(name)
    assert game.action_name(ask(agent, game.position_from("112233"))) == "4"
    assert ask(agent, game.initial()) in range(game.width)


def test_it_never_crashes(agent):
    full_centre = load_game("connect4").position_from("444444")
    for changes in ({"inarow": 0}, {"inarow": "x"}, {"rows": 1}, {"actTimeout": -5}):
        column = ask(agent, full_centre, **changes)
        assert column != 3
        assert 0 <= column < 7


def test_observations_may_be_objects(agent):
    observation = SimpleNamespace(board=[0] * 42, mark=1)
    configuration = SimpleNamespace(columns=7, rows=6, inarow=4, actTimeout=0.2)
    assert agent(observation, configuration) in range(7)


def test_the_last_move_is_remembered():
    position = load_game("connect4").position_from("44")
    kaggle_agent.MEMORY.clear()
    assert kaggle_agent.last_move(cells_of(position.undo()), 2, 7) == 3
    kaggle_agent.MEMORY[1] = cells_of(position)
    assert kaggle_agent.last_move(cells_of(position.play(5)), 1, 7) == 5
    assert kaggle_agent.last_move(cells_of(position.play(5).play(6)), 1, 7) is None
    kaggle_agent.MEMORY.clear()


def test_kaggle_finds_the_agent_last():
    made = namespace(example_checkpoint("modern"))
    assert [value for value in made.values() if callable(value)][-1] is made["agent"]


ALONE = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("tengen", "torch"):
            raise ImportError(name)
sys.meta_path.insert(0, Blocked())
made = {}
exec(open(sys.argv[1]).read(), made)
assert made["NET"]
configuration = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 0.3}
board = [0] * 42
for turn in range(6):
    column = made["agent"]({"board": board, "mark": turn % 2 + 1}, configuration)
    assert type(column) is int and board[column] == 0, column
    row = max(r for r in range(6) if board[r * 7 + column] == 0)
    board[row * 7 + column] = turn % 2 + 1
assert "net" in made["LOADED"]
assert not any(name.startswith("tengen") for name in sys.modules)
print("fine")
"""


def test_the_file_needs_nothing_but_numpy(tmp_path):
    export_kaggle(example_checkpoint("modern"), tmp_path / "submission.py")
    text = (tmp_path / "submission.py").read_text()
    assert max(map(len, text.splitlines())) < 300
    answer = subprocess.run(
        [sys.executable, "-I", "-c", ALONE, str(tmp_path / "submission.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.stdout, answer.stderr) == ("fine\n", "")


@pytest.mark.parametrize("name", ["classic", "any board, pass"])
def test_nets_of_other_games_are_refused(name):
    with pytest.raises(UnsupportedError, match=r"ConnectX is Connect Four; this net plays"):
        kaggle_source(example_checkpoint(name))


def test_a_net_that_does_not_fit_its_game_is_refused():
    game, architecture = EXAMPLES["modern"]
    checkpoint = random_checkpoint(game, architecture)
    object.__setattr__(checkpoint, "game", "connect4:5x4")
    with pytest.raises(TengenError, match="needs a net for"):
        kaggle_source(checkpoint)


def test_how_much_it_searches_is_written_into_the_file():
    usual = kaggle_source(example_checkpoint("modern"))
    assert "\nSIMULATIONS = 100000  #" in usual
    assert "\nSECONDS = math.inf  #" in usual
    source = kaggle_source(example_checkpoint("modern"), KaggleEffort(7, 0.25))
    assert "\nSIMULATIONS = 7  #" in source
    assert "\nSECONDS = 0.25  #" in source


@pytest.mark.parametrize("simulations", [1, 5, 20])
def test_it_searches_no_more_than_it_may(simulations):
    made = namespace(classic_checkpoint(), KaggleEffort(simulations))
    evaluated = []
    boards = made["evaluate_by_playouts"]
    made["evaluate_by_playouts"] = lambda waiting: evaluated.extend(waiting) or boards(waiting)
    position = load_game("connect4:6x5").initial()
    assert ask(made["agent"], position, actTimeout=600) in position.legal_actions
    assert 1 <= len(evaluated) <= simulations


@pytest.mark.parametrize("wrong", [{"simulations": 0}, {"seconds": 0}, {"seconds": 1e9}])
def test_efforts_out_of_range_are_refused(wrong):
    with pytest.raises(ConfigError, match="must be"):
        KaggleEffort(**wrong)
