"""A whole run as data: every room's config, composed. Presets are such files, complete."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib import resources
from pathlib import Path
from typing import Any, Literal, Self

from tengen.errors import ConfigError
from tengen.learner.config import LearnerConfig
from tengen.nets import Architecture
from tengen.rules.game import Game
from tengen.runs.ladder import LadderConfig
from tengen.search import SearchConfig
from tengen.selfplay import SelfPlayConfig
from tengen.settings import (
    Range,
    parse_toml,
    read_model,
    read_toml,
    refuse_out_of_range,
    unknown_key,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopConfig:
    """What is trained, and for how long."""

    game: str = "connect4"
    """The game, as `tengen games` writes it, or FILE.py:CLASS."""
    seed: int = 1
    """Everything random in the run follows from it."""
    generations: int = 50
    """Rounds of self-play and learning, 1 to 99999: ids have five digits for them."""
    games_per_generation: int = 100
    """Games of self-play in each, 1 to 1000000: ids have six digits for them."""
    window: int = 200_000
    """Positions of the newest games that training draws from, 1 or more."""
    window_growth: float = 0.0
    """0 keeps the window's size; up to 1 it grows as this power of all positions played."""
    threads: int | None = None
    """Threads for self-play and learning, 1 to 1024; "none": one for each core."""
    cache_mb: int = 64
    """Memory for positions that self-play has asked the net about before, 0 or more; 0: none. It
    changes the speed, never the games."""
    evaluator: Literal["native", "torch"] = "native"
    """What evaluates positions in self-play and matches: the core, or torch, on a GPU where there
    is one. Torch's answers may depend on the batch in their last bits, so that only a run with the
    core's is resumed to exactly what it would have become."""

    def __post_init__(self) -> None:
        refuse_out_of_range(self, _LOOP_RANGES)


_LOOP_RANGES = {
    "generations": Range(1, 99_999),
    "games_per_generation": Range(1, 1_000_000),
    "window": Range(1),
    "window_growth": Range(0, 1),
    "threads": Range(1, 1024),
    "cache_mb": Range(0, 1_000_000),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NetConfig:
    """Which network is trained."""

    family: Literal["classic", "teaching", "resnet"] = "resnet"
    """`classic` (SPEC N1), `teaching` (SPEC N2, sized by the board), or our own `resnet`."""
    blocks: int = 4
    """Residual blocks of our resnet, 1 or more."""
    channels: int = 64
    """Channels of our resnet, 8 or more; multiples of 16 are fastest."""
    pooling_every: int = 0
    """Every k-th block sees the whole board through global pooling; 0: none."""
    board_independent: bool = False
    """Heads without board-sized layers: one net for several board sizes."""
    encoding: str = "4-planes"
    """How positions are shown: `3-planes` or `4-planes`."""

    def __post_init__(self) -> None:
        refuse_out_of_range(self, _NET_RANGES)

    def architecture(self, game: Game[Any]) -> Architecture:
        """The network for a game."""
        if self.family == "classic":
            return Architecture.classic(game, self.encoding)
        if self.family == "teaching":
            return Architecture.teaching(game, self.encoding)
        return Architecture.resnet(
            game,
            blocks=self.blocks,
            channels=self.channels,
            encoding=self.encoding,
            pooling_every=self.pooling_every,
            board_independent=self.board_independent,
        )


_NET_RANGES = {"blocks": Range(1), "channels": Range(8), "pooling_every": Range(0)}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """One section for each room."""

    run: LoopConfig = field(default_factory=LoopConfig)
    net: NetConfig = field(default_factory=NetConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    selfplay: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    learner: LearnerConfig = field(default_factory=LearnerConfig)
    ladder: LadderConfig = field(default_factory=LadderConfig)

    @classmethod
    def from_tables(cls, tables: Mapping[str, Any]) -> Self:
        """The config in parsed TOML; unknown sections and keys are errors."""
        kinds = {section.name: section.default_factory for section in fields(cls)}
        models: dict[str, Any] = {}
        for name, table in tables.items():
            if name not in kinds:
                raise ConfigError(unknown_key(name, list(kinds)))
            if not isinstance(table, Mapping):
                raise ConfigError(f"{name} is a section: write [{name}] and its settings below")
            models[name] = read_model(kinds[name], table, name)  # type: ignore[arg-type]
        return cls(**models)

    @classmethod
    def from_file(cls, path: Path, overrides: Sequence[str] = ()) -> Self:
        """The config in a TOML file, with settings such as `learner.batch_size=128` changed."""
        return cls.from_tables(with_overrides(read_toml(path), overrides))

    def to_toml(self) -> str:
        """Every setting of the run, as a file that `from_file` reads."""
        sections = []
        for section in fields(self):
            model = getattr(self, section.name)
            lines = [f"{f.name} = {_toml_value(getattr(model, f.name))}" for f in fields(model)]
            sections.append("\n".join([f"[{section.name}]", *lines]))
        return "\n\n".join(sections) + "\n"


def preset_names() -> list[str]:
    """The presets that come with the package."""
    folder = resources.files("tengen") / "presets"
    return sorted(Path(f.name).stem for f in folder.iterdir() if f.name.endswith(".toml"))


def load_preset(name: str, overrides: Sequence[str] = ()) -> RunConfig:
    """A preset by name or by the path of a TOML file; FILE.py:CLASS is the generic preset."""
    if ".py:" in name:
        return load_preset("generic", [f"run.game={name}", *overrides])
    if name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            raise ConfigError(f"there is no file {name!r} to read a preset from")
        return RunConfig.from_file(path, overrides)
    if name not in preset_names():
        raise ConfigError(unknown_key(name, preset_names()).replace("setting", "preset"))
    text = (resources.files("tengen") / "presets" / f"{name}.toml").read_text("utf-8")
    return RunConfig.from_tables(with_overrides(parse_toml(text, name), overrides))


def with_overrides(tables: dict[str, Any], overrides: Sequence[str]) -> dict[str, Any]:
    """The tables with every `section.key=value` put in."""
    for override in overrides:
        path, equals, text = override.partition("=")
        section, dot, key = path.strip().partition(".")
        if not (equals and dot and section and key):
            raise ConfigError(f"write a change as section.key=value; got {override!r}")
        tables.setdefault(section, {})[key] = _override_value(text.strip())
    return tables


def _override_value(text: str) -> Any:  # noqa: ANN401
    """A TOML value; what is none is taken as a text, so that no quotes are needed."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


def _toml_value(value: Any) -> str:  # noqa: ANN401
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml_value(entry) for entry in value) + "]"
    return repr(value)
