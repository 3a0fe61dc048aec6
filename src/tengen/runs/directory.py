"""The run directory: everything a run needs to resume, consistent at any moment.

origin.safetensors the net that the run started from, if it did not start from zero
config.toml        every setting, as resolved when the run started, with its reason
run.db             SQLite: games, checkpoints, matches, metrics
run.lock           locked by the process that trains
train.log          what a process without a terminal has printed
checkpoints/ID/    a net (weights and manifest) and, for the newest, the learner's state
tensorboard/       event files for TensorBoard
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tengen.errors import CheckpointError, ConfigError, RunError
from tengen.nets.atomic_files import remove_unfinished, write_atomically
from tengen.nets.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from tengen.replay.advice import writing_advice
from tengen.replay.lock import LOCK_SUFFIX, Process, is_locked, signature_of
from tengen.runs.config import RunConfig
from tengen.settings import parse_toml, read_notes, read_text

DEFAULT_FOLDER = Path("runs")


class RunDirectory:
    """The paths of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config_file = path / "config.toml"
        self.database = path / "run.db"
        self.origin = path / "origin.safetensors"
        self.checkpoints = path / "checkpoints"
        self.tensorboard = path / "tensorboard"
        self.log = path / "train.log"

    @property
    def exists(self) -> bool:
        """Whether the folder contains a run."""
        return self.config_file.is_file()

    @property
    def last_change(self) -> float:
        """Time of the last write in seconds since 1970; 0 if nothing has been stored."""
        files = [self.database.with_suffix(f".db{suffix}") for suffix in ("", "-wal")]
        found = [file.stat() for file in files if file.exists()]
        # Readers leave an empty -wal behind.
        return max((entry.st_mtime for entry in found if entry.st_size), default=0.0)

    @property
    def lock(self) -> Path:
        """The file that is locked by the process that trains."""
        return self.database.with_suffix(LOCK_SUFFIX)

    @property
    def is_training(self) -> bool:
        """Whether a process is training it now."""
        return is_locked(self.lock)

    @property
    def trainer(self) -> Process | None:
        """The process that is training it now; None if there is none, or it has not signed yet."""
        return Process.signed(signature_of(self.lock)) if self.is_training else None

    @contextmanager
    def begun(self, config: RunConfig, origin: Checkpoint | None = None) -> Iterator[None]:
        """Creates the folder and writes the config; refuses a folder that contains a run.

        The config makes it a run, so the net that the run starts from is written first. If the body
        fails or is interrupted, everything created here is removed again.
        """
        self.require_free()
        is_new = not self.path.exists()
        try:
            with writing(self.path):
                self.path.mkdir(parents=True, exist_ok=True)
                self.checkpoints.mkdir(exist_ok=True)
                if origin is not None:
                    save_checkpoint(origin, self.origin)
            self.save_config(config)
            yield
        except BaseException:
            self._remove(is_new)
            raise

    def _remove(self, with_folder: bool) -> None:
        """Removes the files of a run, and nothing else."""
        shutil.rmtree(self.checkpoints, ignore_errors=True)
        with suppress(OSError):
            for file in (self.config_file, self.origin, *self.path.glob(f"{self.database.stem}.*")):
                file.unlink(missing_ok=True)
            if with_folder:
                self.path.rmdir()

    def require_free(self) -> None:
        """Raises `RunError` when there is a run here, what is left of one, or no folder at all."""
        if self.path.exists() and not self.path.is_dir():
            raise RunError(f"{self.path} is not a folder: choose another --run folder")
        if self.exists:
            raise RunError(
                f"{self.path} already contains a run: add --resume to continue it, or choose "
                "another folder with --run"
            )
        if self.database.exists():
            raise RunError(
                f"{self.path} contains the games of a run without {self.config_file.name}: "
                "choose another folder with --run"
            )
        if self.origin.exists():
            raise RunError(
                f"{self.path} already contains {self.origin.name}: choose another folder with --run"
            )

    def save_config(self, config: RunConfig) -> None:
        """Writes the config atomically: a crash leaves either the old or the new file."""
        with writing(self.config_file):
            write_atomically(self.config_file, [config.to_toml().encode()])

    def load_config(self) -> RunConfig:
        """The config of this run."""
        if not self.exists:
            raise RunError(f"there is no run in {self.path}: it has no {self.config_file.name}")
        text = read_text(self.config_file)
        tables = parse_toml(text, str(self.config_file))
        try:
            return RunConfig.from_tables(tables, read_notes(text))
        except ConfigError as error:
            raise ConfigError(
                f"{self.config_file}: {error} (the run may come from another version of Tengen)"
            ) from None

    def generations_found(self) -> list[int]:
        """The generations whose nets have a folder, complete or not, in order."""
        names = (folder.name for folder in self.checkpoints.glob("*"))
        return sorted(int(name) for name in names if name.isdecimal() and name.isascii())

    def newest_net(self) -> Path | None:
        """The newest undamaged net, whatever else is damaged."""
        for folder in sorted(self.checkpoints.glob("*"), reverse=True):
            try:
                load_checkpoint(folder)
            except CheckpointError:
                continue
            return folder
        return None

    def remove_unfinished(self) -> None:
        """Removes incomplete files left by a killed process; call only while holding the lock."""
        for folder in (self.path, *self.checkpoints.glob("*/")):
            remove_unfinished(folder)

    def checkpoint(self, identity: str) -> Path:
        """The folder of a saved net."""
        return self.checkpoints / identity

    def learner_state(self, identity: str) -> Path:
        """The file with the learner's state beyond the net itself."""
        return self.checkpoint(identity) / "learner.safetensors"


@contextmanager
def writing(path: Path, then: str = "try again") -> Iterator[None]:
    """Turns a failed write into a `RunError` that names the file and says what to do."""
    try:
        yield
    except OSError as error:
        raise RunError(
            f"{path} cannot be written ({error.strerror}): earlier data is intact; "
            f"{writing_advice(error)} and {then}"
        ) from error


def list_runs(folder: Path = DEFAULT_FOLDER) -> list[RunDirectory]:
    """The runs in a folder, by name."""
    if not folder.is_dir():
        return []
    found = [RunDirectory(path) for path in sorted(folder.iterdir())]
    return [run for run in found if run.exists]
