"""A query: a public function with its parameters, and how its result is shown.

The command line, the HTTP API, the JSON Schema and the docs are made from the queries in
`table.py`, the only place where they are described.
"""

from __future__ import annotations

import inspect
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, cast

import attrs

import facevalue as fv
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of
from facevalue.queries.fields import OBJECTS, object_schema
from facevalue.randomness import random_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from facevalue.queries.fields import Schema
    from facevalue.queries.parameters import Parameter

    Line = str | fv.LimitError

# How results for several lines of standard input are shown: as blocks, each with a title and
# separated by empty lines; with the title and the result on one line; or without titles.
BLOCK, LINE, BARE = "block", "line", "bare"
# Random seeds are short to type and exact in JavaScript. They are larger than the seeds of daily
# puzzles, which are dates such as 20260131.
_SEEDS = range(10**8, 2**32)
_PUZZLE_KEYS = "numbers target rules cards "


class Note(str):
    """A line about the result, which the command line prints on standard error."""

    __slots__ = ()


@attrs.frozen(kw_only=True, slots=False)
class Query:
    """A query.

    Args:
        function: the function to call, or the name of a public one without `facevalue.`, which is
            imported on first use.
        parameters: the parameters; the first has no name on the command line. Parameters that the
            function does not have decide how the result is shown.
        name: the name of the query; by default the name of the function.
        section: the section of `facevalue --help` that lists it.
        details: the help text after the summary, in paragraphs.
        examples: command lines without the name of the program.
        fields: the keys of the JSON result, without the keys of the puzzle; a question mark after a
            key means that it may be missing.
        item: the name of the objects in `OBJECTS`, if a result has several; else "".
        items_key: the key under which HTTP lists these objects.
        to_json: returns the result as an object without the keys of the puzzle, or as an iterator
            of objects.
        to_lines: returns the result as lines; the command line prints a `Note` or an error on
            stderr.
        found: returns whether the exit code is 0, not 1.
        layout: returns how results for several lines of standard input are shown.
        interfaces: where the query exists: "shell", "http" or both.
        is_quick: returns, from the arguments, whether a server may answer on its event loop.
        counts: what the progress of long work counts.
        constant: the parameter without which the result is random or changes with the day.
        has_body: whether HTTP also accepts POST, with the arguments as a JSON object.
        amounts: returns, from the arguments, further amounts that a server limits.
    """

    _function: Callable[..., Any] | str
    parameters: tuple[Parameter, ...] = ()
    name: str = attrs.field()
    section: str = ""
    details: str = ""
    examples: tuple[str, ...] = ()
    fields: str = ""
    item: str = ""
    items_key: str = ""
    to_json: Callable[[Result], Any] = lambda result: result.value.as_dict()
    to_lines: Callable[[Result], Iterable[Line]] = lambda result: str(result.value).splitlines()
    found: Callable[[Result], object] = lambda _: True
    layout: Callable[[Result], str] = lambda _: BLOCK
    interfaces: tuple[str, ...] = ("shell", "http")
    is_quick: Callable[[Mapping[str, Any]], bool] = lambda _: True
    counts: str = "deals"
    constant: str = ""
    has_body: bool = False
    amounts: Callable[[Mapping[str, Any]], Mapping[str, int]] = lambda _: {}

    @name.default
    def _name_of_function(self) -> str:
        name = self._function if isinstance(self._function, str) else self._function.__name__
        return name.rpartition(".")[2].replace("_", "-")

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function to call."""
        if not isinstance(self._function, str):
            return self._function
        found: Any = reduce(getattr, self._function.split("."), fv)
        return cast("Callable[..., Any]", found)

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
        return bool(self.parameters) and self.parameters[0].name == "numbers"

    @property
    def has_target(self) -> bool:
        """True if the query is about a puzzle with a target."""
        return self.has_numbers and any(parameter.name == "target" for parameter in self.parameters)

    def parameters_of(self, door: str) -> tuple[Parameter, ...]:
        """Return the parameters that exist on the command line ("shell") or in HTTP ("http")."""
        return tuple(parameter for parameter in self.parameters if door in parameter.interfaces)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a line that the command line prints with --json."""
        return {"$ref": f"#/$defs/{self.item}"} if self.item else object_schema(self.keys)

    @property
    def keys(self) -> str:
        """The keys of a line that the command line prints with --json."""
        if self.item:
            return OBJECTS[self.item]
        return (_PUZZLE_KEYS if self.has_target else "") + self.fields

    def read_puzzle(self, arguments: Mapping[str, Any]) -> fv.Puzzle:
        """Read the puzzle from `numbers`, `target` and `rules`; `numbers` may contain all three.

        Raises:
            FaceValueError: as for `Puzzle`.
        """
        numbers, target = split_digits(arguments), arguments.get("target")
        rules = arguments.get("rules", self.defaults["rules"])
        if isinstance(numbers, str):
            return fv.Puzzle.parse(numbers, target=target, rules=rules)
        return fv.Puzzle(numbers, target, rules)

    def check_target(self, arguments: Mapping[str, Any]) -> None:
        """Refuse a second target, and a target that the query does not use.

        Raises:
            RuleError: the string of numbers contains such a target.
            FaceValueError: as for `Puzzle.parse`.
        """
        numbers = arguments.get("numbers")
        if not self.has_numbers or not isinstance(numbers, str):
            return
        target = fv.puzzle.read_spelling(numbers).target
        if target is None:
            return
        if not self.has_target:
            raise RuleError(
                f"{self.name} takes no target; leave out '= {target.strip()}': {quoted(numbers)}"
            )
        if arguments.get("target") is not None:
            raise RuleError(
                f"the target is given twice: {quoted(numbers)} and {arguments['target']}"
            )

    def check_needed(self, arguments: Mapping[str, Any]) -> None:
        """Refuse a call without a required parameter.

        Raises:
            RuleError: a parameter is missing; the message has an example.
        """
        for name in self.required:
            if name not in arguments:
                examples = find_parameter(name, self.parameters).examples
                shown = "&".join(f"{name}={example}" for example in examples)
                raise RuleError(f"no {name} given; for example: {shown}")

    def call(
        self,
        arguments: Mapping[str, Any],
        puzzle: fv.Puzzle | None = None,
        **extra: Any,  # noqa: ANN401 - by the function
    ) -> Result:
        """Call the function.

        Args:
            arguments: values by the name of their parameter.
            puzzle: what `read_puzzle` returned for the arguments, if that was called before.
            **extra: further arguments of the function, such as `progress`.

        Raises:
            RuleError: a required parameter is missing.
            FaceValueError: as for the function.
        """
        self.check_needed(arguments)
        if self.constant == "seed" and arguments.get("seed") is None:
            arguments = {**arguments, "seed": _SEEDS[random_seed() % len(_SEEDS)]}
        if "numbers" in arguments:
            arguments = {**arguments, "numbers": split_digits(arguments)}
        declared = self._signature.parameters
        options = {name: value for name, value in arguments.items() if name in declared} | extra
        if not self.has_numbers:
            variadic = [name for name, p in declared.items() if p.kind is p.VAR_POSITIONAL]
            words = options.pop(variadic[0], ()) if variadic else ()
            return Result(self, arguments, None, self.function(*words, **options))
        puzzle = puzzle or self.read_puzzle(arguments)
        options |= {"numbers": puzzle.numbers, "rules": puzzle.rules}
        if self.has_target:
            options["target"] = puzzle.target
        return Result(self, arguments, puzzle, self.function(**options))


