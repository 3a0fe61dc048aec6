"""`tengen convert`: record files from one format to another."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.cli.console import errors, tell
from tengen.cli.language import texts
from tengen.errors import RecordError
from tengen.play.lost_facts import lost_facts
from tengen.play.record_files import (
    MAX_RECORD_BYTES,
    RECORD_FORMATS,
    format_of,
    format_records,
    parse_records,
    read_records,
    write_records,
)
from tengen.play.records import SavedGame
from tengen.rules.game import Game
from tengen.rules.registry import load_game

_STREAM = "-"
_FORMATS = ", ".join(RECORD_FORMATS)


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="File to read; - for stdin.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="File to write; - for stdout.")],
    game: Annotated[
        str | None,
        typer.Option(help="The game, if the file does not name it, or to override SGF and PSQ."),
    ] = None,
    source_format: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FORMAT", help=f"Format of IN: {_FORMATS}. Default: by its suffix."
        ),
    ] = None,
    target_format: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT", help=f"Format of OUT: {_FORMATS}. Default: by its suffix."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite OUT if it already exists.")
    ] = False,
) -> None:
    """Convert game records between SGF, PSQ (Piskvork) and plain move strings.

    SGF preserves everything but variations, including properties written by other
    programs: only the main line of a game is read. A message says what is left out, and
    what another format cannot hold. Games that start from set-up stones (AB, AW) can
    only be SGF.
    """
    played = load_game(game) if game is not None else None
    records = _read(source, source_format, played)
    if target == _STREAM:
        written = target_format or "moves"
        _write_output(format_records(records, written, played))
        if _left_out(records):
            tell(_summary(records, _STREAM), errors)
        if lost := lost_sentence(records, written, played):
            tell(lost, errors)
        return
    written = target_format or format_of(Path(target)) or ""
    if not written:
        raise RecordError(f"{target}: specify its format with --to, one of {_FORMATS}")
    files = write_records(records, target, file_format=written, game=played, overwrite=force)
    tell(_summary(records, files_text(files)))
    if lost := lost_sentence(records, written, played):
        tell(lost)


def _write_output(text: str) -> None:
    """UTF-8, the charset our SGF files declare; a terminal gets what it can display."""
    if sys.stdout.isatty():
        sys.stdout.write(text)
    else:
        sys.stdout.buffer.write(text.encode())


def _read(source: str, source_format: str | None, game: Game[Any] | None) -> list[SavedGame]:
    if source != _STREAM:
        return read_records(source, file_format=source_format, game=game)
    data = sys.stdin.buffer.read(MAX_RECORD_BYTES + 1)
    try:
        return parse_records(data, file_format=source_format, game=game)
    except RecordError as error:
        raise RecordError(f"input: {error}") from None


def lost_sentence(records: Sequence[SavedGame], file_format: str, game: Game[Any] | None) -> str:
    """What the format cannot preserve of these games; empty if it preserves everything."""
    lost = lost_facts(records, file_format, game)
    if not lost:
        return ""
    speak = texts()
    games = speak("this game" if len(records) == 1 else "these games")
    return speak("lost facts", games=games, format=file_format, facts=lost.told(speak))


def files_text(files: list[Path]) -> str:
    """The file, or the first and the last of several."""
    first, last = files[0], files[-1]
    return str(first) if first == last else texts()("files to", first=first, last=last.name)


def _summary(records: list[SavedGame], files: str) -> str:
    speak = texts()
    games = speak.counted(len(records), "game")
    return speak("converted", files=files, games=games) + _left_out(records)


def _left_out(records: list[SavedGame]) -> str:
    """What no format keeps, because it is not read in the first place; empty if there is none."""
    speak, said = texts(), ""
    ignored = sum(record.ignored_variations for record in records)
    dropped = sorted({name for record in records for name in record.ignored_properties})
    if ignored:
        said = speak(f"left out {'one' if ignored == 1 else 'many'}", count=ignored)
    return said + (speak("left out names", names=speak.listed(dropped)) if dropped else "")
