"""Counts of things, in English."""

from tengen.texts import Language, Texts


def counted(number: int, noun: str) -> str:
    """1 game, 2 games."""
    return Texts(Language.ENGLISH).counted(number, noun)
