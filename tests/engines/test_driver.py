"""Driving engines: whatever they do wrong costs them the game and nothing else."""

import os
import re
import shlex
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path

import pytest

from tengen import load_game
from tengen.engines.driver import EnginePlayer
from tengen.engines.process import (
    MOST_WAITING_LINES,
    PAUSE_SECONDS,
    EngineProcess,
    command_words,
)
from tengen.errors import EngineError, UnsupportedError
from tengen.play import Forfeit, RandomPlayer, play_pairings

GAME = load_game("gomoku:15x15/5")
FAKE = (
    f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).with_name('fake_engine.py')))}"
)
TENGEN = f"{shlex.quote(str(Path(sysconfig.get_path('scripts'), 'tengen')))} engine"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who is whose")


class Corner:
    """Plays the first legal cell from the bottom; the fake engine plays from the top."""

    name = "corner"

    def choose(self, positions):
        return {number: position.legal_actions[0] for number, position in positions.items()}

    def close(self):
        pass


def player(kind, **changes):
    seconds = {"seconds_per_move": 0.3, "grace_seconds": 0.5} | changes
    return EnginePlayer(f"{FAKE} {kind}", GAME, **seconds)


def play(kind, games=1, **changes):
    """Games of a fake engine in both seats against one that plays along the bottom row."""
    engine = player(kind, **changes)
    try:
        return play_pairings((engine, Corner()), [GAME.initial()] * games)
    finally:
        engine.close()


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().split(")")[1].split()[0] != "Z"


@pytest.mark.parametrize("kind", ["honest", "cr", "slow", "chatterbox", "adviser"])
def test_games_with_a_working_engine_end_by_the_rules(kind):
    for played in play(kind, games=2):
        assert not played.is_forfeit
        assert len(played.position.history) == 9


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("crasher", "the engine has exited"),
        ("sleeper", "no answer within 0.8 s; expected a move"),
        ("cheater", "illegal move: '.*' is not empty"),
        ("outsider", "illegal move: 99,0 is not on the 15x15 board"),
        ("mumbler", "expected a move x,y; got 'I would like"),
        ("ditherer", "expected a move x,y; got 'SUGGEST here\\?'"),
        ("grumbler", "expected a move; got 'ERROR I do not like this'"),
    ],
)
def test_a_broken_engine_loses_with_the_reason_recorded_and_the_match_goes_on(kind, reason):
    played = play(kind, games=2)
    for number, game in enumerate(played):
        assert game.is_forfeit
        assert game.outcome.winner == game.seats.index(1), number
        assert re.search(reason, game.outcome.reason)


def test_the_deadline_ends_an_engine_that_never_stops_talking():
    engine = player("flooder", seconds_per_move=0.5)
    # Whoever hangs is stopped, and then forfeits for another reason.
    rescue = threading.Timer(10, engine.stop)
    try:
        first = engine.choose({0: GAME.initial()})[0]
        assert isinstance(first, int), first
        rescue.start()
        reason = engine.choose({0: GAME.position_from([first, 0])})[0].reason
    finally:
        rescue.cancel()
        engine.close()
    assert "no answer within 1 s; expected a move" in reason


def test_an_engine_that_nobody_listens_to_has_to_wait():
    process = EngineProcess(f"{FAKE} flooder")
    process.send("START 15", "BEGIN", "TURN 7,7")
    deadline = time.monotonic() + 20
    while (waiting := process._lines._waiting.qsize()) < MOST_WAITING_LINES:
        assert time.monotonic() < deadline, waiting
        time.sleep(0.01)
    time.sleep(0.1)
    assert process._lines._waiting.qsize() == MOST_WAITING_LINES
    process.kill()
    assert not process._reader.is_alive()
    assert process._process.stdout.closed


def test_lines_after_the_deadline_are_not_read():
    process = EngineProcess(f"{FAKE} honest")
    process.send("START 15", "BEGIN")
    assert process.read(time.monotonic() + 20) == "OK"
    while process._lines._waiting.empty():
        time.sleep(0.01)
    assert process.read(time.monotonic()) is None
    assert process.read(time.monotonic() + 20) == "0,0"
    process.close()