@attrs.frozen
class Result:
    """The result of a query.

    Args:
        query: the query.
        arguments: the arguments of the call, by the name of their parameter.
        puzzle: the puzzle of a query about numbers; else None.
        value: what the function returned.
    """

    query: Query
    arguments: Mapping[str, Any]
    puzzle: fv.Puzzle | None
    value: Any

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - by the parameter
        """Return the value of a parameter, or its default."""
        return self.arguments.get(name, self.query.defaults[name])

    @property
    def has_default_target(self) -> bool:
        """True if neither a parameter nor the string of numbers contains the target."""
        numbers = self.arguments.get("numbers")
        spelled = fv.puzzle.read_spelling(numbers).target if isinstance(numbers, str) else None
        return self.arguments.get("target") is None and spelled is None

    def json_objects(self) -> Iterator[dict[str, Any]]:
        """Yield the objects that the command line prints with --json, one per line."""
        content = self.query.to_json(self)
        if self.query.item:
            yield from content
        else:
            puzzle = self.puzzle.as_dict() if self.puzzle and self.query.has_target else {}
            yield puzzle | content

    def as_json(self) -> dict[str, Any]:
        """Return the result as one object for JSON; several objects are a list under one key."""
        objects = self.json_objects()
        if not self.query.item:
            return next(objects)
        seed = {"seed": self.arguments["seed"]} if "seed" in self.arguments else {}
        return {self.query.items_key: list(objects)} | seed

    def lines(self) -> Iterable[Line]:
        """Return the lines that the command line prints; long work yields them as it goes."""
        return self.query.to_lines(self)

    @property
    def is_found(self) -> bool:
        """True if the exit code is 0, not 1."""
        return bool(self.query.found(self))


def split_digits(arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401 - whatever numbers are
    """Return the numbers; with the argument `digits`, the first word is one number per digit."""
    numbers = arguments["numbers"]
    if not arguments.get("digits") or not isinstance(numbers, str):
        return numbers
    digits, *rest = numbers.split(maxsplit=1) or [""]
    if not (digits.isascii() and digits.isdigit()):
        raise RuleError(f"digits must be a run of digits such as 4878, not {quoted(digits)}")
    return " ".join([*digits, *rest])


def find_parameter(name: str, parameters: Iterable[Parameter]) -> Parameter:
    """Return the parameter with this name.

    Raises:
        RuleError: there is no such parameter; the message suggests the nearest name.
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    return by_name.get(name) or by_name[one_of("parameter", name, by_name)]
