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
    training_view,
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
        training_view,
    )
    for key, text in part.TEXTS.items()
}
