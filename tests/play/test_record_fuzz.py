"""Record files with mistakes of every kind: read, or refused with a reason, and nothing else."""

import random

import pytest

from tengen import load_game
from tengen.errors import RecordError
from tengen.play import MoveNote, SavedGame, format_records, parse_records
from tengen.play.properties import ExtraNode
from tengen.play.setups import Setup
from tengen.rules.outcome import Outcome

from .made_records import random_position

PIECES = ("(", ")", ";", "[", "]", "\\", ":", "\n", "\0", "B[aa]", "W[]", "SZ[", "GM[4]", "GM[2]")
PIECES += ("AB[aa:bb]", "AW[", "AE[cc]", "PL[W]", "LB[\\]]")
PIECES += (
    "-1",
    "0",
    "9999999999",
    "8,8,0",
    "first=1",
    "pass",
    "#",
    "é",
    "\u0661",
    "²",
    "\ud7ff",
    "TG[",
)


def _files():
    note = MoveNote(value=-0.25, simulations=12, seconds=1.5, proof="loss", line=(0, 1))
    for number, game in enumerate(("gomoku:6x6/5", "connect4:5x4", "othello:6x6", "tictactoe")):
        position = random_position(game, 8, number)
        facts = {"players": ("a", "b]"), "comment": "x\ny", "date": "2026-11-16"}
        notes = (note,) * len(position.history)
        ended = Outcome(1, "forfeit: late") if position.outcome is None else None
        record = SavedGame.of(position, ended, notes=notes, **facts)
        yield "sgf", format_records([record, record], "sgf")
        yield "sgf", format_records([_set_up(position)], "sgf")
        yield "moves", format_records([record, record], "moves")
        if game == "gomoku:6x6/5":
            yield "psq", format_records([record], "psq")


def _set_up(position):
    """The last two moves from the stones before them, with what other programs may say."""
    start = position.undo().undo()
    setup = Setup(tuple(start.game.cells(start.state)), start.to_move)
    kept = (("LB", ("aa:1", r"bb:\]")), ("GN", ("",)))
    return SavedGame(
        game=start.game.name,
        actions=position.history[-2:],
        setup=setup,
        notes=(MoveNote(properties=kept),) * 2,
        properties=kept,
        nodes=(ExtraNode(0, kept), ExtraNode(2, kept)),
    )


def _mutate(rng, text):
    for _ in range(rng.randint(1, 4)):
        at, to = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 3) :]
        elif kind == 2:
            text = text[:to] + text[at:to] + text[to:]
        elif kind == 3:
            text = (
                text[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) + text[at:]
            )
        else:
            digits = [i for i, character in enumerate(text) if character.isdigit()] or [0]
            i = rng.choice(digits)
            text = text[:i] + str(rng.randrange(100)) + text[i + 1 :]
    return text


def survive(count, seed):
    rng, files = random.Random(seed), list(_files())
    told = load_game("connect4:5x4")
    outcomes, reasons = {"read": 0, "refused": 0}, set()
    for number in range(count):
        file_format, text = files[number % len(files)]
        text = _mutate(rng, text)
        data = text.encode() if number % 2 else bytearray(text.encode())
        if number % 4 == 0 and data:
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            records = parse_records(
                bytes(data),
                file_format=file_format if number % 3 else None,
                game=told if number % 7 == 0 else None,
            )
            for record in records:
                record.position()
                if file_format == "sgf" and number % 7 and number % 3:
                    # Whatever was understood is understood again in the same way.
                    assert parse_records(format_records([record], "sgf")) == [record]
            outcomes["read"] += 1
        except RecordError as error:
            reasons.add(str(error))
            outcomes["refused"] += 1
    assert all("line " in reason and len(reason) < 400 for reason in reasons)
    return outcomes


def test_mutated_files_are_read_or_refused_with_a_line():
    outcomes = survive(2_000, seed=0)
    assert outcomes["read"] > 200
    assert outcomes["refused"] > 200


@pytest.mark.slow
def test_twenty_thousand_mutated_files_are_read_or_refused_with_a_line():
    outcomes = survive(20_000, seed=1)
    assert sum(outcomes.values()) == 20_000
