"""The settings of a run, one section per room."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from tengen.errors import ConfigError
from tengen.learner.config import LearnerConfig
from tengen.runs.ladder import LadderConfig
from tengen.runs.net_config import NetConfig
from tengen.search import SearchConfig
from tengen.selfplay import SelfPlayConfig
from tengen.settings import (
    LARGEST_SEED,
    Notes,
    Range,
    field_texts,
    first_sentence,
    parse_toml,
    read_model,
    read_notes,
    read_text,
    require_allowed,
    unknown_key,
    write_section,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopConfig:
    """What is trained, and for how long."""

    game: str
    """The game: a name as listed by `tengen games`, or FILE.py:CLASS."""
    seed: Annotated[int, Range(0, LARGEST_SEED)] = 1
    """Seed of everything random in the run."""
    generations: Annotated[int, Range(1, 99_999)] = 50
    """Number of rounds of self-play and learning. With `minutes` it is adapted to them."""
    minutes: Annotated[float | None, Range(0, low_allowed=False)] = None
    """Time that the run is planned for, set by `--minutes`; none: `generations` is the plan. What
    grows or decays along a run does so over this time."""
    games_per_generation: Annotated[int, Range(1, 1_000_000)] = 100
    """Self-play games in each round."""
    window: Annotated[int, Range(1)] = 200_000
    """Size of the replay window: positions of the newest games."""
    window_growth: Annotated[float, Range(0, 1)] = 0.0
    """Exponent by which the window grows with all positions played; 0: it keeps its size."""
    threads: Annotated[int | None, Range(1, 1024)] = None
    """Threads for self-play and matches; none: one per core. They affect speed, never the games."""
    cache_mb: Annotated[int, Range(0, 1_000_000)] = 64
    """Size of the evaluation cache of self-play in megabytes; 0: none. It affects speed, never the
    games."""
    net_age: Annotated[int, Range(0, 10)] = 0
    """How many nets older than the newest one the net is that plays. 0: self-play waits for the
    learner, which gives the strongest games; 1 or more: workers play the next games meanwhile."""
    evaluator: Literal["native", "torch"] = "native"
    """What evaluates positions in self-play and matches: the core, or torch, on a GPU if available.
    Torch's results may depend on the batch in their last bits, so only runs with the native
    evaluator resume bit for bit."""

    def __post_init__(self) -> None:
        require_allowed(self)


SECTIONS: Mapping[str, type] = {
    "run": LoopConfig,
    "net": NetConfig,
    "search": SearchConfig,
    "selfplay": SelfPlayConfig,
    "learner": LearnerConfig,
    "ladder": LadderConfig,
}
"""The config model of each section of a file."""


_HEADS = {
    "moves_left": "moves_left_loss",
    "opponent_reply": "reply_loss",
    "soft_policy": "soft_policy_loss",
}
"""Optional heads: their switch in [net] and their loss weight in [learner]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """All settings of a run, one section per room."""

    run: LoopConfig
    net: NetConfig = field(default_factory=NetConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    selfplay: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    learner: LearnerConfig = field(default_factory=LearnerConfig)
    ladder: LadderConfig = field(default_factory=LadderConfig)
    notes: Notes = field(default_factory=Notes, compare=False, repr=False)
    """The reasons for settings, where stated."""

    def __post_init__(self) -> None:
        for switch, loss in _HEADS.items():
            if getattr(self.net, switch) and getattr(self.learner, loss) == 0:
                raise ConfigError(
                    f"net.{switch} needs learner.{loss} above 0: the head would learn nothing"
                )
        if self.search.mlh_slope > 0 and not self._learns_moves_left:
            raise ConfigError(
                "search.mlh_slope above 0 needs a moves-left head that learns: net.moves_left = "
                "true and learner.moves_left_loss above 0"
            )

    @property
    def _learns_moves_left(self) -> bool:
        return self.net.has_moves_left and self.learner.moves_left_loss > 0

    @classmethod
    def from_tables(cls, tables: Mapping[str, Any], notes: Notes | None = None) -> Self:
        """The config from parsed TOML; unknown sections and keys are errors."""
        for name, table in tables.items():
            if name not in SECTIONS:
                raise ConfigError(unknown_key(name, list(SECTIONS)))
            if not isinstance(table, Mapping):
                raise ConfigError(f"{name} is a section: write [{name}] and its settings below")
        models: dict[str, Any] = {
            name: read_model(kind, tables.get(name, {}), name) for name, kind in SECTIONS.items()
        }
        return cls(**models, notes=notes or Notes())

    @classmethod
    def from_text(cls, text: str, where: str, overrides: Sequence[str] = ()) -> Self:
        """The config from TOML text, with overrides such as `learner.batch_size=128`."""
        tables = with_overrides(parse_toml(text, where), overrides)
        changed = [override.partition("=")[0].strip() for override in overrides]
        return cls.from_tables(tables, read_notes(text).with_reasons(_given_reasons(changed)))

    @classmethod
    def from_file(cls, path: Path, overrides: Sequence[str] = ()) -> Self:
        """The same for a file, which every error names."""
        text = read_text(path)
        try:
            return cls.from_text(text, str(path), overrides)
        except ConfigError as error:
            told = str(error)
            is_named = told.startswith(str(path))
            raise ConfigError(told if is_named else f"{path}: {told}") from None

    def learns_like(self, other: "RunConfig") -> bool:
        """Whether runs of both become equally strong with equal work, apart from chance."""
        return self._learning() == other._learning()

    def _learning(self) -> tuple[object, ...]:
        """What decides it: neither the length of the run, nor its threads, nor its matches."""
        run, learner = self.run, replace(self.learner, threads=1)
        loop = (run.game, run.games_per_generation, run.window, run.window_growth, run.net_age)
        return loop, self.net, self.search, self.selfplay, learner

    def with_generations(self, generations: int) -> Self:
        """The same run with another number of generations, and no time to keep to."""
        notes = self.notes.with_reasons(_given_reasons(["run.generations"]))
        loop = replace(self.run, generations=generations, minutes=None)
        return replace(self, run=loop, notes=notes)

    def with_minutes(self, minutes: float) -> Self:
        """The same run planned for a time; how many generations fit is not known yet."""
        notes = self.notes.with_reasons(_given_reasons(["run.minutes"]))
        return replace(self, run=replace(self.run, minutes=minutes), notes=notes)

    def with_plan(self, minutes: float, generations: int) -> Self:
        """The same run planned for a time, into which so many generations fit."""
        planned = self.with_minutes(minutes)
        reason = {"run.generations": "as many as fit into run.minutes at the measured speed"}
        loop = replace(planned.run, generations=generations)
        return replace(planned, run=loop, notes=planned.notes.with_reasons(reason))

    def with_game(self, game: str) -> Self:
        """The same run with its game at another location."""
        return replace(self, run=replace(self.run, game=game))

    def to_toml(self) -> str:
        """Every setting and its reason, as a file that `from_file` reads."""
        lines = self.notes.header_lines()
        for name in SECTIONS:
            model = getattr(self, name)
            values = {setting.name: getattr(model, setting.name) for setting in fields(model)}
            lines += [*write_section(name, values, self._reasons(name)), ""]
        return "\n".join(lines)

    def _reasons(self, section: str) -> dict[str, str]:
        """The preset's reason for a setting, or else the setting's own description."""
        model, reasons = getattr(self, section), {}
        for setting in fields(model):
            own = _own_reason(section, setting.name)
            if getattr(model, setting.name) == setting.default:
                own = f"{own} (default)"
            reasons[setting.name] = self.notes.reasons.get(f"{section}.{setting.name}", own)
        return reasons


def with_overrides(tables: dict[str, Any], overrides: Sequence[str]) -> dict[str, Any]:
    """The tables with every `section.key=value` override applied."""
    for override in overrides:
        path, equals, text = override.partition("=")
        section, dot, key = path.strip().partition(".")
        if not (equals and dot and section and key):
            raise ConfigError(f"write a setting as section.key=value; got {override!r}")
        table = tables.setdefault(section, {})
        if isinstance(table, dict):  # anything else is refused with the rest of the file
            table[key] = _override_value(text.strip())
    return tables


def _override_value(text: str) -> Any:  # noqa: ANN401
    """A TOML value; anything else is taken as a string, so that no quotes are needed."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


def _given_reasons(settings: Iterable[str]) -> dict[str, str]:
    """The reasons for settings given on the command line."""
    return {
        setting: f"{_own_reason(*setting.split('.', 1))} (set on the command line)"
        for setting in settings
    }


def _own_reason(section: str, name: str) -> str:
    texts = field_texts(SECTIONS[section]) if section in SECTIONS else {}
    return first_sentence(texts.get(name, ""))
