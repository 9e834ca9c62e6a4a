"""A parameter of a query: its name, help and kind, and how every interface reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import one_of
from facevalue.queries.kinds import STRING, Kind
from facevalue.queries.vocabulary import REAL, TEXT, WHOLE, YES, Schema, list_of

SHELL, HTTP = ("shell",), ("http",)
# How results are shown, several for several lines of stdin: as blocks, each with a title and
# separated by empty lines; with the title and the result on one line; without titles; or as a
# table, which is drawn in a pipe as on a terminal.
BLOCK, LINE, BARE, TABLE = "block", "line", "bare", "table"
_SCHEMAS: dict[type, Schema] = {
    str: TEXT,
    int: WHOLE,
    float: REAL,
    bool: YES,
    dict: {"type": "object"},
}


def _any_of(schemas: Sequence[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}


@attrs.frozen
class Parameter:
    """A parameter of a query.

    Args:
        name: the name in Python and HTTP; on the command line, dashes replace underscores.
        help: the meaning, in one sentence.
        kind: the kind of its values.
        example: a value for the documentation; a tuple if the parameter may be repeated.
        choices: the words to choose from.
        default: the default of a parameter that only decides how the result is shown.
        repeats: whether it may be repeated; then its value is a tuple.
        interfaces: where it exists: "shell", "http" or both.
        flag: the option of the command line without a value that replaces --NAME VALUE.
        flag_value: the value that the flag sets.
        opposite: the option of the command line that sets False.
        written_as: how the command line reads it as the first parameter, without its name: as one
            "word", as one "line" that may be empty, as several "words" that are joined, or as a
            "list" of words; "" for an option.
        takes_all: whether stdin is then one value, instead of a value per line.
        shows: whether its value names the attribute of the result to print.
        layout: the layout of a result with this parameter; "" for the layout of the query.
        draw: returns a value if none is given, so that the result can be repeated.
        is_shown: whether the result shows a value that was drawn.
        calls: the public function to call with this parameter; "" for the function of the query.
        amends: another argument of the function, and what changes it, from its value and this one.
    """

    name: str
    help: str
    kind: Kind = STRING
    example: Any = None
    choices: tuple[str, ...] = ()
    default: Any = None
    repeats: bool = False
    interfaces: tuple[str, ...] = SHELL + HTTP
    flag: str = ""
    flag_value: Any = True
    opposite: str = ""
    written_as: str = ""
    takes_all: bool = False
    shows: bool = False
    layout: str = ""
    draw: Callable[[], object] | None = None
    is_shown: bool = False
    calls: str = ""
    amends: tuple[str, Callable[[Any, Any], object]] | None = None

    @property
    def option(self) -> str:
        """The name on the command line."""
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def is_closed(self) -> bool:
        """True if its value must be one of the choices."""
        return bool(self.choices) and not self.kind.is_open

    @property
    def examples(self) -> tuple[object, ...]:
        """All examples, in a tuple."""
        return self.example if isinstance(self.example, tuple) else (self.example,)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of the value in the query string of a URL."""
        keyword = "enum" if self.is_closed else "examples"
        schema = self.kind.schema | ({keyword: list(self.choices)} if self.choices else {})
        return list_of(schema) if self.repeats else schema

    @property
    def body_schema(self) -> Schema:
        """The JSON Schema of the value in a body."""
        kind = self.kind
        if self.repeats:
            return _any_of([self.schema["items"], self.schema])
        types = kind.json_types
        schemas = [self.schema] if len(types) == 1 else [_SCHEMAS[each] for each in types]
        if kind.item_types:
            schemas.append(list_of(_any_of([_SCHEMAS[each] for each in kind.item_types])))
        return _any_of(schemas)

    def parse(self, string: str) -> Any:
        """Parse a string.

        Raises:
            RuleError: the string is not a value of this kind, or not one of the choices.
        """
        if self.is_closed:
            return one_of(self.name, string, self.choices)
        try:
            return self.kind.parse(string)
        except FaceValueError:  # has a better message
            raise
        except ValueError:
            message = f"{self.name} must be {self.kind.what}, not {quoted(string)}"
            raise RuleError(message) from None

    def combine(self, values: Sequence[str]) -> str:
        """Return the value of a parameter that is given once or several times; lists add up.

        Raises:
            RuleError: it is given several times and is not a list.
        """
        if len(values) > 1 and not (self.kind.is_list and all(map(self._is_list, values))):
            raise RuleError(f"`{self.name}` is given twice; keep one of them")
        return " ".join(values)

    def _is_list(self, string: str) -> bool:
        try:
            return bool(self.kind.parse_list and self.kind.parse_list(string))
        except FaceValueError:
            return False

    def read_json(self, value: object) -> Any:
        """Convert a JSON value in a body, which may be a list for a parameter that repeats.

        Raises:
            RuleError: it is not a value of this kind.
        """
        if self.repeats:
            return tuple(map(self._read_item, value if isinstance(value, list) else [value]))
        is_list = isinstance(value, list) and bool(self.kind.item_types)
        if is_list and all(type(item) in self.kind.item_types for item in value):  # type: ignore[attr-defined]
            return value
        return self._read_item(value)

    def _read_item(self, value: object) -> Any:
        kind = self.kind
        if type(value) not in kind.json_types:
            raise RuleError(f"{self.name} must be {kind.what}, not {quoted(value)}")
        # What a URL would have; numbers of a kind without strings are values themselves.
        is_spelled = str in kind.json_types and isinstance(value, (str, int))
        return self.parse(str(value)) if is_spelled else value
