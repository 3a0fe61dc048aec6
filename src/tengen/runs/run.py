"""A run: its folder, and the state it continues from. `training.py` does the work."""

import importlib.metadata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from tengen.errors import RunError, StoreError
from tengen.learner import Learned, save_state, untrained
from tengen.nets import Checkpoint, NativeEvaluator, load_checkpoint, save_checkpoint
from tengen.replay.database import DamagedStoreError
from tengen.replay.schema import CheckpointRow
from tengen.replay.store import RunStore
from tengen.rules.game import Game
from tengen.rules.registry import load_game, names_code
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory, writing
from tengen.runs.instruction_set import note_instruction_set
from tengen.runs.origin import Origin
from tengen.runs.ownership import require_own_database
from tengen.runs.rehearsal import rehearse
from tengen.runs.restore import STATES_KEPT, newest_net_sentence, restore_newest
from tengen.runs.stages import empty_window, learn_settings
from tengen.runs.starting import start_from
from tengen.runs.torch_speed import torch_remarks
from tengen.runs.typed_game import game_of_run
from tengen.selfplay import checkpoint_id

_PLANNED_AT = "planned_at"
"""Fact in the database: the generation at which the newest plan was made."""


class Run:
    """A run that is open for training: created by `begin` or `resume`, closed by `close`."""

    def __init__(self, directory: RunDirectory, config: RunConfig, game: Game[Any]) -> None:
        self.directory = directory
        self.config = config
        self.game = game
        self.learned: Learned = untrained(self.game, learn_settings(config, self.game))
        """The newest net, and the state that learning continues from."""
        self.window = empty_window(config, self.game)
        """The games to learn from; those of the current generation are kept apart."""
        self.generation = 0
        """The generation to play and learn from next, played by the net of the same number."""
        self.remarks: list[str] = []
        """What the user should know about the state it resumes from."""
        self.time_limit: float | None = None
        """Minutes after which the session ends even if the plan is not finished."""
        self.origin: Origin | None = None
        """The net it started from; None: it started from zero."""
        self.store: RunStore
        """The run's database, locked by this process."""

    @classmethod
    def begin(cls, path: Path, config: RunConfig, origin: Checkpoint | None = None) -> Self:
        """Starts a new run in an empty folder, with an untrained net or from another one.

        Invalid settings are refused before the folder is created.
        """
        directory = RunDirectory(path)
        directory.require_free()
        run = cls(directory, config, load_game(config.run.game))
        if origin is not None:
            run.remarks += run._start_from(origin)
        rehearse(run.game, run.learned.checkpoint, config)
        with directory.begun(config, origin):
            run._open()
        return run

    @classmethod
    def resume(cls, path: Path, *, game: str | None = None, generations: int | None = None) -> Self:
        """Resumes a run from its last good state, optionally with more generations.

        No other setting may change, since all others determine the result of the run. Fewer
        generations than are finished raise `RunError`. Everything the next generation needs is
        read before anything is written.

        `game` is required if the run trains a game that does not come with Tengen: a run folder
        alone never makes Tengen import code.
        """
        directory = RunDirectory(path)
        config = directory.load_config()
        rules = game_of_run(directory, config, game)
        if game is not None and names_code(game):
            config = config.with_game(game)
        if generations is not None:
            config = config.with_generations(generations)
        with _newest_net_named(directory):
            require_own_database(directory, rules)
        run = cls(directory, config, rules)
        with _newest_net_named(directory):
            run._open()
        try:
            if generations is not None:
                run._require_done_at_most(generations)
            run._sign()
            if generations is not None:
                directory.save_config(config)
        except BaseException:
            run.close()
            raise
        return run

    def _open(self) -> None:
        """Starts over a run that was killed before its first save; nothing was lost."""
        self.store = RunStore(self.directory.database)
        try:
            self.store.check()
            self.directory.remove_unfinished()
            if self.store.checkpoints():
                self._restore()
            else:
                self._begin()
            self.window.fill(self.store, self.generation)
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        """Saves the first net. One to start from is read from the run's own folder, so that a run
        killed before this moment starts in the same way.
        """
        if self.directory.origin.exists():
            self._start_from(load_checkpoint(self.directory.origin))
        if self.origin is not None:
            for name, value in self.origin.facts().items():
                self.store.set_fact(name, str(value))
        self.save()
        self._sign()

    def _start_from(self, origin: Checkpoint) -> list[str]:
        """Replaces the untrained net; returns what the user should know."""
        started = start_from(origin, self.game, learn_settings(self.config, self.game))
        self.learned, self.origin = started.learned, Origin.of(origin)
        return started.remarks

    def _restore(self) -> None:
        self.origin = Origin.from_facts(self.store.facts())
        settings = learn_settings(self.config, self.game)
        restored = restore_newest(self.game, settings, self.directory, self.store)
        self.generation, self.learned = restored.generation, restored.learned
        self.remarks += restored.remarks

    def _require_done_at_most(self, generations: int) -> None:
        if generations < self.generation:
            raise RunError(
                f"--generations must be {self.generation} or more, as many as are finished in "
                f"{self.directory.path}; got {generations}. Nothing was changed"
            )

    def _sign(self) -> None:
        """Records the version and the instruction set that train from now on."""
        own = importlib.metadata.version("tengen")
        if self.store.facts().get("tengen_version") != own:
            self.store.set_fact("tengen_version", own)
        if self.config.run.evaluator == "native":  # torch does not report which it uses
            evaluator = NativeEvaluator(self.learned.checkpoint)
            self.remarks += note_instruction_set(self.store, evaluator)
        else:
            self.remarks += torch_remarks(self.game, self.learned.checkpoint, self.config)

    def close(self) -> None:
        """Releases the run for other processes."""
        self.store.close()

    @property
    def checkpoint(self) -> str:
        """The id of the newest net."""
        return checkpoint_id(self.generation)

    def net(self, number: int) -> Checkpoint:
        """The newest net or an earlier one."""
        if number == self.generation:
            return self.learned.checkpoint
        return load_checkpoint(self.directory.checkpoint(checkpoint_id(number)))

    @property
    def positions(self) -> int:
        """Positions played so far, without later ones stored before a rollback."""
        return self.store.positions(until=self.generation)

    @property
    def is_planned(self) -> bool:
        """Whether the plan has been made at this generation."""
        return self.store.facts().get(_PLANNED_AT) == str(self.generation)

    def wait_for_plan(self, minutes: float) -> None:
        """Saves the time of the run, before it is known how many generations fit."""
        self.config = self.config.with_minutes(minutes)
        self.directory.save_config(self.config)

    def plan(self, minutes: float, generations: int) -> None:
        """Saves that so many generations fit into the time of the run."""
        self.config = self.config.with_plan(minutes, generations)
        self.directory.save_config(self.config)
        self.store.set_fact(_PLANNED_AT, str(self.generation))

    def advance(self, learned: Learned) -> None:
        """Saves what was learned and advances to the next generation."""
        self.generation += 1
        self.learned = learned
        self.save()
        self.window.begin(self.store, self.generation)

    def save(self) -> None:
        """Writes the learner's state and the net, then adds them to the database."""
        folder = self.directory.checkpoint(self.checkpoint)
        net = self.learned.checkpoint
        origin = {} if self.origin is None else self.origin.facts()
        training = {**net.training, "generation": self.generation, **origin}
        net = replace(net, training=training)
        self._write(net, folder)
        self.store.add_checkpoint(
            CheckpointRow(
                id=self.checkpoint,
                generation=self.generation,
                updates=self.learned.state.updates,
                path=str(folder.relative_to(self.directory.path)),
                sha256=net.weights_sha256,
            )
        )
        outdated = checkpoint_id(self.generation - STATES_KEPT)
        self.directory.learner_state(outdated).unlink(missing_ok=True)

    def _write(self, net: Checkpoint, folder: Path) -> None:
        with writing(folder, then="add --resume to continue"):
            # Never recreate the run's folder itself: if it has vanished, the run must fail.
            folder.parent.mkdir(exist_ok=True)
            folder.mkdir(exist_ok=True)
            save_state(self.learned.state, self.directory.learner_state(self.checkpoint))
            save_checkpoint(net, folder)


@contextmanager
def _newest_net_named(directory: RunDirectory) -> Iterator[None]:
    """Adds to an error about a damaged database which net can still be used."""
    try:
        yield
    except DamagedStoreError as error:
        newest = newest_net_sentence(directory)
        raise StoreError(f"{error}. {newest}. Nothing was changed") from error
