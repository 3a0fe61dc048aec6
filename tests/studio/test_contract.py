from pathlib import Path

from tengen.studio.message_page import page_text, schema_text

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_the_contract_is_fresh():
    assert (DOCS / "studio-messages.md").read_text("utf-8") == page_text()


def test_the_schema_of_the_contract_is_fresh():
    assert (DOCS / "studio-messages.schema.json").read_text("utf-8") == schema_text()
