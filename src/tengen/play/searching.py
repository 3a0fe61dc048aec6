"""The search settings of all players: matches, levels, the engine, the ladder of a run, the meter,
the adviser and `tengen explain`.

In common:

- No noise and no forced playouts: those are for learning.
- Proofs are on: a proven win is played, a proven loss avoided. Nets see one ply ahead; pure MCTS
  does only if its random games do, so that the usual yardstick stays what it has always been.
- Nets solve endings of Connect Four (ADR 13); whoever searches by the rules alone does not.
- A net is shown each position in one of its symmetries, so that its bias for one direction averages
  out. Random games have no such bias.
- A tree ends its search at `TREE_MEGABYTES`, so that no budget exhausts the machine's memory.
- No early stop: games are repeatable by their simulations, and the rest of the budget serves the
  next move, which reuses the tree.

What differs is how batches are filled. Where many trees share a batch (matches, levels, the meter)
or speed matters less (the adviser, `explain`), each tree gives one leaf at a time, which searches
best. Where one tree has several threads (the engine), it must give several leaves at a time.

Threads change how long a search takes, never what it finds. The engine, a run and the meter have
the machine to themselves and take all its cores (`playing_threads`). A player has `PLAYER_THREADS`.
"""

from dataclasses import replace
from typing import Any

from tengen.errors import ConfigError
from tengen.machine import usable_cores
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.search.config import Limit, SearchConfig
from tengen.search.evaluator import (
    MOST_THREADS,
    AnyEvaluator,
    RolloutEvaluator,
    RulesEvaluator,
)

# Small batches end soon after the time limit, and two threads still share one well.
_LEAVES_FOR_THREADS = 8
# Random games are so short that distributing fewer of them would cost more than it saves.
_ROLLOUTS_FOR_THREADS = 32

# About 5 ms of a move of Gomoku for wins by threes; with half of it, 114 Elo (74 to 154) stronger
# at 0.1 s a move on 15x15 (240 games of the shipped net, 2026-11-17).
_ROOT_THREAT_NODES = 20_000

# The original has 0.03. Chosen on the 2,000 positions of benchmarks/ablation.py, where 0.8 points
# more of the moves win soonest or lose latest (200 simulations of the shipped net); on the meter's
# 4,000, which it was not chosen on, the gain is not certain: +0.2 (-0.2 to +0.5). 2026-11-18.
_CONNECT_FOUR_SLOPE = 0.1

# For the exact result of an ending of Connect Four a move may take about as long again as its
# simulations, half of its seconds, and never longer than a person would notice (40 ms).
_ROOT_ENDGAME_NODES_PER_SIMULATION = 1_000
_ROOT_ENDGAME_NODES_PER_SECOND = 10_000_000
_MOST_ROOT_ENDGAME_NODES = 1_000_000

PLAYER_THREADS = 1
"""Games of a match are played side by side, one group of them on each core; and a single tree that
gives one leaf at a time, as against a person, has nothing that threads could share."""

TREE_MEGABYTES = 1000
"""Maximum size of a player's tree; the search ends there with what it has found. An ordinary
machine can spare this much, and a search of minutes needs no more."""


def playing_threads(asked: int | None = None) -> int:
    """The number of threads requested; default: the cores available to this process."""
    if asked is not None and not 1 <= asked <= MOST_THREADS:
        raise ConfigError(f"threads must be 1 to {MOST_THREADS}; got {asked!r}")
    return asked or usable_cores()


def playing_config(
    game: Game[Any],
    evaluator: AnyEvaluator,
    limit: Limit | None = None,
    *,
    one_tree: bool = False,
) -> SearchConfig:
    """Settings for searching with a net, or by the rules alone as pure MCTS (SPEC M10).

    `limit`: how long each search will be; none: not known. `one_tree`: threads share the batches of
    a single tree.
    """
    if isinstance(evaluator, RulesEvaluator):
        return SearchConfig.classic(
            one_ply_ahead=not isinstance(evaluator, RolloutEvaluator) or evaluator.tactical,
            leaves_per_batch=_ROLLOUTS_FOR_THREADS if one_tree else 1,
            memory_mb=TREE_MEGABYTES,
        ).without_endings()
    return replace(
        _with_net(game, limit),
        random_symmetry=True,
        root_threat_nodes=_ROOT_THREAT_NODES,
        leaves_per_batch=_LEAVES_FOR_THREADS if one_tree else 1,
        memory_mb=TREE_MEGABYTES,
    )


def analysing_config(game: Game[Any], evaluator: AnyEvaluator) -> SearchConfig:
    """The same for looking at a position: a proven win does not end the search for a shorter one.

    So hints and `tengen explain` also show what other moves are worth. For the same reason endings
    of Connect Four are not solved here: the search would end at once, and the exact scores of all
    columns are shown anyway.
    """
    return replace(playing_config(game, evaluator).without_endings(), seek_shorter_win=True)


def _with_net(game: Game[Any], limit: Limit | None) -> SearchConfig:
    """In Connect Four all moves of a lost position are equal: moves-left plays on (SPEC M8)."""
    if game.facts.family != Family.CONNECT_FOUR:
        return SearchConfig()
    return SearchConfig.connect4(
        mlh_slope=_CONNECT_FOUR_SLOPE, root_endgame_nodes=_root_endgame_nodes(limit)
    )


def _root_endgame_nodes(limit: Limit | None) -> int:
    nodes = _MOST_ROOT_ENDGAME_NODES
    if limit and limit.simulations is not None:
        nodes = min(nodes, limit.simulations * _ROOT_ENDGAME_NODES_PER_SIMULATION)
    if limit and limit.seconds is not None:
        nodes = int(min(nodes, limit.seconds * _ROOT_ENDGAME_NODES_PER_SECOND))
    return nodes


def ladder_configs(search: SearchConfig, *, plain: bool) -> tuple[SearchConfig, SearchConfig]:
    """How a run's net and its opponent, pure MCTS, search in the matches of the run's ladder.

    The net searches as in self-play, without the noise: a run plays its matches with its own
    settings. `plain` is as in the original systems: every search starts from scratch, and the
    opponent proves nothing.
    """
    reuse_tree = search.reuse_tree and not plain
    net = replace(search, noise_epsilon=0.0, forced_playouts=0.0, reuse_tree=reuse_tree)
    pure = SearchConfig.classic(prove=not plain, one_ply_ahead=False, reuse_tree=not plain)
    return net, pure
