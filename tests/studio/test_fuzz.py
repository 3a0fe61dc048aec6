"""Fuzzed messages: an error that names the field, never a fault, and the session goes on."""

import pytest

from tengen.studio.messages import SERVER_MESSAGE
from tests.studio.fuzz import MessageFuzzer
from tests.studio.studio_client import TOKEN, Page, running_studio

_BATCH = 25


@pytest.mark.parametrize("seed", range(3))
def test_a_few_hundred_fuzzed_messages_end_no_session(seed):
    send_fuzzed(seed, 150)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_fuzzed_messages_end_no_session(seed):
    """Twenty seeds are 20,000 messages."""
    send_fuzzed(100 + seed, 1000)


def send_fuzzed(seed, count):
    fuzzer = MessageFuzzer(seed)
    with running_studio() as studio, studio.socket() as opened:
        page = Page(opened)
        page.ask("hello", token=TOKEN)
        fuzzer.games = [page.new_game("tictactoe").game_id, page.new_game("connect4").game_id]
        for number in range(count):
            opened.send(fuzzer.text())
            if number % _BATCH == 0:
                check_answers(page)
                clear_away(studio, page)
        check_answers(page)


def check_answers(page):
    """Everything so far is part of the contract, and none of it a fault of the server."""
    number = page.send("list_games")
    while True:
        message = SERVER_MESSAGE.validate_json(page.socket.recv(timeout=60))
        if message.type == "error":
            assert message.code != "internal", message
            if message.code == "invalid" and message.field:
                assert message.field in message.message.en
        if message.request == number:
            return


def clear_away(studio, page):
    """So that the list of games does not fill up; a wrong token has ended no session."""
    for game in studio.hall.games()[20:]:
        page.ask("delete_game", game_id=game.game_id)
