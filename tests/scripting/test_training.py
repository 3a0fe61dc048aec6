"""`tengen.train`: a run in one call."""

import os
import signal
import threading

import pytest

import tengen
from tests.runs.tiny import result_of

TINY = {
    "run.games_per_generation": 2,
    "run.threads": 1,
    "net.blocks": 1,
    "net.channels": 8,
    "selfplay.simulations": 2,
    "selfplay.cheap_simulations": 2,
    "learner.samples_per_position": 2,
    "learner.threads": 1,
    "ladder.games": 2,
    "ladder.simulations": 2,
    "ladder.first_opponent": 2,
}


def tiny(folder, game="tictactoe", **changes):
    given = {"generations": 1, "run": folder, "settings": TINY} | changes
    return tengen.train(game, **given)


def test_training_gives_a_net_and_its_strength(tmp_path):
    result = tiny(tmp_path / "run")
    assert result.folder == tmp_path / "run"
    assert (result.game, result.generations, result.is_finished) == ("tictactoe", 1, True)
    assert result.games == 2
    assert result.strength.match.games == 2
    assert tengen.load_net(result).game == "tictactoe"
    assert "2 games against pure MCTS" in str(result)
    assert "2 games against pure MCTS" in result._repr_html_()


def test_without_a_folder_a_run_gets_one_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(tiny(None).folder) == "runs/tictactoe-1"
    assert str(tiny(None).folder) == "runs/tictactoe-2"


def test_training_is_quiet_unless_somebody_listens(tmp_path, capfd):
    lines = []
    tiny(tmp_path / "run", progress=lines.append)
    assert capfd.readouterr() == ("", "")
    assert len([line for line in lines if line.startswith("generation 0")]) == 1
    assert not any("\n" in line for line in lines)


def test_the_same_seed_gives_the_same_run(tmp_path):
    for folder, seed in (("one", 7), ("two", 7), ("three", 8)):
        tiny(tmp_path / folder, seed=seed)
    one, two, three = (result_of(tmp_path / folder) for folder in ("one", "two", "three"))
    assert one == two
    assert one != three


def test_a_run_goes_on_exactly(tmp_path):
    tiny(tmp_path / "whole", generations=2)
    tiny(tmp_path / "parts", generations=1)
    result = tengen.train(run=tmp_path / "parts", generations=2, resume=True)
    assert result.generations == 2
    assert result_of(tmp_path / "parts")[1] == result_of(tmp_path / "whole")[1]


def test_a_run_may_start_from_the_net_of_another(tmp_path):
    first = tiny(tmp_path / "first")
    second = tiny(tmp_path / "second", from_net=first)
    assert second.origin == os.fspath(first)
    with pytest.raises(tengen.TengenError, match="from_net starts a new run: leave it out"):
        tengen.train("tictactoe", run=second.folder, resume=True, from_net=first)


@pytest.mark.parametrize("name", ["tictactoe", "examples/hex.py:Hex"])
def test_a_game_may_be_given_itself(tmp_path, name):
    result = tiny(tmp_path / "run", tengen.load_game(name))
    assert tengen.load_net(result, tengen.load_game(name)).game == tengen.load_game(name).name


def test_a_first_ctrl_c_ends_training_and_keeps_what_there_is(tmp_path):
    def interrupt(line):
        if line.startswith("generation 0"):
            os.kill(os.getpid(), signal.SIGINT)

    earlier = signal.getsignal(signal.SIGINT)
    result = tiny(tmp_path / "run", generations=50, progress=interrupt)
    assert result.generations == 1
    assert not result.is_finished
    assert result.ending == "interrupted by the user"
    assert signal.getsignal(signal.SIGINT) == earlier


def test_training_works_in_another_thread_than_the_main_one(tmp_path):
    results = []
    thread = threading.Thread(target=lambda: results.append(tiny(tmp_path / "run")))
    thread.start()
    thread.join()
    assert results[0].generations == 1


def test_no_time_at_all_still_gives_a_result(tmp_path):
    result = tiny(tmp_path / "run", minutes=0, generations=None)
    assert result.generations == 0
    assert "untrained" in str(result)


class FromNowhere(type(tengen.load_game("connect4"))):
    name = "nowhere"
    __module__ = "__main__"

    def __init__(self):
        pass


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": None}, "specify what to train, such as 'connect4'; got None"),
        ({"game": 3}, "specify what to train, such as 'connect4'; got 3"),
        ({"game": "conect4"}, "Did you mean connect4"),
        ({"game": FromNowhere()}, "is part of a script or notebook"),
        ({"minutes": 5}, "give minutes or generations, not both"),
        ({"minutes": "5", "generations": None}, "minutes must be a number"),
        ({"minutes": float("nan"), "generations": None}, "minutes must be a number"),
        ({"generations": 0}, "generations must be 1 or more"),
        ({"generations": "2"}, "generations must be 1 or more"),
        ({"settings": "selfplay.simulations=50"}, "settings must be a dict"),
        ({"settings": {"selfplay.simulation": 50}}, "did you mean"),
        ({"settings": {"selfplay.simulations": print}}, "must be a number, a text or a list"),
        ({"seed": "x"}, "run.seed must be a whole number"),
        ({"resume": True}, "the settings of a run are fixed"),
        ({"from_net": 3}, "a net must be a name or a path; got 3"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_there_is_a_folder(tmp_path, changes, sentence):
    game = changes.pop("game", "tictactoe")
    with pytest.raises(tengen.TengenError, match=sentence):
        tiny(tmp_path / "run", game, **changes)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_a_run_is_refused_in_the_words_of_python(tmp_path):
    (tmp_path / "config.toml").write_text('[run]\ngame = "tictactoe"\n')
    with pytest.raises(tengen.errors.TengenError, match="resume=True continues it") as raised:
        tengen.train("tictactoe", run=tmp_path)
    assert "--" not in str(raised.value)
