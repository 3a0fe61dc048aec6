"""The Chinese help, keyed by paragraphs of the English; placeholders stand for lists of names."""

from tengen.texts.help import files, matches, playing, studio, training

HELP: dict[str, str] = {
    english: chinese
    for part in (studio, playing, training, matches, files)
    for english, chinese in part.HELP.items()
}
