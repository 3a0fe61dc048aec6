"""Games of self-play, quickly made: no net, few simulations."""

from tengen import SearchConfig, UniformEvaluator, load_game
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig


def made_games(count, *, game="tictactoe", seed=1, simulations=8):
    config = SelfPlayConfig(simulations=simulations)
    games = Games(run_seed=seed, generation=0, numbers=range(count))
    search = SearchConfig(noise_epsilon=0.25)
    return SelfPlay(load_game(game), UniformEvaluator(), search, config, games).all_records()
