"""What the driver of a crew does while workers are slow, faulty or gone."""

import itertools
import threading
import time

import pytest

from tengen.replay.store import RunStore
from tengen.runs import Observers, Run, Stop, train
from tengen.runs.ahead import Ahead
from tengen.runs.climbing import play_next_match
from tengen.runs.crew import Answer
from tengen.runs.crew_record import CrewRecord, WorkerRecord, note_crew, read_crew
from tengen.runs.errands import Done, pack
from tengen.runs.events import FinalWon, GamesRefused, Learning, NoWorkers
from tengen.runs.executor import CrewExecutor, Delivery, Inline
from tengen.runs.measured import train_and_measure
from tengen.runs.playing import play_generation
from tengen.runs.progress_lines import trouble_lines
from tests.runs.test_dispatch import PaperCrew
from tests.runs.test_executors import Spoiled
from tests.runs.test_training import Watcher
from tests.runs.tiny import open_run, result_of, tiny_config

CONFIG = tiny_config("run.generations=2", "run.games_per_generation=24")


@pytest.fixture
def run(tmp_path):
    opened = open_run(tmp_path / "run", CONFIG)
    yield opened
    opened.close()


class Interrupting(PaperCrew):
    """Nobody answers, and after a while Ctrl-C is pressed."""

    def __init__(self, *names, stop=None):
        super().__init__(*names)
        self.stop, self.asked = stop, 0

    def answers(self, seconds):
        self.asked += 1
        if self.asked == 3 and self.stop is not None:
            self.stop.token.request()
            self.stop._signalled = True
        return super().answers(seconds)


def test_ctrl_c_ends_a_match_that_nobody_plays(run):
    stop = Stop()
    crew = Interrupting("a", stop=stop)
    assert play_next_match(run, Observers(), CrewExecutor(crew), stop) is None
    assert run.store.matches() == []


def test_the_time_limit_is_watched_while_all_workers_are_busy(run):
    """A chunk may take long: games that are not finished at the limit are played later."""
    stop = Stop(minutes=1e-9)
    ended = train(run, stop, Observers(), CrewExecutor(PaperCrew("a")))
    assert ended.reason == "time limit reached"


def test_a_run_without_workers_says_so_once(run, monkeypatch):
    monkeypatch.setattr("tengen.runs.dispatch._ALONE_SECONDS", 0.0)
    watcher, stop = Watcher(), Stop()
    ended = train(run, stop, Observers([watcher]), CrewExecutor(Interrupting(stop=stop)))
    assert ended.reason == "interrupted by the user"
    assert [event for event in watcher.events if isinstance(event, NoWorkers)] == [NoWorkers(0)]


def test_a_run_without_workers_says_so_and_minds_its_time_before_a_match_too(tmp_path, monkeypatch):
    monkeypatch.setattr("tengen.runs.dispatch._ALONE_SECONDS", 0.0)
    lagging = open_run(tmp_path / "run", tiny_config("run.net_age=1"))
    watcher, crew = Watcher(), PaperCrew("a")
    try:
        ahead = Ahead(lagging, CrewExecutor(crew), Observers([watcher]))
        ahead.during(lambda tell: time.sleep(0.5))
        assert crew.doing  # a later generation
        crew.names = []
        crew.lose("a")
        ahead.settle(Stop(minutes=0.02))
    finally:
        lagging.close()
    assert [event for event in watcher.events if isinstance(event, NoWorkers)] == [NoWorkers(0)]


class Failing(PaperCrew):
    """Workers that answer every errand with a reason why they cannot do it."""

    def answers(self, seconds):
        for worker, errand in list(self.doing.items()):
            del self.doing[worker]
            self.waiting.append(Answer(worker, pack(Done(errand.number, trouble="no torch"))))
        return super().answers(seconds)


def test_games_of_a_match_that_workers_fail_at_are_played_by_the_driver(tmp_path):
    results = []
    for name, executor in (("failed", CrewExecutor(Failing("a", "b"))), ("alone", Inline())):
        opened = open_run(tmp_path / name, CONFIG)
        try:
            match = play_next_match(opened, Observers(), executor, Stop()).match
        finally:
            opened.close()
        results.append((match.wins, match.draws, match.losses))
    assert results[0] == results[1]
    assert sum(results[0]) == CONFIG.ladder.games


