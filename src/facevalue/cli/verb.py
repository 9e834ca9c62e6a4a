"""The class of all verbs, and the options that several of them share."""

from __future__ import annotations

import re
import sys
from contextlib import ExitStack, contextmanager
from functools import reduce
from math import inf, nan
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

import facevalue as fv
from facevalue.budget import USUAL_LIMIT
from facevalue.cli.terminal.lines import FOUND, describe_os_error, guarded, message_of
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.files import atomic_file, is_bad_path
from facevalue.options import nearest_word, one_of
from facevalue.queries import parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO, Any, BinaryIO, TypeVar

    from facevalue.queries.parameters import Parameter

    Verbs = TypeVar("Verbs", bound=Callable[..., Any])

STDIN = "-"
# A word that looks like an option; answers such as -K+3 do not.
_OPTION = re.compile(r"-[a-z]+|--[A-Za-z][a-z-]*(=.*)?", re.DOTALL)


_MAX_COLUMNS = 80
_MIN_COLUMNS = 20  # click fails on less than about ten
_NARROW = 60  # columns below which a help text breaks differently


class _Formatter(click.HelpFormatter):
    """Formats help; on a narrow terminal, options get less room and their descriptions more."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        if width is None:  # click takes 50 columns at least
            widest = min(get_terminal_size().columns, max_width or _MAX_COLUMNS)
            width = max(widest, _MIN_COLUMNS) - 2
        super().__init__(indent_increment, width)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """A list of names with their descriptions."""
        widest = self.width // 4 if self.width < _NARROW else col_max
        super().write_dl(list(rows), widest, col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


class Verb(click.Command):
    """A command that takes negative numbers as arguments and ends with one of our exit codes."""

    context_class = _Context
    # click lets through what it does not know as an option: a number, or an answer with a sign.
    ignore_unknown_options = True
    # Words such as -rot are arguments of the verb and not mistyped options.
    takes_any_word = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses as click does, and refuses a mistyped option with the nearest one."""
        if not self.takes_any_word and not ctx.resilient_parsing:
            before = args[: args.index("--")] if "--" in args else args
            values, extra, _ = self.make_parser(ctx).parse_args(list(before))
            words = list(extra)
            for each in self.params:
                if isinstance(each, click.Argument):
                    word = values.get(str(each.name))
                    words += word if isinstance(word, tuple) else [str(word)]
            for word in filter(_OPTION.fullmatch, words):
                options = [name for each in self.get_params(ctx) for name in each.opts]
                long = [name for name in options if name.startswith("--")]
                raise unknown("option", word.partition("=")[0], ctx, long)
            if extra:
                remedy = self._suggest(extra[0]) or f"see {ctx.command_path} --help"
                raise click.UsageError(f"unexpected argument {extra[0]!r}; {remedy}", ctx)
        return super().parse_args(ctx, args)

    def _suggest(self, word: str) -> str:
        """The option that was meant by a word without one, if there is such an option."""
        for each in self.params:
            choices = getattr(each.type, "choices", ())
            is_count = each.name == "count" and word.isdigit()
            if isinstance(each, click.Option) and (is_count or word.lower() in choices):
                return f"did you mean {each.opts[0]} {word}?"
        return ""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples, broken where the terminal is narrow as a shell reads them."""
        if formatter.width >= _NARROW or not self.epilog:
            return super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            for line in self.epilog.replace(_BREAK, "").splitlines()[2:]:
                parts = wrap(line.strip(), formatter.width - 6, break_on_hyphens=False)
                formatter.write("  " + " \\\n      ".join(parts) + "\n")
        return None

    def invoke(self, ctx: click.Context) -> int:
        """Runs the verb, guarded."""
        as_json = bool(ctx.params.get("as_json"))
        return guarded(lambda: super(Verb, self).invoke(ctx) or FOUND, as_json=as_json)


class Family(click.Group):
    """Several verbs under one name, which alone shows its help; case does not matter."""

    context_class = _Context

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments of one of the verbs."""
        return super().parse_args(ctx, args if args or ctx.resilient_parsing else ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb of the first argument.

        Raises:
            UsageError: there is none of this name.
        """
        name = args[0].lower()
        found = self.get_command(ctx, name)
        if found is None and not ctx.resilient_parsing:
            kind = "option" if name.startswith("-") else "command"
            raise unknown(kind, args[0], ctx, self.list_commands(ctx))
        return name, found, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs with their summaries."""
        with formatter.section("Commands"):
            self.write_summaries(ctx, formatter, self.list_commands(ctx))

    def write_summaries(
        self, ctx: click.Context, formatter: click.HelpFormatter, names: Iterable[str]
    ) -> None:
        """Writes some of the verbs, a line each where the terminal is 80 columns wide."""
        longest = max(map(len, self.commands))
        rows = [
            (name.ljust(longest), found.get_short_help_str(limit=sys.maxsize))
            for name in names
            if (found := self.get_command(ctx, name))
        ]
        formatter.write_dl(rows)


def unknown(
    kind: str, word: str, ctx: click.Context | None, words: Iterable[str]
) -> click.UsageError:
    """The error for an unknown word, with the nearest known one."""
    near = nearest_word(word, words)
    path = ctx.command_path if ctx else "facevalue"
    remedy = f"did you mean {near!r}?" if near else f"see {path} --help"
    return click.UsageError(f"no such {kind} {word!r}; {remedy}", ctx)


class Word(click.Choice):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """An option that is one of a few words; case does not matter, and a near miss is suggested."""

    def __init__(self, what: str, words: Iterable[str]) -> None:
        super().__init__(list(words), case_sensitive=False)
        self.what = what

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,
    ) -> str:
        """The word as it is written in the list."""
        try:
            return one_of(self.what, value, self.choices)
        except RuleError as error:
            raise click.UsageError(str(error), ctx) from None


