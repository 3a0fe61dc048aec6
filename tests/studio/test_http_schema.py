"""Requests made from the schema of the HTTP interface."""

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.shelf import Shelf
from tests.studio.studio_client import TOKEN

NOWHERE = Path(__file__).parent / "no runs"
APP = make_app(Shelf(runs=NOWHERE), Pass(TOKEN))
HEADERS = {
    "host": "127.0.0.1:8290",
    "origin": "http://127.0.0.1:8290",
    "x-tengen-token": TOKEN,
}
schema = schemathesis.openapi.from_dict(APP.openapi())
schema.app = APP


def test_the_schema_has_every_request():
    assert set(APP.openapi()["paths"]) == {
        "/api/games",
        "/api/opponents",
        "/api/settings",
        "/api/lessons",
        "/api/import",
        "/api/export/{game_id}",
        "/api/runs",
        "/api/runs/{name}",
        "/api/runs/{name}/doctor",
        "/api/runs/{name}/resume",
        "/api/runs/{name}/stop",
        "/api/runs/{name}/games/{game}",
    }


@pytest.fixture(scope="module", autouse=True)
def _running():
    from starlette.testclient import TestClient

    with TestClient(APP):
        yield


@schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_answered_with_a_fault(case):
    answer = case.call(headers=HEADERS)
    case.validate_response(answer, checks=[not_a_server_error])
    assert answer.status_code in (200, 400, 403, 404, 405, 413, 422, 503)
    if answer.status_code >= 400:
        assert answer.json().keys() == {"field", "message"}
    assert not NOWHERE.exists(), "no name of a preset was sent, and no run was started"
