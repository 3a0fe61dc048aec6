"""Runs an agent for Kaggle's ConnectX and answers questions about it: SPEC P6.

A separate program, run as a file: `kaggle_host.py AGENT.py`. It says OK, or ERROR and the reason.
Every line it then reads is an observation and a configuration as JSON; it answers MOVE and what
the agent returned, or ERROR. The agent's own output is discarded.
"""

import inspect
import json
import os
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

_MOST_REASON = 300


class Fields(dict[str, Any]):
    """What Kaggle passes: its values are items and attributes."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def main() -> None:
    """Until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    try:
        agent = _load(Path(sys.argv[1]))
    except BaseException as error:
        _say(answers, _failure(error))
        return
    _say(answers, "OK")
    for line in sys.stdin:
        _say(answers, _answer(agent, json.loads(line)))


def _load(path: Path) -> Callable[..., Any]:
    """The agent as Kaggle finds it: the last thing in the file that can be called."""
    sys.path.insert(0, str(path.parent.resolve()))
    # Registered, as some of Python's library looks for the module of what it is given.
    module = sys.modules["submission"] = types.ModuleType("submission")
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    found = [value for value in vars(module).values() if callable(value)]
    if not found:
        raise ValueError("the file defines no function")
    agent: Callable[..., Any] = found[-1]
    return agent


def _answer(agent: Callable[..., Any], question: dict[str, Any]) -> str:
    asked = [Fields(question[name]) for name in ("observation", "configuration")]
    try:
        taken = len(inspect.signature(agent).parameters)
        answer = agent(*asked[:taken])
        # Numbers of numpy too, but neither 3.0 nor True.
        is_number = hasattr(answer, "__index__") and not isinstance(answer, bool)
        return f"MOVE {int(answer) if is_number else repr(answer)[:_MOST_REASON]}"
    except BaseException as error:
        return _failure(error)


def _failure(error: BaseException) -> str:
    reason = " ".join(str(error).split())[:_MOST_REASON]
    return f"ERROR {type(error).__name__}: {reason}"


def _say(answers: TextIO, line: str) -> None:
    answers.write(f"{line}\n")
    answers.flush()


if __name__ == "__main__":
    main()
