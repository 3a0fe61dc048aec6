"""A run that evaluates in torch without a GPU hears how much slower that is, and what to set."""

import re
from types import SimpleNamespace

import pytest

from tengen import nets
from tengen.runs import Run, torch_speed
from tengen.runs.estimate import estimate

from .tiny import tiny_config

TORCH = tiny_config("run.evaluator=torch")


@pytest.fixture
def speeds(monkeypatch):
    """Positions per second as if they had been measured."""

    def set_speeds(*, core, torch):
        def measured(evaluator, batch):
            return core if isinstance(evaluator, nets.NativeEvaluator) else torch

        monkeypatch.setattr(torch_speed, "_positions_per_second", measured)

    return set_speeds


def remarks_of(path, config=TORCH):
    run = Run.begin(path, config)
    run.close()
    return run.remarks


def test_the_ratio_is_measured_here_and_the_setting_named(tmp_path, speeds):
    speeds(core=9000.0, torch=2000.0)
    (remark,) = remarks_of(tmp_path / "run")
    assert "there is no GPU: 2,000 positions/s here against 9,000 in the core" in remark
    assert "4.5 times slower" in remark
    assert "-o run.evaluator=native" in remark
    run = Run.resume(tmp_path / "run")
    run.close()
    assert run.remarks == [remark]


def test_both_are_really_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(torch_speed, "_WORTH_SAYING", 0.0)
    (remark,) = remarks_of(tmp_path / "run")
    torch, core = re.search(r"([\d,]+) positions/s here against ([\d,]+)", remark).groups()
    assert int(torch.replace(",", "")) > 0
    assert int(core.replace(",", "")) > 0


def test_nothing_is_said_where_torch_is_as_fast_or_has_a_gpu(tmp_path, speeds, monkeypatch):
    speeds(core=2000.0, torch=2000.0)
    assert remarks_of(tmp_path / "fast") == []
    speeds(core=9000.0, torch=2000.0)
    with_gpu = SimpleNamespace(device=SimpleNamespace(type="cuda"))
    monkeypatch.setattr(torch_speed.nets, "TorchEvaluator", lambda net: with_gpu)
    assert torch_speed.torch_remarks(None, None, TORCH) == []


def test_the_core_is_the_default_and_needs_no_remark(tmp_path):
    assert remarks_of(tmp_path / "run", tiny_config()) == []


def test_an_estimate_says_so_too(speeds):
    speeds(core=9000.0, torch=2000.0)
    (remark,) = estimate(TORCH, 0.1).remarks
    assert "about 4.5 times slower" in remark
    assert estimate(tiny_config(), 0.1).remarks == ()
