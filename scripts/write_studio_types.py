"""Writes the TypeScript types of the studio's messages, from the schema of the server.

    python scripts/write_studio_types.py [FILE]

`tsc` checks the page against them; browsers never load the file. Run by `make check`, which
compares, and by `make format`, which writes.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tengen.studio.message_page import schema_text

PAGE = Path(__file__).parent.parent / "src" / "tengen" / "studio" / "static" / "js"


def reached(schema: Any, shapes: dict[str, Any], found: set[str]) -> set[str]:  # noqa: ANN401
    """The names of all shapes that a schema refers to, directly or not."""
    if isinstance(schema, dict):
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in found:
            found.add(name)
            reached(shapes[name], shapes, found)
        for part in schema.values():
            reached(part, shapes, found)
    if isinstance(schema, list):
        for part in schema:
            reached(part, shapes, found)
    return found


def kind(schema: dict[str, Any]) -> str:
    """A type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(kind(each) for each in schema[key]))
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(kind(each) for each in schema['prefixItems'])}]"
        return f"({kind(schema['items'])})[]"
    if schema.get("type") == "object":
        return f"Record<string, {kind(schema.get('additionalProperties', {}))}>"
    plain = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return plain.get(schema.get("type", ""), "null" if schema.get("type") == "null" else "unknown")


def interface(name: str, schema: dict[str, Any], *, sent: bool) -> str:
    """One shape."""
    lines = [f"export interface {name} {{"]
    for field, part in schema.get("properties", {}).items():
        is_needed = field in schema.get("required", []) or "const" in part or not sent
        lines.append(f"  {field}{'' if is_needed else '?'}: {kind(part)};")
    return "\n".join([*lines, "}"]) + "\n"


def types_text() -> str:
    """All shapes, and the two unions."""
    schema = json.loads(schema_text())
    shapes, unions = schema["$defs"], schema["properties"]
    sent = reached(unions["client"], shapes, {"ImportBody", "StartRun", "ResumeRun"})
    parts = ["// Made from src/tengen/studio/messages.py by scripts/write_studio_types.py.\n"]
    parts += [interface(name, shapes[name], sent=name in sent) for name in sorted(shapes)]
    parts.append(f"export type ClientMessage = {kind(unions['client'])};\n")
    parts.append(f"export type ServerMessage = {kind(unions['server'])};\n")
    return "\n".join(parts)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE / "messages.d.ts"
    target.write_text(types_text(), "utf-8")
