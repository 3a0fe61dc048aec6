"""The commands print nothing but texts: no English sentence stands in their code."""

import ast
import re

from tests.texts.source_tree import called, modules

PRINTS = {"tell", "print", "Text", "assemble", "append", "add_row", "update", "status", "add_task"}
PROSE = re.compile(r"[A-Za-z]{3,} [A-Za-z]{2,}|^[A-Z][a-z]+")
STYLE = re.compile(r"\[?(?: ?(?:bold|dim|italic|underline|reverse|red|green|yellow|cyan|blue))*\]?")
COMMAND = re.compile(r"tengen [a-z-]+")


def test_no_command_prints_words_that_are_not_texts():
    found = [
        f"{module.name}:{text.lineno}: {text.value!r}"
        for module in modules()
        if module.name.startswith("cli/")
        for call in ast.walk(module.tree)
        if isinstance(call, ast.Call) and called(call) in PRINTS
        for text in texts_given_to(call)
        if PROSE.search(text.value)
        and not STYLE.fullmatch(text.value)
        and not COMMAND.match(text.value)
    ]
    assert not found, "printed, but not in tengen.texts:\n" + "\n".join(found)


def texts_given_to(call):
    """The texts written in the arguments themselves, not in calls inside them."""
    left = [*call.args, *(keyword.value for keyword in call.keywords)]
    while left:
        node = left.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node
        elif not isinstance(node, ast.Call):
            left += [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
