"""Reads and writes record files of any format."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tengen.errors import RecordError
from tengen.nets.atomic_files import is_special, write_atomically
from tengen.play.decoding import decode_text
from tengen.play.move_text import read_move_text, write_move_text
from tengen.play.psq import read_psq, write_psq
from tengen.play.records import SavedGame
from tengen.play.sgf import read_sgf, write_sgf
from tengen.play.sgf_variations import SgfTree, main_line, read_sgf_trees
from tengen.rules.game import Game

RECORD_FORMATS = ("sgf", "psq", "moves")
MAX_RECORD_BYTES = 20 * 2**20

_SUFFIXES = {".sgf": "sgf", ".psq": "psq", ".txt": "moves", ".moves": "moves"}


def read_records(
    path: str | Path, *, file_format: str | None = None, game: Game[Any] | None = None
) -> list[SavedGame]:
    """All games of a file; the format is given or taken from the suffix.

    `game` must be that of move strings, which may omit it, and overrides other files.
    Raises `RecordError`: `FILE: line 3: reason`.
    """
    path = Path(path)
    try:
        data = _read_limited(path)
        return parse_records(data, file_format=file_format or format_of(path), game=game)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def _read_limited(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise RecordError("not a regular file")
        with path.open("rb") as file:
            return file.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from None


def parse_records(
    data: bytes | str, *, file_format: str | None = None, game: Game[Any] | None = None
) -> list[SavedGame]:
    """All games of a file's content; the format is given or guessed from its beginning."""
    text, file_format = _text_and_format(data, file_format)
    return _parsed(text, file_format, game)


def parse_trees(
    data: bytes | str,
    *,
    file_format: str | None = None,
    game: Game[Any] | None = None,
    default: Game[Any] | None = None,
) -> list[SgfTree]:
    """The same with variations, which only SGF has; `default` is that of bare move strings."""
    text, file_format = _text_and_format(data, file_format)
    if file_format == "sgf":
        return read_sgf_trees(text, game)
    records = _parsed(text, file_format, game, default)
    return [SgfTree(record, main_line(record)) for record in records]


def _text_and_format(data: bytes | str, file_format: str | None) -> tuple[str, str]:
    if len(data) > MAX_RECORD_BYTES:
        raise RecordError(f"record files may have at most {MAX_RECORD_BYTES // 2**20} MB")
    text = data if isinstance(data, str) else decode_text(data)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text, _known(file_format or _guess(text))


def _parsed(
    text: str, file_format: str, game: Game[Any] | None, default: Game[Any] | None = None
) -> list[SavedGame]:
    if file_format == "psq":
        return [read_psq(text, game)]
    is_sgf = file_format == "sgf"
    records = read_sgf(text, game) if is_sgf else read_move_text(text, game, default)
    if not records:
        raise RecordError("line 1: the file contains no game")
    return records


def format_of(path: Path) -> str | None:
    """The format for a file's suffix, or None."""
    return _SUFFIXES.get(path.suffix.lower())


def _known(file_format: str) -> str:
    if file_format not in RECORD_FORMATS:
        offered = ", ".join(RECORD_FORMATS)
        raise RecordError(f"the record format must be {offered}; got {file_format!r}")
    return file_format


def _guess(text: str) -> str:
    if text.lstrip().startswith("("):
        return "sgf"
    return "psq" if text.startswith("Piskvorky ") else "moves"


def format_records(
    records: Sequence[SavedGame], file_format: str, game: Game[Any] | None = None
) -> str:
    """The games as the content of one file; PSQ holds one game."""
    if _known(file_format) != "psq":
        return (write_sgf if file_format == "sgf" else write_move_text)(records, game)
    if len(records) != 1:
        raise RecordError(f"a PSQ file holds one game; got {len(records)}")
    return write_psq(records[0], game)


def write_records(
    records: Sequence[SavedGame],
    path: str | Path,
    *,
    file_format: str | None = None,
    game: Game[Any] | None = None,
    overwrite: bool = False,
) -> list[Path]:
    """Writes the games and returns the files written: several games in PSQ get a file each.

    `games.psq` then becomes `games-1.psq`, `games-2.psq` ... An existing file is an error
    unless `overwrite` is set; nothing is written before everything is known to fit.
    """
    path = Path(path)
    file_format = file_format or format_of(path)
    if file_format is None:
        suffixes = ", ".join(_SUFFIXES)
        raise RecordError(f"{path}: give the format, or use one of the suffixes {suffixes}")
    contents = _contents(records, path, file_format, game)
    for file in contents:
        if file.is_dir():
            raise RecordError(f"{file} is a folder: name a file in it")
        if is_special(file):
            raise RecordError(f"{file} is not a regular file: choose another name")
        if file.exists() and not overwrite:
            raise RecordError(
                f"{file} already exists; overwrite it (--force), or choose another name"
            )
    if not path.parent.is_dir():
        raise RecordError(f"there is no folder {str(path.parent)!r}: create it first")
    for file, text in contents.items():
        write_atomically(file, [text.encode()])
    return list(contents)


def _contents(
    records: Sequence[SavedGame], path: Path, file_format: str, game: Game[Any] | None
) -> dict[Path, str]:
    if file_format != "psq" or len(records) == 1:
        return {path: format_records(records, file_format, game)}
    return {
        path.with_stem(f"{path.stem}-{number}"): format_records([record], file_format, game)
        for number, record in enumerate(records, start=1)
    }
