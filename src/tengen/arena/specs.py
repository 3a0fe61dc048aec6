"""Players as short texts, the same everywhere: commands, configs and Python.

net:connect4@400       a net (shipped, or a path) with 400 simulations a move
net:runs/mine@2s       the newest net of a run, two seconds a move
net:connect4@0         its policy alone, without search
net:connect4@50,t=0.5  moves drawn by visits^(1/t): weaker and more varied
net:classic@400,plain  without foresight and proofs
mcts@5000              pure MCTS
tactical@5000          pure MCTS that takes wins and stops threats one ply ahead
random, perfect, human
engine:CMD@1s          a Gomocup engine, or for Othello a GTP engine, one second a move
kaggle:FILE@2s         an agent for Kaggle's ConnectX, allowed two seconds a move
level:3                one of ten steps from a beginner to the best net, see `levels`
"""

import difflib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tengen.errors import PlayerSpecError
from tengen.nets.shipped import shipped_nets
from tengen.search.config import Limit
from tengen.settings import MOST

Kind = Literal["net", "mcts", "tactical", "random", "perfect", "engine", "kaggle", "human", "level"]
HIGHEST_LEVEL = 10

_DEFAULT_SIMULATIONS = {"net": 400, "mcts": 1000, "tactical": 1000}
_DEFAULT_SECONDS = {"engine": 1.0, "kaggle": 2.0}
_LEAST_SECONDS = 0.001
_MOST_SHOWN = 80
_FORMS: dict[Kind, str] = {
    "net": "net:NAME@SIMULATIONS or net:NAME@2s",
    "mcts": "mcts@PLAYOUTS or mcts@2s",
    "tactical": "tactical@PLAYOUTS or tactical@2s",
    "random": "random",
    "perfect": "perfect",
    "engine": "engine:COMMAND or engine:COMMAND@2s",
    "kaggle": "kaggle:FILE or kaggle:FILE@2s",
    "human": "human",
    "level": f"level:1 to level:{HIGHEST_LEVEL}",
}
_SOURCES = {"net": "net", "engine": "command", "kaggle": "file", "level": "number"}
"""What follows the colon, for the kinds that take something there."""
_PLAYOUTS = "a whole number of playouts such as 1000, or a time such as 2s or 500ms"
_BUDGETS = {
    "net": "a whole number of simulations such as 400, or a time such as 2s or 500ms",
    "mcts": _PLAYOUTS,
    "tactical": _PLAYOUTS,
    "engine": "a time such as 2s or 500ms",
    "kaggle": "a time such as 2s or 500ms",
}