class SlowlyReporting(Inline):
    """Says twice before its games what they have cost so far."""

    def play(self, wanted):
        yield Delivery(evaluations=1_000_000, cache_hits=0.5)
        yield Delivery(evaluations=1_000_000)
        yield from super().play(wanted)


def test_evaluations_count_although_no_game_has_ended_since_the_last_report(run):
    played = play_generation(run, Stop(), Observers(), SlowlyReporting())
    assert played.evaluations > 2_000_000
    assert played.new_games == CONFIG.run.games_per_generation


class AlwaysSpoiled(Spoiled):
    """Workers whose machine damages every record."""

    def replace(self, worker):
        self._crew.replace(worker)

    def _spoiled(self, answer):
        self.bad = answer.worker
        return super()._spoiled(answer)


def test_what_faulty_machines_never_deliver_the_driver_plays(tmp_path, process_crew):
    watcher = Watcher()
    faulty = open_run(tmp_path / "faulty", CONFIG)
    try:
        train(faulty, Stop(), Observers([watcher]), CrewExecutor(AlwaysSpoiled(process_crew)))
    finally:
        faulty.close()
    sound = open_run(tmp_path / "sound", CONFIG)
    try:
        train(sound, Stop(), Observers())
    finally:
        sound.close()
    assert any(isinstance(event, GamesRefused) for event in watcher.events)
    assert result_of(tmp_path / "faulty") == result_of(tmp_path / "sound")


def test_ctrl_c_does_not_wait_for_the_end_of_a_learning_step(tmp_path):
    """The second Ctrl-C of an asynchronous run; the work itself ends at its next batch."""
    lagging = open_run(tmp_path / "run", tiny_config("run.net_age=1"))
    ended = threading.Event()

    def work(tell):
        try:
            for batch in itertools.count():
                tell(Learning(0, batch, 10**9, 0.0))
                time.sleep(0.001)
        finally:
            ended.set()

    class Pressed(PaperCrew):
        def answers(self, seconds):
            raise KeyboardInterrupt

    try:
        ahead = Ahead(lagging, CrewExecutor(Pressed("a")), Observers())
        with pytest.raises(KeyboardInterrupt):
            ahead.during(work)
        assert ended.is_set()
    finally:
        lagging.close()


def test_the_final_of_workers_is_that_of_the_driver_alone(tmp_path, crew, monkeypatch):
    monkeypatch.setattr("tengen.runs.final.spent_seconds", lambda *_: 1e6)
    results = []
    for name, executor in (("crew", CrewExecutor(crew)), ("alone", None)):
        watcher, begun = Watcher(), Run.begin(tmp_path / name, tiny_config("run.generations=4"))
        try:
            train_and_measure(begun, Stop(), Observers([watcher]), executor)
            finals = [row for row in begun.store.matches() if row.id.startswith("final-")]
        finally:
            begun.close()
        won = [event for event in watcher.events if isinstance(event, FinalWon)]
        results.append((won, [(row.id, row.wins, row.draws, row.losses) for row in finals]))
    assert results[0] == results[1]
    assert len(results[0][1]) == 1


def played(*speeds):
    """A crew whose workers have played with these speeds."""
    return CrewRecord({f"w{n}": WorkerRecord(speed, 1.0) for n, speed in enumerate(speeds)})


def test_a_few_workers_are_told_with_their_rates_and_many_with_the_range():
    assert str(played(3, 12)).startswith("workers: 2 (w0: 3, w1: 12), 15 games/s; ")
    many = str(played(*[100] * 19, 2500))
    assert many.startswith("workers: 20 (100 to 2,500 each), 4,400 games/s; ")


def test_what_went_wrong_is_told_once():
    record = CrewRecord(trouble="w0: it did not answer")
    told = record.taken()
    assert trouble_lines(told) == ["last trouble: w0: it did not answer"]
    assert trouble_lines(record.taken()) == []


def test_the_last_trouble_stays_with_the_run(tmp_path):
    record = CrewRecord(trouble="w0: it did not answer")
    record.taken()
    with RunStore(tmp_path / "run.db") as store:
        note_crew(store, record)
        assert read_crew(store).trouble == "w0: it did not answer"


def test_workers_with_other_instructions_are_named():
    record = CrewRecord()
    record.of("a").instructions = "avx2"
    record.of("b").instructions = "avx2"
    assert "instruction sets" not in str(record)
    record.of("b").instructions = "avx512"
    assert str(record).endswith("instruction sets: avx2, avx512")
