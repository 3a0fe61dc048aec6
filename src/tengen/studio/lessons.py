"""Searches prepared to show one thing each. Positions were chosen with the shipped nets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tengen.errors import StudioError
from tengen.studio import lesson_notes
from tengen.studio.both import said
from tengen.studio.lesson_notes import Story
from tengen.studio.microscope_shapes import LessonInfo, LessonNote

_UNAIDED = {"prove": False, "one_ply_ahead": False}
"""Without these a search that has seen the end would be over before it is understood."""
_CALM = {"random_symmetry": False, "seek_shorter_win": False, "mlh_slope": 0.0}
"""The net sees the board as it is drawn, and M stays out of the table."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A position, a search, and what to say about it."""

    name: str
    game: str = "connect4"
    moves: str
    simulations: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What differs from the settings of an analysis."""
    tell: Callable[[Story], Sequence[LessonNote]]

    @property
    def info(self) -> LessonInfo:
        """Its name and what it is about."""
        return LessonInfo(
            name=self.name,
            title=said(f"lesson {self.name}"),
            about=said(f"lesson {self.name} about"),
        )


LESSONS = {
    lesson.name: lesson
    for lesson in (
        Lesson(
            name="win-in-one",
            moves="43425524533",
            simulations=28,
            settings={**_CALM, **_UNAIDED},
            tell=lesson_notes.win_in_one,
        ),
        Lesson(
            name="block-in-one",
            moves="7274467",
            simulations=60,
            settings={**_CALM, **_UNAIDED},
            tell=lesson_notes.block_in_one,
        ),
        Lesson(
            name="sign",
            moves="44453",
            simulations=30,
            settings=_CALM,
            tell=lesson_notes.sign,
        ),
        Lesson(
            name="noise",
            moves="44",
            simulations=60,
            settings={**_CALM, "noise_epsilon": 0.25},
            tell=lesson_notes.noise,
        ),
        Lesson(
            name="moves-left",
            moves="4424655577536",
            simulations=80,
            settings={**_CALM, **_UNAIDED, "mlh_slope": 0.03},
            tell=lesson_notes.moves_left,
        ),
        Lesson(
            name="proof",
            game="tictactoe",
            moves="a1c3",
            simulations=60,
            settings={**_CALM, "one_ply_ahead": False},
            tell=lesson_notes.proof,
        ),
    )
}


def find_lesson(name: str) -> Lesson:
    """The lesson with this name; raises `StudioError`."""
    if name not in LESSONS:
        raise StudioError(f"there is no lesson {name!r}", field="lesson", code="unknown")
    return LESSONS[name]
