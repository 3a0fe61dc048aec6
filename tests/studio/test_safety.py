"""Who is refused: other hosts, other sites, wrong tokens, large messages, paths."""

import json
import socket

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tengen.errors import ConfigError
from tengen.studio.serving import StudioOptions, StudioServer
from tengen.studio.shelf import Shelf
from tests.studio.studio_client import HUMAN, TOKEN, Page, running_studio

FORGED_HOSTS = ["evil.example", "127.0.0.1.evil.example", "evil.example:8290", "", "a b", "[::2]"]
FORGED_ORIGINS = ["http://evil.example", "null", "https://{host}", "http://127.0.0.1:1", "file://"]


@pytest.mark.parametrize("host", FORGED_HOSTS)
def test_a_forged_host_is_refused_by_http(studio, host):
    answer = studio.http.get("/api/games", headers={"host": host})
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize("host", FORGED_HOSTS[:3])
def test_a_forged_host_is_refused_by_the_socket(studio, host):
    name, _, port = studio.host.partition(":")
    with socket.create_connection((name, int(port))) as line:
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://{host}/ws", sock=line, origin=f"http://{host}"),
        ):
            pass
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", FORGED_ORIGINS)
def test_a_forged_origin_is_refused_by_http(studio, origin):
    origin = origin.format(host=studio.host)
    answer = studio.http.post("/api/import", json={"text": "x"}, headers={"origin": origin})
    assert answer.status_code == 403
    assert answer.json()["field"] == "origin"
    assert studio.http.get("/api/games", headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("origin", [*FORGED_ORIGINS, None])
def test_a_forged_origin_is_refused_by_the_socket(studio, origin):
    origin = origin and origin.format(host=studio.host)
    with pytest.raises(InvalidStatus) as refused, studio.socket(origin=origin):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("token", ["", "wrong", TOKEN + "x", TOKEN[:-1], "é"])
def test_a_forged_token_changes_nothing(studio, token):
    headers = {"x-tengen-token": token.encode("utf-8")}
    answer = studio.http.post("/api/import", json={"text": "connect4 4"}, headers=headers)
    assert answer.status_code == 403
    with studio.socket() as opened:
        page = Page(opened)
        error = page.ask("hello", token=token)
        assert (error.code, error.field) == ("token", "token")


def test_names_of_hosts_are_the_same_in_large_letters(studio):
    host = studio.host.replace("127.0.0.1", "LocalHost")
    answer = studio.http.get("/api/games", headers={"host": host, "origin": f"http://{host}"})
    assert answer.status_code == 200
    assert "ws://localhost:" in answer.headers["content-security-policy"]


def test_the_page_answers_to_head(studio):
    answer = studio.http.head("/")
    assert (answer.status_code, answer.text) == (200, "")


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/api/opponents", "game"),
        ("/api/opponents?game=", "game"),
        ("/api/settings?game=bogus", "game"),
        ("/api/export/zzz?file_format=sgf", "game_id"),
        ("/api/export/{game}?file_format=pdf", "file_format"),
        ("/api/export/{game}?file_format=psq", "file_format"),
        ("/api/export/{game}?file_format=sgf&node=-1", "node"),
        ("/api/export/{game}?file_format=sgf&node=99", "node"),
    ],
)
def test_a_wrong_request_is_told_which_field_is_wrong(studio, page, path, field):
    answer = studio.http.get(path.format(game=page.new_game("connect4").game_id))
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["field"] == field
    assert answer.json()["message"]["zh"] != answer.json()["message"]["en"]