_WORD = re.compile(r"([^:@,]*)(.*)", re.DOTALL)
_OPTION = re.compile(r"(.*),\s*(?:(plain)|([A-Za-z]+)=([^/,]*))", re.DOTALL)
_NUMBER = r"\d{1,15}(?:\.\d{1,15})?"
_BUDGET = re.compile(r"(\d{1,400}(?:\.\d{1,15})?)(ms|s)?", re.ASCII)
_TEMPERATURE = re.compile(_NUMBER, re.ASCII)


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player described by a text."""

    kind: Kind
    source: str = ""
    """A net's name or path, an engine's command, an agent's file, or a level's number."""
    simulations: int | None = None
    """0: the policy alone."""
    seconds: float | None = None
    temperature: float = 0.0
    is_plain: bool = False
    """Whether a net searches without foresight and proofs."""

    @property
    def limit(self) -> Limit:
        """The search limit for one move."""
        return Limit(self.simulations, self.seconds)

    @property
    def is_timed(self) -> bool:
        """Whether its moves depend on the clock, so that games cannot be repeated exactly."""
        return self.seconds is not None

    @property
    def runs_code(self) -> bool:
        """Whether it starts a program, which only typed specs may do, never a file."""
        return self.kind in ("engine", "kaggle")

    def __str__(self) -> str:
        text = f"{self.kind}:{self.source}" if self.source else str(self.kind)
        if self.simulations is not None:
            text += f"@{self.simulations}"
        elif self.seconds is not None:
            text += f"@{self.seconds:g}s"
        if self.is_plain:
            text += ",plain"
        return f"{text},t={self.temperature:g}" if self.temperature else text


def parse_spec(text: str) -> PlayerSpec:
    """Parses a spec; raises a `PlayerSpecError` that says what is wrong with it."""
    return _SpecText(text.strip()).spec()


class _SpecText:
    """Parses a text from its end: `KIND:SOURCE@BUDGET,plain,t=TEMPERATURE`."""

    def __init__(self, text: str) -> None:
        self._shown = repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}...")
        word, rest = _WORD.fullmatch(text).groups()  # type: ignore[union-attr]
        kinds = [kind for kind in _FORMS if kind == word]
        if not kinds:
            raise PlayerSpecError(f"there is no player {self._shown}; {_guess(word, rest)}")
        self._kind = kinds[0]
        self._rest = rest

    def spec(self) -> PlayerSpec:
        rest, temperature, is_plain = self._split_options(self._rest)
        source, budget = self._split_budget(rest)
        if self._kind == "level":
            self._refuse_level(source)
        limits = self._budget(budget)
        if is_plain and limits[0] == 0:
            raise self._refusal("without a search there is nothing to make plain")
        return PlayerSpec(self._kind, source, *limits, self._temperature(temperature), is_plain)

    def _split_options(self, rest: str) -> tuple[str, str | None, bool]:
        """The text before the options, the temperature, and whether the search is plain."""
        temperature, is_plain = None, False
        while (found := _OPTION.fullmatch(rest)) is not None:
            before, plain, name, value = found.groups()
            if name == "t" and temperature is None:
                temperature = value
            elif name == "t" or self._kind in ("engine", "kaggle"):
                break  # part of the budget, the command or the file's name
            elif plain and self._kind == "net":
                is_plain = True
            else:
                raise self._refusal(self._no_option(plain or f"{name}="))
            rest = before
        return rest, temperature, is_plain

    def _no_option(self, name: str) -> str:
        if self._kind == "net":
            return f"there is no option {name}; options are a temperature such as t=0.5, and plain"
        return f"there is no option {name}; the only one is a temperature such as t=0.5"

    def _split_budget(self, rest: str) -> tuple[str, str | None]:
        before, at, after = rest.rpartition("@")
        budget: str | None = after
        if not at or self._is_name(after):
            before, budget = rest, None
        if self._kind not in _SOURCES:
            if before:
                raise self._refusal(f"{self._kind} takes nothing after a colon or a comma")
            return "", budget
        source = before.removeprefix(":")
        if not before.startswith(":") or not source.strip():
            raise self._refusal(f"the {_SOURCES[self._kind]} after {self._kind}: is missing")
        return source, budget

    def _is_name(self, after: str) -> bool:
        """Whether an @ is part of a name or a command instead of introducing a budget."""
        if "/" in after:
            return True
        return after[:1].isalpha() and (self._kind == "engine" or "." in after)

    def _refuse_level(self, source: str) -> None:
        if not source.isdecimal() or not 1 <= int(source[:9]) <= HIGHEST_LEVEL:
            raise PlayerSpecError(
                f"levels are 1 to {HIGHEST_LEVEL}; got {source[:40]!r} in {self._shown}"
            )

    def _budget(self, budget: str | None) -> tuple[int | None, float | None]:
        """Simulations or seconds; the kind's default if none is given."""
        kind = self._kind
        if budget is None:
            return _DEFAULT_SIMULATIONS.get(kind), _DEFAULT_SECONDS.get(kind)
        if kind not in _BUDGETS:
            raise self._refusal(f"{kind} takes no budget, and has @{budget[:40]}")
        found = _BUDGET.fullmatch(budget)
        if found is None:
            raise self._refusal(f"the budget after @ is {_BUDGETS[kind]}; got {budget[:40]!r}")
        if float(found[1]) > MOST:
            raise self._refusal(f"a budget is at most {MOST:,}; got {budget!r}")
        if found[2] is not None:
            return None, self._seconds(float(found[1]) / (1000 if found[2] == "ms" else 1))
        if kind in _DEFAULT_SECONDS or "." in budget:
            raise self._refusal(f"the budget after @ is {_BUDGETS[kind]}; got {budget!r}")
        if kind in ("mcts", "tactical") and int(budget) == 0:
            raise self._refusal("pure MCTS needs 1 playout or more; got '0'")
        return int(budget), None

    def _seconds(self, seconds: float) -> float:
        if seconds < _LEAST_SECONDS:
            raise self._refusal("a move needs a millisecond or more")
        return seconds

    def _temperature(self, text: str | None) -> float:
        if text is None:
            return 0.0
        if self._kind not in _DEFAULT_SIMULATIONS:
            raise self._refusal(f"{self._kind} takes no temperature, and has t={text[:40]}")
        if not _TEMPERATURE.fullmatch(text):
            raise self._refusal(
                f"the temperature after t= is a number of 0 or more, such as 0.5; got {text[:40]!r}"
            )
        return float(text)

    def _refusal(self, reason: str) -> PlayerSpecError:
        return PlayerSpecError(f"{self._shown}: {reason}; write {_FORMS[self._kind]}")


def _guess(word: str, rest: str) -> str:
    """A suggestion, and the list of all players."""
    close: list[str] = difflib.get_close_matches(word.lower(), _FORMS, n=1)
    is_net = word in shipped_nets() or ("/" in word and Path(word).exists())
    meant = f"net:{word}{rest}" if is_net else close[0] + rest if close else ""
    forms = ", ".join(_FORMS.values())
    return f"did you mean {meant!r}? Players are: {forms}" if meant else f"players are: {forms}"
