"""Players choose legal moves, seats alternate, points are counted for players."""

import numpy as np
import pytest

from tengen import (
    Evaluation,
    Limit,
    RolloutEvaluator,
    SearchConfig,
    UniformEvaluator,
    load_game,
)
from tengen.errors import ConfigError
from tengen.play import Forfeit, MatchGame, PolicyPlayer, RandomPlayer, SearchPlayer, play_pairings
from tengen.rules.outcome import Outcome
from tests.selfplay.made import HEX


def searcher(game, count, *, simulations=30, seed=0, **settings):
    return SearchPlayer(
        "search",
        game,
        RolloutEvaluator(),
        SearchConfig(),
        Limit(simulations=simulations),
        seeds=range(seed, seed + count),
        **settings,
    )


class FirstLegal:
    """Plays the lowest legal action and remembers what it was asked."""

    name = "first"

    def __init__(self):
        self.seen = []

    def choose(self, positions):
        self.seen += [(number, position.to_move) for number, position in positions.items()]
        return {number: position.legal_actions[0] for number, position in positions.items()}

    def close(self):
        pass


class GivesUp(FirstLegal):
    """Breaks down in game 1, at its second move."""

    def choose(self, positions):
        choices = super().choose(positions)
        if 1 in positions and len(positions[1].history) > 1:
            choices[1] = Forfeit("it fell asleep")
        return choices


@pytest.mark.parametrize("name", ["connect4", "othello:6x6", "gomoku:5x4/3", "tictactoe"])
def test_games_are_played_to_a_legal_end(name):
    game = load_game(name)
    players = (searcher(game, 6), RandomPlayer(range(6)))
    for played in play_pairings(players, [game.initial()] * 6):
        position = game.initial()
        for action in played.position.history:
            position = position.play(action)
        assert position.outcome == played.outcome


def test_a_game_written_in_python_is_played_too():
    game = load_game(HEX)
    player = SearchPlayer(
        "s", game, UniformEvaluator(), SearchConfig(), Limit(simulations=3), seeds=[1, 2]
    )
    games = play_pairings((player, RandomPlayer(range(9))), [game.initial()] * 2)
    assert all(played.outcome.winner in (0, 1) for played in games)


def test_the_players_change_seats_from_game_to_game():
    game = load_game("connect4")
    players = (FirstLegal(), FirstLegal())
    games = play_pairings(players, [game.initial()] * 4)
    assert [played.seats for played in games] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert {number % 2 == seat for number, seat in players[0].seen} == {True}
    assert {number % 2 == seat for number, seat in players[1].seen} == {False}


def test_both_seats_keep_their_player_across_passes():
    game = load_game("othello:6x6")
    players = (FirstLegal(), FirstLegal())
    play_pairings(players, [game.initial()] * 8)
    assert {number % 2 == seat for number, seat in players[0].seen} == {True}


def test_points_belong_to_players_not_to_seats():
    position = load_game("connect4").initial()
    won_by_seat_one = Outcome(1, "line")
    assert MatchGame((0, 1), position, won_by_seat_one).score_of(0) == 0
    assert MatchGame((1, 0), position, won_by_seat_one).score_of(0) == 1
    assert MatchGame((1, 0), position, won_by_seat_one).score_of(1) == 0
    assert MatchGame((1, 0), position, Outcome(None, "full")).score_of(1) == 0.5


def test_searching_beats_chance_from_both_seats():
    game = load_game("connect4")
    players = (searcher(game, 10, simulations=100), RandomPlayer(range(10)))
    games = play_pairings(players, [game.initial()] * 10)
    for first in (0, 1):
        assert sum(played.score_of(0) for played in games[first::2]) >= 4


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seeds_give_the_same_games(threads):
    game = load_game("connect4")

    def histories(seed):
        warm = {"temperature": lambda move: 1.0 if move < 6 else 0.0, "threads": threads}
        players = (searcher(game, 4, seed=seed, **warm), RandomPlayer(range(seed, seed + 4)))
        return [played.position.history for played in play_pairings(players, [game.initial()] * 4)]

    assert histories(1) == histories(1)
    assert histories(1) != histories(2)


def test_games_may_begin_anywhere_but_at_an_end():
    game = load_game("tictactoe")
    openings = [game.position_from("a1"), game.position_from("b2a1")]
    games = play_pairings((RandomPlayer(range(9)), RandomPlayer(range(9, 18))), openings)
    assert [played.position.history[: i + 1] for i, played in enumerate(games)] == [
        openings[0].history,
        openings[1].history,
    ]
    with pytest.raises(ConfigError, match="finished game"):
        play_pairings(
            (RandomPlayer(range(9)), RandomPlayer(range(9, 18))), [game.position_from("a1a2b1b2c1")]
        )


def test_whoever_watches_is_told_how_many_games_are_over():
    told = []
    game = load_game("tictactoe")
    play_pairings(
        (RandomPlayer(range(9)), RandomPlayer(range(9, 18))), [game.initial()] * 5, told.append
    )
    assert told == sorted(set(told))
    assert told[-1] == 5


def test_who_cannot_go_on_loses_that_game_and_the_others_go_on():
    game = load_game("connect4")
    games = play_pairings((FirstLegal(), GivesUp()), [game.initial()] * 3)
    assert [played.is_forfeit for played in games] == [False, True, False]
    assert games[1].score_of(0) == 1
    assert games[1].outcome == Outcome(1, "forfeit: it fell asleep")


def test_chance_in_a_game_does_not_depend_on_the_other_games():
    game = load_game("connect4")
    both = RandomPlayer(range(5)).choose({3: game.initial(), 4: game.initial()})
    assert RandomPlayer(range(5)).choose({4: game.initial()})[4] == both[4]


class Fixed:
    """A net whose policy is the same everywhere."""

    def __init__(self, logits):
        self.logits = np.array(logits, np.float32)

    def evaluate(self, planes):
        count = len(planes)
        return Evaluation(np.tile(self.logits, (count, 1)), np.zeros(count, np.float32))


def test_the_policy_alone_plays_its_likeliest_legal_move():
    game = load_game("connect4")
    player = PolicyPlayer("policy", Fixed([0, 1, 2, 9, 4, 3, 0]), seeds=[0])
    assert player.choose({0: game.initial()}) == {0: 3}
    assert player.choose({0: game.position_from("444444")}) == {0: 4}


def test_a_warm_policy_draws_in_proportion():
    game = load_game("tictactoe")
    thirds = np.full(9, -np.inf, np.float32)
    thirds[[0, 4]] = np.log([1, 3])
    player = PolicyPlayer("policy", Fixed(thirds), seeds=range(1), temperature=1.0)
    drawn = [player.choose({0: game.initial()})[0] for _ in range(400)]
    assert set(drawn) == {0, 4}
    assert 250 < drawn.count(4) < 350
