"""Self-play ends when it is asked to, and nothing that was finished is lost."""

import pytest

from tengen import RolloutEvaluator, SearchConfig, StopToken, load_game
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.search.fakes import HashEvaluator

GAME = load_game("connect4")
CONFIG = SelfPlayConfig(simulations=8, games_at_once=4)
GAMES = Games(1, 0, range(40))


def evaluator(kind):
    return HashEvaluator(GAME) if kind == "python" else RolloutEvaluator()


@pytest.mark.parametrize("kind", ["python", "core"])
def test_a_stop_that_came_before_the_first_game_is_not_lost(kind):
    stop = StopToken()
    stop.request()
    endless = SelfPlayConfig(simulations=10**9)
    (report,) = SelfPlay(GAME, evaluator(kind), SearchConfig(), endless, GAMES, stop=stop)
    assert report.games == 0


@pytest.mark.parametrize("kind", ["python", "core"])
def test_finished_games_are_handed_out_and_the_others_dropped(kind):
    stop, records = StopToken(), []
    for report in SelfPlay(GAME, evaluator(kind), SearchConfig(), CONFIG, GAMES, stop=stop):
        records += report.records
        if len(records) > 2:
            stop.request()
    whole = SelfPlay(GAME, evaluator(kind), SearchConfig(), CONFIG, GAMES).all_records()
    assert len(records) == report.games > 2
    for record in records:
        assert record == whole[record.index]


def test_it_does_not_stop_by_itself():
    reports = list(SelfPlay(GAME, RolloutEvaluator(), SearchConfig(), CONFIG, GAMES))
    assert reports[-1].games == 40
