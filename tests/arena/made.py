"""Nets for matches, with random weights."""

from tengen import load_game
from tengen.nets import Architecture, save_checkpoint
from tests.nets.example_nets import random_checkpoint


def save_net(path, game="tictactoe", seed=0):
    """A small net of a game, in a file or folder."""
    architecture = Architecture.resnet(load_game(game), blocks=1, channels=8)
    save_checkpoint(random_checkpoint(game, architecture, seed), path)
    return path
