"""A preset for any game: settings scaled by formulas, each with its reason.

The formulas approximate the presets that were tested: the nets for 6x6, 8x8, 9x9 and 15x15, the
searches for Connect Four, Othello and Gomoku, and the generations of all of them.
"""

import math
from collections.abc import Mapping
from typing import Any

from tengen.rules.facts import ActionForm
from tengen.rules.game import Encoding, Game
from tengen.runs.typical_games import TypicalGame
from tengen.settings import Notes, write_section

Settings = Mapping[str, tuple[Any, str]]
"""Values and their reasons, by key."""

_NET_WORK = 1_400_000
"""Cells x blocks x channels^2 of the largest net practical on a few cores: 64 x 4 on 9x9."""
_MOST_MOVES_LEFT = 1000
_POSITIONS = {False: 4000, True: 2000}
"""Positions per generation, with rules in the core and with rules in Python."""
_MATCH_PLIES = {False: 200_000_000, True: 2_000_000}
"""Plies of the opponent's random games in a match: about half a minute on two cores."""


def scaled_preset(name: str, game: Game[Any]) -> str:
    """A preset for this game as TOML; `name` is what `load_game` accepts."""
    typical = TypicalGame.of(game)
    loop = _loop(name, typical)
    games = loop["games_per_generation"][0]
    selfplay = _selfplay(typical, games)
    sections = {
        "run": loop,
        "net": _net(typical),
        "search": _search(typical),
        "selfplay": selfplay,
        "learner": _learner(typical, games),
        "ladder": _ladder(typical, selfplay["simulations"][0]),
    }
    lines = Notes(_header(name, typical)).header_lines()
    for section, settings in sections.items():
        values = {key: value for key, (value, _) in settings.items()}
        reasons = {key: reason for key, (_, reason) in settings.items()}
        lines += [*write_section(section, values, reasons), ""]
    return "\n".join(lines)


def _header(name: str, typical: TypicalGame) -> str:
    game = typical.game
    rules = "rules in Python" if typical.runs_in_python else "rules in the core"
    return (
        f"{name} has no preset of its own: these settings are scaled to it by formulas.\n"
        f"Board {game.width}x{game.height}, {game.num_actions} actions, {rules}. Random games "
        f"last about {typical.plies:.0f} plies,\n"
        f"with about {typical.legal_moves:.0f} legal moves per position."
    )


def _loop(name: str, typical: TypicalGame) -> Settings:
    positions = _POSITIONS[typical.runs_in_python]
    games = _rounded(positions / typical.plies, 10, 20, 200)
    generations = 40 if typical.runs_in_python else 100
    return {
        "game": (name, "as it was typed"),
        "generations": (
            generations,
            "fewer than in the core: rules in Python are slow"
            if typical.runs_in_python
            else "a long run, unless --minutes plans for another time",
        ),
        "games_per_generation": (
            games,
            f"about {positions:,} positions: {positions:,} / plies, from 20 to 200",
        ),
        "window": (
            _rounded(8 * games * typical.plies, 1000, 4000, 200_000),
            "the games of about eight generations at first",
        ),
        "window_growth": (0.5, "old games fade out more slowly as the net improves"),
    }


def _net(typical: TypicalGame) -> Settings:
    game, blocks = typical.game, _within((typical.longest_side - 1) / 2, 2, 5)
    settings: dict[str, tuple[Any, str]] = {
        "blocks": (
            blocks,
            "(longest side - 1) / 2, from 2 to 5: each looks two cells further, from edge to edge",
        ),
        "channels": (
            _channels(typical, blocks),
            "3/4 of the cells, or one for each plane of the input, from 32 to 64; fewer on large "
            "boards: more games in the same time",
        ),
    }
    if Encoding.FOUR_PLANES not in game.encodings:
        settings["encoding"] = (str(game.encodings[0]), "the encoding this game provides")
    if _wins_by_lines(game):
        settings["board_independent"] = (True, "patterns learned in one place apply everywhere")
    if typical.cells > 1 and (not _wins_by_lines(game) or 2 * blocks + 1 < typical.longest_side):
        settings["pooling_every"] = (2, "every second block sees the whole board")
    if game.max_plies > _MOST_MOVES_LEFT:
        settings["moves_left"] = (
            False,
            f"games may last {game.max_plies:,} plies: too many classes to distinguish",
        )
    return settings


