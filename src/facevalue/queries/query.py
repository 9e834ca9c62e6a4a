"""A query: a public function with its parameters, and how its result is shown.

The command line, the HTTP API, the JSON Schema and the docs are made from the queries in `QUERIES`,
the only place where they are described.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, reduce
from typing import Any, cast

import attrs

import facevalue as fv
from facevalue import door
from facevalue.door import CORE_QUERIES, AskedPuzzle, ask_core, json_line, size_of_puzzle
from facevalue.errors import RuleError
from facevalue.queries.arguments import find_parameter
from facevalue.queries.kinds import NumbersSize
from facevalue.queries.parameter import BLOCK, HTTP, SHELL, Parameter
from facevalue.queries.parameters import NUMBERS, TARGET
from facevalue.queries.vocabulary import OBJECTS, Schema, expand, object_schema

Line = str | fv.LimitError


class Note(str):
    """A line about the result, which the command line prints on standard error."""

    __slots__ = ()


def always(_: Mapping[str, Any]) -> bool:
    """Return that a query is quick."""
    return True


@attrs.frozen(kw_only=True, slots=False)
class Query:
    """A query.

    Args:
        function: the function to call, or the name of a public one without `facevalue.`, which is
            imported on first use.
        parameters: the parameters; the first has no name on the command line. Parameters that the
            function does not have decide how the result is shown.
        name: the name of the query; by default the name of the function.
        details: the help text after the summary, in paragraphs.
        examples: command lines without the name of the program; () if it is only in HTTP.
        keys: the keys of the JSON result, or the names of classes that have them, as for
            `expand`; without the keys of a puzzle with a target. Before a colon, the key under
            which HTTP lists the objects of a result that has several.
        to_json: returns the result as an object, or as an iterator of objects, unless the core
            answers the query.
        to_lines: returns the result as lines; the command line prints a `Note` or an error on
            stderr.
        found: returns whether the exit code is 0, not 1.
        layout: how a result is shown.
        any_size: whether numbers may have 4300 digits each.
        quick: returns, from the arguments, whether a server may answer on its event loop and
            cache the answer; None if the query is only on the command line.
    """

    _function: Callable[..., Any] | str
    parameters: tuple[Parameter, ...] = ()
    name: str = attrs.field()
    details: str = ""
    examples: tuple[str, ...] = ()
    _keys: str = ""
    to_json: Callable[[Result], Any] = lambda result: result.value.as_dict()
    to_lines: Callable[[Result], Iterable[Line]] = lambda result: str(result.value).splitlines()
    found: Callable[[Result], object] = lambda _: True
    layout: str = BLOCK
    any_size: bool = False
    quick: Callable[[Mapping[str, Any]], bool] | None = lambda _: False

    @name.default
    def _name_of_function(self) -> str:
        name = self._function if isinstance(self._function, str) else self._function.__name__
        return name.rpartition(".")[2].replace("_", "-")

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function to call."""
        return _public(self._function) if isinstance(self._function, str) else self._function

    @property
    def summary(self) -> str:
        """The first sentence of the docstring of the function."""
        paragraph = inspect.cleandoc(self.function.__doc__ or "").partition("\n\n")[0]
        return " ".join(paragraph.split())

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.function)

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """The defaults of the parameters, from the signature of the function if it has them."""
        declared = self._signature.parameters
        defaults = {}
        for parameter in self.parameters:
            name, default = parameter.name, parameter.default
            if name in declared:
                default = declared[name].default
            defaults[name] = None if default is inspect.Parameter.empty else default
        return defaults

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The names of the parameters that a call needs."""
        declared = self._signature.parameters
        names = (parameter.name for parameter in self.parameters if parameter.name in declared)
        return tuple(name for name in names if declared[name].default is inspect.Parameter.empty)

    @property
    def takes_progress(self) -> bool:
        """True if the function reports its progress."""
        return "progress" in self._signature.parameters

    @property
    def has_numbers(self) -> bool:
        """True if the first parameter is the numbers of a puzzle."""
        return self.parameters[:1] == (NUMBERS,)

    @property
    def has_target(self) -> bool:
        """True if the query is about a puzzle with a target."""
        return self.has_numbers and TARGET in self.parameters

    @property
    def in_shell(self) -> bool:
        """True if the query is a command."""
        return bool(self.examples)

    @property
    def in_http(self) -> bool:
        """True if the query has a route."""
        return self.quick is not None

    def is_quick(self, arguments: Mapping[str, Any]) -> bool:
        """Return whether a server may answer on its event loop."""
        return bool(self.quick and self.quick(arguments))

    def is_constant(self, arguments: Mapping[str, Any]) -> bool:
        """Return whether a call with these arguments always has the same result."""
        return all(parameter.name in arguments for parameter in self.drawn)

    @cached_property
    def drawn(self) -> tuple[Parameter, ...]:
        """The parameters whose values are drawn if none is given."""
        return tuple(parameter for parameter in self.parameters if parameter.draw)

    @cached_property
    def _by_door(self) -> Mapping[str, tuple[Parameter, ...]]:
        doors = SHELL + HTTP
        return {door: tuple(p for p in self.parameters if door in p.interfaces) for door in doors}

    def parameters_of(self, door: str) -> tuple[Parameter, ...]:
        """Return the parameters that exist on the command line ("shell") or in HTTP ("http")."""
        return self._by_door[door]

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a line that the command line prints with --json."""
        place = self._keys.rpartition(": ")[2]
        names = [name for name, row in OBJECTS.items() if row == place]
        is_object = self.items and names
        return {"$ref": f"#/$defs/{names[0]}"} if is_object else object_schema(self.keys)

    @property
    def result_class(self) -> str:
        """The name of the class that has most keys of the result, or ""."""
        names = (word.rpartition(".")[2] for word in self._keys.split())
        return next((name for name in names if name[:1].isupper()), "")

    @property
    def items(self) -> str:
        """The key under which HTTP lists the objects of a result that has several, or ""."""
        return self._keys.rpartition(":")[0]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a line that the command line prints with --json."""
        keys = self._keys.rpartition(":")[2]
        return expand(f"Puzzle {keys}" if self.has_target else keys)

    def measure(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments with the sizes of the numbers and the target, if there are any.

        Raises:
            FaceValueError: as for `Puzzle`.
        """
        if NUMBERS not in self.parameters:
            return dict(arguments)
        asked = {"rules": self.defaults["rules"], **arguments}
        count, largest, target = size_of_puzzle(asked, any_size=self.any_size)
        return {**arguments, "numbers": NumbersSize(count, largest), "target": target}

    def read_puzzle(self, arguments: Mapping[str, Any]) -> AskedPuzzle:
        """Read the puzzle of a query with numbers.

        Raises:
            FaceValueError: as for `door.read_puzzle`.
        """
        given = {"rules": self.defaults["rules"], **arguments}
        unused = "" if TARGET in self.parameters else self.name
        return door.read_puzzle(given, any_size=self.any_size, without_target=unused)

    def complete(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments with those that are drawn.

        Raises:
            RuleError: a required parameter is missing; the message has an example.
        """
        for name in self.required:
            if name not in arguments:
                examples = find_parameter(name, self.parameters).examples
                shown = "&".join(f"{name}={example}" for example in examples)
                raise RuleError(f"no {name} given; for example: {shown}")
        given = dict(arguments)
        for parameter in self.drawn:
            if parameter.draw and given.get(parameter.name) is None:
                given[parameter.name] = parameter.draw()
        return given

    def answer(self, arguments: Mapping[str, Any], **extra: Any) -> Result | CoreResult:
        """Return a result for JSON, from the core if it answers the query; see `call`."""
        if self.name not in CORE_QUERIES:
            return self.call(arguments, **extra)
        given = self.complete(arguments)
        asked = {p.name: given[p.name] for p in self.parameters if p.name in given and not p.shows}
        return CoreResult(self, given, *ask_core(self.name, asked, **extra))

    def call(
        self,
        arguments: Mapping[str, Any],
        *,
        puzzle: AskedPuzzle | None = None,
        question: str = "",
        **extra: Any,
    ) -> Result:
        """Call the function.

        Args:
            arguments: values by the name of their parameter.
            puzzle: the result of `read_puzzle`, if the arguments have been read.
            question: a question about the arguments, for the result.
            **extra: further arguments of the function, such as `progress`.

        Raises:
            RuleError: a required parameter is missing.
            FaceValueError: as for the function.
        """
        given = self.complete(arguments)
        function, declared = self.function, self._signature.parameters
        options = {name: value for name, value in given.items() if name in declared} | extra
        for parameter in self.parameters:
            if not given.get(parameter.name):
                continue
            if parameter.calls:
                function = _public(parameter.calls)
            if parameter.amends:
                name, amended = parameter.amends
                value = given.get(name, self.defaults[name])
                options[name] = amended(value, given[parameter.name])
        if NUMBERS in self.parameters:
            puzzle = puzzle or self.read_puzzle(given)
            options |= {"numbers": puzzle.numbers, "rules": puzzle.rules}
            if TARGET in self.parameters:
                options["target"] = puzzle.target
        variadic = [name for name, p in declared.items() if p.kind is p.VAR_POSITIONAL]
        words = options.pop(variadic[0], ()) if variadic else ()
        return Result(self, given, function(*words, **options), question)


def _public(name: str) -> Callable[..., Any]:
    found: Any = reduce(getattr, name.split("."), fv)
    return cast("Callable[..., Any]", found)


@attrs.frozen
class Result:
    """The result of a query.

    Args:
        query: the query.
        arguments: the arguments of the call, by the name of their parameter.
        value: what the function returned.
        question: a question about numbers that probably mean another puzzle, or "".
    """

    query: Query
    arguments: Mapping[str, Any]
    value: Any
    question: str = ""

    def __getitem__(self, name: str) -> Any:
        """Return the value of a parameter, or its default."""
        return self.arguments.get(name, self.query.defaults[name])

    def json_lines(self) -> Iterator[str]:
        """Yield the lines that the command line prints with --json."""
        content = self.query.to_json(self)
        return map(json_line, content if self.query.items else (content,))

    @property
    def text(self) -> str:
        """The result as one JSON object; several objects are a list under one key."""
        content = self.query.to_json(self)
        if self.query.items:
            names = (parameter.name for parameter in self.query.drawn)
            content = {self.query.items: list(content)} | {name: self[name] for name in names}
        return json.dumps(content)  # in ASCII, because strings of clients may not be valid UTF-8

    def lines(self) -> Iterable[Line]:
        """Return the lines that the command line prints; long work yields them as it goes."""
        shown = getattr(self.value, self.shown, None) if self.shown else None
        if shown is None:
            return self.query.to_lines(self)
        return shown.splitlines() if isinstance(shown, str) else map(str, shown)

    @property
    def shown(self) -> str:
        """The attribute of the value to print, or ""."""
        names = [self[parameter.name] for parameter in self.query.parameters if parameter.shows]
        return next(filter(None, reversed(names)), "")

    @property
    def layout(self) -> str:
        """How the result is shown."""
        given = (each.layout for each in self.query.parameters if each.layout and self[each.name])
        return next(given, self.query.layout)

    @property
    def is_found(self) -> bool:
        """True if the exit code is 0, not 1."""
        return bool(self.query.found(self))


@attrs.frozen
class CoreResult:
    """The result of a query that the core answers.

    Args:
        query: the query.
        arguments: the arguments of the call, by the name of their parameter.
        text: the result as one JSON object.
        is_found: True if the exit code is 0, not 1.
    """

    query: Query
    arguments: Mapping[str, Any]
    text: str
    is_found: bool

    def json_lines(self) -> Iterator[str]:
        """Yield the lines that the command line prints with --json."""
        if self.query.items:
            return map(json_line, json.loads(self.text)[self.query.items])
        return iter((self.text,))
