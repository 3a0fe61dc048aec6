"""The English texts, one file per part of the program."""

from tengen.texts.english import (
    advice,
    board,
    command_line,
    commands,
    matches,
    microscope,
    play_help,
    players,
    playing,
    searches,
    studio,
    tables,
    training,
)

ENGLISH: dict[str, str] = {
    key: text
    for part in (
        players,
        board,
        playing,
        advice,
        play_help,
        command_line,
        tables,
        commands,
        training,
        matches,
        searches,
        studio,
        microscope,
    )
    for key, text in part.TEXTS.items()
}
