"""The microscope of a page: a search that is made in the background, and shown piece by piece."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event

from tengen.errors import StudioError, TengenError
from tengen.play.searching import analysing_config
from tengen.studio.analysing import evaluator_text
from tengen.studio.analysis_side import TREE_MEGABYTES
from tengen.studio.answers import Inside, NodeShown, SearchState, ServerMessage, Simulated
from tengen.studio.answers import Simulation as SimulationAnswer
from tengen.studio.both import said
from tengen.studio.explaining import refuse_finished
from tengen.studio.game_info import game_info, game_title, seat_name
from tengen.studio.kept_search import KeptSearch
from tengen.studio.lesson_notes import Story
from tengen.studio.lessons import Lesson, find_lesson
from tengen.studio.links import position_link, read_link
from tengen.studio.microscope_shapes import LessonNote
from tengen.studio.refusals import own_fault
from tengen.studio.requests import LookInside, ShowNode
from tengen.studio.searches import in_thread
from tengen.studio.shapes import Text
from tengen.studio.shelf import Shelf
from tengen.studio.simulation_message import Subject, path_node, simulation_message
from tengen.studio.slots import Priority, SearchSlots

MOST_MICROSCOPES = 20
"""Each keeps all that its search did."""
_USUAL_SIMULATIONS = 200
_SLICE_SECONDS = 0.1
"""Between two messages, and how long others wait for the core."""


@dataclass(frozen=True)
class Slide:
    """What to look at: a lesson, or a position of the user's choice."""

    subject: Subject
    net: str | None
    simulations: int
    lesson: Lesson | None


def prepare(request: LookInside, shelf: Shelf) -> Slide:
    """Loads game and net; raises `StudioError`, also where nothing is left to search."""
    if (request.lesson is None) == (request.link is None):
        raise StudioError("look at either a lesson or a position", field="lesson")
    lesson = None if request.lesson is None else find_lesson(request.lesson)
    if lesson is None:
        end, shown = read_link(request.link or "", shelf)
        position = end.start.after(end.history[:shown])
    else:
        position = shelf.game(lesson.game).position_from(lesson.moves)
    refuse_finished(position, position.outcome, "link")
    net = shelf.evaluator(position.game, request.net, "net")
    config = replace(analysing_config(position.game, net.evaluator), memory_mb=TREE_MEGABYTES)
    if lesson is not None:
        config = replace(config, **lesson.settings)
    usual = _USUAL_SIMULATIONS if lesson is None else lesson.simulations
    subject = Subject(position, net.evaluator, config)
    return Slide(subject, net.name, request.simulations or usual, lesson)


