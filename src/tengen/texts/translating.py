"""Translates English sentences by matching them against templates.

A catalogue maps templates to templates: `{0} already exists` to `{0} 已存在`. A sentence that
matches none of them stays as it is, since an English sentence is better than none.
"""

import re
from collections.abc import Mapping, Sequence

_PLACE = re.compile(r"\{(\d+)\}")
_LEAST_CHARACTERS = 5
"""Templates with fewer match too much: they take only single words inside sentences."""
_ANYTHING, _WORDS = "(.*?)", r"(\S+(?: to \S+)?)"
_SEPARATORS = (": ", "; ", r"\. ", r" \(", r"\)$", " or ", ", ")
"""What joins sentences where no template does: `{path}: {error}`."""
_JOINTS = {"; ": "；", " or ": " 或 "}
"""How separators are written in Chinese; the others may be part of a path and stay."""

_Patterns = Sequence[tuple[re.Pattern[str], str]]


class Catalogue:
    """Templates of one language, the most specific tried first."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        self._whole = {each: templates[each] for each in templates if not _PLACE.search(each)}
        ordered = sorted(templates.keys() - self._whole.keys(), key=_weight)
        self._patterns = [(_pattern(english), templates[english]) for english in ordered]
        self._strong = [
            pattern
            for english, pattern in zip(ordered, self._patterns, strict=True)
            if _is_strong(english)
        ]

    def translate(self, sentence: str) -> str:
        """Translates the sentence and those inside it; unknown ones stay English."""
        return self._found(sentence, self._strong) or self._by_parts(sentence) or sentence

    def _fragment(self, text: str) -> str:
        """Translates what fills a placeholder: a name, a number, or another sentence."""
        return self._found(text, self._patterns) or self._by_parts(text) or text

    def _found(self, text: str, patterns: _Patterns) -> str | None:
        if text in self._whole:
            return self._whole[text]
        for pattern, template in patterns if " " in text else ():
            if found := pattern.fullmatch(text):
                return template.format(*map(self._fragment, found.groups()))
        return None

    def _by_parts(self, text: str) -> str | None:
        """The texts around the first separator that has a known sentence on either side."""
        for separator in _SEPARATORS:
            for place in re.finditer(separator, text):
                before, after = text[: place.start()], text[place.end() :]
                parts = self.translate(before), self.translate(after)
                if parts != (before, after):
                    return _JOINTS.get(place[0], place[0]).join(parts)
        return None


def _pattern(template: str) -> re.Pattern[str]:
    place = _ANYTHING if _is_strong(template) else _WORDS
    literals = (part for number, part in enumerate(_PLACE.split(template)) if number % 2 == 0)
    return re.compile(place.join(map(re.escape, map(_plain, literals))), re.DOTALL)


def _plain(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def _weight(template: str) -> tuple[int, str]:
    """Sorts templates with more text between the placeholders first."""
    return -len(_PLACE.sub("", template)), template


def _is_strong(template: str) -> bool:
    return len(re.sub(r"\s", "", _PLACE.sub("", template))) >= _LEAST_CHARACTERS
