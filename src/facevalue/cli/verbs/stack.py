"""The command for the stack language: stack."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from facevalue.cli import verb
from facevalue.cli.terminal.lines import BAD_USAGE, FOUND, say, stdin_text, tell
from facevalue.errors import FaceValueError, StackError, printable
from facevalue.queries.json import error_as_json, json_line
from facevalue.stack import Stack

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_PROMPT, _CONTINUED = "(scratchpad) ", "... "
_HELP = "\n\nType :help for debugging help."  # the last words of Factor's listener on every error


class _StackVerb(verb.Verb):
    takes_any_word = True


@click.command(
    cls=_StackVerb,
    epilog=verb.examples(
        "stack '5 6 / 2 + 6 * .'",
        "stack '\"7H 7S 7D AS AC\" hand-rank .'",
        "solve 6 6 5 2 --target 17 --notation postfix | facevalue stack",
        "stack --hands poker.txt 'euler054 .'",
    ),
)
@click.argument("words", nargs=-1, metavar="[TEXT | FILE]")
@click.option(
    "--hands",
    type=verb.InputFile(encoding="ascii", errors="replace"),
    help="A file with two poker hands a line, for the word euler054.",
)
@click.option(
    "--factor-errors",
    is_flag=True,
    help="Print errors as the listener of Factor 0.95 does, and not as one line on stderr.",
)
@verb.as_json
def stack(
    words: tuple[str, ...], hands: TextIO | None, *, factor_errors: bool, as_json: bool
) -> int:
    """Run a text of a small stack language, or start its prompt.

    It has the words of Factor's tutorial, and poker words.

    Without a text, read lines: from the keyboard with a prompt and a history, or from a pipe. What
    is on the data stack is shown after each line. If a line fails, nothing of it has any effect. An
    argument that names a file is read as one; - is stdin. docs/stack.md lists all words.

    With --json, each line gives an object with what it printed, the stack after it, and the error.
    """
    listener = _Listener(hands, factor_errors=factor_errors, as_json=as_json)
    for line in _lines(words, listener):
        listener.take(line)
    return listener.finish()


def _lines(words: tuple[str, ...], listener: _Listener) -> Iterator[str]:
    """The lines of the text, of the file or of stdin."""
    if not words or words == (verb.STDIN,):
        if sys.stdin.isatty() and not words:
            yield from _typed(listener)
        else:
            yield from (stdin_text(line, number) for number, line in enumerate(sys.stdin.buffer, 1))
    elif len(words) == 1 and _is_file(words[0]):
        with Path(words[0]).open(encoding="utf-8", errors="replace") as file:
            yield from file
    else:
        yield from " ".join(words).splitlines()


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # too long for a path, or with a character that no path has
        return False


def _typed(listener: _Listener) -> Iterator[str]:
    """The lines that somebody types; Ctrl-C drops the line."""
    import readline  # noqa: F401, PLC0415 - `input` edits lines and keeps a history once it is loaded

    while True:
        try:
            yield input(_CONTINUED if listener.is_open else _PROMPT)
        except KeyboardInterrupt:
            tell("")
            listener.drop()
        except EOFError:
            say("")
            return


class _Listener:
    """Runs one line after another on a stack."""

    def __init__(self, hands: TextIO | None, *, factor_errors: bool, as_json: bool) -> None:
        self._stack = Stack(hands=tuple(line.rstrip() for line in hands or ()))
        self._factor_errors = factor_errors
        self._as_json = as_json
        self._kept = ""  # lines that open what they do not close
        self._number = 0
        self._code = FOUND

    @property
    def is_open(self) -> bool:
        """Whether the lines so far open something that they do not close."""
        return bool(self._kept)

    def drop(self) -> None:
        """Forgets lines that are not closed."""
        self._kept = ""

    def take(self, line: str, *, is_last: bool = False) -> None:
        """Runs a line, or keeps it until the rest has come."""
        self._number += not is_last
        source = self._kept + line.rstrip("\r\n")
        try:
            self._stack = self._stack.run(source)
        except FaceValueError as error:
            if isinstance(error, StackError) and error.is_unfinished and not is_last:
                self._kept = source + "\n"
                return
            self._code = BAD_USAGE
            if self._as_json:
                left = self._stack.as_dict() | {"printed": ""}
                say(json_line({"text": source} | left | error_as_json(error)))
            elif self._factor_errors:
                listing = error.listing if isinstance(error, StackError) else ""
                say((listing or str(error)) + _HELP)
                self._show_stack()
            else:
                tell(f"facevalue: line {self._number}: {error}")
        except KeyboardInterrupt:
            if not sys.stdin.isatty():
                raise
            tell("facevalue: interrupted; the stack is as before the line")
        else:
            self._show(source)
        self._kept = ""

    def finish(self) -> int:
        """Runs what is left, and returns the exit code."""
        if self._kept:
            self.take("", is_last=True)
        return self._code

    def _show(self, source: str) -> None:
        if self._as_json:
            say(json_line({"text": source} | self._stack.as_dict() | {"error": None}))
            return
        if self._stack.printed:
            sys.stdout.write(printable(self._stack.printed, kept="\n\t"))
        self._show_stack()

    def _show_stack(self) -> None:
        if len(self._stack):
            sys.stdout.write("\n--- Data stack:\n" + printable(f"{self._stack}\n", kept="\n\t"))
        sys.stdout.flush()


VERBS = (stack,)
