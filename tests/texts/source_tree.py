"""The modules of Tengen as syntax trees, with their functions and the calls of them."""

import ast
import functools
from pathlib import Path

import tengen

SOURCE = Path(tengen.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module:
    """One file: its functions by name, and which function encloses what."""

    def __init__(self, path: Path) -> None:
        self.name = path.relative_to(SOURCE).as_posix()
        self.tree = ast.parse(path.read_text("utf-8"))
        self.functions: dict[str, Function] = {}
        self._enclosing: dict[ast.AST, Function] = {}
        self._index(self.tree, None, "")

    def function_around(self, node: ast.AST) -> Function | None:
        """The innermost function that a node stands in."""
        return self._enclosing.get(node)

    def _index(self, node: ast.AST, function: Function | None, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if function is not None:
                self._enclosing[child] = function
            if isinstance(child, Function):
                self.functions[prefix + child.name] = child
                self._index(child, child, prefix)
            else:
                inner = f"{child.name}." if isinstance(child, ast.ClassDef) else prefix
                self._index(child, function, inner)


@functools.cache
def modules() -> list[Module]:
    """All of them but the texts themselves."""
    texts = SOURCE / "texts"
    return [Module(path) for path in sorted(SOURCE.rglob("*.py")) if texts not in path.parents]


@functools.cache
def functions() -> dict[str, list[tuple[Module, Function]]]:
    """The functions of all modules by their bare names."""
    found: dict[str, list[tuple[Module, Function]]] = {}
    for module in modules():
        for node in module.functions.values():
            found.setdefault(node.name, []).append((module, node))
    return found


@functools.cache
def calls() -> dict[str, list[tuple[Module, ast.Call]]]:
    """The calls in all modules by the bare names of what they call."""
    found: dict[str, list[tuple[Module, ast.Call]]] = {}
    for module in modules():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                found.setdefault(called(node), []).append((module, node))
    return found


def errors_below(names: set[str]) -> set[str]:
    """These classes, and all that are derived from them anywhere."""
    found = set(names)
    kinds = [
        (node.name, {getattr(base, "id", "") for base in node.bases})
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    ]
    while more := {name for name, bases in kinds if bases & found} - found:
        found |= more
    return found


def called(call: ast.Call) -> str:
    """The bare name of what is called."""
    return getattr(call.func, "id", None) or getattr(call.func, "attr", "")
