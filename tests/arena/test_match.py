"""Matches: paired, repeatable, stoppable, and counted for the right player."""

import json
import threading

import pytest

from tengen import StopToken, load_game
from tengen.arena import match as match_module
from tengen.arena.elo import Pentanomial
from tengen.arena.match import MatchConfig, play_match
from tengen.arena.oracles import SolverOracle
from tengen.arena.perfect import PerfectPlayer
from tengen.arena.players import player_factory
from tengen.arena.round_robin import RoundRobinConfig, play_round_robin
from tengen.arena.specs import PlayerSpec
from tengen.arena.sprt import Sprt
from tengen.arena.stored_results import (
    match_facts,
    match_file,
    match_records,
    rating_facts,
    round_robin_facts,
    save_json,
)
from tengen.arena.tally import WinsDrawsLosses
from tengen.cli.match_result import warnings
from tengen.errors import ConfigError
from tengen.play import Forfeit, RandomPlayer
from tengen.play.player import ProofCount
from tests.arena.made import save_net
from tests.selfplay.made import HEX


def config(**changes):
    settings = {"game": "connect4", "players": ("mcts@40,t=0.5", "random"), "pairs": 6}
    return MatchConfig(**{**settings, **changes})


def histories(report):
    return [game.position.history for game in report.games]


class Made:
    """Makes a player that the test wrote; remembers which were closed."""

    fingerprint = ""
    chosen = None
    spec = PlayerSpec("random")

    def __init__(self, player):
        self.player = player
        self.made = 0
        self.closed = 0

    def make(self, seeds, threads=1):
        self.made += 1
        player = self.player(seeds)
        player.close = self.close
        return player

    def close(self):
        self.closed += 1


class GivesUp(RandomPlayer):
    def choose(self, positions):
        return {number: Forfeit("it is late") for number in positions}


class BreaksDown(RandomPlayer):
    def choose(self, positions):
        raise RuntimeError("broken")


def test_each_opening_is_played_from_both_seats():
    report = play_match(config())
    assert [game.seats for game in report.games] == [(0, 1), (1, 0)] * 6
    for one, other in zip(histories(report)[::2], histories(report)[1::2], strict=True):
        assert one[:2] == other[:2]
    assert report.opening_plies == (2,) * 12
    assert len({history[:2] for history in histories(report)[::2]}) == 6


@pytest.mark.parametrize("players", [("mcts@40,t=0.5", "random"), ("random", "mcts@30")])
def test_the_same_seed_gives_the_same_games_whatever_the_workers_and_groups(players):
    first = histories(play_match(config(players=players, seed=4), workers=1, group_size=12))
    for workers, group_size in ((2, 2), (2, 1), (1, 3), (3, 4), (2, None)):
        again = play_match(config(players=players, seed=4), workers=workers, group_size=group_size)
        assert histories(again) == first
    assert histories(play_match(config(players=players, seed=5))) != first


def test_more_games_do_not_change_the_first_ones():
    assert histories(play_match(config(pairs=9)))[:12] == histories(play_match(config()))


def test_a_net_plays_the_same_in_every_grouping(tmp_path):
    net = save_net(tmp_path / "net", "connect4")
    nets = config(players=(f"net:{net}@12", f"net:{net}@0,t=1"), pairs=4)
    assert histories(play_match(nets, workers=1, group_size=8)) == histories(
        play_match(nets, workers=2, group_size=2)
    )


def test_the_points_are_those_of_the_first_player():
    better = play_match(config(players=("mcts@100", "random"), pairs=10)).tally
    worse = play_match(config(players=("random", "mcts@100"), pairs=10)).tally
    assert better.score > 0.8
    assert worse.score < 0.2
    assert better.total.games == 20
    assert better.moving_first.games == better.moving_second.games == 10
    assert better.pairs.score == better.total.points / 20
    assert better.elo.low > 0


def test_a_game_written_in_python_is_played_too():
    report = play_match(config(game=HEX, players=("random", "mcts@5"), pairs=2))
    assert report.tally.total.games == 4
    assert report.game.name != HEX


def test_an_odd_first_seat_counts_as_moving_second(tmp_path):
    """The seat that begins decides, whatever its number."""
    openings = tmp_path / "openings.txt"
    openings.write_text("connect4 first=1 44\n")
    report = play_match(config(openings=str(openings), pairs=1))
    assert report.games[0].position.first == 1
    assert report.tally.moving_second.games == 1
    (began,) = [game for game in report.games if game.seats[1] == 0]
    assert report.tally.moving_first.points == began.score_of(0)


