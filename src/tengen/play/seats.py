"""Names of the two seats in record files, whichever begins."""

from tengen.rules.outcome import Outcome

SEAT_NAMES = ("black", "white")


def winner_text(outcome: Outcome) -> str:
    """`black won`, `white won` or `a draw`."""
    return "a draw" if outcome.winner is None else f"{SEAT_NAMES[outcome.winner]} won"
