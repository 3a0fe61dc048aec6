"""SGF, FF[4]: game records that most programs read. Seat 0 is black, seat 1 white.

A file holds any number of games. Of a tree with variations the first branch counts; properties
that Tengen does not know are passed over. `TG`, `TGREASON` and `TGNOTE` are ours: the exact game,
the reason of the result, and the numbers behind a comment.
"""

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from tengen.errors import RecordError
from tengen.play.records import (
    SEAT_NAMES,
    MoveNote,
    SavedGame,
    at_line,
    game_named,
    play_move,
    settle,
)
from tengen.play.sgf_board import action_of, describe_game, game_of, point_of
from tengen.play.sgf_notes import read_note, write_note
from tengen.play.sgf_tree import SgfGame, SgfNode, escape, parse_sgf
from tengen.rules.game import Game
from tengen.rules.outcome import Outcome
from tengen.rules.position import Position

_COLOURS = ("B", "W")
_TEXTS = {"date": "DT", "event": "EV", "round": "RO", "comment": "C"}
_REASON = "TGREASON"
_REASON_LETTERS = {"resign": "R", "time": "T", "forfeit": "F"}
_REASONS = {"r": "resigned", "t": "time", "f": "forfeit"}
_SETUP = ("AB", "AW", "AE")


def write_sgf(records: Sequence[SavedGame], game: Game[Any] | None = None) -> str:
    """The games as one SGF file; `read_sgf` gives back equal records."""
    return "\n".join(_write_record(record, game or game_named(record.game)) for record in records)


def _write_record(record: SavedGame, game: Game[Any]) -> str:
    root = f"(;FF[4]CA[UTF-8]AP[Tengen:{version('tengen')}]{describe_game(game)}"
    lines = [root + _facts(record)]
    position = game.initial(record.first)
    for number, action in enumerate(record.actions):
        seat, after = position.to_move, play_move(position, action)
        move = f";{_COLOURS[seat]}[{point_of(position, action)}]"
        lines.append(move + write_note(record.note(number), seat, position))
        position = after
    return "\n".join(lines) + ")\n"


def _facts(record: SavedGame) -> str:
    facts = dict(zip(("PB", "PW"), record.players, strict=True))
    facts |= {name: getattr(record, key) for key, name in _TEXTS.items()}
    if record.outcome is not None:
        facts |= {"RE": _result(record.outcome), _REASON: record.outcome.reason}
    if record.first == 1:
        facts["PL"] = "W"
    return "".join(f"{name}[{escape(text)}]" for name, text in facts.items() if text)


def _result(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "0"
    letters = [
        letter for word, letter in _REASON_LETTERS.items() if outcome.reason.startswith(word)
    ]
    return f"{_COLOURS[outcome.winner]}+{''.join(letters)}"


def read_sgf(text: str, game: Game[Any] | None = None) -> list[SavedGame]:
    """All games of an SGF file; `game` overrides what the file says. Raises `RecordError`."""
    return [_read_game(tree, game) for tree in parse_sgf(text)]


def _read_game(tree: SgfGame, asked: Game[Any] | None) -> SavedGame:
    root = tree.nodes[0]
    with at_line(root.line):
        game = game_of(root, asked)
    position, notes = _read_moves(tree.nodes, game)
    with at_line(root.line):
        outcome = settle(position, _read_result(root))
    texts = {key: root.text(name) for key, name in _TEXTS.items()}
    if _is_move(root):
        del texts["comment"]  # it belongs to the move
    return SavedGame(
        game=game.name,
        actions=position.history,
        first=position.first,
        players=(root.text("PB"), root.text("PW")),
        outcome=outcome,
        notes=tuple(notes),
        ignored_variations=tree.ignored_variations,
        **texts,
    )


def _is_move(node: SgfNode) -> bool:
    return any(colour in node.properties for colour in _COLOURS)


def _read_moves(nodes: list[SgfNode], game: Game[Any]) -> tuple[Position[Any], list[MoveNote]]:
    moves = [node for node in nodes if _is_move(node)]
    position = game.initial(_first_seat(nodes[0], moves))
    notes: list[MoveNote] = []
    for node in nodes:
        with at_line(node.line):
            _refuse_setup(node)
            if _is_move(node):
                position = _read_move(position, node, notes)
    return position, notes


def _first_seat(root: SgfNode, moves: list[SgfNode]) -> int:
    if moves:
        return 0 if "B" in moves[0].properties else 1
    return 1 if root.text("PL").strip().lower() in ("w", "white", "2") else 0


def _refuse_setup(node: SgfNode) -> None:
    for name in _SETUP:
        if node.properties.get(name):
            raise RecordError(f"{name} sets stones up; Tengen reads games from the empty board")


def _read_move(position: Position[Any], node: SgfNode, notes: list[MoveNote]) -> Position[Any]:
    """One more move; a pass that the file left out, because it was forced, is put in."""
    if all(colour in node.properties for colour in _COLOURS):
        raise RecordError("a node holds one move; this one has both B and W")
    seat = 0 if "B" in node.properties else 1
    if seat != position.to_move and position.outcome is None:
        if position.legal_actions != [position.game.facts.pass_action]:
            raise RecordError(f"{SEAT_NAMES[seat]} moves twice in a row")
        position = position.play(position.legal_actions[0])
        notes.append(MoveNote())
    after = play_move(position, action_of(position, node.text(_COLOURS[seat])))
    notes.append(read_note(node, seat, position))
    return after


def _read_result(root: SgfNode) -> Outcome | None:
    """What RE says, or None when it says nothing that is understood."""
    text = root.text("RE").strip()
    reason = root.text(_REASON)
    if text.lower() in ("0", "draw", "jigo"):
        return Outcome(None, reason or "draw")
    match = re.match(r"([bw])\+(.?)", text.lower())
    if match is None:
        return None
    return Outcome("bw".index(match[1]), reason or _REASONS.get(match[2], "as recorded"))