def test_players_with_a_clock_play_one_game_at_a_time():
    """Two searches in one thread would each get half of their time."""
    game = load_game("tictactoe")
    makers = (player_factory("mcts@1ms", game), player_factory("random", game))
    assert match_module._group_size(config(pairs=500), makers, 2) == 1
    plain = (player_factory("random", game), player_factory("mcts@5", game))
    assert match_module._group_size(config(pairs=500), plain, 2) == 16
    assert match_module._group_size(config(pairs=1), plain, 2) == 2
    report = play_match(config(game="tictactoe", players=("mcts@1ms", "random"), pairs=3))
    assert report.tally.total.games == 6


def test_forfeits_are_lost_told_and_not_measured_in_plies():
    makers = (Made(GivesUp), Made(RandomPlayer))
    report = play_match(config(pairs=3), makers=makers)
    assert report.tally.score == 0
    assert report.forfeits == ("forfeit: it is late",) * 6
    assert report.mean_plies == 0
    assert all(fact["forfeit"] for fact in match_facts(report)["games"])


def test_moves_of_a_perfect_player_that_were_only_searched_are_told():
    oracle = SolverOracle(load_game("gomoku:6x6/4"), 4)
    makers = (Made(lambda seeds: PerfectPlayer(oracle, seeds, nodes=1)), Made(RandomPlayer))
    settings = config(game="gomoku:6x6/4", players=("perfect", "random"), pairs=2)
    report = play_match(settings, makers=makers)
    moves = [
        sum(game.seats[ply % 2] == 0 for ply in range(2, len(game.position.history)))
        for game in report.games
    ]
    count = report.proofs(0)
    assert count.moves == sum(moves)
    assert 0 < count.searched <= count.moves
    assert report.proofs(1) == ProofCount()
    assert match_facts(report)["result"]["proofs"][0]["searched"] == count.searched
    told = f"{count.searched} of perfect's {count.moves} moves were searched, not proven"
    assert any(warning.startswith(told) for warning in warnings(report))
    proven = play_match(config(game="tictactoe", players=("perfect", "random"), pairs=2))
    assert proven.proofs(0).searched == 0
    assert warnings(proven) == []


def test_every_player_is_closed_even_if_one_breaks_down():
    makers = (Made(RandomPlayer), Made(BreaksDown))
    with pytest.raises(RuntimeError, match="broken"):
        play_match(config(pairs=30), makers=makers)
    assert makers[0].made == makers[0].closed > 0
    assert makers[1].made == makers[1].closed


def test_repeated_games_are_counted_once(tmp_path):
    net = save_net(tmp_path / "net", "tictactoe")
    same = config(game="tictactoe", players=(f"net:{net}@0", f"net:{net}@8"), pairs=5)
    report = play_match(MatchConfig(**{**_fields(same), "openings": "random:0"}))
    assert report.distinct_games == 2
    assert play_match(same).distinct_games == 10


def _fields(match):
    return {name: getattr(match, name) for name in match.__dataclass_fields__}


