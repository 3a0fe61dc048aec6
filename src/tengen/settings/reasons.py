"""What the source says about the fields of a config model: the text below each of them."""

import ast
import functools
import inspect
import itertools
import re
import textwrap
from collections.abc import Mapping


@functools.cache
def field_texts(kind: type) -> Mapping[str, str]:
    """Each field's text as one line; empty where the source is not available."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        return {}
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in itertools.pairwise(body.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def first_sentence(text: str) -> str:
    """The text up to its first full stop, without it."""
    return re.split(r"\.(?:\s|$)", text, maxsplit=1)[0]
