"""The Chinese of every sentence that other rooms write: errors, findings, remarks.

Keys are the English sentences with numbered places, as the source has them; `tests/texts` compares
the two. See docs/adr/0012-sentences-are-translated-at-the-edge.md.
"""

from tengen.texts.messages import (
    arena,
    cards,
    cli,
    core,
    engines,
    learner,
    nets,
    play,
    replay,
    rules,
    runs,
    search,
    settings,
    studio,
    system,
    typer,
    values,
)

MESSAGES: dict[str, str] = {
    english: chinese
    for room in (
        system,
        typer,
        cards,
        core,
        settings,
        rules,
        search,
        nets,
        play,
        replay,
        learner,
        engines,
        arena,
        runs,
        studio,
        cli,
        values,
    )
    for english, chinese in room.MESSAGES.items()
}
