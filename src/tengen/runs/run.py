"""A run: its state, and the steps that change it. `training.py` puts the steps in order."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from tengen import _core
from tengen.errors import CheckpointError, RunError
from tengen.learner import Learner, load_state, save_state
from tengen.nets import Checkpoint, NativeEvaluator, load_checkpoint, save_checkpoint
from tengen.nets.compatibility import require_native_size
from tengen.replay.schema import CheckpointRow
from tengen.replay.store import RunStore
from tengen.replay.window import ReplayWindow, window_size
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.runs.checks import FixedChecks
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory, checkpoint_id
from tengen.search.cached import CachedCoreEvaluator

_LEARNER_STREAM = 1
_STATES_KEPT = 2


class Run:
    """Everything a training process holds: made by `begin` or `resume`, closed by `close`."""

    def __init__(self, directory: RunDirectory, config: RunConfig) -> None:
        self.directory = directory
        self.config = config
        self.game: Game[Any] = load_game(config.run.game)
        self.threads = config.run.threads or os.cpu_count() or 1
        self.store = RunStore(directory.database)
        seed = _core.derive_seed(config.run.seed % 2**64, _LEARNER_STREAM)
        architecture = config.net.architecture(self.game)
        self.learner = Learner(
            self.game, architecture, config.learner, seed, encoding=config.net.encoding
        )
        self.window = ReplayWindow(self.game, config.net.encoding)
        self.checks = FixedChecks(self.game, config.net.encoding)
        self.generation = 0
        """The generation that is played and learned next; also the number of the newest net."""
        self.evaluator: NativeEvaluator
        """The newest net."""
        self.cache: CachedCoreEvaluator | None
        """The same with a memory, for self-play."""

    @classmethod
    def begin(cls, path: Path, config: RunConfig) -> Self:
        """Starts a new run in an empty folder, with an untrained net."""
        require_native_size(config.net.architecture(load_game(config.run.game)))
        directory = RunDirectory(path)
        directory.create(config)
        return cls._opened(directory, config)

    @classmethod
    def resume(cls, path: Path, *, generations: int | None = None) -> Self:
        """Goes on with a run where its last good state left it, perhaps to another last generation.

        That is the only setting that may change: all the others decide what the run becomes.
        """
        directory = RunDirectory(path)
        config = directory.load_config()
        if generations is not None:
            config = replace(config, run=replace(config.run, generations=generations))
        run = cls._opened(directory, config)
        if generations is not None:
            directory.save_config(config)
        return run

    @classmethod
    def _opened(cls, directory: RunDirectory, config: RunConfig) -> Self:
        """A run that was killed before its first save begins again: nothing was lost."""
        run = cls(directory, config)
        try:
            if run.store.checkpoints():
                run._restore()
            else:
                run.save()
        except BaseException:
            run.close()
            raise
        return run

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
        outdated = checkpoint_id(self.generation - _STATES_KEPT)
        self.directory.learner_state(outdated).unlink(missing_ok=True)

    def _write(self, net: Checkpoint, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            save_state(self.learner.state(), self.directory.learner_state(self.checkpoint))
            save_checkpoint(net, folder)
        except OSError as error:
            raise RunError(
                f"{folder} cannot be written ({error.strerror}): the run stays as it was last "
                "saved. Make room and add --resume to go on"
            ) from error

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
            self.window.add(row.record)

    def _use(self, net: Checkpoint) -> None:
        """A new net: whatever was remembered of the old one is forgotten."""
        self.evaluator = NativeEvaluator(net)
        megabytes = self.config.run.cache_mb
        self.cache = CachedCoreEvaluator(self.evaluator, megabytes) if megabytes else None

    def _restore(self) -> None:
        """Loads the newest state that is whole; later ones are made again, bit for bit."""
        problems = []
        for row in reversed(self.store.checkpoints()):
            try:
                state = load_state(self.directory.learner_state(row.id))
                net = load_checkpoint(self.directory.checkpoint(row.id))
                self.learner.restore(*state)
            except CheckpointError as error:
                problems.append(str(error))
                continue
            self.generation = row.generation
            self._use(net)
            return
        reasons = "; ".join(problems)
        raise RunError(f"{self.directory.path} has no state to go on from: {reasons}")
