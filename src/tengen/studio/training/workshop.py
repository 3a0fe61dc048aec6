"""The runs of the studio's folder, and the processes that train them.

A process that was started here belongs to nobody: it goes on without the studio, and is found
again by the lock that it holds on its run.
"""

import re
import shutil
import threading

from tengen.errors import StudioError
from tengen.nets.packages import is_installed, require_package
from tengen.replay.lock import Process
from tengen.rules.registry import names_code
from tengen.runs.announcing import trained_on_this_computer
from tengen.runs.background import Background, train_in_background, trouble_of
from tengen.runs.directory import RunDirectory, list_runs
from tengen.runs.naming import new_run_folder
from tengen.runs.presets import load_preset, preset_names
from tengen.runs.stopping import stop_run
from tengen.studio.refusals import about
from tengen.studio.shelf import Shelf
from tengen.studio.training.shapes import ResumeRun, RunState, StartRun

_SETTING = re.compile(r"[a-z_]+\.[a-z_]+=[\w.,+-]{1,60}", re.ASCII)
_NOT_SETTINGS = ("run.game=", "run.minutes=")
"""A game could name code; the time has a field of its own."""
_LITTLE_SPACE = 50 * 2**20
"""Bytes; a generation of a large net needs about as many."""


class Workshop:
    """Used from several threads at once."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._started: dict[str, Background] = {}
        self._asked_to_stop: dict[str, Process] = {}
        self._lock = threading.Lock()

    def runs(self) -> list[RunDirectory]:
        """All runs of the folder."""
        return list_runs(self.shelf.runs)

    def run(self, name: str) -> RunDirectory:
        """The run with this name, which is never a path; raises `StudioError`."""
        for directory in self.runs():
            if directory.path.name == name:
                return directory
        raise StudioError(f"there is no run {name!r}", field="name", code="unknown")

    def state(self, directory: RunDirectory) -> RunState | None:
        """What its process does; None if there is none."""
        name = directory.path.name
        if directory.is_training:
            asked = self._asked_to_stop.get(name)
            return "stopping" if asked and asked == directory.trainer else "training"
        started = self._started.get(name)
        if started is None or not started.is_alive():
            return None
        return "stopping" if started.has_trained else "starting"

    def unborn(self) -> list[tuple[str, str]]:
        """The names of runs that were started and have no folder yet, and why, if they failed."""
        found = []
        for name, started in list(self._started.items()):
            is_alive = started.is_alive()
            if not started.directory.exists and (is_alive or started.failure):
                found.append((name, started.failure))
        return found

    def trouble(self, directory: RunDirectory) -> str:
        """What has ended its training, or will prevent it; empty if nothing is known."""
        if self.state(directory) is not None:
            return ""
        if logged := trouble_of(directory):
            return logged
        free = shutil.disk_usage(directory.path).free
        if free < _LITTLE_SPACE:
            return f"the disk has only {free // 2**20} MB left: free some space, then resume"
        return ""

    def start(self, request: StartRun) -> str:
        """Starts a new run; its name. Raises `TengenError`."""
        arguments = self._arguments(request)
        with self._lock:
            self._require_alone(request.is_confirmed)
            folder = new_run_folder(request.preset, self.shelf.runs)
            return self._launch(RunDirectory(folder), [request.preset, *arguments])

    def resume(self, name: str, request: ResumeRun) -> str:
        """Goes on with a run; raises `TengenError`."""
        _require_torch()
        directory = self.run(name)
        game = directory.load_config().run.game
        with self._lock:
            if self.state(directory) is not None:
                raise StudioError(f"{name} is trained already")
            self._require_alone(request.is_confirmed)
            typed = [game] if names_code(game) and game in self.shelf.own_games else []
            time = [] if request.minutes is None else ["--minutes", str(request.minutes)]
            return self._launch(directory, [*typed, "--resume", *time])

    def stop(self, name: str) -> None:
        """Asks a run to finish its step and stop; raises `TengenError`."""
        with self._lock:
            if name in dict(self.unborn()):
                self._started[name].end()
                return
            directory = self.run(name)
            if self.state(directory) == "stopping":
                raise StudioError(f"{name} is stopping already")
            if self.state(directory) == "starting":
                self._started[name].end()
                return
            self._asked_to_stop[name] = stop_run(directory)

    def _launch(self, directory: RunDirectory, arguments: list[str]) -> str:
        name = directory.path.name
        self._started[name] = train_in_background(directory, arguments)
        return name

    def _require_alone(self, is_confirmed: bool) -> None:
        others = [run.path.name for run in self.runs() if self.state(run) is not None]
        others += [name for name, failure in self.unborn() if not failure]
        others += map(str, trained_on_this_computer())
        if others and not is_confirmed:
            raise StudioError(
                f"{others[0]} is being trained on this computer: both would take twice as long",
                field="is_confirmed",
                code="busy",
            )

    def _arguments(self, request: StartRun) -> list[str]:
        """The checked settings, as the command line takes them."""
        if request.preset not in preset_names():
            raise StudioError(
                f"there is no preset {request.preset!r}", field="preset", code="unknown"
            )
        for setting in request.settings:
            if not _SETTING.fullmatch(setting) or setting.startswith(_NOT_SETTINGS):
                raise StudioError(
                    f"a setting is written as section.key=value; got {setting!r}", field="settings"
                )
        with about("settings"):
            load_preset(request.preset, request.settings)
        _require_torch()
        arguments = [part for setting in request.settings for part in ("-o", setting)]
        if request.minutes is not None:
            arguments += ["--minutes", str(request.minutes)]
        net = self.shelf.net(request.from_net, "from_net")
        return arguments if net is None else [*arguments, "--from", net]


def _require_torch() -> None:
    """Raises `MissingPackageError`; the studio itself never needs torch, so it is not imported."""
    if not is_installed("torch"):
        require_package("torch", "training", "train")
