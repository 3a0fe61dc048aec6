"""Sentences with individually styled parts."""

from string import Formatter

from rich.text import Text

from tengen.cli.language import texts


def assembled(key: str, **parts: str | Text) -> Text:
    """The sentence in the user's language; the parts keep their colours."""
    text = Text()
    for words, place, _, _ in Formatter().parse(texts().template(key)):
        text.append(words)
        if place is not None:
            text.append_text(_styled(parts[place]))
    return text


def _styled(part: str | Text) -> Text:
    return part if isinstance(part, Text) else Text(part)
