"""All text for users, in English and Chinese."""

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Literal

from tengen.texts.chinese import CHINESE
from tengen.texts.english import ENGLISH
from tengen.texts.help import HELP
from tengen.texts.help.search_settings import SETTINGS
from tengen.texts.messages import MESSAGES
from tengen.texts.translating import Catalogue


class Language(StrEnum):
    """The available languages."""

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
        """The sentence with its placeholders filled in; an initial seat name is capitalised."""
        template = self._texts[key]
        sentence = template.format(**values)
        return sentence[:1].upper() + sentence[1:] if template.startswith("{seat}") else sentence

    def template(self, key: str) -> str:
        """The sentence with its placeholders unfilled."""
        return self._texts[key]

    def counted(self, number: int | str, noun: str) -> str:
        """1 game, 2 games."""
        return self(f"{'one' if str(number) == '1' else 'many'} {noun}", count=number)

    def heading(self, column: str) -> str:
        """The heading of a column; symbols such as N and Q are the same in all languages."""
        return self._texts.get(f"column {column}", column)

    def listed(self, texts: Iterable[str]) -> str:
        """The texts joined by the comma of the language."""
        return ("、" if self.language is Language.CHINESE else ", ").join(texts)

    def joined(self, texts: Sequence[str], word: Literal["and", "or"]) -> str:
        """The texts with a word before the last: `1, 2 or 3`."""
        *others, last = texts
        if not others:
            return last
        return self(f"joined {word}", others=self.listed(others), last=last)

    def seat(self, name: str) -> str:
        """The name of a seat; seat names of external games stay as they are."""
        return self._texts.get(name, name)

    def playing_as(self, name: str) -> str:
        """The name of a seat after `You now play`; those of external games stay as they are."""
        return self._texts.get(f"as {name}", name)

    def reason(self, reason: str) -> str:
        """Why a game ended; reasons of external games stay as they are."""
        return self._texts.get(f"reason {reason}", reason)

    def message(self, sentence: str) -> str:
        """Translates an English sentence of another room: an error, a finding, a remark."""
        return sentence if self.language is Language.ENGLISH else _chinese().translate(sentence)

    def setting(self, sentence: str) -> str:
        """Translates the first sentence about a search setting."""
        is_english = self.language is Language.ENGLISH
        return sentence if is_english else SETTINGS.get(sentence, sentence)

    def help(self, text: str) -> str:
        """Translates the English help of a command or an option."""
        if self.language is Language.ENGLISH:
            return text
        paragraphs = (" ".join(each.split()) for each in text.split("\n\n"))
        return "\n\n".join(map(_chinese_help().translate, paragraphs))


@functools.cache
def _chinese() -> Catalogue:
    """Sentences of other rooms, and the texts embedded in them: reasons and counts."""
    reasons = {
        key.removeprefix("reason "): text for key, text in CHINESE.items() if "reason " in key
    }
    counts = {
        ENGLISH[key].replace("{count}", "{0}"): CHINESE[key].replace("{count}", "{0}")
        for key in ENGLISH
        if key.startswith(("one ", "many "))
    }
    return Catalogue(reasons | MESSAGES, counts)


@functools.cache
def _chinese_help() -> Catalogue:
    return Catalogue(HELP)
