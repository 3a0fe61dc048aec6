"""Whoever plays the games of a run, they are the same: this process, worker processes, Ray."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from tengen.errors import RunError
from tengen.replay.store import RunStore
from tengen.runs import Observers, RunDirectory, Stop, crew_record, require_workers, train
from tengen.runs.crew_record import read_crew
from tengen.runs.errands import pack, unpack
from tengen.runs.events import GenerationDone, Playing
from tengen.runs.executor import CrewExecutor, Inline
from tengen.runs.process_crew import ProcessCrew
from tengen.runs.ray import reason_of
from tengen.runs.summary import summarise
from tests.runs.tiny import open_run, result_of, tiny_config

ROOT = Path(__file__).parents[2]
CONFIG = tiny_config("run.generations=3", "run.games_per_generation=24")
LAGGING = tiny_config("run.generations=4", "run.games_per_generation=24", "run.net_age=1")


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What this process makes of both configs."""

    def result(config, name):
        folder = tmp_path_factory.mktemp(name)
        train_with(folder / "run", config, Inline())
        return result_of(folder / "run")

    return result(CONFIG, "newest"), result(LAGGING, "lagging")


def train_with(path, config, executor, observers=()):
    run = open_run(path, config)
    try:
        return train(run, Stop(), Observers(observers), executor)
    finally:
        run.close()


def test_workers_play_the_same_run(tmp_path, crew, alone):
    train_with(tmp_path / "run", CONFIG, CrewExecutor(crew))
    assert result_of(tmp_path / "run") == alone[0]
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
        record = read_crew(store)
    assert sum(worker.games for worker in record.workers.values()) == 3 * 24
    assert str(record).endswith("; games refused: 0")
    assert summarise(RunDirectory(tmp_path / "run")).crew == record


def test_workers_that_play_while_the_net_learns_play_the_same_run(tmp_path, crew, alone):
    train_with(tmp_path / "run", LAGGING, CrewExecutor(crew))
    assert result_of(tmp_path / "run") == alone[1]


def test_games_that_come_in_before_a_match_count(tmp_path):
    """Self-play is the slow part and every net plays a match: games are out when it begins."""
    config = tiny_config(
        "run.generations=3",
        "run.games_per_generation=120",
        "run.net_age=1",
        "selfplay.simulations=200",
        "learner.samples_per_position=1",
        "ladder.every=1",
    )
    crew = ProcessCrew(1)
    try:
        train_with(tmp_path / "crew", config, CrewExecutor(crew))
    finally:
        crew.close()
    train_with(tmp_path / "alone", config, Inline())
    assert result_of(tmp_path / "crew") == result_of(tmp_path / "alone")


def test_an_older_net_plays_where_the_run_says_so(alone):
    games, *_ = alone[1]
    nets = {identity[:6]: checkpoint for identity, (checkpoint, _) in games.items()}
    assert nets == {"g00000": "00000", "g00001": "00000", "g00002": "00001", "g00003": "00002"}


@pytest.mark.parametrize(
    "fact",
    [
        '{"workers": []}',
        '{"workers": {"a": {"games": "many"}}, "reissued": 0}',
        '{"workers": {"a": {"seconds": null}}, "reissued": 0}',
        '{"workers": {"a": {"speed": 1}}, "reissued": 0}',
        '{"workers": {"a": {"games": 1e999}}, "reissued": 0}',
        '{"workers": {"a": {"seconds": NaN}}, "reissued": 0}',
        "[" * 100_000,
    ],
)
def test_a_damaged_record_of_workers_is_reported(tmp_path, fact):
    train_with(tmp_path / "run", tiny_config("run.generations=1"), Inline())
    with RunStore(tmp_path / "run" / "run.db") as store:
        store.set_fact("workers", fact)
    summary = summarise(RunDirectory(tmp_path / "run"))
    assert "its record of workers cannot be read" in summary.trouble


