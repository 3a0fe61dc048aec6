"""Sentences in both languages at once."""

import re
from collections.abc import Callable

from tengen.studio.shapes import Text
from tengen.texts import Language, Texts

_NO_GAP = re.compile("(?<=[\u4e00-\u9fff])(?=[A-Za-z])")
ENGLISH, CHINESE = Texts(Language.ENGLISH), Texts(Language.CHINESE)


def both(speak: Callable[[Texts], str]) -> Text:
    """What `speak` says in each language."""
    return Text(en=speak(ENGLISH), zh=speak(CHINESE))


def said(key: str, **values: object) -> Text:
    """One of our texts; values that are texts themselves are taken in the same language."""
    return Text(
        en=ENGLISH(key, **{name: _english(value) for name, value in values.items()}),
        zh=_spaced(CHINESE(key, **{name: _chinese(value) for name, value in values.items()})),
    )


def translated(sentence: str) -> Text:
    """An English sentence of another room, such as an error, and its Chinese."""
    return Text(en=sentence, zh=CHINESE.message(sentence))


def capitalised(text: Text) -> Text:
    """With a capital in English."""
    return Text(en=text.en[:1].upper() + text.en[1:], zh=text.zh)


def same(name: str) -> Text:
    """A name that is the same in every language."""
    return Text(en=name, zh=name)


def joined(*texts: Text) -> Text:
    """Short texts side by side: `Gomoku · 15x15`."""
    return Text(en=" · ".join(text.en for text in texts), zh=" · ".join(text.zh for text in texts))


def _spaced(sentence: str) -> str:
    """With a gap before Latin letters: a name such as X does not know where it will stand."""
    return _NO_GAP.sub(" ", sentence)


def _english(value: object) -> object:
    return value.en if isinstance(value, Text) else value


def _chinese(value: object) -> object:
    return value.zh if isinstance(value, Text) else value
