"""docs/settings.md is what the code says."""

import importlib.util
from dataclasses import fields
from pathlib import Path

from tengen.runs import preset_names
from tengen.runs.config import SECTIONS

ROOT = Path(__file__).parents[2]


def written_page():
    script = ROOT / "scripts" / "write_settings_page.py"
    spec = importlib.util.spec_from_file_location("write_settings_page", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.page()


def test_the_page_is_up_to_date():
    assert (ROOT / "docs" / "settings.md").read_text("utf-8") == written_page()


def test_the_page_has_every_setting_and_every_preset():
    page = written_page()
    for section, kind in SECTIONS.items():
        table = page.split(f"## `[{section}]`")[1].split("\n## ")[0]
        rows = [line.split("|")[1].strip() for line in table.splitlines() if line[:3] == "| `"]
        assert rows == [f"`{field.name}`" for field in fields(kind)]
    listed = [line[5:-1] for line in page.splitlines() if line[:5] == "### `"]
    assert listed == [*preset_names(), "gomoku:7x7/4", "examples/hex.py:Hex"]
