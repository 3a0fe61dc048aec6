"""Why a move cannot be played, in a sentence that helps."""

from tengen.cli.play_screen import Screen
from tengen.cli.search_views import move_name
from tengen.errors import TengenError
from tengen.play.session import Session


def refusal(screen: Screen, session: Session, action: int) -> str:
    """The sentence for an action that is not legal now."""
    game, texts = session.game, screen.texts
    name = move_name(game, action)
    if session.must_pass:
        return texts("must pass")
    if game.num_actions == game.width and game.height > 1:
        return texts("full", move=name)
    if _is_taken(session, action):
        return texts("taken", move=name)
    return texts("not legal", move=name, moves=screen.legal_moves(session.position))


def _is_taken(session: Session, action: int) -> bool:
    """Whether the action is a cell that a stone stands on; no where the game does not tell."""
    game = session.game
    try:
        row, column = game.row_and_column(action)
        return game.cells(session.position.state)[row * game.width + column] is not None
    except TengenError:
        return False
