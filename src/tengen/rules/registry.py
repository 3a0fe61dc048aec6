"""Games by name: `load_game("gomoku:15x15/5")`."""

import difflib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tengen.errors import GameContractError, UnknownGameError
from tengen.rules import native
from tengen.rules.arguments import shown
from tengen.rules.check import check_game
from tengen.rules.contract import asked
from tengen.rules.facts import Family, LineRule
from tengen.rules.game import Game


@dataclass(frozen=True, slots=True)
class GameFamily:
    """A kind of game that comes in several sizes."""

    form: str
    """How its names are written."""
    summary: str
    names: tuple[str, ...]
    """Usual members."""
    options: re.Pattern[str]
    """What may follow the colon."""
    make: Callable[[re.Match[str]], Game[Any]]


def _gomoku(options: re.Match[str]) -> Game[Any]:
    if not options["width"]:
        return native.gomoku()
    rule = LineRule.EXACT if options["rule"] == "standard" else LineRule.FREE_STYLE
    size = int(options["width"]), int(options["height"]), int(options["length"])
    return native.gomoku(*size, rule=rule)


def _connect4(options: re.Match[str]) -> Game[Any]:
    if not options["width"]:
        return native.connect4()
    return native.connect4(int(options["width"]), int(options["height"]))


def _othello(options: re.Match[str]) -> Game[Any]:
    if options["width"] != options["height"]:
        raise UnknownGameError("Othello is played on 8x8 or 6x6: othello, othello:6x6")
    return native.othello(int(options["width"] or 8))


_OPENSPIEL = "openspiel"
_SIZE = r"(?P<width>\d{1,5})x(?P<height>\d{1,5})"
_OPTIONAL_SIZE = re.compile(f"(?:{_SIZE})?")

FAMILIES: dict[str, GameFamily] = {
    Family.TIC_TAC_TOE: GameFamily(
        "tictactoe",
        "three in a row on 3x3",
        ("tictactoe",),
        re.compile(""),
        lambda _: native.gomoku(3, 3, 3),
    ),
    Family.CONNECT_FOUR: GameFamily(
        "connect4 | connect4:WxH",
        "four in a row with falling stones, 7x6 or any size with W * (H + 1) up to 64",
        ("connect4",),
        _OPTIONAL_SIZE,
        _connect4,
    ),
    Family.GOMOKU: GameFamily(
        "gomoku:WxH/N | gomoku:WxH/N:standard",
        "N or more in a row (standard: exactly N) on boards from 3x3 to 20x20",
        tuple(
            f"gomoku:{size}" for size in ("6x6/4", "8x8/5", "9x9/5", "15x15/5", "15x15/5:standard")
        ),
        re.compile(rf"(?:{_SIZE}/(?P<length>\d{{1,5}})(?::(?P<rule>standard|freestyle))?)?"),
        _gomoku,
    ),
    Family.OTHELLO: GameFamily(
        "othello | othello:6x6",
        "most discs at the end, 8x8 or 6x6",
        ("othello", "othello:6x6"),
        _OPTIONAL_SIZE,
        _othello,
    ),
}


def list_games() -> list[str]:
    """Names of games that `load_game` knows; most families have many more sizes."""
    return [name for family in FAMILIES.values() for name in family.names]


def load_game(name: str) -> Game[Any]:
    """The game with this name.

    `connect4`, `gomoku:15x15/5`, `othello` ... (see `list_games`), `openspiel:NAME` for a
    game of OpenSpiel, or `FILE.py:CLASS` for a game of your own. Raises `UnknownGameError`.
    """
    if not isinstance(name, str):
        raise UnknownGameError(
            "a game name must be a string such as 'connect4' or 'gomoku:15x15/5'; "
            f"got {shown(name)}"
        )
    if (own := file_and_class(name)) is not None:
        return _load_python_game(*own)
    family_name, _, options = name.partition(":")
    if family_name == _OPENSPIEL:
        from tengen.rules.openspiel import OpenSpielGame

        return OpenSpielGame(options)
    if is_file_without_class(name):
        raise UnknownGameError(class_wanted(name))
    if family_name not in FAMILIES:
        raise UnknownGameError(f"there is no game {name!r}; {_suggestion(family_name)}")
    return load_registered_game(name)


