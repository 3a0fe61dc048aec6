"""Games by name, and what a wrong name is told."""

import re
from pathlib import Path

import pytest

import tengen
from tengen.errors import UnknownGameError
from tengen.rules import list_games, load_game, load_registered_game
from tengen.rules.registry import file_and_class

SAME_GAMES = {
    "connect4:7x6": "connect4",
    "gomoku": "gomoku:15x15/5",
    "gomoku:3x3/3": "tictactoe",
    "gomoku:9x9/5:freestyle": "gomoku:9x9/5",
    "othello:8x8": "othello",
}
WRONG_NAMES = {
    "conect4": "did you mean connect4?",
    "go": "games are: tictactoe, connect4 | connect4:WxH, gomoku:WxH/N",
    "": "there is no game ''",
    "connect4:": "write connect4 | connect4:WxH",
    "connect4:7": "'connect4:7' is not a valid size of connect4; write connect4 | connect4:WxH",
    "connect4:16x3": "at least 4 columns and 4 rows",
    "connect4:3x16": "at least 4 columns and 4 rows",
    "connect4:8x8": "columns * (rows + 1) up to 64; got 8x8",
    "connect4:4x16": "columns * (rows + 1) up to 64; got 4x16",
    "gomoku:9x9": "write gomoku:WxH/N | gomoku:WxH/N:standard",
    "gomoku:9x9/5:renju": "write gomoku:WxH/N | gomoku:WxH/N:standard",
    "gomoku:2x9/3": "Gomoku boards have 3 to 20 columns and rows; got 2x9",
    "gomoku:9x21/3": "Gomoku boards have 3 to 20 columns and rows; got 9x21",
    "gomoku:99999x99999/5": "Gomoku boards have 3 to 20 columns and rows; got 99999x99999",
    "connect4:99999x99999": "columns * (rows + 1) up to 64; got 99999x99999",
    "othello:99999x99999": "Othello is played on 8x8 or 6x6; got 99999x99999",
    "gomoku:9x7/10": "a line must have from 2 to 9 stones on this board; got 10",
    "gomoku:9x7/1": "a line must have from 2 to 9 stones on this board; got 1",
    "othello:7x7": "Othello is played on 8x8 or 6x6; got 7x7",
    "othello:8x6": "Othello is played on 8x8 or 6x6: othello, othello:6x6",
    "tictactoe:3x3": "write tictactoe",
    "nowhere.py:Game": "cannot load a game from 'nowhere.py': no such file",
}
MY_GAME = """
from tengen import Game, Outcome

class Half(Game):
    def cells(self, state): return []

class Whole(Half):
    name, width, height, num_actions, max_plies = "whole", 1, 1, 1, 1
    def initial_state(self, first): return first
    def to_move(self, state): return state
    def legal_actions(self, state): return [0]
    def next_state(self, state, action): return state
    def outcome(self, state): return None

not_a_class = 5
"""


@pytest.mark.parametrize("name", SAME_GAMES)
def test_a_game_has_one_name_however_it_is_asked_for(name):
    assert load_game(name).name == SAME_GAMES[name]


@pytest.mark.parametrize("name", WRONG_NAMES)
def test_a_wrong_name_is_told_what_would_be_right(name):
    with pytest.raises(UnknownGameError) as caught:
        load_game(name)
    assert isinstance(caught.value, ValueError)
    assert WRONG_NAMES[name] in str(caught.value)


def test_the_listed_games_are_the_usual_ones():
    assert {"tictactoe", "connect4", "gomoku:15x15/5", "othello"} <= set(list_games())
    assert tengen.list_games() == list_games()


@pytest.fixture
def my_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MY_GAME)
    return path


def test_a_game_of_ones_own_is_loaded_from_its_file(my_file):
    assert load_game(f"{my_file}:Whole").name == "whole"


@pytest.mark.parametrize("name", ["Missing", "not_a_class", "Outcome"])
def test_a_file_without_the_class_is_refused(my_file, name):
    with pytest.raises(UnknownGameError, match=f"no class '{name}' derived from tengen.Game"):
        load_game(f"{my_file}:{name}")


def test_a_class_that_lacks_rules_is_told_which(my_file):
    with pytest.raises(UnknownGameError, match="must define initial_state, legal_actions, ne"):
        load_game(f"{my_file}:Half")