@pytest.mark.parametrize("body", [b"", b"{bad", b"[1]", b"\xff"])
def test_a_body_that_is_no_object_is_refused_as_a_whole(studio, body):
    headers = {"content-type": "application/json"}
    answer = studio.http.post("/api/import", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["field"] == "body"
    assert answer.json()["message"]["en"] == "the body must be a JSON object"


def test_without_hello_nothing_is_done(studio):
    before = len(studio.hall.games())
    with studio.socket() as opened:
        page = Page(opened)
        assert page.new_game("tictactoe").code == "token"
    assert len(studio.hall.games()) == before


def test_every_answer_keeps_the_page_to_itself(studio):
    for path in ("/api/games", "/api/bogus", "/js/bogus.js"):
        headers = studio.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_body_above_a_megabyte_is_refused(studio):
    answer = studio.http.post("/api/import", content=b"x" * (2**20 + 1))
    assert answer.status_code == 413
    answer = studio.http.post("/api/import", content=iter([b"x" * 2**18] * 5))
    assert answer.status_code == 413


def test_a_message_above_64_kilobytes_is_refused_and_the_session_goes_on(page):
    page.socket.send(json.dumps({"type": "list_games", "x": "y" * 2**16}))
    assert page.until_type("error").code == "too_large"
    assert page.ask("list_games").type == "games"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", '"x"', "{}", "[" * 5000, "\x00"])
def test_what_is_no_message_gets_an_error_and_the_session_goes_on(page, text):
    page.socket.send(text)
    assert page.until_type("error").code == "invalid"
    assert page.ask("list_games").type == "games"


def test_bytes_are_not_a_message(page):
    page.socket.send(b"\xff\x00")
    assert page.until_type("error").code == "invalid"


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"game": "tictactoe"}, "seats"),
        ({"game": 7, "seats": [HUMAN, HUMAN]}, "game"),
        ({"game": "tictactoe", "seats": [HUMAN]}, "seats.1"),
        ({"game": "tictactoe", "seats": [{"kind": "bogus"}, HUMAN]}, "seats.0.kind"),
        ({"game": "tictactoe", "seats": [{"kind": "level", "level": 11}, HUMAN]}, "seats.0.level"),
        ({"game": "tictactoe", "seats": [HUMAN, {"kind": "net", "net": "/etc/x"}]}, "seats.1.net"),
        (
            {"game": "tictactoe", "seats": [HUMAN, {"kind": "engine", "name": "/bin/sh"}]},
            "seats.1.name",
        ),
        ({"game": "tictactoe", "seats": [HUMAN, HUMAN], "bogus": 1}, "bogus"),
        ({"game": "tictactoe", "seats": [HUMAN, HUMAN], "clock": {"seconds": 0}}, "clock.seconds"),
        ({"game": "gomoku:99x99/5", "seats": [HUMAN, HUMAN]}, "game"),
        ({"game": "othello", "seats": [HUMAN, {"kind": "perfect"}]}, "seats.1"),
    ],
)
def test_the_wrong_field_is_named_in_both_languages(page, fields, wrong):
    error = page.ask("new_game", **fields)
    assert (error.type, error.field) == ("error", wrong)
    assert error.message.zh != error.message.en


def test_an_unknown_message_is_named(page):
    error = page.ask("bogus")
    assert (error.field, error.code) == ("type", "invalid")


def test_files_outside_of_the_page_are_not_served(studio):
    for path in ("/../app.py", "/%2e%2e/app.py", "/js/../../app.py", "//etc/passwd"):
        assert studio.http.get(path).status_code in (403, 404, 405)


def test_an_open_studio_asks_for_its_secret():
    with running_studio(secret="a long secret of mine") as studio:
        assert studio.http.get("/api/games").status_code == 403
        assert studio.http.get("/?secret=wrong").status_code == 403
        with pytest.raises(InvalidStatus), studio.socket():
            pass
        answer = studio.http.get("/?secret=a%20long%20secret%20of%20mine")
        assert answer.status_code == 303
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert studio.http.get("/api/games").status_code == 200


def test_other_addresses_need_the_flag_and_a_good_secret(tmp_path):
    options = {"port": 0, "data": tmp_path}
    with pytest.raises(ConfigError, match="--open-to-network"):
        StudioServer(Shelf(), StudioOptions(host="0.0.0.0", **options))
    with pytest.raises(ConfigError, match="12 characters"):
        StudioServer(
            Shelf(),
            StudioOptions(host="0.0.0.0", is_open_to_network=True, secret="short", **options),
        )


def test_a_studio_for_a_network_names_an_address_that_others_can_open(tmp_path):
    options = StudioOptions(host="0.0.0.0", port=18_290, data=tmp_path, is_open_to_network=True)
    server = StudioServer(Shelf(), options)
    server._socket.close()
    server._lock.release()
    assert server.address.startswith("http://")
    assert "0.0.0.0" not in server.address
