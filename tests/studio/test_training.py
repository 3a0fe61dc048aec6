"""Runs as the studio's server tells of them, and what starts, stops and resumes them."""

import contextlib
import shutil
import sqlite3
import time
from pathlib import Path
from unittest import mock

import pytest

from tengen.replay import database
from tengen.replay import store as store_module
from tengen.replay.store import RunStore
from tengen.runs import RunDirectory
from tengen.runs.announcing import announced
from tengen.runs.crew_record import CrewRecord, WorkerRecord, note_crew
from tengen.studio.shelf import Shelf
from tengen.studio.training.details import crew_workers
from tengen.studio.training.workshop import Workshop
from tests.runs.tiny import tiny_config, train_in
from tests.studio.made_runs import held, made_run
from tests.studio.studio_client import running_studio

TINY = ["run.games_per_generation=20", "selfplay.simulations=10", "net.blocks=1", "net.channels=8"]
_PATIENCE = 120.0


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    """One made-up run, and one that was trained."""
    runs = tmp_path_factory.mktemp("studio") / "runs"
    made_run(runs / "made")
    train_in(runs / "tiny", tiny_config())
    with running_studio(Shelf(runs=runs)) as running:
        running.runs = runs
        yield running


@pytest.fixture
def own(tmp_path):
    """A studio without runs at first."""
    with running_studio(Shelf(runs=tmp_path / "runs")) as running:
        running.runs = tmp_path / "runs"
        yield running


def items(studio):
    return {item["name"]: item for item in studio.http.get("/api/runs").json()["runs"]}


