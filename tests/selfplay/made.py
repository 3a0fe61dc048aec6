"""Self-play in one line, and finished games looked at again move by move."""

from pathlib import Path

from tengen import Architecture, RolloutEvaluator, SearchConfig, load_game
from tengen.nets import NativeEvaluator
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.nets.example_nets import random_checkpoint

HEX = f"{Path(__file__).parents[2] / 'examples' / 'hex.py'}:Hex"
NOISY = SearchConfig(noise_epsilon=0.25)


def played(
    game="connect4",
    evaluator=None,
    search=NOISY,
    *,
    count=6,
    seed=1,
    generation=0,
    progress=0.0,
    threads=1,
    **how,
):
    """Records of a few games; `how` are settings of self-play."""
    rules = load_game(game)
    config = SelfPlayConfig(**{"simulations": 20, **how})
    numbers = count if isinstance(count, list) else range(count)
    games = Games(seed, generation, numbers, progress)
    return SelfPlay(
        rules, evaluator or RolloutEvaluator(), search, config, games, threads=threads
    ).all_records()


def native(game="connect4", seed=1):
    """A small untrained net that runs in the core."""
    rules = load_game(game)
    architecture = Architecture.resnet(rules, blocks=1, channels=8)
    return NativeEvaluator(random_checkpoint(game, architecture, seed))


class InPython:
    """Another evaluator, asked through Python."""

    def __init__(self, evaluator):
        self.encoding = evaluator.encoding
        self.evaluate = evaluator.evaluate


def positions_of(game, record):
    """The position before each recorded move; every move is checked by the rules on the way."""
    position = load_game(game).initial(record.first)
    for action in record.opening:
        position = position.play(action)
    positions = []
    for move in record.moves:
        positions.append(position)
        position = position.play(move.action)
    return positions, position


def target_of(move, num_actions):
    """The policy target as shares of all actions."""
    shares = [0.0] * num_actions
    total = sum(weight for _, weight in move.target)
    for action, weight in move.target:
        shares[action] = weight / total
    return shares


def facts_of(moves):
    """Moves as values that can be compared."""
    return [(m.action, m.root_value, m.root_draw, m.surprise, m.target) for m in moves]
