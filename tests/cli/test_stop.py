"""`tengen stop`: a run that another process trains."""

from tengen.runs import RunDirectory
from tests.runs.tiny import tiny_config, train_in
from tests.studio.made_runs import held


def test_a_run_of_another_process_is_stopped_with_what_to_type_next(tengen, tmp_path):
    train_in(tmp_path / "run", tiny_config("run.generations=1"))
    with held(RunDirectory(tmp_path / "run")) as process:
        done = tengen("stop", str(tmp_path / "run"))
        assert process.wait() != 0
    assert done.returncode == 0
    assert f"stops after its current step (process {process.pid} on " in done.stdout
    assert f"tengen train --resume --run {tmp_path / 'run'}" in done.stdout


def test_a_run_that_nobody_trains_is_told(tengen, tmp_path):
    train_in(tmp_path / "run", tiny_config("run.generations=1"))
    done = tengen("stop", str(tmp_path / "run"), language="zh_CN.UTF-8")
    assert done.returncode == 2
    assert "没有进程在训练" in done.stderr


def test_a_folder_without_a_run_is_told(tengen, tmp_path):
    done = tengen("stop", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == f"error: there is no run in {tmp_path}\n"