def details(studio, name, **query):
    answer = studio.http.get(f"/api/runs/{name}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def until(wanted):
    """Waits until something is true, and returns it."""
    end = time.monotonic() + _PATIENCE
    while not (found := wanted()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


def test_runs_are_listed_with_their_state_and_strength(studio):
    found = items(studio)
    assert found["made"]["state"] == "finished"
    assert found["made"]["line"]["en"] == "Finished · 12 generations"
    assert found["made"]["about"]["en"] == "80% of the points against pure MCTS 1,000"
    assert "80%" in found["made"]["about"]["zh"]
    presets = {each["name"]: each for each in studio.http.get("/api/runs").json()["presets"]}
    assert (
        presets["connect4"]["title"]["en"] == "connect4 · Connect Four · 7\N{MULTIPLICATION SIGN}6"
    )


def test_a_run_has_a_curve_for_each_head_and_measure(studio):
    curves = {curve["key"]: curve for curve in details(studio, "made")["curves"]}
    assert list(curves) == [
        "ladder",
        "checks/exact_kept",
        "loss/policy",
        "loss/value",
        "loss/moves_left",
        "learner/entropy",
        "learner/kl",
        "learner/learning_rate",
        "selfplay/games_per_second",
        "selfplay/evaluations_per_second",
        "replay/age",
    ]
    assert curves["loss/policy"]["ys"][0] == 1.9
    assert curves["selfplay/games_per_second"]["ys"][0] == 2.0  # 20 games in 10 seconds
    assert curves["ladder"]["xs"] == [5, 10]
    assert curves["ladder"]["ys"] == [0.8, 0.8]
    assert 0.58 < curves["ladder"]["lows"][0] < 0.8 < curves["ladder"]["highs"][0] < 0.93
    assert curves["ladder"]["notes"][0]["en"] == "against MCTS 1,000"


def test_curves_that_the_page_knows_are_not_sent_again(studio):
    known = details(studio, "made")
    again = details(studio, "made", known=known["version"])
    assert again["curves"] is None
    assert again["games"] == known["games"]


def test_the_newest_games_are_whole_boards(studio):
    run = details(studio, "tiny")
    assert run["game"]["name"] == "tictactoe"
    assert [game["id"] for game in run["games"]] == [f"g00003-{n:06d}" for n in _newest(studio)]
    for game in run["games"]:
        assert len(game["cells"]) == 9
        assert game["cells"][game["last"]] is not None
        assert game["title"]["en"] in ("X wins", "O wins", "Draw")


def _newest(studio):
    with RunStore(studio.runs / "tiny" / "run.db", read_only=True) as store:
        return [row.game_index for row in store.latest_games(8)]


def test_a_game_of_self_play_opens_with_the_opinion_of_its_searches(studio):
    game = details(studio, "tiny")["games"][0]
    opened = studio.http.post(f"/api/runs/tiny/games/{game['id']}", json={})
    with studio.page() as page:
        state = page.ask("open_game", game_id=opened.json()["game_id"])
    with RunStore(studio.runs / "tiny" / "run.db", read_only=True) as store:
        row = store.game(game["id"])
    record = row.record
    assert len(state.nodes) == 1 + len(record.moves)
    assert state.ply == len(record.moves)
    assert [seat.name.en for seat in state.seats] == [f"Net {row.checkpoint}"] * 2
    first = record.moves[0].root_value
    assert state.nodes[0].win_rate == pytest.approx((1 + first) / 2)
    second = record.moves[1].root_value  # of the other side
    assert state.nodes[1].win_rate == pytest.approx((1 - second) / 2)
    missing = studio.http.post("/api/runs/tiny/games/g00099-000000", json={})
    assert missing.status_code == 404


def test_every_generation_has_a_net_to_play_against(studio):
    run = details(studio, "tiny")
    assert run["nets"] == [f"runs/tiny/0000{number}" for number in range(5)]
    assert run["best"] in run["nets"]
    seats = [{"kind": "human"}, {"kind": "net", "net": run["nets"][2], "simulations": 10}]
    with studio.page() as page:
        state = page.new_game("tictactoe", seats)
        assert state.seats[1].name.en == "Net runs/tiny/00002"
        page.play(state.game_id, "b2")
        page.until(lambda message: message.type == "state" and message.ply == 2)


@pytest.mark.parametrize(
    "net",
    ["runs/tiny/99999", "runs/tiny/../../made", "runs/tiny/", "runs/tiny/00002/x", "tiny/00002"],
)
def test_a_net_of_a_generation_is_a_name_and_never_a_path(studio, net):
    seats = [{"kind": "human"}, {"kind": "net", "net": net}]
    with studio.page() as page:
        assert page.new_game("tictactoe", seats).field == "seats.1.net"


@pytest.mark.parametrize("name", ["..", "%2e%2e", "..%2fruns%2fmade", "nothing", "made%00"])
def test_a_run_is_a_name_and_never_a_path(studio, name):
    assert studio.http.get(f"/api/runs/{name}").status_code in (404, 405)
    assert studio.http.post(f"/api/runs/{name}/resume", json={}).status_code in (404, 405)
    assert studio.http.post(f"/api/runs/{name}/stop", json={}).status_code in (404, 405)


def test_the_doctor_tells_problems_first_and_then_what_is_in_order(studio):
    doctor = studio.http.get("/api/runs/made/doctor").json()
    kinds = [finding["is_problem"] for finding in doctor["findings"]]
    assert kinds == sorted(kinds, reverse=True)
    assert doctor["findings"][0]["title"]["en"] == "Too much training on too few games"
    assert doctor["findings"][0]["advice"]["en"].startswith("Lower ")
    assert all(each["title"]["zh"] != each["title"]["en"] for each in doctor["findings"])
    assert doctor["line"]["en"] == "after 12 generations"


class _Cursor(sqlite3.Cursor):
    rows = 0

    def __next__(self):
        row = super().__next__()
        _Cursor.rows += 1
        return row

    def fetchone(self):
        row = super().fetchone()
        _Cursor.rows += row is not None
        return row


class _Connection(sqlite3.Connection):
    def execute(self, *statement):
        return self.cursor(_Cursor).execute(*statement)


@contextlib.contextmanager
def counted_rows():
    """Counts rows that reach Python, and records that are decoded."""
    connect, _Cursor.rows = sqlite3.connect, 0
    with (
        mock.patch.object(
            database.sqlite3, "connect", lambda *a, **o: connect(*a, factory=_Connection, **o)
        ),
        mock.patch.object(
            store_module, "read_record", wraps=store_module.read_record
        ) as read_record,
    ):
        yield read_record


def test_a_large_run_is_opened_without_reading_its_games(own):
    made_run(own.runs / "large", generations=300, games=100_000)
    with counted_rows() as read_record:
        assert items(own)["large"]["line"]["en"] == "Finished · 300 generations"
        run = details(own, "large")
    assert run["line"]["en"].endswith("generation 300 of 300 · 99,900 games")
    assert len(run["curves"][2]["xs"]) == 300
    assert read_record.call_count == len(run["games"]) == 8
    assert 1000 < _Cursor.rows < 12_000
    with counted_rows() as read_record:
        details(own, "large", known=run["version"])
    assert _Cursor.rows < 4000
    with counted_rows() as read_record:
        own.http.get("/api/runs/large/doctor")
    assert read_record.call_count < 5000


def test_the_generations_of_a_timed_run_are_told_as_an_estimate(own):
    directory = made_run(own.runs / "timed")
    directory.save_config(directory.load_config().with_plan(minutes=60, generations=20))
    line = details(own, "timed")["line"]
    assert "generation 12 of about 20" in line["en"]
    assert "第 12 代，预计共约 20 代" in line["zh"]
    directory.save_config(directory.load_config().with_plan(minutes=60, generations=12))
    assert "generation 12 of 12" in details(own, "timed")["line"]["en"]


def test_a_run_that_did_not_change_is_not_read_again(own):
    made_run(own.runs / "made")
    items(own)
    with counted_rows():
        assert items(own)["made"]["state"] == "finished"
    assert _Cursor.rows == 0


def test_a_damaged_database_is_told_in_both_languages(own):
    directory = made_run(own.runs / "made")
    content = bytearray(directory.database.read_bytes())
    content[100:60_000] = b"x" * (60_000 - 100)
    directory.database.write_bytes(content)
    assert items(own)["made"]["state"] == "damaged"
    run = details(own, "made")
    assert run["state"] == "damaged"
    assert "is damaged" in run["trouble"]["en"]
    assert "已损坏" in run["trouble"]["zh"]
    assert own.http.get("/api/runs/made/doctor").json()["findings"] == []


def test_a_damaged_config_is_told(own):
    directory = made_run(own.runs / "made")
    directory.config_file.write_text("[run]\ngame = 'connect4'\nbogus = 1\n")
    assert "bogus" in details(own, "made")["trouble"]["en"]


def test_a_game_that_breaks_the_rules_is_told(own):
    directory = made_run(own.runs / "made")
    other = made_run(own.runs / "other")
    tables = directory.config_file.read_text().replace('"connect4"', '"connect4:5x4"')
    directory.config_file.write_text(tables)
    assert details(own, "made")["trouble"] is not None
    assert details(own, "other")["trouble"] is None, other.path


def test_the_error_that_ended_a_run_is_told_until_somebody_trains_it_again(own):
    directory = made_run(own.runs / "made", generations=12)
    full = "the disk with run.db is full: the latest data was not stored, all earlier games are. "
    directory.log.write_text(f"...\nerror: {full}Free some space and add --resume to continue\n")
    trouble = details(own, "made")["trouble"]
    assert trouble["en"].startswith("the disk with run.db is full")
    assert "磁盘" in trouble["zh"]
    with RunStore(directory.database) as store:
        time.sleep(1.1)
        store.set_fact("tengen_version", "later")
    assert details(own, "made")["trouble"] is None


def test_a_nearly_full_disk_is_told_before_a_run_is_resumed(own):
    made_run(own.runs / "made")
    little = shutil.disk_usage(own.runs)._replace(free=3 * 2**20)
    with mock.patch("tengen.studio.training.workshop.shutil.disk_usage", return_value=little):
        assert "only 3 MB left" in details(own, "made")["trouble"]["en"]


def test_a_run_of_another_terminal_shows_up_alive_and_can_be_stopped(own):
    directory = made_run(own.runs / "made")
    with held(directory) as process:
        assert items(own)["made"]["state"] == "training"
        run = details(own, "made")
        assert run["workers"][0]["name"]["en"].startswith(f"Process {process.pid} on ")
        assert own.http.post("/api/runs/made/stop", json={}).json() == {"name": "made"}
        process.wait()
    assert details(own, "made")["state"] == "finished"
    refused = own.http.post("/api/runs/made/stop", json={})
    assert refused.status_code == 400
    assert "nothing trains" in refused.json()["message"]["en"]


def test_a_second_run_must_be_confirmed(own):
    directory = made_run(own.runs / "made")
    with held(directory):
        refused = own.http.post("/api/runs", json={"preset": "tictactoe"})
        assert refused.status_code == 503
        assert refused.json()["field"] == "is_confirmed"
        assert "made" in refused.json()["message"]["zh"]
        again = own.http.post("/api/runs/made/resume", json={"is_confirmed": True})
        assert "is trained already" in again.json()["message"]["en"]
    assert list(own.runs.iterdir()) == [directory.path]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"preset": "bogus"}, "preset"),
        ({"preset": "../tictactoe"}, "preset"),
        ({"preset": "examples/hex.py:Hex"}, "preset"),
        ({"preset": "tictactoe", "settings": ["run.game=evil.py:Game"]}, "settings"),
        ({"preset": "tictactoe", "settings": ["run.minutes=5"]}, "settings"),
        ({"preset": "tictactoe", "settings": ["--run=/tmp/x"]}, "settings"),
        ({"preset": "tictactoe", "settings": ["net.channels=1;rm"]}, "settings"),
        ({"preset": "tictactoe", "settings": ["net.channel=8"]}, "settings"),
        ({"preset": "tictactoe", "settings": ["net.channels=0"]}, "settings"),
        ({"preset": "tictactoe", "settings": ["net.channels=8"] * 31}, "settings"),
        ({"preset": "tictactoe", "minutes": 0}, "minutes"),
        ({"preset": "tictactoe", "from_net": "/etc/passwd"}, "from_net"),
        ({"preset": "tictactoe", "folder": "/tmp/x"}, "folder"),
    ],
)
def test_only_presets_and_checked_settings_start_a_run(own, body, field):
    answer = own.http.post("/api/runs", json=body)
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["field"] == field
    assert answer.json()["message"]["zh"] != answer.json()["message"]["en"]
    assert not own.runs.exists()


