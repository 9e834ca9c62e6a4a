"""Makes the command of a query from its row."""

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
    say,
    stdin_text,
    tell,
)
from facevalue.cli.terminal.progress import show_progress
from facevalue.queries.json import json_line
from facevalue.queries.query import BLOCK, LINE, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from facevalue.queries import Query, Result
    from facevalue.queries.parameters import Parameter


def command_for(query: Query) -> click.Command:
    """The command of a query: arguments, options, help, and what it prints."""
    rows = query.through("shell")
    first = rows[0] if rows and rows[0].place else None
    options = rows[1:] if first else rows
    arguments = []
    if first:
        settings: dict[str, Any] = {"nargs": -1}
        if first.place == "word":
            needed, name = query.needs(first), first.name.upper()
            metavar = name if needed else f"[{name}]"
            settings = {"required": needed, "metavar": metavar, "type": verb.Value(first)}
        arguments = [click.Argument([first.name], **settings)]
    return verb.Verb(
        query.name,
        params=[
            *arguments,
            *(
                verb.make_option(row, shown=query.defaults[row.name], required=query.needs(row))
                for row in options
            ),
            verb.json_option(),
        ],
        callback=lambda **values: _run(query, first, values),
        help=f"{query.summary}\n\n{query.details}",
        epilog=verb.examples(*query.examples),
    )


def _run(query: Query, first: Parameter | None, values: dict[str, Any]) -> int:
    as_json = values.pop("as_json")
    given = {name: value for name, value in values.items() if value not in (None, ())}
    if "limit" in given:
        given["limit"] = None  # --no-limit
    printer = Printer(query, as_json=as_json)
    if first is None:
        return printer.show(given)
    words = values[first.name]
    if first.name == "players":
        words = given["players"] = _drop_versus(words)
    if not words and query.needs(first):
        example = f"facevalue {query.examples[0]}"
        raise click.UsageError(f"{first.name} missing; for example: {example}")
    if words in (verb.STDIN, (verb.STDIN,)):
        return _run_lines(query, first, given, printer)
    if first.place == "words":
        given[first.name] = " ".join(words)
        query.check_target(given)
    return printer.show(given)


def _run_lines(query: Query, first: Parameter, given: dict[str, Any], printer: Printer) -> int:
    """Answer each line of standard input, or all of it if it is a list of steps."""
    if first.name == "steps" or given.get("steps"):
        return printer.show(given | {first.name: stdin_text(sys.stdin.buffer.read(), 1)})
    if first.name == "answer":  # every line is an answer, also an empty one
        lines = enumerate(sys.stdin.buffer, 1)
        return max(
            (printer.show(given | {"answer": stdin_text(*line[::-1])}) for line in lines),
            default=FOUND,
        )

    def show_line(line: str) -> int:
        value: str | tuple[str, ...] = line
        if first.place == "list":  # the words, as a shell splits them, with ranges in quotes
            try:
                value = _drop_versus(shlex.split(line))
            except ValueError:
                raise fv.RangeError("expected a closing quote", line, len(line)) from None
        title = line if query.has_numbers else ""
        if title.startswith("{"):
            title = str(query.read_puzzle(given | {"numbers": line}))
        return printer.show(given | {first.name: value}, title)

    return answer_lines(show_line, as_json=printer.as_json)


def _drop_versus(players: Iterable[str]) -> tuple[str, ...]:
    """The players without the words between them, as in AhKh vs QsQd."""
    return tuple(player for player in players if player.lower() not in ("vs", "vs.", "v"))


class Printer:
    """Prints the results of a command, one after the other."""

    def __init__(self, query: Query, *, as_json: bool) -> None:
        self.query = query
        self.as_json = as_json
        self._is_first = True

    def show(self, given: dict[str, Any], title: str = "") -> int:
        """Run the query, print its result and return the exit code."""
        if self.query.takes_progress:
            with show_progress() as show:
                result = self.query.ask(given, progress=partial(self.advance, show))
        else:
            result = self.query.ask(given)
        if self.as_json:
            for row in result.json_rows():
                say(json_line(row))
        else:
            self._show_lines(result, title)
        if "seed" not in given and "seed" in result.given:
            tell(f"seed {result.given['seed']}")
        return FOUND if result.is_found else NOT_FOUND

    def advance(self, show: Callable[[str, int, int], None], done: int, total: int) -> None:
        """Show progress; the table of match-ups is computed once, before the deals."""
        is_table = total == fv.poker.MATCHUP_COUNT
        show(
            "computing the table of match-ups, once" if is_table else self.query.counts, done, total
        )

    def _show_lines(self, result: Result, title: str) -> None:
        layout = self.query.layout(result)
        if layout == BLOCK:
            if not self._is_first:
                say("")
            if title:
                say(f"{title}:")
        self._is_first = False
        lead = f"{title}: " if title and layout == LINE else ""
        lines = result.lines()
        if sys.stdout.isatty() or result.query.name == "rules":
            from facevalue.cli.terminal import draw  # noqa: PLC0415 - rich is slow to load

            lines = draw.draw_result(result)  # what a terminal can show as a picture is drawn first
        for line in lines:
            if isinstance(line, fv.LimitError):
                tell(f"facevalue: {message_of(line)}")
            elif isinstance(line, Note):
                tell(line)
            else:
                say(f"{lead}{line}")
        if isinstance(result.value, fv.Verdict):
            for line in caret.place_lines(result["answer"], result.value.position):
                say(line)