class Microscope:
    """Works in the background until all simulations are made."""

    def __init__(
        self,
        slide: Slide,
        slots: SearchSlots,
        send: Callable[[ServerMessage], None],
        failed: Callable[[TengenError], None],
    ) -> None:
        self._slide, self._slots, self._send, self._failed = slide, slots, send, failed
        self._kept = KeptSearch(slide.subject)
        self._wanted = slide.simulations
        self._told = (0, 0, 0)
        """Simulations, nodes and proofs that the page knows."""
        self._stop = Event()
        self._task: asyncio.Task[None] | None = None

    def start(self, request: int | None) -> None:
        """Says what is looked at, and begins; messages follow."""
        slide, position = self._slide, self._slide.subject.position
        named = {"game": game_title(position.game), "moves": position.moves_text}
        self._send(
            Inside(
                request=request,
                game=game_info(position.game),
                link=position_link(position, len(position.history)),
                lesson=None if slide.lesson is None else slide.lesson.info,
                title=said("microscope title", **named)
                if slide.lesson is None
                else slide.lesson.info.title,
                about=said(
                    "microscope about",
                    seat=seat_name(position.game, position.to_move),
                    evaluator=evaluator_text(slide.net),
                    **named,
                ),
                legend=said("microscope legend"),
                simulations=self._wanted,
            )
        )
        self._task = asyncio.create_task(self._run())

    def go_on(self, simulations: int) -> None:
        """Up to so many simulations in all; fewer than there are end the search where it is."""
        self._wanted = simulations
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def cancel(self) -> None:
        """Ends the search soon."""
        if self._task is not None:
            self._task.cancel()

    async def close(self) -> None:
        """Ends the search, and waits for its end."""
        self.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    def simulation(self, number: int, request: int | None) -> SimulationAnswer:
        """What one simulation did; raises `StudioError`."""
        trace = self._kept.trace(number)
        return simulation_message(self._slide.subject, trace, number, self._kept.ids, request)

    def node(self, request: ShowNode) -> NodeShown:
        """A node as it was after a simulation; raises `StudioError`."""
        position = self._kept.position(request.node, request.number)
        backup = self._kept.last_visit(request.node, request.number)
        node = path_node(self._slide.subject, position, backup, request.node)
        return NodeShown(request=request.request, number=request.number, node=node)

    async def _run(self) -> None:
        try:
            while not self._is_over:
                async with self._slots.hold(Priority.ANALYSIS, self._say_waiting):
                    await self._use_core()
            self._tell("finished", end=self._end(), notes=self._notes())
        except Exception as error:  # of a game or a net
            self._tell("stopped")
            self._failed(own_fault(error))

    async def _use_core(self) -> None:
        """Until all is done or somebody waits."""
        while not self._is_over:
            await in_thread(self._make_some, stop=self._stop.set)
            self._tell("running")
            if self._slots.is_wanted:
                return

    @property
    def _is_over(self) -> bool:
        return self._kept.is_proven or self._kept.count >= self._wanted

    def _make_some(self) -> None:
        until = time.perf_counter() + _SLICE_SECONDS
        while not self._is_over and not self._stop.is_set() and time.perf_counter() < until:
            self._kept.simulate()

    def _say_waiting(self) -> None:
        self._tell("waiting", waiting=said("studio busy"))

    def _end(self) -> Text:
        return said("studio end proven" if self._kept.is_proven else "studio end simulations")

    def _notes(self) -> list[LessonNote]:
        """What the lesson says about its own simulations, however many more were made."""
        lesson = self._slide.lesson
        if lesson is None:
            return []
        traces = self._kept.traces()[: lesson.simulations]
        return list(lesson.tell(Story(lesson.name, self._slide.subject, traces)))

    def _tell(
        self,
        state: SearchState,
        *,
        waiting: Text | None = None,
        notes: list[LessonNote] | None = None,
        end: Text | None = None,
    ) -> None:
        kept, (simulations, nodes, proofs) = self._kept, self._told
        self._told = len(kept.leaves), len(kept.nodes), len(kept.proofs)
        self._send(
            Simulated(
                state=state,
                waiting=waiting,
                first=simulations + 1,
                leaves=kept.leaves[simulations:],
                nodes=kept.nodes[nodes:],
                proofs=kept.proofs[proofs:],
                notes=notes or [],
                end=end,
            )
        )


class Stage:
    """Where the microscope of a page stands; a page has at most one."""

    def __init__(
        self,
        slots: SearchSlots,
        taken: set[object],
        send: Callable[[ServerMessage], None],
        failed: Callable[[TengenError], None],
    ) -> None:
        """`taken`: the stages of all pages on which something stands."""
        self._slots, self._taken, self._send, self._failed = slots, taken, send, failed
        self._microscope: Microscope | None = None

    @property
    def microscope(self) -> Microscope:
        """The one that stands here; raises `StudioError`."""
        if self._microscope is None:
            raise StudioError("there is nothing under the microscope yet")
        return self._microscope

    async def put(self, slide: Slide, request: int | None) -> None:
        """Looks at something else from now on; raises `StudioError` if too many pages do."""
        await self.clear()
        if len(self._taken) >= MOST_MICROSCOPES:
            raise StudioError(
                f"{MOST_MICROSCOPES} pages look through a microscope already: close one first",
                code="busy",
            )
        self._taken.add(self)
        self._microscope = Microscope(slide, self._slots, self._send, self._failed)
        self._microscope.start(request)

    async def clear(self) -> None:
        """Ends what was looked at."""
        microscope, self._microscope = self._microscope, None
        self._taken.discard(self)
        if microscope is not None:
            await microscope.close()

    def close(self) -> None:
        """The page has gone."""
        self._taken.discard(self)
        if self._microscope is not None:
            self._microscope.cancel()
