"""A run in full: its curves, newest games, nets and who trains it."""

from tengen.errors import RecordError, TengenError
from tengen.replay.database import NoStoreError
from tengen.replay.schema import CheckpointRow, GenerationCounts
from tengen.replay.store import RunStore
from tengen.runs.config import RunConfig
from tengen.runs.crew_record import CrewRecord, WorkerRecord, read_crew
from tengen.runs.directory import RunDirectory
from tengen.runs.events import GAMES_PER_SECOND
from tengen.runs.outlook import Outlook, outlook
from tengen.runs.series import read_series
from tengen.runs.strength import best_checkpoint, final_winner, run_matches
from tengen.studio.both import joined, said, same, translated
from tengen.studio.game_info import game_info
from tengen.studio.shapes import Text
from tengen.studio.training.charts import chart_of
from tengen.studio.training.games import game_of, small_board
from tengen.studio.training.items import duration, time_left
from tengen.studio.training.shapes import RunDetails, RunGame, RunState, Worker
from tengen.studio.training.workshop import Workshop

_NEWEST_GAMES = 8
_MOST_WORKERS = 20
_RATES = (GAMES_PER_SECOND, "selfplay/evaluations_per_second")


def run_details(workshop: Workshop, name: str, known: int = 0) -> RunDetails:
    """The run with this name; one that cannot be read says why. Raises `StudioError`.

    Its curves are left out if the page knows them: `known` is the version that it has.
    """
    if (failure := dict(workshop.unborn()).get(name)) is not None:
        state: RunState = "failed" if failure else "starting"
        return _empty(name, state, translated(failure) if failure else None)
    directory = workshop.run(name)
    try:
        config = directory.load_config()
        with RunStore(directory.database, read_only=True) as store:
            return _Reader(workshop, directory, config, store).details(known)
    except NoStoreError:
        return _empty(name, workshop.state(directory) or "stopped", None)
    except (TengenError, OSError) as error:
        return _empty(name, "damaged", translated(str(error)))


def _empty(name: str, state: RunState, trouble: Text | None) -> RunDetails:
    """A run without anything to show yet, or any more."""
    return RunDetails(
        name=name,
        state=state,
        line=said(f"studio run {state}"),
        trouble=trouble,
        progress=None,
        game=None,
        generation=0,
        version=0,
        curves=[],
        games=[],
        nets=[],
        best=None,
        workers=[],
    )


class _Reader:
    """Reads what is shown and no more: never all games."""

    def __init__(
        self, workshop: Workshop, directory: RunDirectory, config: RunConfig, store: RunStore
    ) -> None:
        self._workshop, self._directory = workshop, directory
        self._config, self._store = config, store
        self._game = game_of(config.run.game, workshop.shelf)

    def details(self, known: int) -> RunDetails:
        """All but the doctor."""
        nets, counts = self._store.checkpoints(), self._store.counts_by_generation()
        matches = run_matches(self._store)
        done = nets[-1].generation if nets else 0
        version = len(nets) + len(matches)
        curves = None if version == known else read_series(self._store, matches, counts)
        state = self._state(done)
        found = outlook(self._directory, self._config, self._store, nets)
        trouble = self._workshop.trouble(self._directory)
        best = final_winner(self._store) or best_checkpoint(matches, nets[-1].id if nets else "")
        return RunDetails(
            name=self._directory.path.name,
            state=state,
            line=self._line(state, done, counts, found),
            trouble=translated(trouble) if trouble else None,
            progress=found.share,
            game=None if self._game is None else game_info(self._game),
            generation=done,
            version=version,
            curves=None if curves is None else [chart_of(curve) for curve in curves],
            games=self._games(),
            nets=self._playable(nets),
            best=self._net_name(best) if best else None,
            workers=[*self._trainer(done), *crew_workers(read_crew(self._store))],
        )

    def _state(self, done: int) -> RunState:
        idle: RunState = "finished" if done >= self._config.run.generations else "stopped"
        return self._workshop.state(self._directory) or idle

    def _line(
        self, state: RunState, done: int, counts: list[GenerationCounts], found: Outlook
    ) -> Text:
        games = sum(count.games for count in counts)
        spent, total = duration(found.spent), self._config.run.generations
        parts = [
            said(f"studio run {state} for" if found.spent else f"studio run {state}", time=spent)
        ]
        is_estimate = self._config.run.minutes is not None and done < total
        key = "studio run generation of about" if is_estimate else "studio run generation of"
        parts.append(said(key, number=done, total=total))
        parts.append(said("studio run games", count=f"{games:,}"))
        if state in ("training", "stopping"):
            now = next((count.games for count in counts if count.generation == done), 0)
            wanted = self._config.run.games_per_generation
            parts += [said("studio run now", games=now, wanted=wanted), time_left(found)]
        return joined(*parts)

    def _games(self) -> list[RunGame]:
        if self._game is None:
            return []
        try:
            return [small_board(row, self._game) for row in self._store.latest_games(_NEWEST_GAMES)]
        except ValueError as error:  # rules of users may raise anything of the kind
            raise RecordError(f"a stored game cannot be shown: {error}") from error

    def _playable(self, nets: list[CheckpointRow]) -> list[str]:
        """Those whose files are there."""
        found = set(self._directory.generations_found())
        return [self._net_name(net.id) for net in nets if net.generation in found]

    def _net_name(self, identity: str) -> str:
        return f"{self._workshop.shelf.runs.name}/{self._directory.path.name}/{identity}"

    def _trainer(self, done: int) -> list[Worker]:
        """The process that trains, with the rates of its last generation."""
        trainer = self._directory.trainer
        if trainer is None:
            return []
        known = self._store.metrics_of(done - 1) if done else {}
        rates = [
            said(f"studio rate {name}", rate=_rate(known[name])) for name in _RATES if name in known
        ]
        name = said("studio run process", number=trainer.number, host=trainer.host)
        return [Worker(name=name, about=joined(*rates) if rates else same(""))]


def crew_workers(crew: CrewRecord | None) -> list[Worker]:
    """The workers that play for a run, each with its rate, and what had to be done again."""
    if crew is None:
        return []
    present = [name for name, worker in crew.workers.items() if worker.is_present]
    shown = present[:_MOST_WORKERS]
    found = [Worker(name=same(name), about=_work(crew.of(name))) for name in shown]
    if more := len(present) - len(shown):
        found.append(Worker(name=said("studio worker more", count=f"{more:,}"), about=same("")))
    rate = said(f"studio rate {GAMES_PER_SECOND}", rate=_rate(crew.games_per_second))
    again = said("studio worker again", count=crew.reissued)
    # Also of those that have gone.
    about = joined(rate, again, *_trouble(crew.lost, crew.refused))
    return [*found, Worker(name=said("studio worker all"), about=about)]


def _work(worker: WorkerRecord) -> Text:
    return joined(
        said(f"studio rate {GAMES_PER_SECOND}", rate=_rate(worker.games_per_second)),
        said("studio run games", count=f"{worker.games:,}"),
        *_trouble(worker.losses, worker.refused),
    )


def _trouble(replaced: int, refused: int) -> list[Text]:
    counts = {"replaced": replaced, "refused": refused}
    return [said(f"studio worker {key}", count=count) for key, count in counts.items() if count]


def _rate(rate: float) -> str:
    return f"{rate:,.1f}" if rate < 100 else f"{rate:,.0f}"
