"""Settings: models of plain values, the files they are read from, and the reasons beside them."""

from tengen.settings.annotated_toml import Notes, read_notes, write_section
from tengen.settings.models import (
    LARGEST_SEED,
    MOST,
    Range,
    describe_types,
    has_default,
    parse_toml,
    ranges_of,
    read_model,
    read_text,
    read_toml,
    require_allowed,
    type_options,
    unknown_key,
)
from tengen.settings.reasons import field_texts, first_sentence

__all__ = [
    "LARGEST_SEED",
    "MOST",
    "Notes",
    "Range",
    "describe_types",
    "field_texts",
    "first_sentence",
    "has_default",
    "parse_toml",
    "ranges_of",
    "read_model",
    "read_notes",
    "read_text",
    "read_toml",
    "require_allowed",
    "type_options",
    "unknown_key",
    "write_section",
]