def test_stopping_keeps_whole_pairs_from_the_first_on():
    stop, looks = StopToken(), []

    def look(progress):
        looks.append(progress)
        if len(looks) >= 2:
            stop.request()

    wanted = config(players=("mcts@300", "mcts@300"), pairs=300)
    report = play_match(wanted, workers=1, group_size=2, on_progress=look, stop=stop)
    assert report.ending == "stopped"
    assert len(report.games) < 600
    assert len(report.games) % 2 == 0
    assert threading.active_count() < 20
    again = play_match(
        MatchConfig(**{**_fields(wanted), "pairs": max(1, len(report.games) // 2)}), workers=2
    )
    assert histories(again)[: len(report.games)] == histories(report)


def test_a_decided_test_stops_the_match_at_the_same_pair_always():
    test = config(players=("mcts@100", "random"), pairs=400, sprt=Sprt(0, 100))
    reports = [
        play_match(test, workers=workers, group_size=size) for workers, size in ((1, 2), (2, 12))
    ]
    for report in reports:
        assert report.ending == "SPRT decided"
        assert report.sprt.verdict == "accepted"
        assert test.sprt.assess(report.tally.pairs) == report.sprt
    assert histories(reports[0]) == histories(reports[1])
    assert len(reports[0].games) < 200


def test_whoever_watches_sees_every_game_in_the_end():
    seen = []
    report = play_match(config(), on_progress=seen.append)
    assert [progress.games for progress in seen] == sorted(progress.games for progress in seen)
    assert seen[-1].games == seen[-1].games_wanted == 12
    assert seen[-1].tally == report.tally


def test_a_match_needs_games():
    with pytest.raises(ConfigError, match="1 pair of games"):
        config(pairs=0)


def test_a_stored_match_can_be_played_again(tmp_path):
    net, game = save_net(tmp_path / "net", "connect4:5x4"), "connect4:5x4"
    players = (f"net:{net}@8", "level:1")
    report = play_match(config(game=game, players=players, pairs=2, seed=9, sprt=Sprt(-800, 800)))
    save_json(match_facts(report), tmp_path / "deep" / "match.json")
    stored = json.loads((tmp_path / "deep" / "match.json").read_text())
    settings = stored["config"]
    settings["players"] = tuple(settings["players"])
    settings["sprt"] = Sprt(**settings["sprt"])
    again = play_match(MatchConfig(**settings))
    assert [game["moves"] for game in stored["games"]] == [
        report.game.moves_text(history) for history in histories(again)
    ]
    assert stored["contestants"][0]["fingerprint"] == report.contestants[0].fingerprint != ""
    assert stored["contestants"][1] == {
        "asked": "level:1",
        "name": "mcts@20,t=1",
        "fingerprint": "",
        "is_timed": False,
        "remark": "no net for connect4:5x4: playing with random games (pure MCTS)",
    }
    assert stored["games"][1]["seats"] == ["level:1", f"net:{net}@8"]


def test_a_match_is_stored_under_a_name_that_is_free(tmp_path):
    report = play_match(config(players=("mcts@5", "random"), pairs=1))
    day = f"{report.started:%Y-%m-%d}"
    assert match_file(report, tmp_path) == tmp_path / f"{day}-mcts@5-vs-random.json"
    match_file(report, tmp_path).touch()
    assert match_file(report, tmp_path) == tmp_path / f"{day}-mcts@5-vs-random-2.json"


def test_records_name_the_players_by_seat():
    report = play_match(config(pairs=2))
    records = match_records(report)
    assert [record.players for record in records] == [
        ("mcts@40,t=0.5", "random"),
        ("random", "mcts@40,t=0.5"),
    ] * 2
    assert [record.actions for record in records] == histories(report)
    assert [record.outcome for record in records] == [game.outcome for game in report.games]


def test_a_round_robin_rates_everybody():
    robin = RoundRobinConfig(game="connect4", players=("random", "mcts@200", "mcts@20"), pairs=8)
    met = []
    report = play_round_robin(robin, on_match=lambda pairing, _: met.append(pairing))
    assert met == [(0, 1), (0, 2), (1, 2)]
    assert [robin.players[rating.player] for rating in report.ratings] == [
        "mcts@200",
        "mcts@20",
        "random",
    ]
    assert sum(report.points(player)[0] for player in range(3)) == 3 * 16
    assert report.points(0)[1] == 32
    alone = play_match(robin.match((1, 2)))
    assert histories(alone) == histories(report.matches[1, 2])
    facts = json.loads(json.dumps(round_robin_facts(report)))
    assert [rating["player"] for rating in facts["ratings"]] == ["mcts@200", "mcts@20", "random"]
    assert len(facts["matches"]) == 3
    assert [player["name"] for player in facts["contestants"]] == ["random", "mcts@200", "mcts@20"]


def test_ratings_without_games_keep_the_result_of_every_pairing():
    robin = RoundRobinConfig(game="connect4", players=("random", "mcts@200", "mcts@20"), pairs=4)
    report = play_round_robin(robin)
    pairings = json.loads(json.dumps(rating_facts(report)))["pairings"]
    assert [pairing["players"] for pairing in pairings] == [
        ["random", "mcts@200"],
        ["random", "mcts@20"],
        ["mcts@200", "mcts@20"],
    ]
    for pairing, match in zip(pairings, report.matches.values(), strict=True):
        assert WinsDrawsLosses(**pairing["total"]) == match.tally.total
        assert Pentanomial(tuple(pairing["pentanomial"])) == match.tally.pairs


def test_a_stopped_round_robin_rates_nobody_it_cannot_compare():
    robin = RoundRobinConfig(game="tictactoe", players=("random", "mcts@5", "mcts@9"), pairs=1)
    met, stop = [], StopToken()

    def end_here(pairing, _):
        met.append(pairing)
        stop.request()

    report = play_round_robin(robin, on_match=end_here, stop=stop)
    assert met == [(0, 1)]
    assert not report.is_complete
    assert report.ratings == []


@pytest.mark.parametrize("players", [("random",), ("random", "mcts@5", "random")])
def test_a_round_robin_needs_different_players(players):
    with pytest.raises(ConfigError, match=r"two players or more|is listed twice"):
        RoundRobinConfig(game="tictactoe", players=players)