def _channels(typical: TypicalGame, blocks: int) -> int:
    planes = typical.game.plane_count(_encoding(typical.game))
    affordable = math.isqrt(_NET_WORK // (typical.cells * blocks)) // 16 * 16
    return max(32, min(_rounded(max(0.75 * typical.cells, planes), 16, 32, 64), affordable))


def _encoding(game: Game[Any]) -> str:
    offered = Encoding.FOUR_PLANES in game.encodings
    return str(Encoding.FOUR_PLANES if offered else game.encodings[0])


def _wins_by_lines(game: Game[Any]) -> bool:
    return game.facts.line_length is not None and game.facts.actions is ActionForm.CELLS


def _search(typical: TypicalGame) -> Settings:
    alpha = 10 / typical.legal_moves
    settings: dict[str, tuple[Any, str]] = {
        "noise_epsilon": (0.25, "every move must have a chance to be tried"),
        "noise_total": (10.0, f"alpha = 10 / legal moves: about {alpha:.2g} here"),
        "forced_playouts": (2.0, "moves favoured by the noise are searched properly"),
    }
    if len(typical.game.symmetries) > 1:
        reason = "averages out directional bias of the net"
        settings["random_symmetry"] = (True, reason)
    return settings


def _selfplay(typical: TypicalGame, games: int) -> Settings:
    share = 0.5 if typical.runs_in_python else 1.0
    wanted = max(20 * math.sqrt(typical.plies), typical.legal_moves)
    simulations = _rounded(share * wanted, 8, 32, 320)
    half = ", and half of that: rules in Python are slow" if typical.runs_in_python else ""
    return {
        "simulations": (
            simulations,
            f"20 x the square root of the plies, or one for each legal move{half}",
        ),
        "first_simulations": (
            _rounded(0.3 * simulations, 8, 16, simulations),
            "an untrained net is not worth a deep search",
        ),
        "full_share": (0.5, "half of the moves use a quick search: more games, better values"),
        "cheap_simulations": (
            max(8, simulations // 5),
            "about a fifth of a full search: enough for sensible moves",
        ),
        "temperature_moves": (
            _within(typical.plies / 3, 4, 16),
            "a third of a game, from 4 to 16 plies",
        ),
        "random_plies": (_within(typical.plies / 15, 0, 4), "variety of openings: plies / 15"),
        "games_at_once": (min(games, 128), "all games of a generation, or full batches"),
    }


def _learner(typical: TypicalGame, games: int) -> Settings:
    settings: dict[str, tuple[Any, str]] = {
        "samples_per_position": (3.0, "long games give many similar positions")
        if typical.plies > 100
        else (6.0, "self-play is the slow part: use each position more often"),
        "learning_rate": (0.002, "twice the default: averaging the weights smooths it"),
        "schedule": ("cosine", "small steps at the end, where they count"),
        "decay_start": (0.3, "the full rate first, then ever smaller steps"),
        "gradient_clip": (4.0, "limits the effect of rare outlier batches"),
        "ema_decay": (0.99, "play with the average of recent weights"),
        "value_mix": (0.3, "the search value reduces the noise of the outcome"),
    }
    if games * typical.plies < 3000:
        settings["batch_size"] = (128, "few positions per generation")
    if typical.game.max_plies <= _MOST_MOVES_LEFT:
        settings["moves_left_loss"] = (0.05, "not used in play: an auxiliary target for the trunk")
    return settings


def _ladder(typical: TypicalGame, simulations: int) -> Settings:
    games = 10 if typical.runs_in_python else 20
    affordable = _MATCH_PLIES[typical.runs_in_python] / (games * typical.plies**2 / 2)
    playouts = _rounded(affordable, 10, 10, 200 if typical.runs_in_python else 1000)
    return {
        "every": (10, "matches take time from self-play"),
        "games": (games, "rules in Python are slow" if games == 10 else "20 halve the variance"),
        "simulations": (min(200, simulations), "as many as in self-play, up to 200"),
        "first_opponent": (playouts, "as many random games as fit into half a minute"),
        "step": (playouts, "as many again"),
        "last_opponent": (5 * playouts, "five steps"),
    }


def _rounded(value: float, step: int, low: int, high: int) -> int:
    """The nearest multiple of `step` within these bounds."""
    return max(low, min(high, step * round(value / step)))


def _within(value: float, low: int, high: int) -> int:
    """Rounded up to a whole number within these bounds."""
    return max(low, min(high, math.ceil(value)))
