"""The files of the page, without a browser: languages, size, nothing from elsewhere."""

import re
from pathlib import Path

from tengen.studio.app import STATIC

SCRIPTS = sorted(STATIC.glob("js/**/*.js"))
STYLES = sorted(STATIC.glob("css/*.css"))
FILES = [STATIC / "index.html", STATIC / "icon.svg", *SCRIPTS, *STYLES]
LANGUAGES = [STATIC / "js" / "texts" / f"{language}.js" for language in ("en", "zh")]
MOST_BYTES = 300_000
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
    made = ("theme ", "later ", "kind ", "picture ")
    unused = [key for key in texts("en") if f'"{key}"' not in code and not key.startswith(made)]
    assert unused == []


def test_chinese_uses_chinese_punctuation_and_a_gap_beside_digits():
    for key, sentence in texts("zh").items():
        assert not re.search(f"{CHINESE}[,:;?!]", sentence), key
        assert not re.search(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]", sentence), (
            key
        )


def test_the_whole_page_is_below_its_limit():
    """Of the two languages a browser loads the one in use."""
    unused = min(file.stat().st_size for file in LANGUAGES)
    assert sum(file.stat().st_size for file in FILES) - unused < MOST_BYTES


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
    reached: set[Path] = set()
    waiting = [STATIC / "js" / "main.js"]
    while waiting:
        file = waiting.pop().resolve()
        if file not in reached:
            reached.add(file)
            found = re.findall(
                r'(?:^import .* from |await import\()"(\..+?)"', file.read_text("utf-8"), re.M
            )
            waiting += [file.parent / each for each in found]
    assert reached == {file.resolve() for file in SCRIPTS}
