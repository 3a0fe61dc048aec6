"""Talking to an engine without a process."""

import re

from tengen.engines.engine import Engine, EngineOptions

MOVE = re.compile(r"(\d+),(\d+)")


class Talk:
    """An engine that thinks as little as it may, and what it answered to each line."""

    def __init__(self, *lines, options=None):
        self.engine = Engine(options or EngineOptions())
        self.say("INFO timeout_turn 0")
        for line in lines:
            self.say(line)

    def say(self, line):
        return list(self.engine.handle(line))

    def say_all(self, *lines):
        return [answer for line in lines for answer in self.say(line)]

    def answer(self, *lines):
        """What is said to some lines, MESSAGE and DEBUG left out."""
        return [a for a in self.say_all(*lines) if not a.startswith(("MESSAGE ", "DEBUG "))]

    def move(self, *lines):
        """The one move that answers the lines."""
        (answer,) = self.answer(*lines)
        found = MOVE.fullmatch(answer)
        assert found, answer
        return int(found[1]), int(found[2])
