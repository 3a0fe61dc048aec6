"""Specs become players that play the game they are asked to play."""

import pytest

from tengen import load_game
from tengen.arena.players import game_told_by, player_factory
from tengen.errors import CheckpointError, PlayerSpecError, UnsupportedError
from tengen.nets import load_checkpoint
from tests.arena.made import save_net
from tests.selfplay.made import HEX


@pytest.fixture
def net(tmp_path):
    return save_net(tmp_path / "net.safetensors")


@pytest.mark.parametrize("form", ["mcts@20", "mcts@20,t=1", "mcts@2ms", "random", "level:1"])
@pytest.mark.parametrize("game", ["tictactoe", "othello:6x6", HEX])
def test_players_play_legal_moves_in_every_game_they_are_shown(form, game):
    position = load_game(game).initial()
    player = player_factory(form, position.game).make([1, 2, 3])
    moves = player.choose({0: position, 2: position})
    player.close()
    assert set(moves) == {0, 2}
    assert all(move in position.legal_actions for move in moves.values())


@pytest.mark.parametrize("budget", ["@0", "@0,t=1", "@8", "@8,t=0.5", "@8,plain", "@2ms"])
def test_a_net_plays_with_and_without_search(net, budget):
    position = load_game("tictactoe").position_from("b2")
    player = player_factory(f"net:{net}{budget}", position.game).make([5])
    assert player.choose({0: position})[0] in position.legal_actions


def test_a_plain_net_sees_no_win_ahead(net):
    game = load_game("tictactoe")
    lines = ["a1 a2 b1 b2", "a2 a1 b2 c1", "a3 a1 b3 b1", "b1 a1 b2 a2"]
    positions = dict(enumerate(map(game.position_from, lines)))

    def found(spec):
        moves = player_factory(spec, game).make(range(4)).choose(positions)
        return sum(move in positions[number].winning_actions() for number, move in moves.items())

    assert found(f"net:{net}@2") == 4
    assert found(f"net:{net}@2,plain") < 4


def test_the_same_seeds_give_the_same_moves_whatever_the_threads(net):
    game = load_game("tictactoe")
    maker = player_factory(f"net:{net}@16,t=1", game)
    shown = {number: game.initial() for number in range(8)}
    moves = [maker.make(range(8), threads).choose(shown) for threads in (1, 2)]
    assert moves[0] == moves[1]
    assert len(set(moves[0].values())) > 1
    assert maker.make(range(8, 16)).choose(shown) != moves[0]


def test_a_net_is_known_by_its_weights(net):
    game = load_game("tictactoe")
    assert player_factory(f"net:{net}", game).fingerprint == load_checkpoint(net).weights_sha256
    assert player_factory("random", game).fingerprint == ""


def test_a_net_refuses_another_game(net):
    with pytest.raises(CheckpointError, match="this net plays 'tictactoe'"):
        player_factory(f"net:{net}", load_game("connect4"))


def test_an_engine_refuses_games_it_does_not_know():
    with pytest.raises(UnsupportedError):
        player_factory("engine:anything", load_game("connect4"))


def test_humans_play_elsewhere():
    with pytest.raises(PlayerSpecError, match="tengen play"):
        player_factory("human", load_game("connect4"))


def test_a_net_that_is_not_there_is_named():
    with pytest.raises(CheckpointError, match="there is no net 'nowhere'"):
        player_factory("net:nowhere@5", load_game("connect4"))


def test_the_first_net_tells_the_game(net):
    assert game_told_by(["random", f"net:{net}@5"]) == "tictactoe"


def test_without_a_net_nobody_tells_the_game():
    with pytest.raises(PlayerSpecError, match=r"can play several \(random, mcts@5\)"):
        game_told_by(["random", "mcts@5"])
