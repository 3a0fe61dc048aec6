"""The Chinese of all help, a paragraph of the English help each; places are for lists of names."""

from tengen.texts.help import files, matches, playing, training

HELP: dict[str, str] = {
    english: chinese
    for part in (playing, training, matches, files)
    for english, chinese in part.HELP.items()
}
