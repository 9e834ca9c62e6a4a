"""The command `stack`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from facevalue.cli import shared, values, verb
from facevalue.cli.terminal.lines import BAD_USAGE, FOUND, report, say, stdin_lines
from facevalue.cli.verbs import command, flag
from facevalue.door import json_line
from facevalue.errors import FaceValueError, StackError, printable
from facevalue.queries.json import error_as_json
from facevalue.stack import Listener, Stack

_MAX_CHARACTERS = 1_000_000
_PROMPT, _CONTINUED = "(scratchpad) ", "... "
_HELP = "\n\nType :help for debugging help."  # Factor's listener ends every error with this


class _StackVerb(verb.Verb):
    takes_any_word = True


class _ReadableFile(values.InputFile):
    """A file that a program may read, as NAME=FILE or FILE, converted to name and contents."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the file."""
        name, _, path = value.partition("=")
        if not (name and path) or Path(value).is_file():
            name, path = Path(value).name, value
        with super().convert(path, param, ctx) as file:
            contents = file.read(_MAX_CHARACTERS + 1)
        if len(contents) > _MAX_CHARACTERS:
            self.fail(f"{path!r} has more than {_MAX_CHARACTERS} characters", param, ctx)
        return name, contents


@command(
    "stack '5 6 / 2 + 6 * .'",
    "stack '\"7H 7S 7D AS AC\" hand-rank .'",
    "solve 6 6 5 2 --target 17 --notation postfix | facevalue stack",
    "stack --file poker.txt 'euler054 .'",
    cls=_StackVerb,
)
@click.argument("words", nargs=-1, metavar="[PROGRAM | FILE]")
@click.option(
    "--file",
    "files",
    type=_ReadableFile(encoding="utf-8", errors="replace"),
    multiple=True,
    callback=values.as_dict,
    metavar="[NAME=]FILE",
    help="A file that the program may read with file-lines, by its name; may be repeated.",
)
@flag(
    "--factor-errors",
    help="Print errors as the listener of Factor 0.95 does, instead of one line on stderr.",
)
@shared.as_json
def stack(
    words: tuple[str, ...],
    files: dict[str, str],
    *,
    factor_errors: bool,
    as_json: bool,
) -> int:
    """Run a small stack language, or start its prompt.

    It has words from Factor's tutorial, and words for poker.

    Without a program, the command reads lines from the keyboard, with a prompt and a history, or
    from a pipe, and shows the data stack after each line. If a line fails, the stack stays as it
    was before the line. If the argument is the name of a file, the program is read from it; - is
    stdin. docs/about/stack-words.md lists all words.

    With --json, each line prints an object with its output, the stack after it, and the error.
    """
    listener = Listener(Stack(files=files))
    printer = _Printer(listener, factor_errors=factor_errors, as_json=as_json)
    for line in _read_lines(words, printer):
        printer.take(line)
    if listener.is_open:
        printer.take("", is_last=True)
    return printer.code


def _read_lines(words: tuple[str, ...], printer: _Printer) -> Iterator[str]:
    """Yield the lines of the program, of the file, of stdin or of the prompt."""
    if words not in ((), (values.STDIN,)):
        try:
            is_file = len(words) == 1 and Path(words[0]).is_file()
        except (OSError, ValueError):  # too long for a path, or an invalid character
            is_file = False
        if is_file:
            with Path(words[0]).open(encoding="utf-8", errors="replace") as file:
                yield from file
        else:
            yield from " ".join(words).splitlines()
        return
    if words or not sys.stdin.isatty():
        yield from stdin_lines()
        return
    import readline  # noqa: F401, PLC0415 - `input` edits lines and keeps a history once it is loaded

    while True:
        try:
            yield input(_CONTINUED if printer.listener.is_open else _PROMPT)
        except KeyboardInterrupt:  # discards the line
            report("")
            printer.listener.drop()
        except EOFError:
            say("")
            return


class _Printer:
    """Runs lines, and prints the result of each."""

    def __init__(self, listener: Listener, *, factor_errors: bool, as_json: bool) -> None:
        self.listener = listener
        self.code = FOUND
        self._factor_errors = factor_errors
        self._as_json = as_json
        self._kept = ""  # the lines of an unfinished definition or list
        self._number = 0

    def take(self, line: str, *, is_last: bool = False) -> None:
        """Run a line."""
        self._number += not is_last
        line = line.rstrip("\r\n")
        self._kept += line
        try:
            if not self.listener.feed(line, is_last=is_last):
                self._kept += "\n"
                return
            if self._as_json:
                result = {"text": self._kept} | self.listener.stack.as_dict() | {"error": None}
                say(json_line(result))
            else:
                sys.stdout.write(printable(self.listener.stack.printed, keep="\n\t"))
                self._show_stack()
        except FaceValueError as error:
            self.code = BAD_USAGE
            if self._as_json:
                left = self.listener.stack.as_dict() | {"printed": ""}
                say(json_line({"text": self._kept} | left | error_as_json(error)))
            elif self._factor_errors:
                listing = error.listing if isinstance(error, StackError) else ""
                say((listing or str(error)) + _HELP)
                self._show_stack()
            else:
                report(f"facevalue: line {self._number}: {error}")
        except KeyboardInterrupt:
            if not sys.stdin.isatty():
                raise
            self.listener.drop()
            report("facevalue: interrupted; the stack is as before the line")
        self._kept = ""

    def _show_stack(self) -> None:
        stack = self.listener.stack
        if len(stack):
            sys.stdout.write("\n--- Data stack:\n" + printable(f"{stack}\n", keep="\n\t"))
        sys.stdout.flush()


VERBS = (stack,)
