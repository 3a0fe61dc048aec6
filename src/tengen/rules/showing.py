"""How games and positions show themselves in notebooks and in the interpreter."""

from collections.abc import Callable, Mapping
from typing import Any

from tengen import pictures
from tengen.errors import UnsupportedError
from tengen.rules.boards import column_names
from tengen.rules.facts import ActionForm, BoardForm, Corner, Family, GameFacts
from tengen.rules.game import Game
from tengen.rules.position import Position
from tengen.rules.winning_line import winning_cells

_LOOKS: dict[str | None, pictures.Look] = {
    Family.GOMOKU: "wood",
    Family.CONNECT_FOUR: "frame",
    Family.OTHELLO: "felt",
    Family.TIC_TAC_TOE: "paper",
}
_OTHER_LOOKS: dict[BoardForm, pictures.Look] = {
    BoardForm.INTERSECTIONS: "wood",
    BoardForm.COLUMNS: "frame",
    BoardForm.SQUARES: "plain",
}
MOST_CELLS = 1600
"""Larger boards are shown as text: a picture would not fit the screen."""
_MOVES_SHOWN = 12


def board_picture(
    position: Position[Any], shares: Mapping[int, float] | None = None, best: int | None = None
) -> str:
    """The board as SVG, with shares of visits marked by action.

    Raises `UnsupportedError` for a game that does not expose its cells, or a board too large.
    """
    board = _board_of(position, shares or {}, best)
    if board is None:
        raise UnsupportedError(f"{position.game.name} has no board to draw")
    return pictures.board_svg(board)


def look_of(facts: GameFacts) -> pictures.Look:
    """The kind of board that a game is played on."""
    return _LOOKS.get(facts.family) or _OTHER_LOOKS[facts.board]


def board_or_text(position: Position[Any], draw: Callable[[Position[Any]], str]) -> str:
    """The position drawn by `draw`, or as text where there is no board to draw."""
    try:
        return draw(position)
    except UnsupportedError:
        return pictures.preformatted(str(position))


def position_html(position: Position[Any]) -> str:
    """The board below a line with the state of the game."""
    words = [f"move {number}"] if (number := len(position.history)) else []
    if position.last_move_name is not None:
        words.append(f"last {position.last_move_name}")
    words.append(status_text(position))
    picture = board_or_text(position, board_picture)
    return pictures.captioned(picture, position.game.name, " · ".join(words))


def game_html(game: Game[Any]) -> str:
    """The board at the beginning, and the numbers of the game."""
    size = f"{game.width}x{game.height}"
    facts = [
        ("board", size),
        ("actions", f"{game.num_actions:,}"),
        ("longest game", f"{game.max_plies:,} plies"),
        ("symmetries", f"{len(game.symmetries)}"),
        ("seats", " and ".join(game.facts.seat_names)),
    ]
    picture = board_or_text(game.initial(), board_picture)
    return pictures.captioned(pictures.beside(picture, pictures.facts_table(facts)), game.name)


def status_text(position: Position[Any]) -> str:
    """Who is to move, or how the game ended."""
    names, outcome = position.game.facts.seat_names, position.outcome
    if outcome is None:
        return f"{names[position.to_move]} to move"
    if outcome.winner is None:
        return f"drawn ({outcome.reason})"
    return f"{names[outcome.winner]} won ({outcome.reason})"


def moves_summary(position: Position[Any]) -> str:
    """The moves as one string; for long games, their number and the last few."""
    names = position.history_names
    if len(names) <= _MOVES_SHOWN:
        return position.game.join_moves(names) or "no move"
    return f"{len(names)} moves, the last {' '.join(names[-3:])}"


def _board_of(
    position: Position[Any], shares: Mapping[int, float], best: int | None
) -> pictures.Board | None:
    game = position.game
    if game.width * game.height > MOST_CELLS:
        return None
    try:
        cells = tuple(game.cells(position.state))
    except UnsupportedError:
        return None
    rows = () if game.facts.gravity else tuple(str(row + 1) for row in range(game.height))
    look = look_of(game.facts)
    candidates = _candidates(position, shares, best)
    return pictures.Board(
        look=look,
        width=game.width,
        height=game.height,
        cells=cells,
        column_names=tuple(name.rstrip(",") for name in column_names(game)),
        row_names=rows,
        first_row_on_top=game.facts.origin is Corner.TOP_LEFT,
        last=game.cell_of(position),
        won=winning_cells(position),
        playable=_playable(position) if look == "felt" and not candidates else frozenset(),
        candidates=candidates,
        title=f"{game.name} after {moves_summary(position)}: {status_text(position)}",
    )


def _playable(position: Position[Any]) -> frozenset[int]:
    cells = position.game.width * position.game.height
    return frozenset(action for action in position.legal_actions if action < cells)


def _candidates(
    position: Position[Any], shares: Mapping[int, float], best: int | None
) -> tuple[pictures.Candidate, ...]:
    """The candidates that fill a cell, best first."""
    order = sorted(shares, key=lambda action: (action != best, -shares[action]))
    found = ((action, cell_filled(position, action)) for action in order)
    return tuple(
        pictures.Candidate(cell, shares[action], action == best)
        for action, cell in found
        if cell is not None
    )


def cell_filled(position: Position[Any], action: int) -> int | None:
    """The cell that a legal action fills; None if it has no place on the board."""
    game = position.game
    if game.facts.actions is ActionForm.NUMBERS:
        return None
    if game.facts.actions is ActionForm.CELLS and type(game).cell_of is Game.cell_of:
        return action if action < game.width * game.height else None
    return game.cell_of(position.play(action))
