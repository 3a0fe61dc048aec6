"""The search still finds the visit counts it found before."""

from pathlib import Path

from tengen.search.signature import signature

GOLDEN = Path(__file__).parents[1] / "golden" / "signature.txt"


def test_the_signature_is_the_golden_one():
    """A commit that changes the search on purpose writes `tengen bench signature` to the file."""
    assert signature() == GOLDEN.read_text().strip()
