"""Makes messages that are wrong in every way, from a seed."""

import copy
import json
import random
from typing import Any

from tengen.studio.message_page import schema_text

_SCHEMA = json.loads(schema_text())
_MESSAGES = [
    _SCHEMA["$defs"][each["$ref"].rpartition("/")[2]]
    for each in _SCHEMA["properties"]["client"]["oneOf"]
]
_JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2**31, 2**63, 10**30, 0.5, -1e308, 1e308, "", "x", "h8", "4",
    "connect4", "gomoku:15x15/5", "tictactoe", "../../etc/passwd", "\x00", "\ud800", "天元",
    "a" * 300, [], {}, [None], [[]], {"kind": "human"}, {"kind": "net"}, {"kind": "level"},
    [{"kind": "human"}, {"kind": "human"}], [{"kind": "random"}, {"kind": "human"}],
]  # fmt: skip


class MessageFuzzer:
    """Messages from the schema, mostly with something wrong in them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.games: list[str] = []
        """Ids of games that exist, so that some messages reach them."""

    def text(self) -> str:
        """The next message."""
        draw = self._random.random()
        if draw < 0.05:
            return self._noise()
        message = self._message()
        for _ in range(self._random.choice((0, 0, 1, 1, 2))):
            self._spoil(message)
        text = json.dumps(message, ensure_ascii=self._random.random() < 0.8)
        text = text.encode("utf-8", "replace").decode("utf-8")
        return text[: self._random.randrange(len(text))] if draw < 0.1 else text

    def _noise(self) -> str:
        size = self._random.choice((0, 1, 10, 100))
        return "".join(chr(self._random.randrange(1, 0x3000)) for _ in range(size))

    def _message(self) -> dict[str, Any]:
        schema = self._random.choice(_MESSAGES)
        return self._object(schema)

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        needed = schema.get("required", [])
        return {
            name: self._value(field, name)
            for name, field in schema["properties"].items()
            if name in needed or self._random.random() < 0.3
        }

    def _value(self, schema: dict[str, Any], name: str = "") -> Any:
        if name == "game_id" and self.games and self._random.random() < 0.9:
            return self._random.choice(self.games)
        if name == "game":
            return self._random.choice(("tictactoe", "connect4", "gomoku:6x6/4", "othello:6x6"))
        if name in ("simulations", "seconds"):
            return self._random.choice((1, 2, 0.01, None))
        if name == "move":
            return self._random.choice(("a1", "b2", "c3", "1", "4", "pass", "x"))
        if name == "node":
            return self._random.randrange(4)
        return self._of_schema(schema)

    def _of_schema(self, schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return self._object(_SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self._of_schema(self._random.choice(schema[key]))
        return self._of_type(schema)

    def _of_type(self, schema: dict[str, Any]) -> Any:
        match schema.get("type"):
            case "array":
                items = schema.get("prefixItems") or [schema["items"]] * self._random.randrange(10)
                return [self._of_schema(item) for item in items]
            case "object":
                return {"c_init": self._junk()}
            case "integer":
                return self._random.randrange(int(schema.get("minimum", 0)), 12)
            case "number":
                return self._random.random() * 3
            case "boolean":
                return self._random.random() < 0.5
            case "null":
                return None
        return self._random.choice(("", "a1", "tictactoe", "h8", "g=tictactoe&m=a1", "0" * 12))

    def _junk(self) -> Any:
        return copy.deepcopy(self._random.choice(_JUNK))

    def _spoil(self, value: Any) -> None:
        """Changes something somewhere inside."""
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys or (isinstance(value, dict) and self._random.random() < 0.1):
            if isinstance(value, dict):
                value[self._random.choice(("bogus", "type", "request"))] = self._random.choice(
                    _JUNK
                )
            return
        key = self._random.choice(keys)
        if isinstance(value[key], dict | list) and self._random.random() < 0.6:
            self._spoil(value[key])
        elif isinstance(value, dict) and self._random.random() < 0.2:
            del value[key]
        else:
            value[key] = self._junk()
