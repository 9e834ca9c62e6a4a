"""The types of the values of options and arguments, and files to read and write."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from math import inf
from typing import IO, Any, BinaryIO, cast

import click
from click.shell_completion import CompletionItem

from facevalue.cli.terminal.lines import describe_os_error, message_of
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import one_of
from facevalue.queries.parameter import Parameter
from facevalue.system.files import as_utf8, atomic_file, is_bad_path

STDIN = "-"
_MAX_BYTES = 16 * 2**20  # of a file that is the value of a parameter


class Word(click.Choice):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """One of a few words; case does not matter, and errors suggest the nearest word."""

    def __init__(self, what: str, words: Iterable[str]) -> None:
        super().__init__(list(words), case_sensitive=False)
        self.what = what

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,
    ) -> str:
        """Return the word as spelled in the list."""
        try:
            return one_of(self.what, value, self.choices)
        except RuleError as error:
            raise click.UsageError(message_of(error), ctx) from None


class Parsed(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """Any value that a function parses, which raises a `ValueError` for invalid strings.

    Args:
        metavar: what a value is, in the help.
        parse: the function.
        must: what a value must do, in the message of a `ValueError`, such as "look like 1-9".
    """

    def __init__(self, metavar: str, parse: Callable[[str], Any], must: str) -> None:
        self.name, self._parse, self._must = metavar, parse, must

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a string with the function; return any other value unchanged."""
        if not isinstance(value, str):
            return value
        try:
            return self._parse(value)
        except FaceValueError as error:
            raise click.UsageError(message_of(error), ctx) from None
        except ValueError:
            name = param.opts[0] if param else "the value"
            message = f"{name} must {self._must}, not {quoted(value)}"
            raise click.UsageError(message, ctx) from None


class Number(Parsed):
    """A number within bounds; an integer unless `kind` is float."""

    def __init__(self, low: float = -inf, high: float = inf, kind: type[int | float] = int) -> None:
        def parse(string: str) -> float:
            number = kind(string)
            if not low <= number <= high:
                raise ValueError
            return number

        what = "a whole number" if kind is int else "a number"
        bounds = f" from {low} to {high}" if high < inf else ""
        super().__init__("N", parse, f"be {what}{bounds}")


class Value(Parsed):
    """A value of a parameter of queries."""

    def __init__(self, parameter: Parameter) -> None:
        super().__init__(parameter.kind.name, parameter.parse, "")
        self.parameter, self.kind = parameter, parameter.kind
        self.choices = parameter.choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a string that is not empty, unless the kind takes it."""
        if value == "" and param and not self.kind.takes_empty:
            example = f"such as {self.parameter.example}"
            remedy = f"give a value {example}" if param.required else "leave it out for the default"
            raise click.UsageError(f"{param.opts[0]} is empty; {remedy}", ctx)
        if isinstance(value, str) and self.kind.is_file(value):
            value = _contents(value, param, ctx)
        return super().convert(value, param, ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click has it
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the choices that start with the typed characters."""
        start = incomplete.casefold()
        return [CompletionItem(name) for name in self.parameter.choices if name.startswith(start)]


class ListOption(click.Option):
    """An option whose value is a list: `--dead 2c --dead 3d` means `--dead 2c,3d`."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:  # noqa: ARG002 - as click has it
        """Let the parser keep all values."""
        parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append")

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Join the values, and parse them."""
        if isinstance(value, list):
            kind: object = self.type
            try:
                value = (
                    kind.parameter.combine(value) if isinstance(kind, Value) else ",".join(value)
                )
            except FaceValueError as error:
                raise click.UsageError(message_of(error), ctx) from None
        return super().type_cast_value(ctx, value)


def as_dict(
    ctx: click.Context, param: click.Parameter, pairs: Sequence[tuple[str, Any]]
) -> dict[str, Any]:
    """Convert the pairs of a repeated option, as its callback; refuse a key that is repeated."""
    content = dict(pairs)
    keys = [key for key, _ in pairs]
    for key in content:
        if keys.count(key) > 1:
            raise click.UsageError(f"{param.opts[0]} {key} is given twice; keep one of them", ctx)
    return content


class InputFile(click.File):
    """A file to read: a missing file is bad usage, any other failure is a system error."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> IO[Any]:
        """Open the file."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as refused:
            error = refused.__context__
            if not isinstance(error, OSError):
                raise
            if not is_bad_path(error):
                raise error from None
            raise click.UsageError(describe_os_error(error), ctx) from None


def _contents(path: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
    """Read a small file, or stdin for -."""
    file = cast("BinaryIO", InputFile("rb").convert(path, param, ctx))
    with nullcontext() if path == STDIN else file:
        try:
            content = as_utf8(file).read(_MAX_BYTES + 1)
        except FaceValueError as error:
            raise click.UsageError(message_of(error), ctx) from None
    if len(content) > _MAX_BYTES:
        raise click.UsageError(f"{quoted(path)} has more than {_MAX_BYTES >> 20} MB", ctx)
    return content.decode(errors="replace")


# The type of an output option, for `written`.
OUTPUT_FILE = click.Path(dir_okay=False, allow_dash=True)


@contextmanager
def written(output: str | None) -> Iterator[BinaryIO | None]:
    """Open the file of an output option: - is stdout; a file appears when the block ends."""
    if output is None:
        yield None
        return
    if output == STDIN:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()  # reports a full disk here
        return
    with ExitStack() as opened:
        try:
            stream = opened.enter_context(atomic_file(output))
        except OSError as error:
            if not is_bad_path(error):
                raise
            reason = str(error.strerror).lower()
            raise click.UsageError(f"cannot write {output!r}: {reason}") from None
        yield stream
