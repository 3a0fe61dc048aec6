"""A match described by a file: TOML with a section [match].

[match]
game = "connect4"
players = ["net:connect4@100", "mcts@2000"]
games = 200
openings = "random:4"
seed = 1
sprt = "0,20"
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from tengen.arena.match import MOST_GAMES, MatchConfig
from tengen.arena.openings import DEFAULT_OPENINGS, Openings
from tengen.arena.players import game_told_by
from tengen.arena.specs import PlayerSpec, parse_spec
from tengen.arena.sprt import Sprt
from tengen.errors import ConfigError, PlayerSpecError, TengenError
from tengen.rules.registry import load_registered_game
from tengen.settings import LARGEST_SEED, Range, read_model, read_toml, require_allowed

_SECTION = "match"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """The settings of `tengen match`, from options or a file."""

    game: str | None = None
    """None: the game of the first net."""
    players: tuple[str, ...] = ()
    """Two player specs; results are from the first player's point of view."""
    games: Annotated[int, Range(1, MOST_GAMES)] = 100
    """Maximum number of games, rounded up to even."""
    openings: str = DEFAULT_OPENINGS
    """`random`, `random:PLIES` or a file; see `Openings`."""
    seed: Annotated[int, Range(0, LARGEST_SEED)] = 0
    sprt: str | None = None
    """Two Elo differences such as `0,10`; see `Sprt`."""

    def __post_init__(self) -> None:
        require_allowed(self)
        if len(self.players) not in (0, 2):
            raise ConfigError(f"a match needs exactly two players; got {len(self.players)}")

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """The settings of a TOML file; raises `ConfigError` with the file and the key."""
        tables = read_toml(path)
        try:
            table = _section(tables)
            settings = read_model(cls, table, _SECTION)
            settings._refuse_what_is_not_understood(table)
        except ConfigError as error:
            raise ConfigError(f"{path}: {error}") from None
        return settings

    def _refuse_what_is_not_understood(self, table: Mapping[str, Any]) -> None:
        """Validates a value here, where its key is known, instead of in the match."""
        for key, understand in _READERS.items():
            if key in table and getattr(self, key) is not None:
                try:
                    understand(getattr(self, key))
                except TengenError as error:
                    raise ConfigError(f"{_SECTION}.{key}: {error}") from None

    def config(self) -> MatchConfig:
        """The match; raises `ConfigError` if the players are not given."""
        if not self.players:
            raise ConfigError("a match needs two players: give A and B, or a file with --config")
        first, second = self.players
        return MatchConfig(
            game=self.game or game_told_by([first, second]),
            players=(first, second),
            pairs=(self.games + 1) // 2,
            openings=self.openings,
            seed=self.seed,
            sprt=None if self.sprt is None else Sprt.parse(self.sprt),
        )


def _player_of_file(text: str) -> PlayerSpec:
    """A player that a file may name: not one that starts a program."""
    spec = parse_spec(text)
    if spec.runs_code:
        raise PlayerSpecError(
            f"{text[:80]!r} starts a program, and Tengen starts one only when you name it: type "
            "both players on the command line"
        )
    return spec


_READERS: dict[str, Callable[[Any], object]] = {
    "game": load_registered_game,
    "players": lambda players: [_player_of_file(player) for player in players],
    "openings": Openings.parse,
    "sprt": Sprt.parse,
}


def _section(tables: dict[str, Any]) -> Mapping[str, Any]:
    """The section [match]; any other is an error."""
    others = [name for name in tables if name != _SECTION]
    table = tables.get(_SECTION)
    if others or not isinstance(table, Mapping):
        got = f"; got {others[0]}" if others else ""
        raise ConfigError(f"a match file has the section [{_SECTION}] and no other{got}")
    return table
