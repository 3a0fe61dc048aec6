"""Finds in the source every sentence that the catalogue of messages must know.

Sentences are read off the syntax tree: the arguments of errors and of other objects that carry
prose, through f-strings, sums, conditions, local variables, and what is passed to or returned by
functions of Tengen. Each place for a value becomes a number: `{0} already exists`.
"""

import ast
import itertools
import re
from collections.abc import Iterable, Iterator

from tengen import errors
from tengen.rules.registry import FAMILIES
from tests.texts.source_tree import (
    Function,
    Module,
    called,
    calls,
    errors_below,
    functions,
    modules,
)

CARRIERS = errors_below({name for name, kind in vars(errors).items() if isinstance(kind, type)})
CARRIERS |= {"ValueError", "Finding", "Ended", "__init__", "_tell", "_line"}
CARRIERS |= {"Answer", "_lose", "_note_loss"}
"""What is made of sentences that people will read."""
ANSWERS = {
    "CrewRecord.__str__",
    "_shortfall",
    "Tally.__str__",
    "refused_line",
    "sgf_refusal",
    "score_line",
    "time_left",
    "ChosenNet.remark",
    "Origin.__str__",
    "Outcome.__str__",
    "Process.__str__",
    "Workshop.trouble",
    "why_it_ended",
    "PlayedOn.__str__",
    "Range.__str__",
    "Stop.reason_before",
    "EloInterval.__str__",
    "Strength.__str__",
    "WinsDrawsLosses.__str__",
    "_reason_to_end",
    "writing_advice",
}
"""Functions whose answers stand in such sentences without being called there by their names."""
WORD_LISTS = {
    "TrainingResult.__str__",
    "TrainingResult._strength_sentence",
    "TrainingResult._unfinished",
    "generation_parts",
    "trouble_lines",
    "_state_of_run",
    "began_parts",
    "SprtState.__str__",
    "_remarks",
    "_moves_left_remarks",
    "_scaled_remark",
    "_size_remark",
    "_speed",
    "_status_line",
    "_untrained_remark",
    "_games_sign",
    "_limit_before_measuring",
    "_value_sign",
    "_why_not",
    "choose_preset",
    "describe_types",
    "extended_time_limit",
    "note_instruction_set",
    "start_from",
    "vital_signs",
}
"""Functions that put sentences together, so that every text with a space in them is one."""
SINGLE_WORDS = {"draw", "undecided", "none", "nothing", "training"}
"""Fragments of one word; others of one word are names of things in the code."""
FOR_PROGRAMS = "scripting/"
"""What only the authors of scripts read, who read English."""
_PLACE = "\0"
_Alternatives = list[str]


def message_templates() -> dict[str, str]:
    """Each sentence with its numbered places, and where in the source it is."""
    reader = _Reader()
    _read_all(reader)
    summaries = {family.summary: "rules/registry.py" for family in FAMILIES.values()}
    return reader.found | summaries


def filled_sentences(value: str) -> dict[str, str]:
    """Each sentence as people see it: with the texts that the source puts into its places.

    Any other place gets the same value.
    """
    reader = _FillingReader()
    _read_all(reader)
    places = re.compile(r"\{\d+\}")
    return {
        places.sub(value, template).replace("{{", "{").replace("}}", "}"): where
        for template, where in reader.found.items()
    }


def _read_all(reader: "_Reader") -> None:
    for module in modules():
        if module.name.startswith(FOR_PROGRAMS):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and called(node) in CARRIERS:
                for argument in [*node.args, *(each.value for each in node.keywords)]:
                    reader.read(argument, module)
        for name in ANSWERS & module.functions.keys():
            reader.read_answers(module, module.functions[name])
        for name in WORD_LISTS & module.functions.keys():
            reader.read_texts(module, module.functions[name])


def numbered(template: str) -> str:
    """The template with its places counted: `{0} is not {1}`."""
    first, *others = (part.replace("{", "{{").replace("}", "}}") for part in template.split(_PLACE))
    return first + "".join(f"{{{number}}}{part}" for number, part in enumerate(others))


