"""Default folders for runs, and how to find a run again."""

import re
from pathlib import Path

from tengen.errors import RunError
from tengen.rules.registry import file_and_class
from tengen.runs.directory import DEFAULT_FOLDER, list_runs


def short_name(preset: str) -> str:
    """A folder name: `gomoku-7x7-4`, or from a file: `hex` for path/hex.py:Hex."""
    file = preset if preset.endswith(".toml") else (file_and_class(preset) or ("",))[0]
    stem = Path(file).stem if file else preset
    return re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-") or "run"


def new_run_folder(preset: str, folder: Path = DEFAULT_FOLDER) -> Path:
    """A folder that does not exist yet: `runs/connect4-1`, `runs/connect4-2` ..."""
    name, number = short_name(preset), 1
    while (folder / f"{name}-{number}").exists():
        number += 1
    return folder / f"{name}-{number}"


def newest_run_folder(preset: str, folder: Path = DEFAULT_FOLDER) -> Path:
    """The most recently trained run of a preset; raises `RunError` if there is none."""
    pattern = re.compile(rf"{re.escape(short_name(preset))}-\d+")
    runs = [run for run in list_runs(folder) if pattern.fullmatch(run.path.name)]
    if not runs:
        raise RunError(
            f"there is no run of {preset} in {folder}/ to resume: leave out --resume, or give "
            "its folder with --run"
        )
    return max(runs, key=lambda run: (run.last_change, run.path.name)).path
