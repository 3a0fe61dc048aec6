"""The syntax of SGF, FF[4]: trees of nodes with properties. Knows nothing of any game."""

import re
from dataclasses import dataclass, field

from tengen.errors import RecordError

# Possessive, so that no input makes the match backtrack.
_TOKEN = re.compile(
    r"\s*+(?:(?P<mark>[();])|(?P<name>[A-Za-z]++)|\[(?P<value>(?:[^\]\\]++|\\.)*+)\])", re.DOTALL
)
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)


@dataclass(slots=True)
class SgfNode:
    """One node: its properties in order of appearance, and the line it begins on.

    Values are verbatim; `text` decodes them.
    """

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The first value of a property as a text, or nothing."""
        values = self.properties.get(name)
        return unescape(values[0]) if values else ""


@dataclass(slots=True)
class SgfVariation:
    """Another line of a game tree, and the node that it follows."""

    parent: SgfNode
    nodes: list[SgfNode] = field(default_factory=list)


@dataclass(slots=True)
class SgfGame:
    """The main line of one game tree: the first branch wherever it splits."""

    nodes: list[SgfNode] = field(default_factory=list)
    ignored_variations: int = 0
    """Branches off the main line."""
    variations: list[SgfVariation] = field(default_factory=list)
    """All other lines, each after the one that it branches off."""


@dataclass(slots=True)
class _Branch:
    is_main: bool
    nodes: list[SgfNode]
    """Those of the line that it is part of."""
    children: int = 0
    last: SgfNode | None = None
    """Its own last node, after which its branches begin."""


def parse_sgf(text: str) -> list[SgfGame]:
    """All game trees of a text; raises `RecordError` with the line. Depth costs no recursion."""
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 1
        self._counted_to = 0
        self._games: list[SgfGame] = []
        self._open: list[_Branch] = []
        self._values: list[str] | None = None

    def run(self) -> list[SgfGame]:
        offset, end = 0, len(self._text.rstrip())
        while offset < end:
            token = _TOKEN.match(self._text, offset)
            if token is None:
                raise self._error(self._skip_spaces(offset), self._trouble(offset))
            self._take(token)
            offset = token.end()
        if self._open:
            raise self._error(end, f"the file ends with {len(self._open)} ')' missing")
        if not self._games:
            raise RecordError("line 1: there is no game; an SGF file begins with '(;'")
        return self._games

    def _take(self, token: re.Match[str]) -> None:
        start = token.start(token.lastgroup or 0)
        if token["mark"] == "(":
            self._begin_tree(start)
        elif not self._open:
            raise self._error(start, "an SGF file holds game trees that begin with '(;'")
        elif token["mark"] == ")":
            self._end_tree(start)
        elif token["mark"] == ";":
            self._begin_node(start)
        elif token["name"] is not None:
            self._begin_property(start, token["name"])
        else:
            self._add_value(start, token["value"])

    def _begin_tree(self, start: int) -> None:
        self._values = None
        if not self._open:
            self._games.append(SgfGame())
            self._open.append(_Branch(True, self._games[-1].nodes))
            return
        parent = self._open[-1]
        if parent.last is None:
            raise self._error(start, "a tree needs a node (';') before its first branch")
        is_main = parent.is_main and parent.children == 0
        self._games[-1].ignored_variations += parent.is_main and not is_main
        parent.children += 1
        nodes = parent.nodes if parent.children == 1 else self._begin_variation(parent.last)
        self._open.append(_Branch(is_main, nodes))

    def _begin_variation(self, parent: SgfNode) -> list[SgfNode]:
        variation = SgfVariation(parent)
        self._games[-1].variations.append(variation)
        return variation.nodes

    def _end_tree(self, start: int) -> None:
        self._values = None
        if self._open.pop().last is None:
            raise self._error(start, "a tree without a node (';')")

    def _begin_node(self, start: int) -> None:
        self._values = None
        branch = self._open[-1]
        if branch.children:
            raise self._error(start, "a node cannot follow a branch of the same tree")
        branch.last = SgfNode(self._line_at(start))
        branch.nodes.append(branch.last)

    def _begin_property(self, start: int, written: str) -> None:
        branch = self._open[-1]
        if branch.children or branch.last is None:
            raise self._error(start, f"property {written[:20]} is outside a node")
        # Old files spell names with small letters in between, such as `GaMe`.
        name = re.sub("[a-z]", "", written) or written
        self._values = branch.last.properties.setdefault(name, [])

    def _add_value(self, start: int, value: str) -> None:
        if self._values is None:
            raise self._error(start, "a value in [] without the name of its property")
        self._values.append(value)

    def _trouble(self, offset: int) -> str:
        character = self._text[self._skip_spaces(offset)]
        if character == "[":
            return "a value has no closing ]"
        return f"{character!r} is neither '(', ')', ';', a property nor a value in []"

    def _skip_spaces(self, offset: int) -> int:
        match = re.compile(r"\s*").match(self._text, offset)
        return match.end() if match else offset

    def _line_at(self, offset: int) -> int:
        """Counts on from the last call: lines of nodes are asked for in order."""
        self._line += self._text.count("\n", self._counted_to, offset)
        self._counted_to = offset
        return self._line

    def _error(self, offset: int, reason: str) -> RecordError:
        return RecordError(f"line {self._text.count(chr(10), 0, offset) + 1}: {reason}")


def escape(text: str) -> str:
    """The text as written between [ and ]."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescape(value: str) -> str:
    """The inverse of `escape`; an escaped line break is removed."""
    return _ESCAPED.sub(lambda match: "" if match[1] == "\n" else match[1], value)
