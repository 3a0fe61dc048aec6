"""`tengen bench`."""

import re
from pathlib import Path


def test_the_signature_is_printed_alone(tengen):
    answer = tengen("bench", "signature")
    assert answer.returncode == 0
    assert re.fullmatch(r"[0-9a-f]{16}\n", answer.stdout)
    golden = Path(__file__).parents[1] / "golden" / "signature.txt"
    assert answer.stdout == golden.read_text()


def test_bench_alone_shows_its_help(tengen):
    assert "signature" in tengen("bench").stdout