def test_a_question_that_was_broken_off_goes_to_a_new_process(monkeypatch):
    engine = player("honest")
    first = engine.choose({0: GAME.initial()})[0]
    position = GAME.position_from([first, 0])
    pid = engine._sessions[0].process.pid
    with monkeypatch.context() as patch:
        patch.setattr(EngineProcess, "read", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.choose({0: position})
    assert engine.choose({0: position})[0] == GAME.action_at(14, 1)
    assert engine._sessions[0].process.pid != pid
    assert not is_alive(pid)
    engine.close()


def _interrupted(process, deadline):
    raise KeyboardInterrupt


def test_a_command_that_does_not_exist_forfeits():
    engine = EnginePlayer("/nowhere/pbrain-nobody", GAME)
    answer = engine.choose({0: GAME.initial()})[0]
    assert isinstance(answer, Forfeit)
    assert "pbrain-nobody: cannot start" in answer.reason


def test_an_engine_that_starts_too_slowly_forfeits():
    engine = player("slow", start_seconds=0.2)
    answer = engine.choose({0: GAME.initial()})[0]
    assert "no answer within 0.2 s; expected OK to START" in answer.reason


def test_an_opening_with_stones_is_shown_as_a_board():
    engine = player("honest")
    opening = GAME.position_from([GAME.action_at(14, 0), GAME.action_at(14, 1), 0])
    action = engine.choose({0: opening})[0]
    engine.close()
    assert action == GAME.action_at(14, 2)


def test_a_new_game_under_the_same_number_gets_a_new_process():
    engine = player("honest")
    first = engine.choose({0: GAME.initial()})[0]
    pid = engine._sessions[0].process.pid
    assert engine.choose({0: GAME.initial()})[0] == first
    assert engine._sessions[0].process.pid != pid
    assert not is_alive(pid)
    engine.close()


def test_what_an_engine_wrote_last_can_be_read():
    engine = player("chatterbox")
    engine.choose({0: GAME.initial()})
    assert engine.last_lines(0)[-3:] == ["MESSAGE let me think", "DEBUG hm", "0,0"]
    assert engine.last_lines(7) == []
    engine.close()


@pytest.mark.parametrize("game", ["gomoku:8x8/4", "connect4", "othello"])
def test_games_the_protocol_does_not_know_are_refused(game):
    with pytest.raises(UnsupportedError, match="Gomocup engines play gomoku:WxH/5"):
        EnginePlayer("pbrain-any", load_game(game))


@linux_only
def test_nothing_an_engine_started_is_left_behind():
    process = EngineProcess(f"{FAKE} parent")
    process.send("START 15")
    assert process.read(time.monotonic() + 20) == "OK"
    group = process.pid
    assert len(_members(group)) == 3  # the guard, the engine and what it started
    process.close()
    assert _members_soon(group) == []


@linux_only
@pytest.mark.parametrize("crashes", [False, True])
def test_what_has_left_the_group_of_its_engine_is_not_left_behind(crashes):
    process = EngineProcess(f"{FAKE} deserter")
    process.send("START 15")
    assert process.read(time.monotonic() + 20) == "OK"
    guard = process.pid
    assert [len(_members(guard)), len(descendants := _descendants(guard))] == [2, 2]
    if crashes:
        process.send("BEGIN", "TURN 7,7")
        assert process.read(time.monotonic() + 20) == "0,0"
        with pytest.raises(EngineError, match="the engine has exited"):
            process.read(time.monotonic() + 20)
    process.close()
    assert [pid for pid in descendants if is_alive(pid)] == []


@linux_only
def test_an_engine_that_has_ended_leaves_no_zombie():
    process = EngineProcess(f"{FAKE} honest")
    process.send("END")
    with pytest.raises(EngineError, match="the engine has exited"):
        process.read(time.monotonic() + 20)
    deadline = time.monotonic() + 20
    while _descendants(process.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert _descendants(process.pid) == []
    process.close()


@linux_only
def test_deserters_end_even_when_whoever_drives_them_is_killed():
    with _driver_of("deserter") as driver:
        guard = int(driver.stdout.readline())
        descendants = _descendants(guard)
        assert len(descendants) == 2
        driver.kill()
    deadline = time.monotonic() + 20
    while any(map(is_alive, [guard, *descendants])) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(is_alive, [guard, *descendants]))


@linux_only
@pytest.mark.parametrize("name", ["SIGKILL", "SIGHUP", "SIGTERM"])
def test_engines_end_with_whoever_drives_them(name):
    with _driver_of("parent") as driver:
        group = int(driver.stdout.readline())
        assert len(_members(group)) == 3
        driver.send_signal(signal.Signals[name])
    assert _members_soon(group) == []


def _driver_of(kind):
    """A process that has started an engine, says the number of its group, and sleeps."""
    # Whoever runs the tests in the background may have told all below to ignore a hangup.
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL);"
        "import sys, time; from tengen.engines.process import EngineProcess;"
        "engine = EngineProcess(sys.argv[1]); engine.send('START 15');"
        "engine.read(time.monotonic() + 20); print(engine.pid, flush=True); time.sleep(600)"
    )
    arguments = [sys.executable, "-c", code, f"{FAKE} {kind}"]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def test_the_end_of_an_engine_is_seen_through_its_guard():
    process = EngineProcess(f"{FAKE} honest")
    process.send("START 15", "END")
    assert process.read(time.monotonic() + 20) == "OK"
    with pytest.raises(EngineError, match="the engine has exited after 'OK'"):
        process.read(time.monotonic() + 20)
    process.close()


