"""`tengen.play_match`: a match in one call."""

import os
import signal
import threading
from pathlib import Path

import pytest

import tengen

GAME = tengen.load_game("tictactoe")
NET = tengen.load_net("tictactoe")


def moves_of(report):
    return [game.position.history for game in report.games]


def match(first, second="random", **changes):
    return tengen.play_match("tictactoe", first, second, **({"games": 4} | changes))


def first_legal(position):
    return position.legal_actions[0]


def first_by_name(position):
    return position.game.action_name(position.legal_actions[0])


@pytest.mark.parametrize(
    "player",
    [
        "net:tictactoe@8",
        "mcts@8",
        NET,
        tengen.load_evaluator(NET),
        tengen.RolloutEvaluator(),
        tengen.Search(GAME, tengen.load_evaluator(NET), tengen.SearchConfig(root="gumbel")),
        first_legal,
        first_by_name,
    ],
)
def test_whatever_chooses_moves_can_play(player):
    report = match(player, simulations=8)
    assert len(report.games) == 4
    assert report.forfeits == ()


def test_a_path_stands_for_the_net_in_it(tmp_path):
    tengen.save_checkpoint(NET, tmp_path / "mine")
    report = match(tmp_path / "mine", simulations=8)
    assert report.contestants[0].name == f"net:{tmp_path / 'mine'}@8"


def test_a_net_plays_the_same_whether_it_is_named_or_given():
    named = match("net:tictactoe@16", "mcts@16", seed=3)
    given = match(NET, "mcts@16", seed=3, simulations=16)
    assert moves_of(named) == moves_of(given)
    assert named.contestants[0].fingerprint == given.contestants[0].fingerprint


def test_the_same_seed_gives_the_same_games():
    one, two, three = (match("mcts@8", seed=seed) for seed in (1, 1, 2))
    assert moves_of(one) == moves_of(two)
    assert moves_of(one) != moves_of(three)


def test_a_name_and_a_move_play_the_same():
    assert moves_of(match(first_legal)) == moves_of(match(first_by_name))


def test_games_of_any_kind_are_played():
    game = tengen.load_game("examples/hex.py:Hex")
    report = tengen.play_match(game, "mcts@4", "random", games=2)
    assert report.game is game


def test_a_report_tells_the_score_and_what_it_says():
    report = match(NET, "random", games=20, simulations=32)
    text = str(report)
    assert text.startswith(f"net:{NET.weights_sha256[:8]}@32 against random · tictactoe\n")
    assert f"of 20 ({report.tally.score:.1%})" in text
    assert "Elo difference" in text
    assert str(report.tally) in report._repr_html_()
    assert len(repr(report)) < 200


def test_a_match_is_quiet_unless_somebody_listens(capfd):
    lines = []
    match("random", games=200, progress=lines.append)
    assert capfd.readouterr() == ("", "")
    assert all("of 200 games" in line for line in lines)


@pytest.fixture
def ctrl_c():
    """Ctrl-C as in a new process: programs that other tests start here change it."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    signal.signal(signal.SIGINT, handler)


def test_ctrl_c_ends_a_match_with_the_pairs_that_are_over(ctrl_c):
    asked = threading.Event()

    def slow(position):
        if len(position.history) == 2 and asked.is_set():
            threading.Event().wait(0.05)
        return position.legal_actions[0]

    def interrupt(line):
        if not asked.is_set():
            asked.set()
            os.kill(os.getpid(), signal.SIGINT)

    report = match(slow, games=2000, workers=1, progress=interrupt)
    assert report.ending == "stopped"
    assert 0 < len(report.games) <= 2000
    assert len(report.games) % 2 == 0


def broken(position):
    return "z9"


@pytest.mark.parametrize(
    ("arguments", "changes", "sentence"),
    [
        ((None, "random", "random"), {}, "a game name must be a string"),
        (("tictactoe", None, "random"), {}, "a player is a text such as 'mcts@1000'"),
        (("tictactoe", 3, "random"), {}, "a player is a text such as 'mcts@1000'"),
        (("tictactoe", "mcts@x", "random"), {}, "mcts@x"),
        (("connect4", NET, "random"), {}, "it cannot play 'connect4'"),
        (
            ("connect4", tengen.Search(GAME, tengen.RolloutEvaluator()), "random"),
            {},
            "this search is for tictactoe",
        ),
        (("tictactoe", broken, "random"), {}, "broken returned 'z9': 'z9' is not on the board"),
        (("tictactoe", "random", "random"), {"games": 0}, "games must be 1 or more"),
        (("tictactoe", "random", "random"), {"games": "4"}, "games must be a whole number"),
        (("tictactoe", NET, "random"), {"simulations": 0}, "simulations must be 1 or more"),
        (("tictactoe", "random", "random"), {"workers": 0}, "workers must be 1 or more"),
        (("tictactoe", "random", "random"), {"openings": "x"}, "x"),
        (("tictactoe", "random", "random"), {"sprt": "x"}, "x"),
        (("tictactoe", "random", "random"), {"seed": "x"}, "seed"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(arguments, changes, sentence):
    with pytest.raises(tengen.TengenError, match=sentence):
        tengen.play_match(*arguments, **changes)


def test_a_net_is_loaded_by_name_path_or_itself(tmp_path):
    tengen.save_checkpoint(NET, tmp_path / "net.safetensors")
    for named in (
        "tictactoe",
        tmp_path / "net.safetensors",
        str(tmp_path / "net.safetensors"),
        NET,
    ):
        assert tengen.load_net(named).weights_sha256 == NET.weights_sha256


@pytest.mark.parametrize(
    ("net", "game", "sentence"),
    [
        (None, None, "a net must be a name or a path; got None"),
        (3.5, None, "a net must be a name or a path; got 3.5"),
        ("", None, "a net must be a name or a path"),
        ("nothing", None, "there is no net 'nothing'"),
        (Path(), None, "it has no manifest.json"),
        ("connect4", "tictactoe", "it cannot play 'tictactoe'"),
        ("connect4", 3, "a game name must be a string"),
    ],
)
def test_what_is_no_net_is_refused_in_one_sentence(net, game, sentence):
    with pytest.raises(tengen.TengenError, match=sentence):
        tengen.load_net(net, game)


def test_a_net_shows_what_it_is():
    assert repr(NET).startswith("<Checkpoint of tictactoe: resnet, ")
    assert "parameters" in NET._repr_html_()
    assert len(repr(NET)) < 120
