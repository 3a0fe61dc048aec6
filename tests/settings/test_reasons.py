"""The texts below the fields of a model."""

from dataclasses import make_dataclass

import pytest

from tengen.runs.config import SECTIONS
from tengen.settings import field_texts, first_sentence


@pytest.mark.parametrize("kind", SECTIONS.values())
def test_every_setting_of_a_run_has_a_text_whose_first_sentence_says_enough(kind):
    texts = field_texts(kind)
    assert list(texts) == list(kind.__dataclass_fields__)
    for text in texts.values():
        assert text.endswith(".")
        assert 12 <= len(first_sentence(text)) <= 130


def test_a_full_stop_inside_of_a_number_ends_no_sentence():
    assert first_sentence("About 0.25 of it. Not more.") == "About 0.25 of it"


def test_a_model_without_a_source_has_no_texts():
    assert field_texts(make_dataclass("Made", [("a", int)])) == {}
