"""Errors of messages: which field is wrong, and a sentence about it in both languages."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from tengen.errors import StudioError, TengenError
from tengen.studio.answers import Error
from tengen.studio.both import translated
from tengen.studio.messages import CLIENT_MESSAGE, MOST_MESSAGE_BYTES, Refusal
from tengen.studio.requests import LARGEST_REQUEST, ClientMessage
from tengen.studio.shapes import Text

_log = logging.getLogger(__name__)
_WANTED = {
    "string": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "dict": "an object",
    "list": "a list",
    "tuple": "a list of two",
    "model": "an object",
    "none": "null",
}
"""What pydantic calls `int_type` must be a whole number."""


_BODY = "body"
"""What an HTTP request sends, as a whole."""
NO_OBJECT = StudioError("the body must be a JSON object", field=_BODY, code="invalid")


class ExplainedError(StudioError):
    """An error whose sentence exists in both languages."""

    def __init__(self, text: Text, *, field: str = "", code: str = "refused") -> None:
        super().__init__(text.en, field=field, code=code)
        self.text = text


def own_fault(error: Exception) -> TengenError:
    """An error of Tengen as it is; of any other, that it happened, with the details in the log."""
    if isinstance(error, TengenError):
        return error
    _log.error("a fault of the studio", exc_info=error)
    return StudioError(
        "the studio met a fault of its own: see the window it was started in", code="internal"
    )


def error_message(
    error: TengenError, request: int | None = None, game_id: str | None = None
) -> Error:
    """The message for whoever asked."""
    field, code = ("", "refused")
    if isinstance(error, StudioError):
        field, code = error.field, error.code
    values = {"field": field, "code": code, "request": request, "game_id": game_id}
    return Error.model_validate({**values, "message": text_of(error)})


@contextmanager
def about(field: str, code: str = "refused") -> Iterator[None]:
    """Errors inside are about this field of the message."""
    try:
        yield
    except StudioError:
        raise
    except TengenError as error:
        raise StudioError(str(error), field=field, code=code) from error


def read_message(text: str) -> ClientMessage:
    """The message of the page; raises `StudioError` that names the field that is wrong."""
    if len(text.encode("utf-8", "replace")) > MOST_MESSAGE_BYTES:
        kilobytes = MOST_MESSAGE_BYTES // 1024
        raise StudioError(f"a message may have at most {kilobytes} kB", code="too_large")
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        raise invalid(error.errors(include_url=False)) from None
    except RecursionError:
        raise StudioError("the message is nested too deeply", code="invalid") from None


def request_of(text: str) -> int | None:
    """The number of a message that is wrong in other ways, if it can be read."""
    try:
        number = from_json(text).get("request")
    except (ValueError, AttributeError, RecursionError):
        return None
    return number if type(number) is int and 0 <= number <= LARGEST_REQUEST else None


def invalid(mistakes: Sequence[Any]) -> StudioError:
    """The first of pydantic's complaints, in our words."""
    first = mistakes[0]
    field = _field(first["loc"], first["type"])
    if field == _BODY:
        return NO_OBJECT
    return StudioError(_sentence(field, first), field=field, code="invalid")


def refusal(error: TengenError) -> Refusal:
    """The body of an HTTP error."""
    field = error.field if isinstance(error, StudioError) else ""
    return Refusal(field=field, message=text_of(error))


def text_of(error: TengenError) -> Text:
    """What an error says, in both languages."""
    return error.text if isinstance(error, ExplainedError) else translated(str(error))


def _field(place: Sequence[int | str], kind: str) -> str:
    """Such as `seats.0.level`, without the names of alternatives that pydantic puts between."""
    if kind.startswith("union_tag"):
        return ".".join([*map(str, _without_tags(place)), "kind" if place else "type"])
    if place[:1] == (_BODY,) and (kind == "json_invalid" or len(place) == 1):
        return _BODY
    return ".".join(map(str, _without_tags(place)))


def _without_tags(place: Sequence[int | str]) -> list[int | str]:
    parts = list(place)
    if parts and parts[0] in (_BODY, "query", "path"):
        return parts[1:]
    parts = parts[1:]
    if parts[:1] == ["seats"] and len(parts) > 2:
        return parts[:2] + parts[3:]
    return parts[:2] if parts[:1] == ["settings"] else parts


def _sentence(field: str, mistake: Any) -> str:  # noqa: ANN401 - pydantic's own dictionary
    kind, context = mistake["type"], mistake.get("ctx", {})
    if kind == "missing":
        return f"the field {field} is missing"
    if kind == "extra_forbidden":
        return f"there is no field {field}"
    if kind.startswith("json_") or not field:
        return "a message must be a JSON object with a type"
    if kind.startswith("union_tag"):
        tag = str(context.get("tag", ""))[:40]
        return f"the field {field} names nothing that the studio knows; got {tag!r}"
    return f"the field {field} must be {_expected(kind, context)}"


def _expected(kind: str, context: Any) -> str:  # noqa: ANN401
    if kind == "literal_error":
        return f"{context['expected']}"
    if "ge" in context:
        return f"{context['ge']:g} or more"
    if "le" in context:
        return f"{context['le']:g} or less"
    if "max_length" in context:
        return f"no longer than {context['max_length']:,}"
    if "min_length" in context:
        return f"no shorter than {context['min_length']:,}"
    if "pattern" in context:
        return f"of the form {context['pattern']}"
    return _WANTED.get(kind.rpartition("_")[0], "as the list of messages says")
