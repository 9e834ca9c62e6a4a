"""A query: a public function with its parameters, and how its result is shown.

The command line, the HTTP API, the JSON Schema and the docs are made from the rows of `table.py`;
nothing about a query is written anywhere else.
"""

from __future__ import annotations

import inspect
from functools import cached_property
from typing import TYPE_CHECKING, Any

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

# How results for several lines of standard input are shown: a title over each and an empty line
# between them, the title in front of the only line, or without a title.
BLOCK, LINE, BARE = "block", "line", "bare"
# Random seeds are short to type, JavaScript reads them exactly, and they are larger than the seeds
# of the puzzles of a day, which are dates such as 20260131.
_SEEDS = range(10**8, 2**32)
_PUZZLE_KEYS = "numbers target rules cards "


class Note(str):
    """A line about the result, which the command line prints on standard error."""

    __slots__ = ()


@attrs.frozen(kw_only=True, slots=False)
class Query:
    """A query; one row of the table.

    Args:
        function: the public function that answers it.
        parameters: what it takes; the first one has no name on the command line. Those that the
            function does not take decide how the result is shown.
        name: its name, if it is not the name of the function.
        section: where `facevalue --help` lists it.
        details: the help text after the summary, in paragraphs.
        examples: command lines without the name of the program.
        fields: the keys of the JSON result, without the puzzle's; a question mark after one
            means that it may be missing.
        row: the kind of the objects, if a result has several.
        rows: the key under which HTTP lists them.
        to_json: the result as an object without the keys of the puzzle, or as an iterator of rows.
        to_lines: the result as lines; the command line prints a `Note` or an error on stderr.
        found: whether the exit code is 0 and not 1.
        layout: how results for several lines of standard input are shown.
        doors: where it exists: "shell", "http" or both.
        is_quick: whether a server may answer it at once, from the parameters given.
        counts: what the progress of long work counts.
        constant: the parameter without which the result is random or changes with the day.
        has_body: whether HTTP also takes POST, with the parameters as a JSON object.
        amounts: further amounts for the limits of a server, from the parameters given.
    """

    function: Callable[..., Any]
    parameters: tuple[Parameter, ...] = ()
    name: str = attrs.field()
    section: str = ""
    details: str = ""
    examples: tuple[str, ...] = ()
    fields: str = ""
    row: str = ""
    rows: str = ""
    to_json: Callable[[Result], Any] = lambda result: result.value.as_dict()
    to_lines: Callable[[Result], Iterable[Line]] = lambda result: str(result.value).splitlines()
    found: Callable[[Result], object] = lambda _: True
    layout: Callable[[Result], str] = lambda _: BLOCK
    doors: tuple[str, ...] = ("shell", "http")
    is_quick: Callable[[Mapping[str, Any]], bool] = lambda _: True
    counts: str = "deals"
    constant: str = ""
    has_body: bool = False
    amounts: Callable[[Mapping[str, Any]], Mapping[str, int]] = lambda _: {}

    @name.default
    def _name_of_function(self) -> str:
        return self.function.__name__.replace("_", "-")

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
        """The defaults of the parameters; the signature of the function comes first."""
        known = self._signature.parameters
        found = {}
        for row in self.parameters:
            default = known[row.name].default if row.name in known else row.default
            found[row.name] = None if default is inspect.Parameter.empty else default
        return found

    def needs(self, row: Parameter) -> bool:
        """Whether a parameter must be given."""
        known = self._signature.parameters.get(row.name)
        return known is not None and known.default is inspect.Parameter.empty

    @property
    def takes_progress(self) -> bool:
        """Whether the function reports its progress."""
        return "progress" in self._signature.parameters

    @property
    def has_numbers(self) -> bool:
        """Whether it is about the numbers of a puzzle, which one line can spell."""
        return bool(self.parameters) and self.parameters[0].name == "numbers"

    @property
    def has_target(self) -> bool:
        """Whether it is about a puzzle with its target."""
        return self.has_numbers and any(row.name == "target" for row in self.parameters)

    def through(self, door: str) -> tuple[Parameter, ...]:
        """The parameters that exist on the command line ("shell") or in HTTP ("http")."""
        return tuple(row for row in self.parameters if door in row.doors)

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a line that the command line prints with --json."""
        return {"$ref": f"#/$defs/{self.row}"} if self.row else object_schema(self.keys)

    @property
    def keys(self) -> str:
        """The keys of a line that the command line prints with --json."""
        if self.row:
            return OBJECTS[self.row]
        return (_PUZZLE_KEYS if self.has_target else "") + self.fields

    def read_puzzle(self, given: Mapping[str, Any]) -> fv.Puzzle:
        """The puzzle of `numbers`, `target` and `rules`; a string of numbers may contain all three.

        Raises:
            FaceValueError: as for `Puzzle`.
        """
        numbers, target = given["numbers"], given.get("target")
        rules = given.get("rules", self.defaults["rules"])
        if isinstance(numbers, str):
            return fv.Puzzle.parse(numbers, target=target, rules=rules)
        return fv.Puzzle(numbers, target, rules)

    def check_target(self, given: Mapping[str, Any]) -> None:
        """Refuse a second target, and a target that the query does not use.

        Raises:
            RuleError: the string of numbers contains such a target.
            FaceValueError: as for `Puzzle.parse`.
        """
        numbers = given.get("numbers")
        if not self.has_numbers or not isinstance(numbers, str):
            return
        target = fv.puzzle.read_spelling(numbers).target
        if target is None:
            return
        if not self.has_target:
            raise RuleError(
                f"{self.name} takes no target, leave out = {target.strip()}: {quoted(numbers)}"
            )
        if given.get("target") is not None:
            raise RuleError(f"the target is given twice: {quoted(numbers)} and {given['target']}")

    def check_needed(self, given: Mapping[str, Any]) -> None:
        """Refuse a call without a parameter that must be given.

        Raises:
            RuleError: a parameter is missing; the message has an example.
        """
        for row in self.parameters:
            if self.needs(row) and row.name not in given:
                shown = "&".join(f"{row.name}={example}" for example in row.examples)
                raise RuleError(f"{row.name} missing; for example: {shown}")

    def ask(self, given: Mapping[str, Any], **extra: Any) -> Result:  # noqa: ANN401 - by the function
        """Call the function.

        Args:
            given: the values of the parameters that are given.
            **extra: further arguments of the function, such as `progress`.

        Raises:
            RuleError: a parameter is missing.
            FaceValueError: as for the function.
        """
        self.check_needed(given)
        if self.constant == "seed" and given.get("seed") is None:
            given = {**given, "seed": _SEEDS[random_seed() % len(_SEEDS)]}
        known = self._signature.parameters
        options = {name: value for name, value in given.items() if name in known} | extra
        if not self.has_numbers:
            many = [n for n, each in known.items() if each.kind is each.VAR_POSITIONAL]
            words = options.pop(many[0], ()) if many else ()
            return Result(self, given, None, self.function(*words, **options))
        puzzle = self.read_puzzle(given)
        options |= {"numbers": puzzle.numbers, "rules": puzzle.rules}
        if self.has_target:
            options["target"] = puzzle.target
        return Result(self, given, puzzle, self.function(**options))


@attrs.frozen
class Result:
    """The result of a query.

    Args:
        query: the query.
        given: the values of the parameters that were given.
        puzzle: the puzzle of a query about numbers.
        value: what the function returned.
    """

    query: Query
    given: Mapping[str, Any]
    puzzle: fv.Puzzle | None
    value: Any

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - by the parameter
        """The value of a parameter, or its default."""
        return self.given.get(name, self.query.defaults[name])

    @property
    def has_default_target(self) -> bool:
        """Whether neither a parameter nor the string of numbers contains the target."""
        numbers = self.given.get("numbers")
        spelled = fv.puzzle.read_spelling(numbers).target if isinstance(numbers, str) else None
        return self.given.get("target") is None and spelled is None

    def json_rows(self) -> Iterator[dict[str, Any]]:
        """The objects that the command line prints with --json, one per line."""
        found = self.query.to_json(self)
        if self.query.row:
            yield from found
        else:
            puzzle = self.puzzle.as_dict() if self.puzzle and self.query.has_target else {}
            yield puzzle | found

    def as_json(self) -> dict[str, Any]:
        """The result as one object for `json.dumps`; several rows are a list under one key."""
        rows = self.json_rows()
        if not self.query.row:
            return next(rows)
        seed = {"seed": self.given["seed"]} if "seed" in self.given else {}
        return {self.query.rows: list(rows)} | seed

    def lines(self) -> Iterable[Line]:
        """The lines that the command line prints, each as soon as it is known."""
        return self.query.to_lines(self)

    @property
    def is_found(self) -> bool:
        """Whether the exit code is 0 and not 1."""
        return bool(self.query.found(self))


def find_parameter(name: str, rows: Iterable[Parameter]) -> Parameter:
    """The parameter of that name.

    Raises:
        RuleError: there is no such parameter; the message suggests the nearest name.
    """
    known = {row.name: row for row in rows}
    return known.get(name) or known[one_of("parameter", name, known)]