def test_starting_needs_the_token(own):
    headers = {"x-tengen-token": "wrong"}
    answer = own.http.post("/api/runs", json={"preset": "tictactoe"}, headers=headers)
    assert answer.status_code == 403
    assert not own.runs.exists()


def test_a_start_that_fails_says_why_and_leaves_nothing_behind(own):
    made_run(own.runs / "made")
    body = {"preset": "tictactoe", "from_net": "runs/made"}
    name = own.http.post("/api/runs", json=body).json()["name"]
    assert items(own)[name]["state"] == "starting"
    until(lambda: items(own)[name]["state"] == "failed")
    trouble = details(own, name)["trouble"]
    assert "made" in trouble["en"]
    assert trouble["zh"] != trouble["en"]
    assert [path.name for path in own.runs.iterdir()] == ["made"]


def test_a_run_that_is_stopped_before_it_has_begun_leaves_nothing_behind(own):
    name = own.http.post("/api/runs", json={"preset": "tictactoe"}).json()["name"]
    assert own.http.post(f"/api/runs/{name}/stop", json={}).status_code == 200
    until(lambda: name not in items(own))
    assert list(own.runs.iterdir()) == []


def test_a_run_of_another_folder_on_this_computer_counts_too(own, tmp_path):
    with announced(tmp_path / "elsewhere"):
        refused = own.http.post("/api/runs", json={"preset": "tictactoe"})
    assert refused.json()["field"] == "is_confirmed"
    assert str(tmp_path / "elsewhere") in refused.json()["message"]["en"]