class _Reader:
    """Collects sentences, and the fragments that stand in their places."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._busy: set[ast.AST] = set()

    def read(self, node: ast.expr, module: Module) -> None:
        """Takes what the expression may say."""
        for template in self._alternatives(node, module):
            if _is_prose(template):
                self.found.setdefault(numbered(template), f"{module.name}:{node.lineno}")

    def read_answers(self, module: Module, function: Function) -> None:
        """Takes what the function may answer."""
        for answer in _returned(function):
            self.read(answer, module)

    def read_texts(self, module: Module, function: Function) -> None:
        """Takes every text that is written in the function, whatever becomes of it."""
        inside = {part for node in ast.walk(function) for part in _parts_of_text(node)}
        for statement in function.body[1:]:
            for node in ast.walk(statement):
                if isinstance(node, ast.Constant | ast.JoinedStr) and node not in inside:
                    self.read(node, module)

    def _alternatives(self, node: ast.expr, module: Module) -> _Alternatives:
        """The templates that an expression may become; one bare place if it is not text."""
        if node in self._busy:
            return [_PLACE]
        self._busy.add(node)
        try:
            return self._read_text(node, module)
        finally:
            self._busy.discard(node)

    def _read_text(self, node: ast.expr, module: Module) -> _Alternatives:
        match node:
            case ast.Constant(value=str(text)):
                return [re.sub(r"\{[:\w.,%+]*\}", _PLACE, text)]
            case ast.JoinedStr(values=parts):
                return _joined(self._piece(part, module) for part in parts)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _joined(self._alternatives(side, module) for side in (left, right))
            case ast.IfExp(body=body, orelse=orelse):
                return [*self._alternatives(body, module), *self._alternatives(orelse, module)]
            case ast.BoolOp(values=values):
                return [each for value in values for each in self._alternatives(value, module)]
            case ast.Name(id=name):
                return self._of_name(name, node, module)
            case ast.Call():
                return self._of_call(node, module)
        return [_PLACE]

    def _piece(self, part: ast.expr, module: Module) -> _Alternatives:
        """A part of an f-string: what may be absent stands in the sentence, the rest beside it."""
        if not isinstance(part, ast.FormattedValue):
            return self._alternatives(part, module)
        found = self._alternatives(part.value, module)
        if "" in found:
            return found
        self.read(part.value, module)
        return [_PLACE]

    def _of_name(self, name: str, node: ast.expr, module: Module) -> _Alternatives:
        """What a variable is set to; what callers pass for a parameter stands in its place."""
        function = module.function_around(node)
        parameters = [] if function is None else _parameters(function)
        if function is not None and name in parameters:
            return self._of_parameter(function, name, parameters)
        local = [] if function is None else list(_assigned(ast.walk(function), name))
        values = local or list(_assigned(module.tree.body, name))
        return [each for value in values for each in self._alternatives(value, module)] or [_PLACE]

    def _of_parameter(self, function: Function, name: str, parameters: list[str]) -> _Alternatives:
        for value, module in self._passed(function, name, parameters):
            self.read(value, module)
        return [_PLACE]

    def _passed(
        self, function: Function, name: str, parameters: list[str]
    ) -> Iterator[tuple[ast.expr, Module]]:
        """What callers pass for a parameter."""
        is_method = parameters[0] in ("self", "cls")
        place = parameters.index(name) - is_method
        is_only_one = len(functions()[function.name]) == 1
        for module, call in calls().get(function.name, []):
            if not is_only_one and function not in module.functions.values():
                continue
            for keyword in call.keywords:
                if keyword.arg == name:
                    yield keyword.value, module
            if place < len(call.args) and function not in self._busy:
                self._busy.add(function)
                yield call.args[place], module
                self._busy.discard(function)

    def _of_call(self, call: ast.Call, module: Module) -> _Alternatives:
        """What one of our functions answers, if it is text."""
        found = [each for each in functions().get(called(call), []) if _is_text(each[1])]
        own = [each for each in found if each[0] is module] or found
        if len(own) != 1:
            return [_PLACE]
        where, function = own[0]
        answers = [
            each for answer in _returned(function) for each in self._alternatives(answer, where)
        ]
        return answers or [_PLACE]


class _FillingReader(_Reader):
    """Puts the fragments into their places instead of beside the sentence."""

    def _piece(self, part: ast.expr, module: Module) -> _Alternatives:
        value = part.value if isinstance(part, ast.FormattedValue) else part
        found = self._alternatives(value, module)
        if not isinstance(part, ast.FormattedValue) or "" in found:
            return found
        return [each for each in found if _is_prose(each)] or [_PLACE]

    def _of_parameter(self, function: Function, name: str, parameters: list[str]) -> _Alternatives:
        found = [
            each
            for value, module in self._passed(function, name, parameters)
            for each in self._alternatives(value, module)
        ]
        return [each for each in found if _is_prose(each)] or [_PLACE]


def _parts_of_text(node: ast.AST) -> list[ast.expr]:
    return node.values if isinstance(node, ast.JoinedStr) else []


def _is_prose(template: str) -> bool:
    if template.endswith(", ") or " ?" in template:  # where nothing stands in a place
        return False
    text = template.strip()
    return text in SINGLE_WORDS or bool(re.search(r"[A-Za-z]{2,} | [A-Za-z]{2,}", text))


def _joined(pieces: Iterator[_Alternatives]) -> _Alternatives:
    return ["".join(parts) for parts in itertools.product(*pieces)]


def _is_text(function: Function) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "str"


def _returned(function: Function) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value


def _parameters(function: Function) -> list[str]:
    return [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]


def _assigned(nodes: Iterable[ast.AST], name: str) -> Iterator[ast.expr]:
    """What a variable is set to, alone or with others."""
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    yield from _unpacked(target, node.value, name)


def _unpacked(target: ast.Tuple, value: ast.Tuple, name: str) -> Iterator[ast.expr]:
    for each, given in zip(target.elts, value.elts, strict=True):
        if isinstance(each, ast.Name) and each.id == name:
            yield given
