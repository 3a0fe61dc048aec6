"""Engines in these tests know only the nets that a test gives them."""

import pytest

from tengen.nets import shipped


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch):
    """An empty folder in place of the nets that come with Tengen."""
    folder = tmp_path / "models"
    folder.mkdir()
    monkeypatch.setattr(shipped, "_FOLDER", folder)
    return folder