def load_registered_game(name: str) -> Game[Any]:
    """The game with this name among those that come with Tengen; raises `UnknownGameError`.

    For names from files: unlike `load_game`, it never imports code that a name asks for.
    """
    family_name, colon, options = name.partition(":")
    family = FAMILIES.get(family_name)
    if family is None:
        known = ", ".join(FAMILIES)
        raise UnknownGameError(f"{name[:60]!r} is not a game that files may name; allowed: {known}")
    match = family.options.fullmatch(options)
    if match is None or (colon and not options):
        raise UnknownGameError(
            f"{name[:60]!r} is not a valid size of {family_name}; write {family.form}"
        )
    return family.make(match)


def file_and_class(name: str) -> tuple[str, str] | None:
    """The two parts of `FILE.py:CLASS`, the name of a user's own game; None for other names."""
    file, _, class_name = name.rpartition(":")
    return (file, class_name) if file.endswith(".py") else None


def absolute_name(name: str) -> str:
    """The name by which a process in another folder finds the same game."""
    own = file_and_class(name)
    return name if own is None else f"{Path(own[0]).absolute()}:{own[1]}"


def is_file_without_class(name: str) -> bool:
    """Whether a text names a Python file, but no game in it."""
    return name.endswith(".py") and Path(name).is_file()


def class_wanted(file: str) -> str:
    """What to type instead of a file without a class."""
    return f"{file} may contain several games: name the class too, as in {file}:CLASS"


def names_code(name: str) -> bool:
    """Whether loading the game of this name imports code other than Tengen's."""
    return file_and_class(name) is not None or name.partition(":")[0] == _OPENSPIEL


def is_registered(name: str) -> bool:
    """Whether a text begins with the name of a family that comes with Tengen."""
    return name.partition(":")[0] in FAMILIES


def _suggestion(family_name: str) -> str:
    close = difflib.get_close_matches(family_name, FAMILIES, n=1)
    forms = ", ".join(family.form for family in FAMILIES.values())
    if close:
        return f"did you mean {close[0]}? Games are: {forms}, openspiel:NAME, FILE.py:CLASS"
    return f"games are: {forms}, openspiel:NAME, FILE.py:CLASS"


def _load_python_game(path_text: str, class_name: str) -> Game[Any]:
    path = Path(path_text)
    if not path.is_file():
        raise UnknownGameError(f"cannot load a game from {path_text!r}: no such file")
    found = getattr(_import_file(path), class_name, None)
    if not (inspect.isclass(found) and issubclass(found, Game)):
        raise UnknownGameError(f"{path_text} has no class {class_name!r} derived from tengen.Game")
    if missing := ", ".join(sorted(found.__abstractmethods__)):
        raise UnknownGameError(f"class {class_name} in {path_text} must define {missing}")
    return _made(found, path)


def _made(kind: type[Game[Any]], path: Path) -> Game[Any]:
    """The game, with facts that every other package can rely on."""
    try:
        game: Game[Any] = asked(kind, "__init__", kind)
        check_game(game, games=0)
    except GameContractError as error:
        raise UnknownGameError(f"{path} breaks the game contract: {error}") from error
    return game


def _import_file(path: Path) -> ModuleType:
    """Imports a user's file under a name that no installed module has."""
    module_name = f"tengen_user_game_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise UnknownGameError(f"{path} cannot be imported as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise UnknownGameError(_failure(error, path)) from error
    return module


def _failure(error: BaseException, path: Path) -> str:
    """The error in a user's file, with its line."""
    source = path.resolve()
    if isinstance(error, SyntaxError) and Path(error.filename or "").resolve() == source:
        line, reason = error.lineno, error.msg
    else:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame.lineno for frame in frames if Path(frame.filename).resolve() == source]
        line, reason = own[-1] if own else None, str(error)
    where = f"line {line} of {path}" if line else f"{path}"
    return f"{where} cannot be run as Python: {type(error).__name__}: {reason}"
