from collections.abc import Iterator

import pytest

from tests.studio.studio_client import Page, Studio, running_studio


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    """One server for the tests of a file; each begins games of its own."""
    with running_studio() as running:
        yield running


@pytest.fixture
def page(studio: Studio) -> Iterator[Page]:
    with studio.page() as opened:
        yield opened
