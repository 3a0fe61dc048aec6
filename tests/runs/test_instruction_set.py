"""A run knows which instructions its nets were evaluated with."""

import pytest

from tengen import _core
from tengen.nets import NativeEvaluator
from tengen.replay.store import RunStore
from tengen.runs import Run

from .tiny import tiny_config

OWN = _core.available_instruction_sets()[-1]


@pytest.fixture
def run_folder(tmp_path):
    Run.begin(tmp_path / "run", tiny_config()).close()
    return tmp_path / "run"


def stored_set(folder):
    with RunStore(folder / "run.db", read_only=True) as store:
        return store.facts().get("instruction_set")


def pretend(folder, instructions):
    with RunStore(folder / "run.db") as store:
        store.set_fact("instruction_set", instructions)


def remarks_of_resuming(folder):
    run = Run.resume(folder)
    run.close()
    return run.remarks


def test_a_run_records_the_instruction_set_its_nets_use(run_folder):
    run = Run.resume(run_folder)
    run.close()
    evaluator = NativeEvaluator(run.learned.checkpoint)
    assert stored_set(run_folder) == evaluator.native.instruction_set == OWN


def test_it_is_the_set_of_the_net_and_not_the_best_of_the_machine(run_folder, monkeypatch):
    monkeypatch.setattr(_core, "available_instruction_sets", lambda: [OWN, "newest of all"])
    assert remarks_of_resuming(run_folder) == []
    assert stored_set(run_folder) == OWN


def test_a_run_that_torch_evaluates_records_none(tmp_path):
    Run.begin(tmp_path / "run", tiny_config("run.evaluator=torch")).close()
    assert stored_set(tmp_path / "run") is None


def test_going_on_with_the_same_one_needs_no_remark(run_folder):
    assert remarks_of_resuming(run_folder) == []


def test_going_on_with_another_one_says_so_once_and_records_it(run_folder):
    pretend(run_folder, "abacus")
    (remark,) = remarks_of_resuming(run_folder)
    assert "used abacus instructions so far" in remark
    assert f"{OWN}: results may differ in the last bits" in remark
    assert stored_set(run_folder) == OWN
    assert remarks_of_resuming(run_folder) == []


def test_a_run_older_than_the_record_goes_on_without_a_remark(run_folder, monkeypatch):
    monkeypatch.setattr("tengen.runs.instruction_set.FACT", "something_else")
    assert remarks_of_resuming(run_folder) == []
