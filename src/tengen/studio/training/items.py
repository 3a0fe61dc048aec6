"""The list of runs: each in two lines."""

import threading
from functools import cache
from pathlib import Path

from tengen.replay.store import RunStore
from tengen.rules.registry import load_registered_game
from tengen.runs.directory import RunDirectory
from tengen.runs.net_config import NetConfig
from tengen.runs.outlook import Outlook, outlook
from tengen.runs.presets import load_preset, preset_names
from tengen.runs.summary import RunSummary, summarise
from tengen.studio.both import both, joined, said, same, translated
from tengen.studio.game_info import game_title
from tengen.studio.shapes import Text
from tengen.studio.training.shapes import PresetInfo, RunItem, Runs, RunState
from tengen.studio.training.workshop import Workshop
from tengen.texts.durations import about

_Signature = tuple[object, ...]


class RunList:
    """Remembers runs that have not changed; used from several threads."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._known: dict[Path, tuple[_Signature, RunSummary]] = {}
        self._lock = threading.Lock()

    def read(self) -> Runs:
        """All runs, those that train first, then the last changed."""
        shelf = self._workshop.shelf
        found = sorted(
            ((directory, self.summary(directory)) for directory in self._workshop.runs()),
            key=lambda each: (each[1].state != "training", -each[0].last_change),
        )
        return Runs(
            folder=str(shelf.runs),
            runs=[*self._unborn(), *(self._item(*each) for each in found)],
            presets=presets(),
            nets=list(shelf.nets()),
        )

    def summary(self, directory: RunDirectory) -> RunSummary:
        """Read again only if a file of the run has changed."""
        signature = _signature(directory)
        with self._lock:
            known = self._known.get(directory.path)
        if known is not None and known[0] == signature:
            return known[1]
        summary = summarise(directory)
        with self._lock:
            self._known[directory.path] = signature, summary
        return summary

    def _unborn(self) -> list[RunItem]:
        return [
            RunItem(
                name=name,
                state="failed" if failure else "starting",
                line=said("studio run failed" if failure else "studio run starting"),
                about=translated(failure),
            )
            for name, failure in self._workshop.unborn()
        ]

    def _item(self, directory: RunDirectory, summary: RunSummary) -> RunItem:
        state = run_state(summary, self._workshop)
        return RunItem(
            name=directory.path.name,
            state=state,
            line=state_line(state, summary),
            about=self._about(directory, state, summary),
        )

    def _about(self, directory: RunDirectory, state: RunState, summary: RunSummary) -> Text:
        if summary.trouble:
            return translated(summary.trouble)
        if state in ("training", "stopping"):
            return time_left(outlook_of(directory))
        if trouble := self._workshop.trouble(directory):
            return translated(trouble)
        return strength_line(summary) if state == "finished" else said("studio run resumes")


def _signature(directory: RunDirectory) -> _Signature:
    """What changes with everything that a summary tells."""
    database = directory.database
    files = (directory.config_file, database, database.with_name(f"{database.name}-wal"))
    stats = [file.stat() if file.exists() else None for file in files]
    return directory.is_training, *(stat and (stat.st_mtime_ns, stat.st_size) for stat in stats)


def run_state(summary: RunSummary, workshop: Workshop) -> RunState:
    """What a run does, as the page calls it."""
    busy = workshop.state(summary.directory)
    return summary.state if busy is None or summary.state == "damaged" else busy


def state_line(state: RunState, summary: RunSummary) -> Text:
    """Such as `Running · generation 41`."""
    if state in ("damaged", "starting"):
        return said(f"studio run {state}")
    key = "studio run all done" if state == "finished" else "studio run generation"
    return joined(said(f"studio run {state}"), said(key, number=summary.generations_done))


def outlook_of(directory: RunDirectory) -> Outlook:
    """The time that a run has taken and will take; raises `TengenError`."""
    config = directory.load_config()
    with RunStore(directory.database, read_only=True) as store:
        return outlook(directory, config, store, store.checkpoints())


def time_left(found: Outlook) -> Text:
    """Such as `about 6.2 hours left`."""
    if found.left is None:
        return said("studio run measures")
    return said("studio run left", time=duration(found.left))


def duration(seconds: float) -> Text:
    """Such as `12 minutes`."""
    return both(lambda texts: about(seconds, texts))


def strength_line(summary: RunSummary) -> Text:
    """The result of the last match against pure MCTS."""
    found = summary.strength
    if found is None:
        return said("studio run unmeasured")
    score, opponent = f"{found.match.score:.0%}", f"{found.match.opponent:,}"
    return said("studio run strength", score=score, opponent=opponent)


@cache
def presets() -> list[PresetInfo]:
    """The presets that come with Tengen."""
    found = []
    for name in preset_names():
        config = load_preset(name)
        title = game_title(load_registered_game(config.run.game))
        about_it = said(
            "studio preset",
            net=_net(config.net),
            simulations=config.selfplay.simulations,
            games=config.run.games_per_generation,
            generations=config.run.generations,
        )
        found.append(PresetInfo(name=name, title=joined(same(name), title), about=about_it))
    return found


def _net(net: NetConfig) -> str:
    """Its size; that of the other systems' nets is fixed."""
    if net.family != "resnet":
        return net.family
    return f"{net.blocks}\N{MULTIPLICATION SIGN}{net.channels}"
