"""Both languages say the same things, and the user's is found."""

import string

import pytest

from tengen.arena.levels import LEVELS
from tengen.texts import TEXTS, Language, usual_language


def test_both_languages_say_the_same_things():
    english, chinese = TEXTS[Language.ENGLISH], TEXTS[Language.CHINESE]
    assert english.keys() == chinese.keys()

    def places(text):
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for key in english:
        assert places(english[key]) == places(chinese[key]), key


def test_the_language_is_that_of_the_environment():
    assert usual_language({"LANG": "zh_CN.UTF-8"}) is Language.CHINESE
    assert usual_language({"LANG": "de_DE.UTF-8"}) is Language.ENGLISH
    assert usual_language({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}) is Language.ENGLISH
    assert usual_language({}) is Language.ENGLISH


@pytest.mark.parametrize("language", Language)
def test_every_level_has_a_name_of_its_own(language):
    names = {TEXTS[language][f"level {level.number}"] for level in LEVELS}
    assert len(names) == len(LEVELS)
