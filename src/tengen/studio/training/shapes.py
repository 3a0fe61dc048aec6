"""What the server says about runs, and what the page may ask of them; all of it over HTTP."""

from typing import Annotated, Literal

from pydantic import Field

from tengen.studio.shapes import GameId, GameInfo, NetName, Seat, Shape, Text

RunName = Annotated[str, Field(min_length=1, max_length=200)]
PresetName = Annotated[str, Field(min_length=1, max_length=100)]
Minutes = Annotated[float, Field(ge=0.1, le=1_000_000)]
Generation = Annotated[int, Field(ge=0, le=99_999)]
Version = Annotated[int, Field(ge=0, le=10**9)]
StoredGameId = Annotated[str, Field(pattern=r"^g\d{5}-\d{6}$")]
RunState = Literal["starting", "training", "stopping", "stopped", "finished", "damaged", "failed"]


class RunItem(Shape):
    """A run of the folder."""

    name: RunName
    state: RunState
    line: Text
    """Such as `Running · generation 41`."""
    about: Text
    """What else to know in one line: time left, strength, or what is wrong."""


class PresetInfo(Shape):
    """Settings that a new run can start with."""

    name: PresetName
    title: Text
    """The game that it trains."""
    about: Text


class Runs(Shape):
    """`GET /api/runs`: the runs of the folder that the studio was started with."""

    folder: str
    runs: list[RunItem]
    """Those that train first, then the last changed."""
    presets: list[PresetInfo]
    nets: list[NetName]
    """Nets that a new run may start from."""


class RunCurve(Shape):
    """One quantity over the generations; the three lists have the same length."""

    key: str
    """Such as `loss/policy`."""
    title: Text
    about: Text
    """What it means, in a sentence."""
    kind: Literal["number", "percent"]
    xs: list[int]
    """Generations."""
    ys: list[float | None]
    lows: list[float]
    """Of the 95 % intervals, as `highs`; empty where nothing was counted."""
    highs: list[float]
    notes: list[Text]
    """Of matches: against whom; otherwise empty."""


class RunGame(Shape):
    """A game of self-play at its end."""

    id: StoredGameId
    cells: list[Seat | None]
    last: int | None
    """The cell of the last stone."""
    title: Text
    """Such as `Black wins`."""
    about: Text
    """Such as `47 moves, 2 minutes ago`."""


class Worker(Shape):
    """Who plays for a run: the process that trains it, and workers of its last session."""

    name: Text
    about: Text
    """Its rates, and what had to be done again."""


class RunDetails(Shape):
    """`GET /api/runs/NAME?known=VERSION`: a run as it stands, without its doctor."""

    name: RunName
    state: RunState
    line: Text
    """Such as `Running for 17 hours · generation 41 of 60 · 86,912 games`."""
    trouble: Text | None
    """What is wrong with it, in words."""
    progress: float | None
    """The share of its plan that is done; null: not known."""
    game: GameInfo | None
    """null: a game of the user's own that the studio was not started with."""
    generation: Generation
    """The number of generations that are finished."""
    version: Version
    """Grows with the curves."""
    curves: list[RunCurve] | None
    """null: as they were in the version that the page knows."""
    games: list[RunGame]
    """The newest, the last one first."""
    nets: list[NetName]
    """Names of its nets, as a player's net is named, oldest first: `runs/connect4-1/00041`."""
    best: str | None
    """The net to play against."""
    workers: list[Worker]


class RunFinding(Shape):
    """Something the doctor has to say."""

    is_problem: bool
    title: Text
    text: Text
    advice: Text | None


class RunDoctor(Shape):
    """`GET /api/runs/NAME/doctor`: problems first, then what is in order."""

    line: Text
    findings: list[RunFinding]


class StartRun(Shape):
    """`POST /api/runs`: begins a run in a process of its own."""

    preset: PresetName
    minutes: Minutes | None = None
    """null: as many generations as the preset says."""
    settings: Annotated[
        list[Annotated[str, Field(max_length=100)]], Field(max_length=30, default_factory=list)
    ]
    """Changes of the preset, each as `net.channels=32`."""
    from_net: NetName | None = None
    """The net to start from; null: from zero."""
    is_confirmed: bool = False
    """Whether it may train beside another run."""


class ResumeRun(Shape):
    """`POST /api/runs/NAME/resume`: goes on with a run in a process of its own."""

    minutes: Minutes | None = None
    """null: until its plan is done; more than is left extends the plan."""
    is_confirmed: bool = False


class RunStarted(Shape):
    """A process was started; errors that it meets appear with the run."""

    name: RunName


class RunStopping(Shape):
    """`POST /api/runs/NAME/stop`: the run will finish its step and stop."""

    name: RunName


class RunGameOpened(Shape):
    """`POST /api/runs/NAME/games/ID`: a stored game as an open game between two persons."""

    game_id: GameId
