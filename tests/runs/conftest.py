"""Crews that tests of runs share: two worker processes, two Ray actors, or each in turn."""

import pytest

from tengen.runs.process_crew import ProcessCrew


@pytest.fixture(scope="module")
def ray_crew():
    from tengen.runs.ray import RayCrew

    crew = RayCrew(workers=2)
    yield crew
    crew.close()


@pytest.fixture(scope="module")
def process_crew():
    crew = ProcessCrew(2)
    yield crew
    crew.close()


@pytest.fixture(params=["process_crew", "ray_crew"])
def crew(request):
    return request.getfixturevalue(request.param)
