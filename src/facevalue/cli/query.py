"""Makes the command of a query."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import facevalue as fv
from facevalue.cli import verb
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
from facevalue.files import as_utf8
from facevalue.queries.json import json_line
from facevalue.queries.query import BLOCK, LINE, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from facevalue.queries import Query, Result
    from facevalue.queries.parameters import Parameter


def command_for(query: Query) -> click.Command:
    """Return the command of a query, with its arguments, options, help and output."""
    parameters = query.parameters_of("shell")
    first = parameters[0] if parameters and parameters[0].written_as else None
    options = [
        verb.make_option(
            option, shown=query.defaults[option.name], required=option.name in query.required
        )
        for option in (parameters[1:] if first else parameters)
    ]
    arguments = []
    if first:
        settings: dict[str, Any] = {"nargs": -1}
        if first.written_as == "word":
            needed, name = first.name in query.required, first.name.upper()
            metavar = name if needed else f"[{name}]"
            settings = {"required": needed, "metavar": metavar, "type": verb.Value(first)}
        arguments = [click.Argument([first.name], **settings)]
    return verb.Verb(
        query.name,
        params=[
            *arguments,
            *options,
            verb.json_option(),
        ],
        callback=lambda **values: _run(query, first, values),
        help=f"{query.summary}\n\n{query.details}",
        epilog=verb.examples(*query.examples),
    )


def _run(query: Query, first: Parameter | None, values: dict[str, Any]) -> int:
    as_json = values.pop("as_json")
    arguments = {name: value for name, value in values.items() if value not in (None, ())}
    if "limit" in arguments:
        arguments["limit"] = None  # --no-limit
    printer = Printer(query, as_json=as_json)
    if first is None:
        return printer.show(arguments)
    words = values[first.name]
    if first.name == "players":
        words = arguments["players"] = _drop_versus(words)
    if not words and first.name in query.required:
        example = f"facevalue {query.examples[0]}"
        raise click.UsageError(f"no {first.name} given; for example: {example}")
    if words in (verb.STDIN, (verb.STDIN,)):
        return _run_lines(query, first, arguments, printer)
    if first.written_as == "words":
        arguments[first.name] = " ".join(words)
        query.check_target(arguments)
    return printer.show(arguments)


def _run_lines(query: Query, first: Parameter, arguments: dict[str, Any], printer: Printer) -> int:
    """Run the query for each line of standard input, or once if the input is a list of steps."""
    if arguments.get("steps"):
        steps = as_utf8(sys.stdin.buffer).read().decode(errors="replace").rstrip("\r\n")
        return printer.show(arguments | {first.name: steps})
    if first.name == "answer":  # an empty line is also an answer
        return max(
            (printer.show(arguments | {"answer": line}) for line in stdin_lines()),
            default=FOUND,
        )

    def show_line(line: str) -> int:
        value: str | tuple[str, ...] = line
        if first.written_as == "list":  # split the line like a shell; ranges are in quotes
            try:
                value = _drop_versus(shlex.split(line))
            except ValueError:
                raise fv.RangeError("expected a closing quote", line, len(line)) from None
        title = line if query.has_numbers else ""
        if title.startswith("{"):
            title = str(query.read_puzzle(arguments | {"numbers": line}))
        return printer.show(arguments | {first.name: value}, title)

    return answer_lines(show_line, as_json=printer.as_json)


def _drop_versus(players: Iterable[str]) -> tuple[str, ...]:
    """Remove the words between players, as in AhKh vs QsQd."""
    return tuple(player for player in players if player.lower() not in ("vs", "vs.", "v"))


class Printer:
    """Prints the results of a query one after another."""

    def __init__(self, query: Query, *, as_json: bool) -> None:
        self.query = query
        self.as_json = as_json
        self._is_first = True

    def show(self, arguments: dict[str, Any], title: str = "") -> int:
        """Run the query, print its result and return the exit code."""
        if self.query.takes_progress:
            with show_progress() as show:
                result = self.query.call(arguments, progress=partial(self.advance, show))
        else:
            result = self.query.call(arguments)
        if self.as_json:
            for item in result.json_objects():
                say(json_line(item))
        else:
            self._show_lines(result, title)
        if "seed" not in arguments and "seed" in result.arguments:
            report(f"seed {result.arguments['seed']}")
        return FOUND if result.is_found else NOT_FOUND

    def advance(self, show: Callable[[str, int, int], None], done: int, total: int) -> None:
        """Show progress; the table of match-ups, if it is missing, is computed before the deals."""
        is_table = total == fv.poker.MATCHUP_COUNT
        what = "computing the table of match-ups, once" if is_table else self.query.counts
        show(what, done, total)

    def _show_lines(self, result: Result, title: str) -> None:
        layout = self.query.layout(result)
        if layout == BLOCK:
            if not self._is_first:
                say("")
            if title:
                say(f"{title}:")
        self._is_first = False
        prefix = f"{title}: " if title and layout == LINE else ""
        lines = result.lines()
        if sys.stdout.isatty() or result.query.name == "rules":
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
