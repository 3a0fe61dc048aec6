"""The files of the page, without a browser: languages, size, nothing from elsewhere."""

import re
from collections.abc import Iterable
from pathlib import Path

from tengen.studio.app import STATIC

SCRIPTS = sorted(STATIC.glob("js/**/*.js"))
STYLES = sorted(STATIC.glob("css/*.css"))
FILES = [STATIC / "index.html", STATIC / "icon.svg", *SCRIPTS, *STYLES]
LANGUAGES = [STATIC / "js" / "texts" / f"{language}.js" for language in ("en", "zh")]
MOST_BYTES = 300_000
IMPORT, IMPORT_LATER = r'^import .* from "(\..+)";$', r'import\("(\.[^"]+\.js)"\)(?!\.[A-Z])'
NAMESPACE = "http://www.w3.org/2000/svg"
CHINESE = r"[\u4e00-\u9fff]"
INLINE = r"\bstyle\s*[=:]\s*[\"'`]|\.style\b|innerHTML"


def texts(language: str) -> dict[str, str]:
    """The keys and sentences of a language."""
    source = (STATIC / "js" / "texts" / f"{language}.js").read_text("utf-8")
    return {
        (quoted or bare): sentence
        for quoted, bare, sentence in re.findall(
            r'^  (?:"([^"]+)"|(\w+)): "((?:[^"\\]|\\.)*)",$', source, re.MULTILINE
        )
    }


def places(sentence: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", sentence))


def test_both_languages_have_the_same_sentences_with_the_same_places():
    english, chinese = texts("en"), texts("zh")
    assert len(english) > 150
    assert list(english) == list(chinese)
    assert {key: places(text) for key, text in english.items()} == {
        key: places(text) for key, text in chinese.items()
    }


def test_every_sentence_is_used():
    code = "\n".join(file.read_text("utf-8") for file in SCRIPTS if file.parent.name != "texts")
    made = ("theme ", "later ", "kind ", "picture ", "step ", "pace ", "proven ")
    unused = [key for key in texts("en") if f'"{key}"' not in code and not key.startswith(made)]
    assert unused == []


def test_chinese_uses_chinese_punctuation_and_a_gap_beside_digits():
    for key, sentence in texts("zh").items():
        assert not re.search(f"{CHINESE}[,:;?!]", sentence), key
        assert not re.search(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]", sentence), (
            key
        )


def modules(first: Path, pattern: str = IMPORT) -> set[Path]:
    """A module and all that it imports at once."""
    reached, waiting = set(), [first]
    while waiting:
        file = waiting.pop().resolve()
        if file not in reached:
            reached.add(file)
            found = re.finditer(pattern, file.read_text("utf-8"), re.MULTILINE)
            waiting += [file.parent / next(filter(None, each.groups())) for each in found]
    return reached


def size(files: Iterable[Path]) -> int:
    return sum(file.stat().st_size for file in files)


def test_the_page_is_below_its_limit_whatever_is_entered():
    """A browser loads the start of the page, one language, and the room or pages that are entered.

    What is entered later is loaded later: no view waits for more than the limit.
    """
    main, language = STATIC / "js" / "main.js", max(LANGUAGES, key=lambda file: file.stat().st_size)
    start = {*modules(main), *STYLES, STATIC / "index.html", STATIC / "icon.svg", language}
    later = {
        file.parent / found
        for file in SCRIPTS
        for found in re.findall(IMPORT_LATER, file.read_text("utf-8"))
        if file.parent.name != "texts"
    }
    assert len(later) == 3
    for first in later:
        assert size(start | modules(first)) < MOST_BYTES, first


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_inline():
    for file in FILES:
        text = file.read_text("utf-8").replace(NAMESPACE, "")
        assert not re.search(r"https?://|//[a-z]+\.[a-z]", text), file.name
    for file in [STATIC / "index.html", *SCRIPTS]:
        assert not re.search(
            r"\bstyle\s*[=:]\s*[\"'`]|\.style\b|innerHTML", file.read_text("utf-8")
        ), file.name


def test_the_style_sheets_and_the_first_script_are_those_of_the_folder():
    page = (STATIC / "index.html").read_text("utf-8")
    assert re.findall(r'href="css/([\w.]+)"', page)[0] == "tokens.css"
    assert sorted(re.findall(r'href="css/([\w.]+)"', page)) == [file.name for file in STYLES]


def test_every_module_is_reached_from_the_first_one():
    reached = modules(STATIC / "js" / "main.js", f"{IMPORT}|{IMPORT_LATER}")
    assert reached == {file.resolve() for file in SCRIPTS}
