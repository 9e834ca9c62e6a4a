"""Prints results on stdout, and messages and errors on stderr; reads lines from stdin."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

import click

from facevalue.door import json_line
from facevalue.errors import (
    FaceValueError,
    LimitError,
    NotationError,
    RangeError,
    printable,
    spell_arguments,
    spell_list,
)
from facevalue.queries.json import error_as_json
from facevalue.system.files import as_utf8, is_bad_path

FOUND, NOT_FOUND, BAD_USAGE, SYSTEM_FAILED = 0, 1, 2, 3
# The exit codes of a program that was ended by Ctrl-C or a closed pipe: 128 + the signal.
INTERRUPTED, PIPE_CLOSED = 130, 141
HOW_NUMBERS_LOOK = "give whole numbers, fractions like 3/4, decimals or cards like KS"
_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"


def say(lines: str) -> None:
    """Print lines of the result and flush them at once; brackets are dim on a terminal."""
    lines = fitted(printable(lines, keep="\n\t"), sys.stdout)
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        lines = lines.replace("(", f"{_DIM}({_PLAIN}").replace(")", f"{_DIM}){_PLAIN}")
    print(lines, flush=True)  # noqa: T201 - this is the command's output


def fitted(lines: str, stream: TextIO, indent: int = 0) -> str:
    """Wrap lines to the width of the terminal, without breaking words.

    Output to a pipe or file, and JSON, is not wrapped, because programs read it.
    """
    if not stream.isatty() or lines[:1] in ("{", "["):
        return lines
    from shutil import get_terminal_size  # noqa: PLC0415 - most calls return before this

    columns = get_terminal_size().columns
    if max(map(len, lines.split("\n"))) <= columns:
        return lines
    from textwrap import TextWrapper  # noqa: PLC0415 - as above

    wrapper = TextWrapper(columns, break_long_words=False, break_on_hyphens=False)
    wrapper.subsequent_indent = " " * indent
    return "\n".join(wrapper.fill(line) for line in lines.split("\n"))


def report(line: str) -> None:
    """Print a message for the user on stderr."""
    print(fitted(printable(line, keep="\n\t"), sys.stderr), file=sys.stderr)  # noqa: T201 - this is the command's output


def answer_lines(
    answer: Callable[[str], int],
    *,
    as_json: bool = False,
    join: Callable[[Iterable[str]], Iterable[tuple[int, str]]] = lambda lines: enumerate(lines, 1),
) -> int:
    """Call `answer` with each line of stdin, without empty lines and comments.

    Errors are reported with the number of the line, or as JSON objects, and do not end the loop.

    Args:
        answer: returns the exit code for a line.
        as_json: whether errors are JSON.
        join: numbers the lines, and joins those that are one value.

    Returns:
        The highest exit code of all lines.
    """
    gravest = FOUND
    for number, text in join(stdin_lines()):
        line = text if "\n" in text else _without_comment(text)
        if not line:
            continue
        try:
            code = answer(line)
        except FaceValueError as error:
            code = refuse_in_json(error) if as_json else refuse(error, f"line {number}: ")
        gravest = max(gravest, code)
    return gravest


def stdin_lines() -> Iterator[str]:
    """Yield the lines of stdin without their line ends; in UTF-8, or in UTF-16 with its mark."""
    for line in as_utf8(sys.stdin.buffer):
        yield line.decode(errors="replace").rstrip("\r\n")


def _without_comment(line: str) -> str:
    """Strip whitespace and a comment from a line; JSON objects have no comments.

    >>> _without_comment(" 8 8 3 3  # hard"), _without_comment("# hands"), _without_comment("A#B")
    ('8 8 3 3', '', 'A#B')
    """
    content = line.strip()
    if content.startswith("#"):
        return ""
    if not content.startswith("{"):
        for mark in (" #", "\t#"):
            content = content.partition(mark)[0]
    return content.rstrip()


def refuse_in_json(error: Exception) -> int:
    """Print an error as a JSON object, like a result with --json."""
    say(json_line(error_as_json(error) | {"message": message_of(error)}))
    return BAD_USAGE


def message_of(error: Exception) -> str:
    """Return what is wrong and what to do about it, with the names of the verb's options."""
    context = click.get_current_context(silent=True)
    parameters = [] if context is None else context.command.params
    options = {
        name: parameter
        for parameter in parameters
        if isinstance(parameter, click.Option)
        for name in (str(parameter.name), str(parameter.name).removesuffix("s"))
    }

    def spell(name: str, value: str) -> str:
        option = options.get(name)
        if option is None:
            return f"{name}={value}" if value else name
        if option.is_flag:
            return (option.secondary_opts if value == "False" else option.opts)[0]
        return f"{option.opts[0]} {value}".rstrip()

    def spell_column(match: re.Match[str]) -> str:
        columns = options.get("columns")
        return f"{columns.opts[0]} {match[1]}=COLUMN" if columns else spell(match[1], "COLUMN")

    message = describe_os_error(error) if isinstance(error, OSError) else str(error)
    if isinstance(error, LimitError):
        message = error.message(spell("limit", "") if "limit" in options else "")
    message = re.sub(r'columns=Columns\((\w+)="COLUMN"\)', spell_column, message)
    # Messages about values that are out of bounds start with the name of the argument.
    message = re.sub(r"^(\w+)(?= must be )", lambda found: spell(found[1], ""), message)
    path = "facevalue" if context is None else context.command_path
    message = spell_list(message, lambda query: f"facevalue {query}" if query else f"{path} --help")
    return spell_arguments(message, spell)


def describe_os_error(error: OSError) -> str:
    """Return the reason for a system error, and its file if it has one."""
    reason = " ".join((error.strerror or str(error)).split())
    if error.filename is None:
        return reason
    reason = "no such file" if error.errno == errno.ENOENT else f"{reason[:1].lower()}{reason[1:]}"
    return f"{reason}: {os.fsdecode(error.filename)!r}"


def refuse(error: Exception, location: str = "") -> int:
    """Print an error, with help on how to write numbers, or with a caret in a range."""
    is_number = isinstance(error, NotationError)
    report(
        f"facevalue: {location}{message_of(error)}"
        + (f" ({HOW_NUMBERS_LOOK})" if is_number else "")
    )
    if isinstance(error, RangeError):
        from facevalue.cli.terminal.caret import pointed  # noqa: PLC0415 - most questions are right

        for line in pointed(error.text, error.position):
            report(f"  {line}")
    return BAD_USAGE


def guarded(command: Callable[[], int], *, as_json: bool = False) -> int:
    """Run a command; report errors, and turn them and Ctrl-C into an exit code."""
    try:
        return command()
    except (FaceValueError, OSError) as error:
        if isinstance(error, OSError) and (error.filename is None or not is_bad_path(error)):
            raise
        return refuse_in_json(error) if as_json else refuse(error)
    except KeyboardInterrupt:
        return INTERRUPTED
