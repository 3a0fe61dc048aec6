"""Players as short texts, the same everywhere: commands, configs and Python.

net:connect4@400       a net (shipped, or a path) with 400 simulations a move
net:runs/mine@2s       the newest net of a run, two seconds a move
net:connect4@0         its policy alone, without search
net:connect4@50,t=0.5  moves drawn by visits^(1/t): weaker and more varied
mcts@5000              pure MCTS
random, perfect, human
engine:CMD@1s          a Gomocup engine, one second a move
level:3                one of ten steps from a beginner to the best net, see `levels`
"""

import re
from dataclasses import dataclass
from typing import Literal

from tengen.errors import PlayerSpecError
from tengen.search.config import Limit
from tengen.settings import MOST

Kind = Literal["net", "mcts", "random", "perfect", "engine", "human", "level"]

_DEFAULT_SIMULATIONS = {"net": 400, "mcts": 1000}
_DEFAULT_ENGINE_SECONDS = 1.0
_LEAST_SECONDS = 0.001
_FORM = re.compile(
    r"(?P<kind>[a-z]+)(?::(?P<source>.*?))?"
    r"(?:@(?P<budget>\d{1,15}(?:\.\d{1,15})?(?:ms|s)?))?"
    r"(?:,t=(?P<temperature>\d{1,15}(?:\.\d{1,15})?))?",
    re.DOTALL | re.ASCII,
)
_FORMS = {
    "net": "net:NAME@SIMULATIONS or net:NAME@2s",
    "mcts": "mcts@PLAYOUTS or mcts@2s",
    "random": "random",
    "perfect": "perfect",
    "engine": "engine:COMMAND or engine:COMMAND@2s",
    "human": "human",
    "level": "level:1 to level:10",
}


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """What a text says about a player."""

    kind: Kind
    source: str = ""
    """A net's name or path, an engine's command, or a level's number."""
    simulations: int | None = None
    """0: the policy alone."""
    seconds: float | None = None
    temperature: float = 0.0

    @property
    def limit(self) -> Limit:
        """The budget of a search for one move."""
        return Limit(self.simulations, self.seconds)

    @property
    def is_timed(self) -> bool:
        """Whether its moves depend on the clock, so that games cannot be repeated exactly."""
        return self.seconds is not None

    def __str__(self) -> str:
        text = f"{self.kind}:{self.source}" if self.source else str(self.kind)
        if self.simulations is not None:
            text += f"@{self.simulations}"
        elif self.seconds is not None:
            text += f"@{self.seconds:g}s"
        return f"{text},t={self.temperature:g}" if self.temperature else text


def parse_spec(text: str) -> PlayerSpec:
    """The player a text means; raises `PlayerSpecError` with the forms there are."""
    match = _FORM.fullmatch(text.strip())
    if match is None or match["kind"] not in _FORMS:
        raise PlayerSpecError(f"there is no player {text!r}; players are: {_all_forms()}")
    kind: Kind = match["kind"]  # type: ignore[assignment]
    source = match["source"] or ""
    if (kind in ("net", "engine", "level")) != bool(source):
        raise PlayerSpecError(f"{text!r} is not a player; write {_FORMS[kind]}")
    if kind in ("random", "perfect", "human", "level") and match["budget"]:
        raise PlayerSpecError(f"{kind} takes no budget; got {text!r}, write {_FORMS[kind]}")
    if kind not in ("net", "mcts") and match["temperature"]:
        raise PlayerSpecError(f"{kind} takes no temperature; got {text!r}, write {_FORMS[kind]}")
    simulations, seconds = _budget(kind, match["budget"], text)
    return PlayerSpec(kind, source, simulations, seconds, float(match["temperature"] or 0))


def _budget(kind: Kind, budget: str | None, text: str) -> tuple[int | None, float | None]:
    """Simulations or seconds; the kind's usual one when none is given."""
    if budget is not None and float(budget.rstrip("ms")) > MOST:
        raise PlayerSpecError(f"a budget is at most {MOST:,}; got {text!r}")
    if budget is None:
        return _DEFAULT_SIMULATIONS.get(kind), _DEFAULT_ENGINE_SECONDS if kind == "engine" else None
    if budget.endswith("s"):
        number, parts = (budget[:-2], 1000) if budget.endswith("ms") else (budget[:-1], 1)
        seconds = float(number) / parts
        if seconds < _LEAST_SECONDS:
            raise PlayerSpecError(f"a move needs a millisecond or more; got {text!r}")
        return None, seconds
    if kind == "engine" or "." in budget or (kind == "mcts" and int(budget) == 0):
        raise PlayerSpecError(f"{text!r} has no budget that {kind} can use; write {_FORMS[kind]}")
    return int(budget), None


def _all_forms() -> str:
    return ", ".join(_FORMS.values())