def test_a_run_goes_on_without_the_studio_and_is_stopped_by_the_next_one(tmp_path):
    shelf = Shelf(runs=tmp_path / "runs")
    with running_studio(shelf) as studio:
        body = {"preset": "tictactoe", "settings": [*TINY, "run.generations=5000"]}
        name = studio.http.post("/api/runs", json=body).json()["name"]
        until(lambda: items(studio)[name]["state"] == "training")
    directory = RunDirectory(shelf.runs / name)
    assert directory.is_training
    before = directory.last_change
    with running_studio(shelf) as studio:
        until(lambda: directory.last_change > before)
        assert details(studio, name)["state"] == "training"
        assert studio.http.post(f"/api/runs/{name}/stop", json={}).status_code == 200
        until(lambda: details(studio, name)["state"] == "stopped")
        assert details(studio, name)["trouble"] is None
    assert "stopped with" in directory.log.read_text()


def test_workers_are_told_with_their_rates_and_what_was_given_out_again(own):
    directory = made_run(own.runs / "made")
    crew = CrewRecord({"worker 1": WorkerRecord(games=50, seconds=10.0, losses=2)}, reissued=3)
    crew.workers["worker 2"] = WorkerRecord(games=9, losses=1, refused=4, is_present=False)
    with RunStore(directory.database) as store:
        note_crew(store, crew)
    found = [(each["name"]["en"], each["about"]["en"]) for each in details(own, "made")["workers"]]
    assert found == [
        ("worker 1", "5.0 games/s · 50 games · replaced: 2"),
        (
            "All workers",
            "5.0 games/s · chunks of games given out again: 3 · replaced: 3 · games refused: 4",
        ),
    ]


def test_of_many_workers_the_first_are_named_and_the_others_counted():
    crew = CrewRecord({f"worker {number}": WorkerRecord() for number in range(1, 10_001)})
    names = [each.name.en for each in crew_workers(crew)]
    assert names[19:] == ["worker 20", "9,980 more workers", "All workers"]


def test_a_run_of_a_users_own_game_shows_its_curves_but_imports_nothing(own):
    directory = made_run(own.runs / "made")
    text = directory.config_file.read_text()
    directory.config_file.write_text(text.replace('"connect4"', '"/nowhere/evil.py:Game"'))
    run = details(own, "made")
    assert (run["game"], run["games"]) == (None, [])
    assert run["curves"]
    doctor = own.http.get("/api/runs/made/doctor").json()
    assert "only when you name it" in doctor["line"]["en"]


def test_the_folder_of_the_runs_need_not_exist(tmp_path):
    workshop = Workshop(Shelf(runs=Path(tmp_path / "nowhere")))
    assert workshop.runs() == []
