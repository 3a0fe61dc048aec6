"""The README shows what the program does."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

import tengen

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
PICTURES = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TEXT)
LINKS = re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", TEXT)
CHINESE = (ROOT / "README.zh.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 60_000
LARGEST_SCREEN = 150_000
XMLNS = "http://www.w3.org/2000/svg"


def test_the_search_in_the_readme_finds_a_move_that_stops_the_open_three(capsys):
    exec(BLOCKS[0], {})
    assert re.search(r"white to move: best move (k8|g8),", capsys.readouterr().out)


def test_the_script_in_the_readme_is_the_example():
    example = (ROOT / "examples" / "train_and_play.py").read_text(encoding="utf-8")
    assert example.partition('"""\n\n')[2] == BLOCKS[1]
    assert len([line for line in BLOCKS[1].splitlines() if line]) <= 10


def test_the_names_that_the_readme_uses_are_offered():
    used = set(re.findall(r"\btengen\.([A-Za-z_]+)\(", TEXT))
    assert used
    assert used - set(tengen.__all__) == set()


DRAWINGS = [name for name in PICTURES if name.endswith(".svg")]
SCREENS = [name for name in PICTURES if name.endswith(".png")]


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_of_the_studio_is_small_and_there_in_both_languages(name):
    for file in (ROOT / name, ROOT / name.replace(".png", ".zh.png")):
        content = file.read_bytes()
        assert content.startswith(b"\x89PNG")
        assert len(content) < LARGEST_SCREEN


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_of_the_readme_is_small_and_needs_nothing_else(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag == f"{{{XMLNS}}}svg"
    assert len(text.encode()) < LARGEST_PICTURE
    assert not re.search(r"https?:|url\(|/tmp/|/home/|/root/|/work/", text.replace(XMLNS, ""))


def test_there_is_a_picture_of_a_game_of_a_search_of_a_board_and_of_the_studio():
    assert {Path(name).stem for name in DRAWINGS} == {"play", "explain", "board"}
    assert {Path(name).stem for name in SCREENS} == {
        "studio",
        "studio-connect4",
        "studio-microscope",
        "studio-training",
    }


@pytest.mark.parametrize("link", [link for link in LINKS if "://" not in link])
def test_a_link_of_the_readme_leads_somewhere(link):
    assert (ROOT / link).exists()


def test_lines_fit():
    in_code = False
    for line in TEXT.splitlines():
        in_code = in_code != line.startswith("```")
        limit = 92 if line.startswith("    ") else 88 if in_code else 100
        is_link = "](" in line
        assert len(line) <= limit or is_link, line


def test_the_chinese_readme_has_the_same_code_but_for_comments():
    found = re.findall(r"^```python\n(.*?)^```$", CHINESE, re.MULTILINE | re.DOTALL)
    assert [_without_comments(block) for block in found] == list(map(_without_comments, BLOCKS))


def _without_comments(block):
    return re.sub(r" +#.*", "", block)


@pytest.mark.parametrize(
    "part", [r"^## ", r"!\[[^\]]+\]\(([^)]+)\)", r"^    (?:\$ )?((?:make|tengen) .*?)(?:  |$)"]
)
def test_the_chinese_readme_has_the_same_sections_pictures_and_commands(part):
    found = re.compile(part, re.MULTILINE)
    assert found.findall(CHINESE.replace(".zh.png", ".png")) == found.findall(TEXT)


def test_the_chinese_readme_has_the_same_links():
    links = set(re.findall(r"\]\(([^)]+)\)", CHINESE.replace(".zh.png", ".png")))
    assert links - {"README.md"} == set(re.findall(r"\]\(([^)]+)\)", TEXT)) - {"README.zh.md"}


def test_lines_of_the_chinese_readme_fit():
    assert not [line for line in CHINESE.splitlines() if cell_len(line) > 100]
