"""Results as files: JSON with everything needed to check or repeat them, and game records."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tengen.arena.match import MatchConfig, MatchReport
from tengen.arena.round_robin import RoundRobinReport
from tengen.machine import machine_facts
from tengen.nets.atomic_files import write_atomically
from tengen.play.records import SavedGame
from tengen.play.setups import Setup

DEFAULT_FOLDER = Path("matches")
_LONGEST_NAME = 40


def save_json(facts: Mapping[str, Any], path: Path) -> None:
    """Writes facts as readable JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [json.dumps(facts, indent=1, allow_nan=False).encode(), b"\n"])


def match_facts(report: MatchReport) -> dict[str, Any]:
    """A match: its settings, players and environment, every game, and the result."""
    return {
        "kind": "match",
        **_circumstances(report.started.isoformat(timespec="seconds")),
        "config": _config_facts(report.config),
        "contestants": [asdict(contestant) for contestant in report.contestants],
        "ending": report.ending,
        "seconds": round(report.seconds, 3),
        "result": _result_facts(report),
        "games": [_game_facts(report, number) for number in range(len(report.games))],
    }


def round_robin_facts(report: RoundRobinReport) -> dict[str, Any]:
    """A round robin: its ratings and all its matches."""
    matches = [match_facts(match) for match in report.matches.values()]
    return {**_rated_facts(report), "matches": matches}


def rating_facts(report: RoundRobinReport) -> dict[str, Any]:
    """A round robin without its games: the ratings and the result of every pairing."""
    pairings = [_pairing_facts(match) for match in report.matches.values()]
    return {**_rated_facts(report), "pairings": pairings}


def match_file(report: MatchReport, folder: Path = DEFAULT_FOLDER) -> Path:
    """Default file for a match: a name that is not taken yet."""
    one, other = (_file_name(contestant.asked) for contestant in report.contestants)
    return _free(folder / f"{report.started:%Y-%m-%d}-{one}-vs-{other}.json")


def round_robin_file(report: RoundRobinReport, folder: Path = DEFAULT_FOLDER) -> Path:
    """Default file for a round robin: a name that is not taken yet."""
    name = f"ladder-{len(report.config.players)}-players"
    return _free(folder / f"{report.started:%Y-%m-%d}-{_file_name(report.config.game)}-{name}.json")


def match_records(report: MatchReport) -> list[SavedGame]:
    """The games in the form used by record files."""
    names = [contestant.name for contestant in report.contestants]
    return [
        SavedGame.of(
            game.position,
            game.outcome,
            players=(names[game.seats[0]], names[game.seats[1]]),
            date=f"{report.started:%Y-%m-%d}",
            event=f"{names[0]} against {names[1]}, seed {report.config.seed}",
            round=str(number),
            notes=game.notes,
        )
        for number, game in enumerate(report.games, start=1)
    ]


def _circumstances(started: str) -> dict[str, Any]:
    return {
        "started": started,
        "tengen": version("tengen"),
        "machine": machine_facts(),
    }


def _config_facts(config: MatchConfig) -> dict[str, Any]:
    facts = asdict(config)
    facts["sprt"] = config.sprt and asdict(config.sprt)
    return facts


def _rated_facts(report: RoundRobinReport) -> dict[str, Any]:
    """The players of a round robin and their ratings, best first."""
    players = report.config.players
    ratings = report.ratings
    return {
        "kind": "round robin",
        **_circumstances(report.started.isoformat(timespec="seconds")),
        "config": asdict(report.config),
        "contestants": [asdict(contestant) for contestant in report.contestants],
        "is_complete": report.is_complete,
        "ratings": [
            {
                "player": players[rating.player],
                "elo": round(rating.elo, 1),
                "error": round(rating.error, 1),
                "points": report.points(rating.player)[0],
                "games": report.points(rating.player)[1],
            }
            for rating in ratings
        ],
    }


def _pairing_facts(report: MatchReport) -> dict[str, Any]:
    """A result in short, from the first player's point of view."""
    return {
        "players": [contestant.asked for contestant in report.contestants],
        "total": asdict(report.tally.total),
        "pentanomial": report.tally.pairs.counts,
    }


def _result_facts(report: MatchReport) -> dict[str, Any]:
    tally, sprt = report.tally, report.sprt
    return {
        "score": tally.score,
        "total": asdict(tally.total),
        "moving_first": asdict(tally.moving_first),
        "moving_second": asdict(tally.moving_second),
        "pentanomial": tally.pairs.counts,
        "elo": asdict(tally.elo),
        "sprt": sprt and {"llr": sprt.log_likelihood_ratio, "verdict": sprt.verdict},
        "mean_plies": report.mean_plies,
        "distinct_games": report.distinct_games,
        "forfeits": len(report.forfeits),
        "proofs": [asdict(report.proofs(player)) for player in (0, 1)],
    }


def _game_facts(report: MatchReport, number: int) -> dict[str, Any]:
    game = report.games[number]
    setup = Setup.of(game.position)
    return {
        "number": number,
        "seats": [report.contestants[player].asked for player in game.seats],
        "first": game.position.first,
        "opening_plies": report.opening_plies[number],
        "setup": None if setup is None else str(game.position.start),
        "moves": game.position.moves_text,
        "winner": game.outcome.winner,
        "reason": game.outcome.reason,
        "forfeit": game.is_forfeit,
    }


def _file_name(text: str) -> str:
    """The text without characters not allowed in file names; cut at the start if too long."""
    return re.sub(r"[^A-Za-z0-9@.,=]+", "-", text).strip("-.")[-_LONGEST_NAME:].strip("-.")


def _free(path: Path) -> Path:
    """The path, with a number appended if the file already exists."""
    found, number = path, 2
    while found.exists():
        found, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return found