@pytest.mark.parametrize("command", ["/nowhere/engine", "", "'unclosed"])
def test_a_command_that_cannot_be_started_is_refused_before_the_game(command):
    with pytest.raises(EngineError):
        command_words(command)


def test_a_stopped_engine_forfeits_at_once():
    engine = player("sleeper", seconds_per_move=600)
    first = engine.choose({0: GAME.initial()})[0]
    position = GAME.position_from([first, 0])
    threading.Timer(0.3, engine.stop).start()
    assert "the engine has exited" in engine.choose({0: position})[0].reason
    engine.close()


def test_a_forgotten_engine_ends_with_its_object():
    process = EngineProcess(f"{FAKE} honest")
    pid = process.pid
    del process
    assert not is_alive(pid)


def test_an_engine_is_left_in_peace_after_its_answer():
    process = EngineProcess(f"{FAKE} honest")
    process.send("START 15")
    process.read(time.monotonic() + 20)
    answered = time.monotonic()
    process.send("BEGIN")
    assert time.monotonic() - answered >= PAUSE_SECONDS * 0.9
    process.close()


def test_an_ended_engine_says_so_every_time():
    process = EngineProcess(f"{FAKE} honest")
    process.send("END")
    for _ in range(2):
        with pytest.raises(EngineError, match="the engine has exited"):
            process.read(time.monotonic() + 20)
    process.close()


def _members_soon(group):
    """Those that a signal, which takes a moment to arrive, has not ended."""
    deadline = time.monotonic() + 20
    while _members(group) and time.monotonic() < deadline:
        time.sleep(0.01)
    return _members(group)


def _members(group):
    """The living processes of a group."""
    return [pid for pid, state, _, of_group in _processes() if of_group == group and state != "Z"]


def _descendants(pid):
    """Children, theirs and so on, zombies too."""
    children = [child for child, _, parent, _ in _processes() if parent == pid]
    return [*children, *(one for child in children for one in _descendants(child))]


def _processes():
    """Number, state, parent and group of every process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = folder.joinpath("stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found.append((int(folder.name), words[0], int(words[1]), int(words[2])))
    return found


def test_two_tengen_engines_play_a_match():
    game = load_game("gomoku:8x6/5:standard")
    engines = tuple(EnginePlayer(TENGEN, game, seconds_per_move=0.05) for _ in range(2))
    opening = game.position_from([game.action_at(3, 3)])
    try:
        for played in play_pairings(engines, [game.initial(), opening]):
            assert not played.is_forfeit, played.outcome
    finally:
        for engine in engines:
            engine.close()


def test_a_tengen_engine_beats_random_moves():
    game = load_game("gomoku:7x7/5")
    engine = EnginePlayer(TENGEN, game, seconds_per_move=0.1)
    try:
        played = play_pairings((engine, RandomPlayer([3, 4])), [game.initial()] * 2)
    finally:
        engine.close()
    assert [game.score_of(0) for game in played] == [1, 1]
