"""Lines that a manager, a broken manager or a cat on the keyboard might send."""

import random
import re

SIDES = (5, 6, 7)
_INFO_KEYS = ("timeout_match", "time_left", "max_memory", "game_type", "folder", "show_detail")
_WORDS = ("RESTART", "BEGIN", "ABOUT", "STOP", "YXSTOP", "YXHASHCLEAR", "YXSHOWINFO", "DONE")
_WORDS += ("YXSHOWHASHUSAGE", "YXNBEST 2", "BOARD", "INFO", "TURN", "START", "SUGGEST")
_ANSWER = re.compile(
    r"OK|SWAP|SUGGEST \d+,\d+|(ERROR|UNKNOWN|MESSAGE|DEBUG) .+|name=.+|\d+,\d+( \d+,\d+)*"
)


class Fuzzer:
    """Mostly sense, some of it mutilated; the same seed gives the same lines."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def lines(self, count):
        """At least `count` lines."""
        made = ["INFO timeout_turn 0", "START 6"]
        while len(made) < count:
            block = self._sensible()
            made += [self._mutilated(line) if self._chance(0.08) else line for line in block]
        return made

    def _chance(self, share):
        return self._random.random() < share

    def _cell(self):
        return f"{self._random.randrange(7)},{self._random.randrange(7)}"

    def _sensible(self):
        pick = self._random.random()
        if pick < 0.5:
            return [f"TURN {self._cell()}"]
        if pick < 0.58:
            return self._board()
        if pick < 0.63:
            side = self._random.choice(SIDES)
            return [f"START {side}" if self._chance(0.6) else f"RECTSTART {side},6"]
        if pick < 0.66:
            return ["SUGGEST", f"PLAY {self._cell()}"]
        if pick < 0.7:
            return [f"TAKEBACK {self._cell()}"]
        if pick < 0.73:
            return [f"INFO rule {self._random.choice((0, 0, 0, 1, 1, 4, 2))}", "INFO rule 0"]
        if pick < 0.8:
            return [
                f"INFO {self._random.choice(_INFO_KEYS)} {self._random.choice((0, 1, -3, 10**9))}"
            ]
        if pick < 0.84:
            return [f"INFO evaluate {self._cell()}"]
        return [self._random.choice(_WORDS)]

    def _board(self):
        word = self._random.choice(("BOARD", "BOARD", "YXBOARD", "SWAP2BOARD"))
        count = self._random.choice((0, 1, 2, 3, 5, 8))
        tail = "" if word == "SWAP2BOARD" else ",{}"
        stones = [self._cell() + tail.format(1 + number % 2) for number in range(count)]
        return [word, *stones, "DONE"]

    def _mutilated(self, line):
        characters = list(line)
        for _ in range(self._random.randrange(1, 4)):
            at = self._random.randrange(len(characters) + 1)
            how = self._random.randrange(4)
            if how == 0:
                characters[at : at + 1] = []
            elif how == 1:
                characters.insert(at, self._random.choice("0123456789,- \t\x00\x7fé五ABCDEZ%'\""))
            elif how == 2:
                characters[at:at] = characters[: self._random.randrange(1, 9)]
            else:
                characters = characters[:at] + ["9"] * self._random.randrange(40)
        # Everything but what would end the conversation or let the engine think for long.
        text = "".join(characters).strip()
        return "ABOUT" if text.upper().startswith(("END", "INFO TIMEOUT_TURN")) else text


def is_answer(line):
    """Whether a line is one that the protocol knows."""
    return _ANSWER.fullmatch(line) is not None
