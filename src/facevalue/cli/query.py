"""Makes the command of a query."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import click

import facevalue as fv
from facevalue.cli import shared, values, verb
from facevalue.cli.terminal import caret
from facevalue.cli.terminal.lines import (
    FOUND,
    NOT_FOUND,
    answer_lines,
    message_of,
    report,
    say,
    stdin_lines,
)
from facevalue.cli.terminal.progress import show_progress
from facevalue.door import read_puzzle
from facevalue.queries import Query, Result
from facevalue.queries.guesses import interpret
from facevalue.queries.parameter import BLOCK, LINE, TABLE, Parameter
from facevalue.queries.parameters import RULES
from facevalue.queries.query import Note
from facevalue.system.files import as_utf8


def command_for(query: Query) -> click.Command:
    """Return the command of a query, with its arguments, options, help and output."""
    parameters = query.parameters_of("shell")
    first = parameters[0] if parameters and parameters[0].written_as else None
    decorators = [
        shared.option(
            option, shown=query.defaults[option.name], required=option.name in query.required
        )
        for option in (parameters[1:] if first else parameters)
    ]
    if first and first.written_as in ("word", "line"):
        needed, name = first.name in query.required, first.name.upper()
        metavar = name if needed else f"[{name}]"
        kind = values.Value(first)
        decorators.insert(
            0, click.argument(first.name, required=needed, metavar=metavar, type=kind)
        )
    elif first:
        decorators.insert(0, click.argument(first.name, nargs=-1))

    run: Any = shared.as_json(partial(_run, query, first))
    for decorate in reversed(decorators):
        run = decorate(run)
    return click.command(
        query.name,
        cls=verb.Verb,
        help=f"{query.summary}\n\n{query.details}",
        epilog=verb.examples(*query.examples),
    )(run)


def _run(query: Query, first: Parameter | None, /, *, as_json: bool, **given: Any) -> int:
    arguments = {name: value for name, value in given.items() if value not in (None, ())}
    flags = {parameter.name: parameter for parameter in query.parameters if parameter.flag}
    arguments |= {name: flags[name].flag_value for name in arguments if name in flags}
    printer = Printer(query, as_json=as_json)
    if first is None:
        return printer.show(arguments)
    words = given[first.name]
    if first.written_as == "list":
        words = arguments[first.name] = _drop_ignored(words, first)
    if not words and first.name in query.required:
        example = f"facevalue {query.examples[0]}"
        raise click.UsageError(f"no {first.name} given; for example: {example}")
    if words in (values.STDIN, (values.STDIN,)):
        return _run_lines(query, first, arguments, printer)
    if first.written_as == "words":
        arguments[first.name] = " ".join(words)
    return printer.show(arguments)


def _run_lines(query: Query, first: Parameter, arguments: dict[str, Any], printer: Printer) -> int:
    """Run the query for each line of standard input, or once if the input is a list of steps."""
    if any(arguments.get(parameter.name) for parameter in query.parameters if parameter.takes_all):
        lines = as_utf8(sys.stdin.buffer).read().decode(errors="replace").rstrip("\r\n")
        return printer.show(arguments | {first.name: lines})
    if first.written_as == "line":
        codes = (printer.show(arguments | {first.name: line}) for line in stdin_lines())
        return max(codes, default=FOUND)

    rules: Any = arguments.get("rules", query.defaults.get("rules"))

    def show_line(line: str) -> int:
        value: str | tuple[str, ...] = line
        if "\n" in line:  # lines that are one value
            value = (line,)
        elif first.written_as == "list":  # split the line like a shell; ranges are in quotes
            try:
                value = _drop_ignored(shlex.split(line), first)
            except ValueError:
                raise fv.RangeError("expected a closing quote", line, len(line)) from None
        title = line if query.has_numbers else ""
        if title.startswith("{"):
            title = str(fv.Puzzle.parse(line, target=arguments.get("target"), rules=rules))
        given = arguments | {first.name: value}
        if query.has_numbers and fv.puzzle.read_spelling(line).target is not None:
            given.pop("target", None)  # the option is for lines without a target
            if not query.has_target:
                puzzle = read_puzzle(given | {"rules": rules})
                given |= {"numbers": puzzle.numbers, "rules": puzzle.rules}
        return printer.show(given, title)

    return answer_lines(show_line, as_json=printer.as_json, join=first.kind.join)


def _drop_ignored(words: Iterable[str], parameter: Parameter) -> tuple[str, ...]:
    """Remove the words between values, as in AhKh vs QsQd."""
    return tuple(word for word in words if word.lower() not in parameter.kind.ignored)


class Printer:
    """Prints the results of a query one after another."""

    def __init__(self, query: Query, *, as_json: bool) -> None:
        self.query = query
        self.as_json = as_json
        self._is_first = True
        self._unit = "choices" if RULES in query.parameters else "deals"  # what progress counts

    def show(self, arguments: dict[str, Any], title: str = "") -> int:
        """Run the query, print its result and return the exit code."""
        meant = interpret(self.query, arguments)
        arguments, question = meant.arguments, "" if self.as_json else meant.question
        for line in filter(None, (meant.remark, question)):
            report(f"facevalue: {line}")
        call: Any = self.query.answer
        if not self.as_json:
            call = partial(self.query.call, puzzle=meant.puzzle, question=question)
        if self.query.takes_progress:
            with show_progress() as show:
                result = call(arguments, progress=partial(self.advance, show))
        else:
            result = call(arguments)
        if self.as_json:
            for line in result.json_lines():
                say(line)
        else:
            self._show_lines(result, title)
        for parameter in self.query.drawn:
            if not parameter.is_shown and parameter.name not in arguments:
                report(f"{parameter.name} {result.arguments[parameter.name]}")
        return FOUND if result.is_found else NOT_FOUND

    def advance(self, show: Callable[[str, int, int], None], done: int, total: int) -> None:
        """Show progress; the table of match-ups, if it is missing, is computed before the deals."""
        is_table = total == fv.poker.MATCHUP_COUNT
        what = "computing the table of match-ups, once" if is_table else self._unit
        show(what, done, total)

    def _show_lines(self, result: Result, title: str) -> None:
        layout = result.layout
        if layout == BLOCK:
            if not self._is_first:
                say("")
            if title:
                say(f"{title}:")
        self._is_first = False
        prefix = f"{title}: " if title and layout == LINE else ""
        lines = result.lines()
        if sys.stdout.isatty() or layout == TABLE:
            from facevalue.cli.terminal import draw  # noqa: PLC0415 - rich is slow to load

            lines = draw.draw_result(result)
        for line in lines:
            if isinstance(line, fv.LimitError):
                report(f"facevalue: {message_of(line)}")
            elif isinstance(line, Note):
                report(line)
            else:
                say(f"{prefix}{line}")
        if isinstance(result.value, fv.Verdict):
            for line in caret.place_lines(result["answer"], result.value.position):
                say(line)
