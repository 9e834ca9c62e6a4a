"""The parameters of the API: how each is read from a query or a body, and its JSON Schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import facevalue as fv
from facevalue.errors import quoted
from facevalue.options import as_whole, one_of
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from dataclasses import KW_ONLY

    Given = dict[str, Any]

_LONGEST_NUMBER = 20  # characters: 2^64 and its sign
_YES_OR_NO = {"true": True, "false": False}


class Parameter(Value):
    """A parameter of a question.

    Args:
        name: its name in queries and bodies.
        summary: what it means.
        kind: "text"; "number" (a whole one); "yes" (true or false); "number_text", which a body may
            also give as a whole number; or "numbers", which a body may also give as a list.
        example: for the documentation; several if it may be repeated.
        choices: the words to choose from; the library checks them.
        is_needed: whether a question without it is refused.
        repeats: whether it may stand more than once; its value is a list then.
    """

    name: str
    summary: str
    _: KW_ONLY
    kind: str = "text"
    example: str | int | bool | tuple[str, ...] | None = None
    choices: tuple[str, ...] = ()
    is_needed: bool = False
    repeats: bool = False

    @property
    def examples(self) -> tuple[object, ...]:
        """The example, or all of them, as a query has them."""
        return self.example if isinstance(self.example, tuple) else (self.example,)

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its value."""
        kinds = {"number": "integer", "yes": "boolean"}
        found: dict[str, Any] = {"type": kinds.get(self.kind, "string")}
        if self.choices:
            found["enum"] = list(self.choices)
        return {"type": "array", "items": found} if self.repeats else found

    @property
    def body_schema(self) -> dict[str, Any]:
        """The JSON Schema of its value in a body."""
        number = {"anyOf": [{"type": "integer"}, {"type": "string"}]}
        if self.kind == "number_text":
            return number
        if self.kind == "numbers":
            return {"anyOf": [*number["anyOf"], {"type": "array", "items": number}]}
        return self.schema

    def of_text(self, text: str) -> Any:  # noqa: ANN401 - by its kind
        """The value that a text in a query means.

        Raises:
            RuleError: it is not of the parameter's kind.
        """
        if self.kind == "yes":
            return _YES_OR_NO[one_of(self.name, text, _YES_OR_NO)]
        if self.kind == "number":
            return _whole(self.name, text)
        return text

    def of_json(self, value: object) -> Any:  # noqa: ANN401 - by its kind
        """The value that a JSON value in a body means.

        Raises:
            RuleError: it is not of the parameter's kind.
        """
        if self.kind == "numbers" and isinstance(value, list):
            return value
        if self.kind in ("numbers", "number_text"):
            value = str(value) if as_whole(value) is not None else value
        wanted = {"yes": bool, "number": int}.get(self.kind, str)
        if type(value) is not wanted:
            raise fv.RuleError(f"{self.name} must be {_WORDS[wanted]}, not {quoted(value)}")
        return value


_WORDS: dict[type, str] = {bool: "true or false", int: "a whole number", str: "text"}


def _whole(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if len(text) > _LONGEST_NUMBER + 1 or not (digits.isascii() and digits.isdigit()):
        raise fv.RuleError(f"{name} must be a whole number, not {quoted(text)}")
    return int(text)


def read_query(query: bytes, parameters: Sequence[Parameter]) -> Given:
    """The values of a query's parameters; those that are not given or empty are left out.

    Raises:
        RuleError: an unknown or a missing parameter, one given twice, a value of another kind, or a
            query that is not UTF-8.
    """
    rows = {row.name: row for row in parameters}
    given: Given = {}
    for name, text in _pairs(query):
        row = _row(name, rows)
        if row.repeats:
            given.setdefault(row.name, []).append(text)
        elif row.name in given:
            raise fv.RuleError(f"{row.name} is given twice")
        else:
            given[row.name] = row.of_text(text)
    return _complete(given, parameters)


def _pairs(query: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query.decode("ascii"), errors="strict")
    except UnicodeDecodeError:
        raise fv.RuleError("the query is not UTF-8") from None


def read_body(body: bytes, parameters: Sequence[Parameter]) -> Given:
    """The values of the parameters in a JSON object.

    Raises:
        RuleError: it is no JSON object; otherwise as `read_query`.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise fv.RuleError('the body must be a JSON object such as {"answer": "8/(3-8/3)"}')
    rows = {row.name: row for row in parameters}
    named = ((_row(name, rows), value) for name, value in found.items() if value is not None)
    given = {row.name: row.of_json(value) for row, value in named}
    return _complete(given, parameters)


def _row(name: str, rows: dict[str, Parameter]) -> Parameter:
    row = rows.get(name)
    return rows[one_of("parameter", name, rows)] if row is None else row


def _complete(given: Given, parameters: Iterable[Parameter]) -> Given:
    for row in parameters:
        if row.is_needed and row.name not in given:
            shown = "&".join(f"{row.name}={example}" for example in row.examples)
            raise fv.RuleError(f"{row.name} is missing, for example {shown}")
    return given
