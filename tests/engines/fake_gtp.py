"""Small Othello engines that speak GTP, wrong in one way each: `python fake_gtp.py KIND LOG`."""

import sys
import time
from pathlib import Path

from tengen.rules.registry import load_game

HONEST = ("honest", "automatic", "spacious", "unnumbered", "chatterbox")
BAD_ANSWERS = {
    "resigner": "resign",
    "mumbler": "I would like d3",
    "cheater": "a1",
    "passer": "pass",
}
COLOURS = ("black", "white")
REFUSED = {"set_game", "time_settings"}


def passed(kind, position):
    """After a pass, for an engine that passes without being told."""
    is_forced = position.legal_actions == [position.game.num_actions - 1]
    return position.play("pass") if kind == "automatic" and is_forced else position


def answer(kind, position, word, rest):
    """The position afterwards, and what is said; a text that begins with ? is a failure."""
    if word == "clear_board":
        return load_game("othello").initial(), ""
    if word == "play" and kind == "automatic" and rest.endswith("pass"):
        return position, "?syntax error"
    if word == "play":
        return passed(kind, position.play(rest.split()[1].lower())), ""
    if word == "genmove" and kind == "automatic" and rest != COLOURS[position.to_move]:
        return position, "pass"
    if word == "genmove":
        move = position.move_name(position.legal_actions[0])
        if len(position.history) >= 2 and kind not in HONEST:
            if kind == "crasher":
                sys.exit(1)
            if kind == "sleeper":
                time.sleep(600)
            return position, BAD_ANSWERS.get(kind, "?cannot")
        return passed(kind, position.play(move)), move.upper()
    return position, "?unknown command" if word in REFUSED else ""


def main(kind, log):
    position = None
    with Path(log).open("a") as heard:
        for line in sys.stdin:
            heard.write(line)
            heard.flush()
            if line.strip() == "quit":
                return
            number, word, *rest = line.strip().split(maxsplit=2)
            position, said = answer(kind, position, word, rest[0] if rest else "")
            sign, said = ("?", said[1:]) if said.startswith("?") else ("=", said)
            sign = {"spacious": f"{sign} {number}", "unnumbered": sign}.get(kind, f"{sign}{number}")
            chat = "thinking ...\n" if kind == "chatterbox" else ""
            sys.stdout.write(f"{chat}{sign} {said}\n\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
