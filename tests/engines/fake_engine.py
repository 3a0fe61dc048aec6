"""Small engines that misbehave in one way each: `python fake_engine.py KIND`."""

import subprocess
import sys
import time

SIDE = 15
BAD_ANSWERS = {
    "outsider": "99,0",
    "mumbler": "I would like to play \x00\xff",
    "grumbler": "ERROR I do not like this",
    "ditherer": "SUGGEST here?",
}


def talk(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


class FakeEngine:
    """Plays the first free cell, row by row; `kind` says what is wrong with it."""

    def __init__(self, kind):
        self.kind = kind
        self.taken = set()
        self.moves = 0

    def answer_move(self):
        self.moves += 1
        if self.kind in ("crasher", "deserter") and self.moves == 2:
            sys.exit(1)
        if self.kind == "sleeper" and self.moves == 2:
            time.sleep(600)
        if self.kind == "cheater" and self.moves == 2:
            return talk("{},{}".format(*next(iter(self.taken))))
        if self.kind in BAD_ANSWERS and self.moves == 2:
            return talk(BAD_ANSWERS[self.kind])
        while self.kind == "flooder" and self.moves == 2:
            talk("DEBUG hm\n" * 1000)
        if self.kind == "chatterbox":
            talk("MESSAGE let me think")
            talk("DEBUG hm")
        cells = ((x, y) for y in range(SIDE) for x in range(SIDE))
        move = next(cell for cell in cells if cell not in self.taken)
        if self.kind == "adviser":
            return talk("SUGGEST {},{}".format(*move))
        self.taken.add(move)
        return talk("{},{}".format(*move), "\r" if self.kind == "cr" else "\n")

    def run(self):
        if self.kind == "slow":
            time.sleep(0.8)
        if self.kind == "parent":
            subprocess.Popen(["sleep", "600"])
        if self.kind == "deserter":
            subprocess.Popen(["sleep", "600"], start_new_session=True, stdout=subprocess.DEVNULL)
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "END" and self.kind != "parent":
                return
            if word == "INFO" and self.kind == "chatterbox":
                talk("UNKNOWN what is " + rest)
            self.obey(word, rest)

    def obey(self, word, rest):
        if word[0].isdigit() or word == "TURN":
            cell = rest or word
            self.taken.add(tuple(int(part) for part in cell.split(",")[:2]))
        if word == "START":
            talk("OK", "\r" if self.kind == "cr" else "\n")
        if word == "PLAY" and self.kind == "adviser":
            self.taken.add(tuple(int(part) for part in rest.split(",")))
            talk(rest)
        if word in ("BEGIN", "DONE", "TURN"):
            self.answer_move()


if __name__ == "__main__":
    FakeEngine(sys.argv[1]).run()
