"""A run: its state, and the steps that change it. `training.py` puts the steps in order."""

import os
from pathlib import Path
from typing import Any, Self

from tengen import _core
from tengen.errors import CheckpointError, RunError
from tengen.learner import Learner, load_state, save_state
from tengen.nets import Checkpoint, NativeEvaluator, load_checkpoint, save_checkpoint
from tengen.replay.schema import CheckpointRow
from tengen.replay.store import RunStore
from tengen.replay.window import ReplayWindow, window_size
from tengen.rules.game import Game
from tengen.rules.registry import load_game
from tengen.runs.checks import FixedChecks
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory, checkpoint_id

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

    @classmethod
    def begin(cls, path: Path, config: RunConfig) -> Self:
        """Starts a new run in an empty folder, with an untrained net."""
        directory = RunDirectory(path)
        directory.create(config)
        run = cls(directory, config)
        run.save()
        return run

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Goes on with a run where its last good state left it."""
        directory = RunDirectory(path)
        run = cls(directory, directory.load_config())
        try:
            run._restore()
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
        folder.mkdir(parents=True, exist_ok=True)
        save_state(self.learner.state(), self.directory.learner_state(self.checkpoint))
        net = self.learner.checkpoint({"generation": self.generation})
        save_checkpoint(net, folder)
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

    def refill_window(self) -> None:
        """Takes the newest games from the store into the window."""
        self.window = ReplayWindow(self.game, self.config.net.encoding)
        for row in self.store.newest_games(self._window_positions()):
            self.window.add(row.record)

    def _window_positions(self) -> int:
        loop = self.config.run
        return window_size(self.store.counts().positions, loop.window, loop.window_growth)

    def _use(self, net: Checkpoint) -> None:
        self.evaluator = NativeEvaluator(net)

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
        reasons = "; ".join(problems) or "it never saved a net"
        raise RunError(f"{self.directory.path} has no state to go on from: {reasons}")