class Killing:
    """A crew whose workers are killed soon after they have got an errand.

    Each game costs one worker only: those that cost worker after worker end a run.
    """

    def __init__(self, crew, kills):
        self._crew, self.left, self._timers = crew, kills, []
        self._deadly, self._doomed, self.killed = set(), set(), 0

    def __getattr__(self, name):
        return getattr(self._crew, name)

    def send(self, worker, errand):
        self._crew.send(worker, errand)
        numbers = getattr(errand.games, "numbers", errand.games)
        games, pid = {(errand.nets, number) for number in numbers}, self._crew.pid(worker)
        if self.left and not games & self._deadly and pid not in self._doomed:
            self.left -= 1
            self._deadly |= games
            self._doomed.add(pid)
            self._timers.append(threading.Timer(0.02, self._kill, [pid]))
            self._timers[-1].start()

    def _kill(self, pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self.killed += 1

    def wait_for_kills(self):
        for timer in self._timers:
            timer.join()


LONG = tiny_config("run.generations=4", "run.games_per_generation=150", "selfplay.simulations=60")


def survives(tmp_path, crew, kills, config=LONG):
    """Trains while workers are killed; the result is that of a run in peace."""
    killing = Killing(crew, kills)
    executor = CrewExecutor(killing)
    train_with(tmp_path / "killed", config, executor)
    killing.wait_for_kills()
    assert killing.killed == kills
    assert executor.record.lost >= kills - 2  # the last two may not be missed any more
    train_with(tmp_path / "peace", config, Inline())
    assert result_of(tmp_path / "killed") == result_of(tmp_path / "peace")


def test_killed_workers_lose_nothing_and_double_nothing(tmp_path, process_crew):
    survives(tmp_path, process_crew, kills=5)


@pytest.mark.parametrize("kills", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_killed_actors_lose_nothing_and_double_nothing(tmp_path, ray_crew, capsys, kills):
    survives(tmp_path, ray_crew, kills)
    assert "died" not in capsys.readouterr().out  # Ray's report would break the live view


@pytest.mark.slow
def test_fifty_killed_workers_lose_nothing_and_double_nothing(tmp_path, process_crew):
    longer = tiny_config(
        "run.generations=30", "run.games_per_generation=150", "selfplay.simulations=60"
    )
    survives(tmp_path, process_crew, kills=50, config=longer)


def test_what_workers_do_is_kept_before_the_first_generation_ends(
    tmp_path, process_crew, monkeypatch
):
    monkeypatch.setattr(crew_record, "NOTE_SECONDS", 0.0)
    found = []

    class Reader:
        def observe(self, event):
            if isinstance(event, Playing) and event.games < event.games_wanted:
                with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
                    found.append(read_crew(store))

    train_with(tmp_path / "run", CONFIG, CrewExecutor(process_crew), [Reader()])
    known = [crew for crew in found if crew is not None]
    assert known
    assert sum(worker.games for worker in known[0].workers.values()) < 24


def test_workers_elsewhere_find_a_game_that_was_named_by_a_relative_path(
    tmp_path, crew, monkeypatch
):
    (tmp_path / "own.py").write_bytes((ROOT / "examples" / "hex.py").read_bytes())
    assert crew.workers()  # started in another folder
    monkeypatch.chdir(tmp_path)
    executor = CrewExecutor(crew)
    config = tiny_config("run.game=own.py:Hex", "run.generations=1", "selfplay.simulations=4")
    train_with(tmp_path / "run", config, executor)
    played = sum(worker.games for worker in executor.record.workers.values())
    assert played >= config.run.games_per_generation  # none was left to the driver
    assert executor.record.told == ""


def test_a_ray_of_its_own_is_private(ray_crew):
    listening = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True, check=True).stdout
    pids = {str(ray_crew.pid(worker)) for worker in ray_crew.workers()}
    family = descendants()
    assert pids <= family
    ours = [line.split()[3] for line in listening.splitlines() if family & set(numbers_in(line))]
    assert len(ours) > len(pids)  # Ray's own servers too
    assert all(address.removeprefix("[::ffff:").startswith("127.0.0.1") for address in ours)
    assert os.environ["RAY_AUTH_MODE"] == "token"
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"


ASK = (
    "import sys; from ray._raylet import GcsClient as C; C(sys.argv[1]).internal_kv_keys(b'', None)"
)


@pytest.mark.parametrize("settings", [{}, {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0" * 64}])
def test_a_ray_of_its_own_answers_nobody_without_its_token(ray_crew, tmp_path, settings):
    import ray

    address = ray.get_runtime_context().gcs_address
    others = {name: text for name, text in os.environ.items() if not name.startswith("RAY_AUTH")}
    asked = subprocess.run(
        [sys.executable, "-c", ASK, address],
        env=others | {"HOME": str(tmp_path)} | settings,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert asked.returncode != 0
    assert "InvalidAuthToken" in asked.stderr


def descendants():
    """The numbers of this process and of all that it has started, and they in turn."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    parents = dict(line.split() for line in listed.stdout.splitlines())
    family, before = {str(os.getpid())}, 0
    while len(family) > before:
        before = len(family)
        family |= {pid for pid, parent in parents.items() if parent in family}
    return family


def test_a_worker_with_another_version_is_refused():
    from tengen.runs.ray import require_same_version

    with pytest.raises(RunError, match=r"worker 1 runs tengen 0\.0\.0, this machine "):
        require_same_version("worker 1", "0.0.0")


def numbers_in(line):
    return re.findall(r"pid=(\d+)", line)


def test_without_ray_the_extra_is_named():
    code = "import sys; sys.modules['ray'] = None\nfrom tengen.cli import main\nmain()"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, "train", "tictactoe", "--run", f"{folder}/run"]
        answer = subprocess.run([*command, "--ray", "local"], capture_output=True, text=True)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: training on several machines needs ray: pip install")


def test_a_cluster_that_is_not_there_is_named_before_a_run_is_begun(tmp_path):
    command = [sys.executable, "-c", "from tengen.cli import main; main()", "train", "tictactoe"]
    command += ["--run", str(tmp_path / "run"), "--ray", "127.0.0.1:1"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 2
    assert "no Ray cluster at 127.0.0.1:1" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / "run").exists()


def test_workers_are_refused_where_ray_finds_no_cluster(monkeypatch):
    """Before a run is begun for them: its folder would be in the way of the next attempt."""

    class Nowhere:  # Ray itself must not be imported before the Ray of these tests is
        exceptions = types.SimpleNamespace(AuthenticationError=KeyError, RayError=KeyError)

        @staticmethod
        def init(**options):
            raise ConnectionRefusedError("Could not find any running Ray instance.")

    monkeypatch.setattr("tengen.runs.ray.import_ray", lambda **options: Nowhere)
    with pytest.raises(RunError, match=r"no Ray cluster at auto \(Could not find any running Ray"):
        require_workers(None, "auto")


def test_what_went_wrong_at_an_actor_is_told_in_one_line_without_colours():
    traceback = "\x1b[36mray::Worker.do()\x1b[39m (pid=7)\n  File x\nOSError: no space left\n"
    assert reason_of(RuntimeError(traceback), line=-1) == "OSError: no space left"
    assert reason_of(RuntimeError(traceback)) == "ray::Worker.do() (pid=7)"
    assert reason_of(RuntimeError()) == "RuntimeError"


class Spoiled:
    """A crew of which one worker delivers damaged records, until it is replaced."""

    def __init__(self, crew):
        self._crew, self.bad = crew, crew.workers()[0]

    def __getattr__(self, name):
        return getattr(self._crew, name)

    def replace(self, worker):
        self.bad = None if worker == self.bad else self.bad
        self._crew.replace(worker)

    def answers(self, seconds):
        return [self._spoiled(answer) for answer in self._crew.answers(seconds)]

    def _spoiled(self, answer):
        if answer.worker != self.bad or answer.trouble:
            return answer
        done = unpack(answer.data)
        records = tuple(record[:-1] for record in done.records)
        return replace(answer, data=pack(replace(done, records=records)))


class Watcher:
    def __init__(self):
        self.refused = 0

    def observe(self, event):
        if isinstance(event, GenerationDone):
            self.refused += event.games_refused


def test_a_worker_with_damaged_records_is_replaced_and_they_are_counted(tmp_path, crew, alone):
    watcher, spoiled = Watcher(), Spoiled(crew)
    train_with(tmp_path / "run", CONFIG, CrewExecutor(spoiled), [watcher])
    assert result_of(tmp_path / "run") == alone[0]
    assert watcher.refused > 0
    assert spoiled.bad is None


def test_workers_end_with_their_driver(tmp_path):
    crew = ProcessCrew(1)
    pid = crew.pid(crew.workers()[0])
    crew.close()
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the process is still there")


def test_ray_up_accepts_the_example_cluster():
    """By Ray's own check; in a process of its own, because Ray must not be imported here first."""
    check = "import sys, yaml, ray.autoscaler._private.util as ray_up; "
    check += "ray_up.validate_config(ray_up.prepare_config(yaml.safe_load(sys.stdin)))"
    example = (ROOT / "examples" / "cluster" / "ray-cluster.yaml").read_text(encoding="utf-8")
    subprocess.run([sys.executable, "-c", check], input=example, text=True, check=True)


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "cluster").iterdir()), ids=str)
def test_the_example_clusters_are_yaml_with_a_token_and_no_reports(path):
    documents = list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
    assert documents
    written = repr(documents)
    for setting in ("RAY_AUTH_MODE", "RAY_USAGE_STATS_ENABLED", "include-dashboard"):
        assert setting in written
