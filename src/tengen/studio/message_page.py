"""The contract as a page for people and as JSON Schema for programs."""

import inspect
import json
from typing import Any, get_args

from pydantic.json_schema import models_json_schema

from tengen.studio import messages
from tengen.studio.answers import ServerMessage
from tengen.studio.requests import ClientMessage
from tengen.studio.shapes import Shape
from tengen.studio.training import shapes as runs

_ALWAYS = ("type", "request")
"""Fields of every message, which the introduction explains."""
BODIES: tuple[type[Shape], ...] = (
    messages.Catalogue,
    messages.Opponents,
    messages.SearchSettings,
    messages.Lessons,
    messages.ImportBody,
    messages.Imported,
    messages.Refusal,
    runs.Runs,
    runs.RunDetails,
    runs.RunDoctor,
    runs.StartRun,
    runs.ResumeRun,
    runs.RunStarted,
    runs.RunStopping,
    runs.RunGameOpened,
)
_INTRODUCTION = f"""# Messages of the studio

Made from `src/tengen/studio/messages.py` by `scripts/write_studio_messages.py`. The same as JSON
Schema: [studio-messages.schema.json](studio-messages.schema.json).

The page speaks to the server over one WebSocket, `/ws`, in JSON: one object a message, at most
{messages.MOST_MESSAGE_BYTES // 1024} kB. Fields that are not listed are refused. Every message has
a `type`. A message of the page may have a number, `request`, which its answers repeat. The first
message is `hello` with the token of the page: the server puts it in the place of
`__TENGEN_TOKEN__` in `index.html`, as it does with `__TENGEN_LANGUAGE__`: `en`, `zh`, or empty if
the browser may decide. A message that is wrong gets an `error` that names the field; nothing
changes, and the connection goes on.

Sentences for people come in both languages, `{{"en": ..., "zh": ...}}`. Values are in the view of
the side to move unless the field says otherwise. Cells are numbered row by row from row 1. Games,
trees, clocks and searches live on the server: every page that opens a game sees the same.

HTTP, with JSON bodies of at most {messages.MOST_BODY_BYTES // 2**20} MB. A POST needs the header
`X-Tengen-Token`.

| request | answer |
|---|---|
| `GET /api/games` | `Catalogue` |
| `GET /api/opponents?game=NAME` | `Opponents` |
| `GET /api/settings?game=NAME` | `SearchSettings` |
| `GET /api/lessons` | `Lessons` |
| `POST /api/import` with `ImportBody` | `Imported` |
| `GET /api/export/GAME_ID?file_format=FORMAT` | the file: `sgf`, `psq`, `moves` or `svg` |
| `GET /api/runs` | `Runs` |
| `GET /api/runs/NAME?known=VERSION` | `RunDetails` |
| `GET /api/runs/NAME/doctor` | `RunDoctor` |
| `POST /api/runs` with `StartRun` | `RunStarted` |
| `POST /api/runs/NAME/resume` with `ResumeRun` | `RunStarted` |
| `POST /api/runs/NAME/stop` | `RunStopping` |
| `POST /api/runs/NAME/games/ID` | `RunGameOpened` |

An export is of the whole line through the current node, or with `&node=ID` through that node; the
picture is of the node itself. An error is a `Refusal` with the status 400 (wrong), 403 (not
allowed), 404 (no such game) or 413 (too large).
"""


def schema_text() -> str:
    """Everything as one JSON Schema: `client` and `server` are the two unions."""
    roots = [(shape, "validation") for shape in BODIES]
    _, bodies = models_json_schema(roots, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    client, server = (
        union.json_schema(ref_template="#/$defs/{model}")
        for union in (messages.CLIENT_MESSAGE, messages.SERVER_MESSAGE)
    )
    shapes = client.pop("$defs") | server.pop("$defs") | bodies["$defs"]
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the Tengen studio",
        "properties": {"client": client, "server": server},
        "$defs": dict(sorted(shapes.items())),
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def page_text() -> str:
    """Each message with its fields."""
    parts = [_INTRODUCTION]
    for title, union in (("From the page", ClientMessage), ("From the server", ServerMessage)):
        parts.append(f"\n## {title}\n")
        parts += [_section(shape) for shape in get_args(get_args(union)[0])]
    known = json.loads(schema_text())["$defs"]
    told = {shape.__name__ for union in (ClientMessage, ServerMessage) for shape in _members(union)}
    parts.append("\n## Parts of messages and HTTP bodies\n")
    parts += [_described(name, known[name]) for name in known if name not in told]
    return "".join(parts)


def _members(union: Any) -> tuple[type[Shape], ...]:  # noqa: ANN401 - a union is no type
    return get_args(get_args(union)[0])


def _section(shape: type[Shape]) -> str:
    name = shape.model_fields["type"]
    tag = get_args(name.annotation)[0]
    return _described(f"`{tag}`", shape.model_json_schema())


def _described(title: str, schema: dict[str, Any]) -> str:
    said = inspect.cleandoc(schema.get("description", ""))
    required = schema.get("required", [])
    lines = [f"\n### {title}\n\n{said}\n"]
    fields = {key: each for key, each in schema.get("properties", {}).items() if key not in _ALWAYS}
    if fields:
        lines.append("\n| field | type | |\n|---|---|---|\n")
    for key, field in fields.items():
        told = " ".join(field.get("description", "").split()).replace("|", "\\|")
        usual = "" if key in required else f" = {json.dumps(field.get('default'))}"
        kind = (_kind(field) + usual).replace("|", "\\|")
        lines.append(f"| `{key}` | `{kind}` | {told} |\n")
    return "".join(lines)


def _kind(schema: dict[str, Any]) -> str:
    """A type in a few characters."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if "discriminator" in schema:
        return "a player: " + ", ".join(schema["discriminator"]["mapping"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(_kind(each) for each in schema[key])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_kind(each) for each in schema['prefixItems'])}]"
        return f"list of {_kind(schema['items'])}"
    if schema.get("type") == "object":
        return f"object of {_kind(schema.get('additionalProperties', {}))}"
    return str(schema.get("type", "any")) + _range(schema)


def _range(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    return "" if low is None and high is None else f" {low:g}..{high:g}"
