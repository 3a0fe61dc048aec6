"""What the page may name: games, nets and engines that the server knows, never a path or a command.

Games are those that come with Tengen and those typed when the studio was started. Nets are the
shipped ones, the newest of each run, and those of its generations. Engines have the names given
to them at the start.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from tengen.errors import StudioError, TengenError
from tengen.nets.checkpoint import load_manifest
from tengen.nets.choosing import ChosenNet, choose_net, require_player
from tengen.nets.shipped import find_net, shipped_nets
from tengen.rules.game import Game
from tengen.rules.registry import is_registered, load_registered_game
from tengen.runs.directory import DEFAULT_FOLDER, list_runs
from tengen.search.evaluator import AnyEvaluator, RolloutEvaluator
from tengen.studio.refusals import about

USUAL_GAME = "gomoku:15x15/5"
WITHOUT_NET = "mcts"
"""In the place of a net's name: random games."""


@dataclass(frozen=True)
class Shelf:
    """Everything that can be named."""

    own_games: Mapping[str, Game[Any]] = field(default_factory=dict)
    """Users' games by their names."""
    engines: Mapping[str, str] = field(default_factory=dict)
    """Commands of Gomocup engines by name."""
    runs: Path = DEFAULT_FOLDER
    """The folder of the user's runs."""
    default_game: str = USUAL_GAME

    def game(self, name: str) -> Game[Any]:
        """The game with this name; raises `StudioError`."""
        if name in self.own_games:
            return self.own_games[name]
        if not is_registered(name):
            raise StudioError(f"there is no game {name!r} here", field="game", code="unknown")
        with about("game", "unknown"):
            return _registered(name)

    def nets(self) -> dict[str, str]:
        """Every net by its name, and as `find_net` takes it."""
        nets = {name: name for name in shipped_nets()}
        for run in list_runs(self.runs):
            nets.setdefault(f"{self.runs.name}/{run.path.name}", str(run.path))
        return nets

    def net(self, name: str | None, field: str) -> str | None:
        """The net as `find_net` takes it; None stays None. Raises `StudioError`."""
        if name is None:
            return None
        nets = self.nets()
        if name in nets:
            return nets[name]
        path = self._net_of_generation(name)
        if path is None:
            raise StudioError(f"there is no net {name!r}", field=field, code="unknown")
        return str(path)

    def _net_of_generation(self, name: str) -> Path | None:
        """Of a name such as `runs/connect4-1/00041`."""
        for run in list_runs(self.runs):
            if name.startswith(prefix := f"{self.runs.name}/{run.path.name}/"):
                generation = name.removeprefix(prefix)
                is_number = generation.isascii() and generation.isdecimal()
                path = run.checkpoint(generation)
                return path if is_number and path.is_dir() else None
        return None

    def engine(self, name: str, field: str) -> str:
        """The command of an engine; raises `StudioError`."""
        if name not in self.engines:
            raise StudioError(
                f"there is no engine {name!r}: name it when you start the studio, as in "
                "--engine NAME=COMMAND",
                field=field,
                code="unknown",
            )
        return self.engines[name]

    def chosen(self, game: Game[Any], name: str | None, field: str) -> ChosenNet:
        """The net with this name fitted to the game, or the best one."""
        path = self.net(name, field)
        with about(field):
            return choose_net(game, path)

    def evaluator(self, game: Game[Any], name: str | None, field: str) -> "NamedEvaluator":
        """What evaluates positions in an analysis."""
        if name == WITHOUT_NET:
            return NamedEvaluator(None, RolloutEvaluator(tactical=True))
        return _evaluator(game, self.net(name, field), field)

    def fitting_nets(self, game: Game[Any]) -> dict[str, str]:
        """The nets that can play a game, and the games they learned; their weights stay unread."""
        found = {}
        for name, path in self.nets().items():
            try:
                manifest = load_manifest(find_net(path))
                require_player(manifest, game)
            except (TengenError, OSError):
                continue
            found[name] = manifest.game
        return found


@dataclass(frozen=True)
class NamedEvaluator:
    """An evaluator, and the name of its net; None: random games."""

    name: str | None
    evaluator: AnyEvaluator


@lru_cache(maxsize=64)
def _registered(name: str) -> Game[Any]:
    return load_registered_game(name)


@lru_cache(maxsize=16)
def _evaluator(game: Game[Any], path: str | None, field: str) -> NamedEvaluator:
    with about(field):
        chosen = choose_net(game, path)
        return NamedEvaluator(chosen.name, chosen.evaluator)
