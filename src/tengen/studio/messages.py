"""The contract between the studio's server and its page: one schema of typed messages.

`requests.py` has the messages of the page, `answers.py` those of the server, `shapes.py` what they
are made of. Here are the two unions and the bodies of HTTP requests.

Sentences for people come in both languages (`Text`), so that the page can change its language
without asking, and two pages may show two languages.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from tengen.studio.answers import ServerMessage
from tengen.studio.microscope_shapes import LessonInfo
from tengen.studio.requests import ClientMessage
from tengen.studio.shapes import (
    EngineInfo,
    FamilyInfo,
    GameId,
    GameInfo,
    GameName,
    LevelInfo,
    NetInfo,
    RecordFormat,
    SettingInfo,
    Shape,
    Text,
)

MOST_MESSAGE_BYTES = 64 * 1024
MOST_BODY_BYTES = 1024 * 1024

CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


class Catalogue(Shape):
    """`GET /api/games`: the games to choose from, users' own last."""

    families: list[FamilyInfo]
    own: list[GameInfo]
    default: str


class Opponents(Shape):
    """`GET /api/opponents?game=NAME`: who can play a game."""

    game: GameInfo
    levels: list[LevelInfo]
    nets: list[NetInfo]
    engines: list[EngineInfo]
    has_perfect: bool
    remark: Text | None
    """Where no net was trained on exactly this game."""


class SearchSettings(Shape):
    """`GET /api/settings?game=NAME`: the parameters of an analysis with their usual values."""

    settings: list[SettingInfo]


class Lessons(Shape):
    """`GET /api/lessons`: the lessons of the microscope."""

    lessons: list[LessonInfo]


class ImportBody(Shape):
    """`POST /api/import`: a record file, as text or, to keep GBK and other charsets, as base64."""

    text: Annotated[str, Field(max_length=MOST_BODY_BYTES)] | None = None
    base64: Annotated[str, Field(max_length=MOST_BODY_BYTES)] | None = None
    file_format: RecordFormat | None = None
    """null: guessed from the content."""
    game: GameName | None = None
    """For move strings that do not name their game."""


class Imported(Shape):
    """The answer to an import: a new open game for each game of the file."""

    games: list[GameId]
    remarks: list[Text]
    """What could not be kept."""


class Refusal(Shape):
    """The body of every HTTP error."""

    field: str
    message: Text
