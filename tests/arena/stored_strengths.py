"""Files as `scripts/measure_levels.py` leaves them, with results that tests choose."""

from tengen.arena.level_strengths import strengths_file
from tengen.arena.levels import level_spec
from tengen.arena.stored_results import save_json
from tengen.nets.choosing import choose_net

WON, EVEN = (0, 0, 0, 0, 5), (0, 0, 5, 0, 0)
"""Ten games, all won; ten games, all drawn."""
_POINTS_OF_PAIRS = ((0, 0, 2), (0, 1, 1), (0, 2, 0), (1, 1, 0), (2, 0, 0))
"""Wins, draws and losses of a pair with 0, 1/2, 1, 3/2 and 2 points."""


def store_strengths(game, *, fingerprint=None, ranks=("level:2", "level:1"), results=None):
    """The levels as they play now, the players best first, and pentanomials by pairing."""
    chosen = choose_net(game)
    if fingerprint is None:
        fingerprint = "" if chosen.checkpoint is None else chosen.checkpoint.weights_sha256
    facts = {
        "contestants": [_contestant(player, chosen, fingerprint) for player in ranks],
        "ratings": [
            {"player": player, "elo": 50.0 - 100 * place, "error": 30.0}
            for place, player in enumerate(ranks)
        ],
    }
    if results is not None:
        facts["pairings"] = [_pairing(players, counts) for players, counts in results.items()]
    save_json(facts, strengths_file(game))


def _contestant(player, chosen, fingerprint):
    kind, _, number = player.partition(":")
    if kind != "level":
        return {"asked": player, "name": player, "fingerprint": ""}
    name = str(level_spec(int(number), chosen))
    return {"asked": player, "name": name, "fingerprint": fingerprint}


def _pairing(players, counts):
    total = [
        sum(count * each[result] for count, each in zip(counts, _POINTS_OF_PAIRS, strict=True))
        for result in range(3)
    ]
    return {
        "players": players,
        "total": dict(zip(("wins", "draws", "losses"), total, strict=True)),
        "pentanomial": counts,
    }
