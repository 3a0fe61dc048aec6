"""Creates players from specs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from tengen.arena.levels import level_spec
from tengen.arena.specs import PlayerSpec, parse_spec
from tengen.errors import PlayerSpecError, UnknownGameError
from tengen.nets import Checkpoint, load_checkpoint, load_evaluator
from tengen.nets.choosing import ChosenNet, choose_net
from tengen.nets.shipped import find_net
from tengen.play.player import Player, PolicyPlayer, RandomPlayer, SearchPlayer
from tengen.play.searching import PLAYER_THREADS, playing_config
from tengen.rules.facts import Family
from tengen.rules.game import Game
from tengen.rules.registry import load_registered_game
from tengen.search import AnyEvaluator, Evaluator, RolloutEvaluator


class PlayerFactory(Protocol):
    """Creates copies of a player, one for each group of games played in parallel."""

    spec: PlayerSpec
    fingerprint: str
    """The SHA-256 of a net's weights; empty for players that are not nets."""

    @property
    def chosen(self) -> ChosenNet | None:
        """The net chosen for it, or that none was found; None for players without a net."""

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        """A player for `len(seeds)` games, numbered from 0; game i uses seed i alone."""


def player_factory(
    spec: str | PlayerSpec, game: Game[Any], net: str | None = None
) -> PlayerFactory:
    """Loads what the player needs, once; raises if it cannot play this game.

    `net` is the net for levels; default: the best available for the game.
    """
    parsed = parse_spec(spec) if isinstance(spec, str) else spec
    if parsed.kind == "level":
        chosen = choose_net(game, net)
        played = level_spec(_number(parsed), chosen)
        is_net = chosen.checkpoint is not None
        return (_NetFactory if is_net else _MctsFactory)(played, game, chosen)
    if parsed.kind == "human":
        raise PlayerSpecError("human players are available in `tengen play` only")
    return _FACTORIES[parsed.kind](parsed, game)


def game_told_by(specs: Sequence[str]) -> str:
    """The game of the first net or Kaggle agent among the players; raises if there is none."""
    for spec in map(parse_spec, specs):
        if spec.kind == "kaggle":
            return Family.CONNECT_FOUR
        if spec.kind == "net":
            return learned_game(load_checkpoint(find_net(spec.source)))
    raise PlayerSpecError(
        f"which game? These players can play several ({', '.join(specs)}): name one, such as "
        "--game connect4"
    )


def learned_game(checkpoint: Checkpoint) -> str:
    """The game that a net was trained on; raises if that would require importing code."""
    try:
        return load_registered_game(checkpoint.game).name
    except UnknownGameError:
        raise PlayerSpecError(
            f"the net plays {checkpoint.game[:80]!r}, which does not ship with Tengen: name its "
            "rules with --game FILE.py:CLASS"
        ) from None


_MOST_DIGITS = 9


def _number(spec: PlayerSpec) -> int:
    if not spec.source.isdecimal() or len(spec.source) > _MOST_DIGITS:
        raise PlayerSpecError(f"a level is a number; got {spec.source!r}")
    return int(spec.source)


class _NetFactory:
    def __init__(self, spec: PlayerSpec, game: Game[Any], chosen: ChosenNet | None = None) -> None:
        self.spec = spec
        self.chosen = chosen or choose_net(game, spec.source)
        checkpoint = self.chosen.checkpoint
        assert checkpoint is not None
        self.fingerprint = checkpoint.weights_sha256
        self._game = game
        self._evaluator: Evaluator = load_evaluator(checkpoint)

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        if self.spec.simulations == 0:
            return PolicyPlayer(
                str(self.spec),
                self._evaluator,
                seeds=seeds,
                temperature=self.spec.temperature,
            )
        return _search_player(self.spec, self._game, self._evaluator, seeds, threads)


class _MctsFactory:
    fingerprint = ""

    def __init__(self, spec: PlayerSpec, game: Game[Any], chosen: ChosenNet | None = None) -> None:
        self.spec = spec
        self.chosen = chosen
        self._game = game

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        evaluator = RolloutEvaluator(tactical=self.spec.kind == "tactical")
        return _search_player(self.spec, self._game, evaluator, seeds, threads)


def _search_player(
    spec: PlayerSpec,
    game: Game[Any],
    evaluator: AnyEvaluator,
    seeds: Sequence[int],
    threads: int,
) -> SearchPlayer:
    config = playing_config(game, evaluator, spec.limit)
    if spec.is_plain:
        config = replace(config, one_ply_ahead=False, prove=False)
    if spec.temperature > 0:
        # It is meant to be weaker: it sees wins in one, but neither proves long lines of threats
        # nor solves endings, which would leave nothing to choose from.
        config = replace(config, forcing_nodes=0, root_forcing_nodes=0, root_threat_nodes=0)
        config = config.without_endings()
    return SearchPlayer(
        str(spec),
        game,
        evaluator,
        config,
        spec.limit,
        seeds=seeds,
        threads=threads,
        temperature=lambda move: spec.temperature,
    )


class _RandomFactory:
    fingerprint = ""
    chosen = None

    def __init__(self, spec: PlayerSpec, game: Game[Any]) -> None:
        self.spec = spec

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        return RandomPlayer(seeds)


class _PerfectFactory:
    fingerprint = ""
    chosen = None

    def __init__(self, spec: PlayerSpec, game: Game[Any]) -> None:
        from tengen.arena.oracles import find_oracle

        self.spec = spec
        self._oracle = find_oracle(game)

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        from tengen.arena.perfect import PerfectPlayer

        return PerfectPlayer(self._oracle, seeds)


class _EngineFactory:
    fingerprint = ""
    chosen = None

    def __init__(self, spec: PlayerSpec, game: Game[Any]) -> None:
        from tengen.engines import engine_player_of
        from tengen.engines.process import command_words

        self._player = engine_player_of(game)
        command_words(spec.source)
        self.spec = spec
        self._game = game

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        assert self.spec.seconds is not None
        return self._player(self.spec.source, self._game, seconds_per_move=self.spec.seconds)


class _KaggleFactory:
    fingerprint = ""
    chosen = None

    def __init__(self, spec: PlayerSpec, game: Game[Any]) -> None:
        from tengen.engines.kaggle import refuse_unplayable_agent

        refuse_unplayable_agent(Path(spec.source), game)
        self.spec = spec
        self._game = game

    def make(self, seeds: Sequence[int], threads: int = PLAYER_THREADS) -> Player:
        from tengen.engines.kaggle import KagglePlayer

        assert self.spec.seconds is not None
        file = Path(self.spec.source)
        return KagglePlayer(file, self._game, seconds_per_move=self.spec.seconds)


_FACTORIES: dict[str, Callable[[PlayerSpec, Game[Any]], PlayerFactory]] = {
    "net": _NetFactory,
    "mcts": _MctsFactory,
    "tactical": _MctsFactory,
    "random": _RandomFactory,
    "perfect": _PerfectFactory,
    "engine": _EngineFactory,
    "kaggle": _KaggleFactory,
}