class Number(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """A number within bounds, whole unless `kind` is float."""

    name = "N"

    def __init__(self, low: float = -inf, high: float = inf, kind: type[int | float] = int) -> None:
        self.low, self.high, self._kind = low, high, kind

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """The number."""
        try:
            number = self._kind(value)
        except (ValueError, OverflowError):
            number = nan
        if not self.low <= number <= self.high:
            name = param.opts[0] if param else "the number"
            what = "a whole number" if self._kind is int else "a number"
            what += f" from {self.low} to {self.high}" if self.high < inf else ""
            raise click.UsageError(f"{name} must be {what}, not {quoted(value)}", ctx)
        return number


class Parsed(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """Reads a value with a function that raises a `ValueError` for what it cannot read."""

    def __init__(self, metavar: str, parse: Callable[[str], Any], example: str) -> None:
        self.name, self._parse, self._example = metavar, parse, example

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - by the function
        """Parse a string with the function; return any other value unchanged."""
        if not isinstance(value, str):
            return value
        try:
            return self._parse(value)
        except FaceValueError as error:
            raise click.UsageError(str(error), ctx) from None
        except ValueError:
            name = param.opts[0] if param else "the value"
            message = f"{name} must be like {self._example}, not {quoted(value)}"
            raise click.UsageError(message, ctx) from None


class InputFile(click.File):
    """A file to read: a missing one is bad usage, any other failure is one of the system."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> IO[Any]:
        """The open file."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as refused:
            error = refused.__context__
            if not isinstance(error, OSError):
                raise
            if not is_bad_path(error):
                raise error from None
            raise click.UsageError(describe_os_error(error), ctx) from None


# The file of an output option, for `written`.
OUTPUT_FILE = click.Path(dir_okay=False, allow_dash=True)


@contextmanager
def written(output: str | None) -> Iterator[BinaryIO | None]:
    """The stream for an output option: - is stdout; a file gets its name when the block ends."""
    if output is None:
        yield None
        return
    if output == STDIN:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()  # a full disk is reported first
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


def first_example(command: click.Command) -> str:
    """The first example in the help text of a command."""
    return (command.epilog or "").replace(_BREAK, "").splitlines()[2].strip()


def examples(*lines: str) -> str:
    """The end of a help text."""
    return "\b\nExamples:" + "".join(f"\n  {_broken(f'facevalue {line}')}" for line in lines)


_BREAK = " \\\n     "
_WIDEST = 76  # columns of an example, in a help text of 80


def _broken(line: str) -> str:
    """A command on as many lines as it needs, as a shell reads them."""
    if len(line) <= _WIDEST:
        return line
    place = line.rindex(" -", 0, _WIDEST - 1)
    return line[:place] + _BREAK + line[place:]


def option(row: Parameter, **settings: Any) -> Callable[[Verbs], Verbs]:  # noqa: ANN401 - as click has it
    """The option for a parameter of queries, in a command written by hand; see `make_option`."""
    return lambda command: _attach(command, make_option(row, **settings))


def _attach(command: Verbs, made: click.Option) -> Verbs:
    command.__dict__.setdefault("__click_params__", []).append(made)  # as click.option does
    return command


def make_option(
    row: Parameter,
    *,
    default: object = None,
    shown: object = None,
    required: bool = False,
) -> click.Option:
    """The option of the command line for a parameter of queries.

    Args:
        row: the parameter.
        default: its value if it is not given.
        shown: the default that the help shows; None for `default`.
        required: whether it must be given.
    """
    words = [row.help]
    if row.choices and not all(choice in row.help for choice in row.choices):
        words.append(f"One of {', '.join(row.choices)}.")
    usual = default if shown is None else shown
    is_flag = bool(row.flag) or row.kind.json_types == (bool,)
    if isinstance(usual, (str, int)) and not is_flag and usual != "":
        words.append(f"[default: {usual}]")
    name = [row.option, row.name]
    settings: dict[str, Any] = {"help": " ".join(words), "default": default}
    if is_flag:
        name[0] += f"/{row.opposite}" if row.opposite else ""
        return click.Option(name, is_flag=True, **settings)
    if required:  # click takes a default of None for a value
        settings = {"help": settings["help"], "required": True}
    metavar = "NAME" if row.choices else row.kind.name.upper()
    return click.Option(name, type=Value(row), metavar=metavar, multiple=row.repeats, **settings)


class Value(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """Reads a value as the parameter of a query does."""

    def __init__(self, row: Parameter) -> None:
        self._row = row
        self.name = row.kind.name
        self.choices = row.choices

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - by the parameter
        """The value, unless it is one already."""
        if not isinstance(value, str):
            return value
        if not value and param and not self._row.kind.takes_empty:
            raise click.UsageError(f"{param.opts[0]} is empty; leave it out for the default", ctx)
        try:
            return self._row.parse(value)
        except FaceValueError as error:
            raise click.UsageError(message_of(error), ctx) from None

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click has it
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The choices that begin with what is typed."""
        start = incomplete.casefold()
        return [CompletionItem(name) for name in self._row.choices if name.startswith(start)]


rules = option(parameters.RULES, default="classic")
syntax = option(parameters.SYNTAX, default="lenient")
allow = option(parameters.ALLOW)
game = option(parameters.GAME, default="holdem")
seed = option(parameters.SEED)
large = option(parameters.LARGE)
extract = click.option(
    "--extract",
    type=Word("extract", fv.puzzle.EXTRACTS),
    default="last_answer_tag",
    show_default=True,
    metavar="NAME",
    help=f"Where the answer is in a completion: {', '.join(fv.puzzle.EXTRACTS)}.",
)


def is_typed(option: str) -> bool:
    """Whether an option of the running verb was typed, and is not the default."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def syntax_with(name: str, allowed: Iterable[str]) -> fv.Syntax:
    """The syntax of that name, which also allows some options."""
    return fv.SYNTAXES[name].replace(**dict.fromkeys(allowed, True))


def engine(what: str, workers: str) -> Callable[[Verbs], Verbs]:
    """The options for where to work: the engine, the address of a cluster, and how much at once."""
    options = (
        click.option(
            "--engine",
            type=Word("engine", fv.datasets.ENGINES),
            default="local",
            show_default=True,
            help=f"Where to {what}: here, or in tasks of Ray.",
        ),
        click.option(
            "--address",
            metavar="ADDRESS",
            help="The address of a Ray cluster; default: RAY_ADDRESS, or else this machine.",
        ),
        click.option("--workers", type=Number(), metavar="N", help=workers),
    )
    return lambda verb: reduce(lambda made, option: option(made), reversed(options), verb)


limit = click.option(
    "--no-limit",
    "limit",
    is_flag=True,
    callback=lambda _, __, is_given: None if is_given else USUAL_LIMIT,
    help=parameters.LIMIT.help,
)


def json_option() -> click.Option:
    """The option for JSON."""
    return click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")


def as_json(command: Verbs) -> Verbs:
    """The option for JSON, in a command written by hand."""
    return _attach(command, json_option())