BROKEN_FILES = {
    "def f(:\n": "line 1 of {file} cannot be run as Python: SyntaxError: ",
    "x = 1\n\nimport nothing_of_this_name\n": "line 3 of {file} cannot be run as Python: "
    "ModuleNotFoundError: No module named 'nothing_of_this_name'",
    "from tengen import Nothing\n": "line 1 of {file} cannot be run as Python: ImportError: ",
    "def f():\n    return 1 / 0\n\nf()\n": "line 2 of {file} cannot be run as Python: "
    "ZeroDivisionError: division by zero",
    f"{MY_GAME}\n    def __init__(self): self.size = 1 / 0\n".replace("not_a_class = 5", ""): (
        "{file} breaks the game contract: Whole: __init__ raised ZeroDivisionError: "
        "division by zero ({file}, line 17)"
    ),
}


@pytest.mark.parametrize("source", BROKEN_FILES, ids=["syntax", "module", "name", "call", "init"])
def test_a_broken_file_is_told_with_the_line(tmp_path, source):
    file = tmp_path / "broken.py"
    file.write_text(source)
    with pytest.raises(UnknownGameError) as caught:
        load_game(f"{file}:Whole")
    assert BROKEN_FILES[source].format(file=file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_mended_can_be_loaded(tmp_path):
    file = tmp_path / "mended.py"
    file.write_text("import nothing_of_this_name\n")
    with pytest.raises(UnknownGameError):
        load_game(f"{file}:Whole")
    file.write_text(MY_GAME)
    assert load_game(f"{file}:Whole").name == "whole"


@pytest.mark.parametrize("version", ['"99"', "1.5", "0", "None"])
def test_a_version_that_is_no_number_is_refused(tmp_path, version):
    file = tmp_path / "mine.py"
    file.write_text(
        MY_GAME.replace("def initial_state", f"version = {version}\n    def initial_state")
    )
    with pytest.raises(UnknownGameError, match=r"mine\.py breaks .*version must be a positive int"):
        load_game(f"{file}:Whole")


@pytest.mark.parametrize("name", list_games())
def test_every_game_of_tengen_may_be_named_by_a_file(name):
    assert load_registered_game(name).name == load_game(name).name


@pytest.mark.parametrize(
    "name", ["examples/hex.py:Hex", "gomoku:examples/hex.py:Hex", "openspiel:hex", "nothing", ""]
)
def test_a_file_cannot_name_a_game_from_elsewhere(name):
    with pytest.raises(UnknownGameError):
        load_registered_game(name)


SOURCES = Path(tengen.__file__).parent
PARSED_NAME = re.compile(
    r"\b(game\.name|game_name|(checkpoint|record|card|manifest|run|config)\.game)"
    r"\.(partition|rpartition|r?split|startswith|endswith|removesuffix|removeprefix|find|index)\("
)


MADE_NAME = re.compile(r"f\"[^\"]*\bgomoku:\{")
COMPARED_NAME = re.compile(r"\bgame\.name (==|!=) (\"\w|[A-Z])")
SPLIT_AT_THE_FILE = re.compile(r"\"\.py:\" in |\(\"\.py:\"\)")


def found_outside_the_registry(pattern):
    return [
        f"{path.relative_to(SOURCES)}: {match[0]}"
        for path in SOURCES.rglob("*.py")
        if path.name != "registry.py"
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("pattern", [PARSED_NAME, SPLIT_AT_THE_FILE])
def test_no_room_takes_a_games_name_to_pieces(pattern):
    assert found_outside_the_registry(pattern) == []


def test_no_room_writes_the_name_of_a_game_itself():
    assert found_outside_the_registry(MADE_NAME) == []


def test_no_room_chooses_by_the_name_of_a_game():
    assert found_outside_the_registry(COMPARED_NAME) == []


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("hex.py:Hex", ("hex.py", "Hex")),
        ("games.py:old/hex.py:Hex", ("games.py:old/hex.py", "Hex")),
        ("hex.py", None),
        ("gomoku:9x9/5:standard", None),
        ("connect4", None),
    ],
)
def test_the_name_of_ones_own_game_has_two_parts(name, parts):
    assert file_and_class(name) == parts
