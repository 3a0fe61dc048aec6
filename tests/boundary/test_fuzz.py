"""Random misuse in processes of its own: each case ends with a result or an exception."""

import contextlib
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.boundary.core_calls import Makers

ROOT = Path(__file__).parents[2]
CASES_PER_PROCESS = 500


def run_cases(first, last):
    """Runs the cases first to last - 1 in a child; a crash or a hang names the last one begun."""
    command = [sys.executable, "-m", "tests.boundary.fuzz", str(first), str(last)]
    child = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=3000
    )
    lines = child.stdout.splitlines() or ["nothing"]
    return None if lines[-1] == "all cases ended" else (child.returncode, lines[-1], child.stderr)


def test_the_fuzzer_makes_what_it_misuses():
    """Most of its objects are sound: otherwise it would prove only that they cannot be made."""
    made = {"pool": 0, "driver": 0, "record": 0}
    for seed in range(200):
        make = Makers(random.Random(seed))
        for what in made:
            with contextlib.suppress(Exception):
                getattr(make, what)()
                made[what] += 1
    assert made["pool"] > 40
    assert made["driver"] > 20
    assert made["record"] > 5


def test_a_few_hundred_cases_of_misuse_end():
    assert run_cases(0, 300) is None


@pytest.mark.slow
def test_twenty_thousand_cases_of_misuse_end():
    chunks = [(first, first + CASES_PER_PROCESS) for first in range(0, 20_000, CASES_PER_PROCESS)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failure in pool.map(lambda c: run_cases(*c), chunks) if failure]
    assert failures == []
