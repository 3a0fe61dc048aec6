"""Translates English sentences by matching them against templates.

A catalogue maps templates to templates: `{0} already exists` to `{0} 已存在`. Of all ways to read
a sentence, the one that explains most of it is taken. What no template explains stays as it is,
since an English sentence is better than none.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

_PLACE = re.compile(r"\{(\d+)\}")
_LEAST_CHARACTERS = 4
"""Templates with fewer match too much: they take only single words inside sentences."""
_ANYTHING, _WORDS, _COUNT = r"(.*?(?<![:;,]))", r"(\S+(?: to \S+)?)", r"([\d.,]+)"
"""What may fill a place; nothing that a separator ends, which is the end of another sentence."""
_SEPARATOR = re.compile(r": |; |\. | or |, ")
"""What joins sentences where no template does: `{path}: {error}`."""
_JOINTS = {": ": "：", "; ": "；", ". ": "。", " or ": " 或 ", ", ": "，"}
_OF_CLAUSES = (" or ", ", ")
"""Separators that are common inside sentences and names: they join only sentences we know."""
_ENCLOSED = re.compile(r"(?<!\w)'[^']*'(?!\w)|\[[^\]]*\]|\([^()]*\)")
"""What is quoted or in brackets belongs together, whatever it contains."""
_MOST_PLACES = 40
"""A text with more separators is not one of ours, and trying them all would take too long."""
_QUOTED_LIST = re.compile(r"'[^']*'(?:(?:, | or | and )'[^']*')+")
_CONJUNCTIONS = {", ": "、", " or ": " 或 ", " and ": " 和 "}
_SENTENCE_END = re.compile(": |; |\\. ")
_BORDER = re.compile(r"[\u4e00-\u9fff][!-~]|[!-~][\u4e00-\u9fff]")
"""Where Chinese and other writing meet, between which we leave a space."""


class _Reading(NamedTuple):
    """A translation, and how well it explains the English."""

    text: str
    known: int = 0
    """Characters that are in templates."""
    pieces: int = 0
    """Templates and separators used: fewer say more."""
    reach: int = 0
    """Ends of sentences inside of values: the reading that respects them is right."""

    def rank(self) -> tuple[int, int, int]:
        """Higher is better."""
        return self.known, -self.pieces, -self.reach


class _Template:
    """One entry of a catalogue that has places."""

    def __init__(self, english: str, chinese: str, place: str) -> None:
        literals = [_plain(each) for each in _PLACE.split(english)[::2]]
        self._chinese = [_plain(each) for each in _PLACE.split(chinese)]
        self.known = sum(map(len, literals))
        self.is_strong = place != _WORDS
        self._longest = max(literals, key=len)
        places = (place, place.replace("*?", "*")) if len(literals) > 2 else (place,)
        self._patterns = [
            re.compile(each.join(map(re.escape, literals)), re.DOTALL) for each in places
        ]

    def values(self, text: str) -> Iterator[tuple[str, ...]]:
        """What fills the places if the text is made like this: the shortest or longest first."""
        if self._longest in text:  # far cheaper than the patterns, and mostly enough
            for pattern in self._patterns:
                if found := pattern.fullmatch(text):
                    yield found.groups()

    def filled(self, values: Sequence[str]) -> str:
        """The translation with its places filled."""
        said = self._chinese[0]
        for number, literal in zip(self._chinese[1::2], self._chinese[2::2], strict=True):
            said = _spaced(_spaced(said, values[int(number)]), literal)
        return said


class Catalogue:
    """Templates of one language; in those of `counts`, only numbers fill the places."""

    def __init__(
        self, templates: Mapping[str, str], counts: Mapping[str, str] | None = None
    ) -> None:
        self._whole = {each: templates[each] for each in templates if not _PLACE.search(each)}
        made = [
            _Template(english, chinese, _ANYTHING if _is_strong(english) else _WORDS)
            for english, chinese in templates.items()
            if english not in self._whole
        ]
        made += [_Template(*pair, _COUNT) for pair in (counts or {}).items()]
        self._templates = sorted(made, key=lambda each: -each.known)
        self._read: dict[tuple[str, bool], _Reading] = {}

    def translate(self, sentence: str) -> str:
        """Translates the sentence and those inside it; unknown ones stay English."""
        self._read.clear()
        return self._best(sentence, is_inside=False).text

    def _best(self, text: str, *, is_inside: bool) -> _Reading:
        """The reading that explains most; the one with the longest template if several do."""
        if text in self._whole:
            return _Reading(self._whole[text], len(text), pieces=1)
        key = text, is_inside
        if key not in self._read:
            self._read[key] = _Reading(text)
            if " " in text:
                readings = self._readings(text, is_inside=is_inside)
                self._read[key] = max(readings, key=_Reading.rank)
        return self._read[key]

    def _readings(self, text: str, *, is_inside: bool) -> Iterator[_Reading]:
        for template in self._templates:
            if template.is_strong or is_inside:
                yield from (self._filled(template, values) for values in template.values(text))
        yield from self._by_parts(text)
        if _QUOTED_LIST.fullmatch(text):
            yield _quoted_list(text)
        yield _Reading(text)

    def _filled(self, template: _Template, values: Sequence[str]) -> _Reading:
        inner = [self._best(value, is_inside=True) for value in values]
        reach = sum(len(_SENTENCE_END.findall(value)) for value in values)
        return _combined(
            template.filled([each.text for each in inner]), template.known, inner, reach
        )

    def _by_parts(self, text: str) -> Iterator[_Reading]:
        """Sentences joined by a separator, or followed by a reason in parentheses."""
        enclosed = [found.span() for found in _ENCLOSED.finditer(text)]
        places = [
            place
            for place in _SEPARATOR.finditer(text)
            if not any(start < place.start() < end for start, end in enclosed)
        ]
        for place in places if len(places) <= _MOST_PLACES else ():
            yield from self._joined(text[: place.start()], place[0], text[place.end() :])
        if text.endswith(")") and " (" in text:
            before, _, reason = text[:-1].partition(" (")
            yield from self._with_reason(before, reason)

    def _joined(self, before: str, separator: str, after: str) -> Iterator[_Reading]:
        one, other = (self._best(part, is_inside=False) for part in (before, after))
        is_enough = (all if separator in _OF_CLAUSES else any)((one.known, other.known))
        if is_enough:
            # What is not understood before a separator is a path or a name, written as it is.
            joint = _JOINTS[separator] if one.known else separator
            said = f"{one.text}{joint}{other.text}"
            yield _combined(said, len(separator), (one, other))

    def _with_reason(self, before: str, reason: str) -> Iterator[_Reading]:
        one, other = (self._best(part, is_inside=False) for part in (before, reason))
        if one.known or other.known:
            opening, closing = ("（", "）") if one.known else (" (", ")")
            said = f"{one.text}{opening}{other.text}{closing}"
            yield _combined(said, len(" ()"), (one, other))


def _combined(said: str, known: int, parts: Sequence[_Reading], reach: int = 0) -> _Reading:
    """A reading made of others."""
    _, others, pieces, reaches = zip(*parts, strict=True)
    return _Reading(said, known + sum(others), 1 + sum(pieces), reach + sum(reaches))


def _spaced(before: str, after: str) -> str:
    """The two texts side by side, apart where Chinese meets other writing."""
    is_border = _BORDER.fullmatch(before[-1:] + after[:1])
    return f"{before} {after}" if is_border else before + after


def _quoted_list(text: str) -> _Reading:
    """Alternatives in quotation marks, in which nothing is translated."""
    parts = re.split(r"('[^']*')", text)
    said = "".join(_CONJUNCTIONS.get(part, part) for part in parts)
    return _Reading(said, sum(len(part) for part in parts if part in _CONJUNCTIONS), pieces=1)


def _plain(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def _is_strong(template: str) -> bool:
    return len(re.sub(r"\s", "", _PLACE.sub("", template))) >= _LEAST_CHARACTERS
