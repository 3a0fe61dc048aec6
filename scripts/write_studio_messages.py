"""Writes the contract of the studio: docs/studio-messages.md and its JSON Schema.

python scripts/write_studio_messages.py [FOLDER]
"""

import sys
from pathlib import Path

from tengen.studio.message_page import page_text, schema_text

DOCS = Path(__file__).parent.parent / "docs"


def main(folder: Path) -> None:
    """Both files."""
    (folder / "studio-messages.md").write_text(page_text(), encoding="utf-8")
    (folder / "studio-messages.schema.json").write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
