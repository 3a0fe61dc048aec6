"""Random misuse in processes of its own: each case ends with a result or an exception."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES_PER_PROCESS = 500


def run_cases(first, last):
    """Runs the cases first to last - 1 in a child; a crash or a hang names the last one begun."""
    command = [sys.executable, "-m", "tests.boundary.fuzz", str(first), str(last)]
    child = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    lines = child.stdout.splitlines() or ["nothing"]
    return None if lines[-1] == "all cases ended" else (child.returncode, lines[-1], child.stderr)


def test_a_few_hundred_cases_of_misuse_end():
    assert run_cases(0, 300) is None


@pytest.mark.slow
def test_twenty_thousand_cases_of_misuse_end():
    chunks = [(first, first + CASES_PER_PROCESS) for first in range(0, 20_000, CASES_PER_PROCESS)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failure in pool.map(lambda c: run_cases(*c), chunks) if failure]
    assert failures == []
