"""What people at a board are told, in English and Chinese: seats, players, levels, advice."""

import os
from collections.abc import Iterable, Mapping
from enum import StrEnum

from tengen.texts.chinese import CHINESE
from tengen.texts.english import ENGLISH


class Language(StrEnum):
    """The languages there are."""

    ENGLISH = "en"
    CHINESE = "zh"


TEXTS = {Language.ENGLISH: ENGLISH, Language.CHINESE: CHINESE}


def usual_language(environment: Mapping[str, str] = os.environ) -> Language:
    """The language of the user's environment; English unless it is Chinese."""
    names = (environment.get(key, "") for key in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "")
    return Language.CHINESE if found.lower().startswith("zh") else Language.ENGLISH


class Texts:
    """The sentences in one language: `texts("saved", file="game.sgf")`."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._texts = TEXTS[language]

    def __call__(self, key: str, **values: object) -> str:
        """The sentence with its places filled in; one that begins with a seat has a capital."""
        template = self._texts[key]
        sentence = template.format(**values)
        return sentence[:1].upper() + sentence[1:] if template.startswith("{seat}") else sentence

    def listed(self, texts: Iterable[str]) -> str:
        """Several texts in a row, with the comma of the language."""
        return ("、" if self.language is Language.CHINESE else ", ").join(texts)

    def seat(self, name: str) -> str:
        """What a seat is called; names of games from outside stay as they are."""
        return self._texts.get(name, name)

    def reason(self, reason: str) -> str:
        """Why a game ended; reasons of games from outside stay as they are."""
        return self._texts.get(f"reason {reason}", reason)
