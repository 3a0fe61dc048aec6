"""`--from NET`: which net is meant, and what it settles in the config of the new run."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tengen.nets.checkpoint import Checkpoint, load_checkpoint
from tengen.nets.shipped import find_net, shipped_nets
from tengen.runs.config import RunConfig
from tengen.runs.directory import RunDirectory
from tengen.runs.net_config import NetConfig
from tengen.runs.origin import Origin, named
from tengen.runs.summary import summarise
from tengen.settings.annotated_toml import write_value

_SETTLED = (
    "family",
    "blocks",
    "channels",
    "pooling_every",
    "board_independent",
    "value_kind",
    "encoding",
)
"""Settings in [net] that the net brings along. Which further heads are trained remains with the
preset, whose [learner] weighs them."""

_SHORT_SEARCHES = "selfplay.first_simulations"
"""The setting that makes the searches of untrained nets short."""


def find_origin(name: str) -> Checkpoint:
    """The net of this name, which it remembers; of a run, the best according to its matches."""
    net = load_checkpoint(_best_net(name) or find_net(name))
    return named(net, name)


def _best_net(name: str) -> Path | None:
    """None unless the name is that of a run whose matches can be read."""
    run = RunDirectory(Path(name))
    if name in shipped_nets() or not run.exists:
        return None
    best = summarise(run).best_checkpoint
    return None if best is None else run.checkpoint(best)


def origin_overrides(origin: Checkpoint) -> list[str]:
    """The settings that the net settles; what the user typed comes after them."""
    net = NetConfig.of(origin.architecture, origin.encoding)
    described = [f"net.{name}={write_value(getattr(net, name))}" for name in _SETTLED]
    return [*described, f"{_SHORT_SEARCHES}=none"]


def with_origin_noted(config: RunConfig, origin: Checkpoint, typed: Sequence[str]) -> RunConfig:
    """The config with a header that names the net, and reasons for what it has settled."""
    changed = {override.partition("=")[0].strip() for override in typed}
    settled = {f"net.{name}" for name in _SETTLED} - changed
    reasons = dict.fromkeys(settled, "as in the net it started from")
    if _SHORT_SEARCHES not in changed:
        reasons[_SHORT_SEARCHES] = "the net it started from is worth full searches at once"
    notes = config.notes.with_reasons(reasons)
    header = f"{notes.header}\nStarted from {Origin.of(origin)}."
    return replace(config, notes=replace(notes, header=header.strip()))
