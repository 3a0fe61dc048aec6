"""A run: its state, and the steps that change it. `training.py` puts the steps in order."""

import importlib.metadata
import os
from pathlib import Path
from typing import Any, Self

from tengen import _core
from tengen.errors import StoreError
from tengen.learner import Learner, save_state
from tengen.nets import Checkpoint, NativeEvaluator, TorchEvaluator, save_checkpoint
from tengen.nets.compatibility import require_native_size
from tengen.replay.database import DamagedStoreError
from tengen.replay.schema import CheckpointRow, GameRow
from tengen.replay.store import RunStore
from tengen.replay.window import ReplayWindow, window_size
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.runs.checks import FixedChecks
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory, checkpoint_id, writing
from tengen.runs.evaluators import make_cache, make_evaluator
from tengen.runs.instruction_set import note_instruction_set
from tengen.runs.rehearsal import rehearse
from tengen.runs.restore import STATES_KEPT, newest_net_sentence, restore_newest
from tengen.search.cached import CachedCoreEvaluator, CachedPythonEvaluator

_LEARNER_STREAM = 1


class Run:
    """Everything a training process holds: made by `begin` or `resume`, closed by `close`."""

    def __init__(self, directory: RunDirectory, config: RunConfig) -> None:
        self.directory = directory
        self.config = config
        self.game: Game[Any] = load_game(config.run.game)
        self.threads = config.run.threads or os.cpu_count() or 1
        seed = _core.derive_seed(config.run.seed % 2**64, _LEARNER_STREAM)
        architecture = config.net.architecture(self.game)
        require_native_size(architecture)
        self.learner = Learner(
            self.game, architecture, config.learner, seed, encoding=config.net.encoding
        )
        self.window = ReplayWindow(self.game, config.net.encoding)
        self.remarks: list[str] = []
        """What the user should know about the state it goes on from."""
        self.generation = 0
        """The generation that is played and learned next; also the number of the newest net."""
        self.store: RunStore
        """All that is kept, open for this process alone."""
        self.checks: FixedChecks
        """Positions that every net of the run is shown."""
        self.evaluator: NativeEvaluator | TorchEvaluator
        """The newest net."""
        self.cache: CachedCoreEvaluator | CachedPythonEvaluator | None
        """The same with a memory, for self-play."""

    @classmethod
    def begin(cls, path: Path, config: RunConfig) -> Self:
        """Starts a new run in an empty folder, with an untrained net.

        What can be refused is refused before there is a folder.
        """
        directory = RunDirectory(path)
        directory.require_free()
        run = cls(directory, config)
        run._use(run.learner.checkpoint())
        rehearse(run.game, run.cache or run.evaluator, config)
        directory.create(config)
        run._open()
        return run

    @classmethod
    def resume(cls, path: Path, *, generations: int | None = None) -> Self:
        """Goes on with a run where its last good state left it, perhaps to another last generation.

        That is the only setting that may change: all the others decide what the run becomes. All
        that the next generation needs has been read before anything is written.
        """
        directory = RunDirectory(path)
        config = directory.load_config()
        if generations is not None:
            config = config.with_generations(generations)
        run = cls(directory, config)
        try:
            run._open()
        except DamagedStoreError as error:
            newest = newest_net_sentence(directory)
            raise StoreError(f"{error}. {newest}. Nothing was changed") from error
        try:
            run._sign()
            if generations is not None:
                directory.save_config(config)
        except BaseException:
            run.close()
            raise
        return run

    def _open(self) -> None:
        """A run that was killed before its first save begins again: nothing was lost."""
        self.store = RunStore(self.directory.database)
        try:
            self.store.check()
            if self.store.checkpoints():
                self._restore()
            else:
                self.save()
                self._sign()
            self.checks = FixedChecks(self.game, self.config.net.encoding)
        except BaseException:
            self.close()
            raise

    def _sign(self) -> None:
        """Notes which version trains from now on, and with which instructions."""
        own = importlib.metadata.version("tengen")
        if self.store.facts().get("tengen_version") != own:
            self.store.set_fact("tengen_version", own)
        self.remarks += note_instruction_set(self.store)

    def close(self) -> None:
        """Lets others use the run."""
        self.store.close()

    @property
    def checkpoint(self) -> str:
        """The id of the newest net."""
        return checkpoint_id(self.generation)

    def save(self) -> None:
        """Writes the learner's state and the net; the database learns of them last."""
        folder = self.directory.checkpoint(self.checkpoint)
        net = self.learner.checkpoint({"generation": self.generation})
        self._write(net, folder)
        self.store.add_checkpoint(
            CheckpointRow(
                id=self.checkpoint,
                generation=self.generation,
                updates=self.learner.updates,
                path=str(folder.relative_to(self.directory.path)),
                sha256=net.weights_sha256,
            )
        )
        self._use(net)
        outdated = checkpoint_id(self.generation - STATES_KEPT)
        self.directory.learner_state(outdated).unlink(missing_ok=True)

    def _write(self, net: Checkpoint, folder: Path) -> None:
        with writing(folder, then="add --resume to go on"):
            folder.mkdir(parents=True, exist_ok=True)
            save_state(self.learner.state(), self.directory.learner_state(self.checkpoint))
            save_checkpoint(net, folder)

    @property
    def positions(self) -> int:
        """Positions played so far. A run that went back to an older state may hold later ones."""
        return self.store.positions(until=self.generation)

    def refill_window(self) -> None:
        """Takes the newest games from the store into the window."""
        loop = self.config.run
        size = window_size(self.positions, loop.window, loop.window_growth)
        self.window = ReplayWindow(self.game, self.config.net.encoding)
        for row in self.store.newest_games(size, until=self.generation):
            self._add_to_window(row)

    def _add_to_window(self, row: GameRow) -> None:
        try:
            self.window.add(row.record)
        except Exception as error:  # A game of the user's own may raise anything.
            raise StoreError(
                f"game {row.id} in {self.store.path} breaks the rules of {self.game.name} as they "
                f"are here ({error}): go on with the rules that the run began with, or begin "
                "another run"
            ) from error

    def _use(self, net: Checkpoint) -> None:
        """A new net: whatever was remembered of the old one is forgotten."""
        self.evaluator = make_evaluator(self.config.run, net)
        self.cache = make_cache(self.config.run, self.evaluator)

    def _restore(self) -> None:
        restored = restore_newest(self.learner, self.directory, self.store)
        self.generation = restored.generation
        self.remarks += restored.remarks
        self._use(restored.net)
        self.refill_window()
