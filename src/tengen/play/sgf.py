"""SGF, FF[4]: game records that most programs read. Seat 0 is black, seat 1 white.

A file holds any number of games. Of a tree with variations the first branch counts here, and
`sgf_variations` reads the others. A game may begin with stones set up (AB, AW, AE, PL). Properties
that Tengen does not use are kept in place. `TG`, `TGREASON` and `TGNOTE` are ours: the exact game,
the reason of the result, and the numbers behind a comment.
"""

from collections import defaultdict
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from tengen.errors import RecordError
from tengen.play.properties import MOVE_NAMES, SETUP_NAMES, ExtraNode, others, write_properties
from tengen.play.records import (
    MoveNote,
    SavedGame,
    at_line,
    game_named,
    play_move,
)
from tengen.play.seats import SEAT_NAMES
from tengen.play.setups import Setup
from tengen.play.sgf_board import RULE, action_of, describe_game, game_of, point_of
from tengen.play.sgf_notes import read_note, write_note
from tengen.play.sgf_root import TEXTS, read_root, result_properties
from tengen.play.sgf_setup import read_setup, refuse_late_setup, write_setup
from tengen.play.sgf_tree import SgfGame, SgfNode, escape, parse_sgf
from tengen.rules.game import Game
from tengen.rules.position import Position


def write_sgf(records: Sequence[SavedGame], game: Game[Any] | None = None) -> str:
    """The games as one SGF file; `read_sgf` gives back equal records."""
    return "\n".join(_write_record(record, game or game_named(record.game)) for record in records)


def _write_record(record: SavedGame, game: Game[Any]) -> str:
    extra = defaultdict(list)
    for node in record.nodes:
        extra[node.after].append(f";{write_properties(node.properties)}")
    lines = [write_root(record, game), *extra[0]]
    position = record.start(game)
    for number, action in enumerate(record.actions):
        after = play_move(position, action)
        lines.append(write_move(position, action, record.note(number)))
        lines += extra[number + 1]
        position = after
    return "\n".join(lines) + ")\n"


def write_move(position: Position[Any], action: int, note: MoveNote) -> str:
    """The node of a legal move."""
    seat = position.to_move
    move = f";{MOVE_NAMES[seat]}[{point_of(position, action)}]"
    return move + write_note(note, seat, position)


def write_root(record: SavedGame, game: Game[Any]) -> str:
    """The beginning of a game, up to its first move."""
    kept = dict(record.properties)
    root = f"(;FF[4]CA[UTF-8]AP[Tengen:{version('tengen')}]"
    root += describe_game(game, tells_rule=RULE not in kept)
    facts = dict(zip(("PB", "PW"), record.players, strict=True))
    facts |= {name: getattr(record, key) for key, name in TEXTS.items()}
    facts |= result_properties(record.outcome, kept)
    if record.setup is None and record.first == 1:
        facts["PL"] = "W"
    root += "".join(f"{name}[{escape(text)}]" for name, text in facts.items() if text)
    if record.setup is not None:
        root += write_setup(record.setup, game)
    return root + write_properties(kept.items())


def read_sgf(text: str, game: Game[Any] | None = None) -> list[SavedGame]:
    """All games of an SGF file; `game` overrides what the file says. Raises `RecordError`."""
    return [_read_game(tree, game) for tree in parse_sgf(text)]


def _read_game(tree: SgfGame, asked: Game[Any] | None) -> SavedGame:
    root = tree.nodes[0]
    setup, start = read_start(tree, asked)
    moves = SgfMoves(start)
    for node in tree.nodes:
        with at_line(node.line):
            moves.read(node, is_root=node is root)
    with at_line(root.line):
        facts = read_root(root, moves.position, is_move=_is_move(root))
    return SavedGame(
        game=start.game.name,
        actions=moves.position.history,
        first=start.first,
        notes=tuple(moves.notes),
        setup=setup,
        nodes=tuple(moves.nodes),
        ignored_variations=tree.ignored_variations,
        **facts,
    )


def read_start(tree: SgfGame, asked: Game[Any] | None) -> tuple[Setup | None, Position[Any]]:
    """The set-up of a game, if any, and the position before its first move."""
    root = tree.nodes[0]
    with at_line(root.line):
        game = game_of(root, asked)
    told = _told_seat(tree.nodes)
    setup = read_setup(tree.nodes, game, told)
    with at_line(root.line):
        start = game.initial(told or 0) if setup is None else setup.position(game)
    return setup, start


def _is_move(node: SgfNode) -> bool:
    return any(colour in node.properties for colour in MOVE_NAMES)


def _told_seat(nodes: list[SgfNode]) -> int | None:
    """The side that makes the first move: by the moves, or else by PL."""
    told = None
    for node in nodes:
        if _is_move(node):
            return 0 if "B" in node.properties else 1
        if "PL" in node.properties:
            told = int(node.text("PL").strip().lower() in ("w", "white", "2"))
    return told


class SgfMoves:
    """The moves of a line and their notes."""

    def __init__(self, start: Position[Any]) -> None:
        self.position = start
        self.notes: list[MoveNote] = []
        self.nodes: list[ExtraNode] = []

    def read(self, node: SgfNode, *, is_root: bool) -> None:
        """Adds a node; the root's game properties are not read here."""
        count = len(self.position.history)
        refuse_late_setup(node, count)
        if _is_move(node):
            self._read_move(node, is_root=is_root)
        elif not is_root:
            known = () if count else (*SETUP_NAMES, "PL")
            if kept := others(node.properties, known):
                self.nodes.append(ExtraNode(count, kept))

    def _read_move(self, node: SgfNode, *, is_root: bool) -> None:
        """Adds a move, and any forced pass that the file left out."""
        position = self.position
        if sum(len(node.properties.get(colour, ())) for colour in MOVE_NAMES) > 1:
            raise RecordError("a node must hold a single move; this one has more")
        seat = 0 if "B" in node.properties else 1
        if seat != position.to_move and position.outcome is None:
            if position.legal_actions != [position.game.facts.pass_action]:
                raise RecordError(f"{SEAT_NAMES[seat]} moves twice in a row")
            position = position.play(position.legal_actions[0])
            self.notes.append(MoveNote())
        self.position = play_move(position, action_of(position, node.text(MOVE_NAMES[seat])))
        note = read_note(node, seat, position, keeps_others=not is_root)
        self.notes.append(note)
