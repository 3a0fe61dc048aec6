"""Fifty pages at once."""

import concurrent.futures
import time
from contextlib import ExitStack

from tests.studio.studio_client import running_studio

PAGES = 50
CORES = 2


def test_fifty_pages_analyse_at_once_within_the_limit_and_all_are_answered():
    with running_studio(cores=CORES) as studio, ExitStack() as stack:
        pages = [stack.enter_context(studio.page()) for _ in range(PAGES)]
        games = [page.new_game("connect4").game_id for page in pages]
        for page, game in zip(pages, games, strict=True):
            page.send("analyse", game_id=game)

        def first_answers(page):
            waited = page.until_type("analysis")
            found = page.until(lambda message: message.type == "analysis" and message.visits > 0)
            return waited, found

        with concurrent.futures.ThreadPoolExecutor(PAGES) as threads:
            answers = list(threads.map(first_answers, pages))
        busy = [first.waiting for first, _ in answers if first.state == "waiting"]
        assert len(busy) > PAGES // 2
        assert busy[0].en == "All processor cores are busy: waiting for a free one."
        assert all(found.visits > 0 for _, found in answers)
        assert studio.hall.slots.most_busy <= CORES


def test_when_the_page_has_gone_its_analysis_ends(monkeypatch):
    monkeypatch.setattr("tengen.studio.desk._ABANDONED_SECONDS", 0.1)
    with running_studio(cores=CORES) as studio:
        with studio.page() as page:
            game = page.new_game("connect4").game_id
            page.send("analyse", game_id=game)
            page.until_type("analysis", state="running")
        with studio.page() as page:
            for _ in range(100):
                if not page.ask("open_game", game_id=game).is_analysing:
                    break
                page.ask("leave_game", game_id=game)
                time.sleep(0.2)  # while nobody watches
            assert not page.ask("open_game", game_id=game).is_analysing
