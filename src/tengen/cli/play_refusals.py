"""Why an input cannot be carried out, and what to do instead."""

import errno
from pathlib import Path

from tengen.nets.atomic_files import is_special
from tengen.play.record_files import format_of
from tengen.play.session import Session
from tengen.play.setups import Setup
from tengen.play.sgf_board import sgf_refusal
from tengen.texts import Texts

_FAILURES = {
    errno.EACCES: "no permission",
    errno.EPERM: "no permission",
    errno.EROFS: "no permission",
    errno.ENOSPC: "disk full",
    errno.ENAMETOOLONG: "long name",
}
"""The texts for errors in writing files."""


def count_of(text: str, most: int) -> int | None:
    """A whole number from 1 to `most`, or None."""
    is_number = text.isdecimal() and len(text) <= len(str(most))
    return int(text) if is_number and 1 <= int(text) <= most else None


def file_refusal(
    texts: Texts, typed: str, path: Path | None, session: Session, *, overwrite: bool
) -> str | None:
    """The message for a file that a game cannot be saved to; None if it can."""
    if path is None:
        return texts("bad file name", file=repr(typed[:60]))
    if path.is_dir() or typed.endswith("/"):
        return texts("is folder", file=path)
    if is_special(path):
        return texts("special file", file=path)
    if not path.parent.is_dir():
        return texts("no folder", folder=path.parent)
    if format_of(path) is None:
        return texts("which suffix", file=path)
    if reason := _format_refusal(texts, path, session):
        return reason
    if path.exists() and not overwrite:
        return texts("exists", file=path)
    return None


def _format_refusal(texts: Texts, path: Path, session: Session) -> str | None:
    """The message for a format that cannot hold the game."""
    game = session.game
    if format_of(path) == "sgf" and (reason := sgf_refusal(game)):
        return texts.message(reason)
    if format_of(path) != "sgf" and Setup.of(session.position) is not None:
        return texts("no setup")
    if format_of(path) == "psq" and not game.facts.is_five_in_a_row:
        return texts("not psq", file=path, game=game.name)
    return None


def write_failure(texts: Texts, file: str, error: OSError) -> str:
    """The message for a file that the system refused to write."""
    key = _FAILURES.get(error.errno or 0)
    reason = texts.message(error.strerror or str(error)) if key is None else texts(key)
    return texts("not written", file=file[:200], reason=reason)
