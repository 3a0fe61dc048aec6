"""What search settings are for is told in Chinese too."""

from tengen.search import SearchConfig
from tengen.settings import field_texts, first_sentence
from tengen.texts.help.search_settings import SETTINGS


def test_every_search_setting_is_explained_in_chinese_and_nothing_else():
    english = {first_sentence(text) for text in field_texts(SearchConfig).values()}
    assert english == SETTINGS.keys()
