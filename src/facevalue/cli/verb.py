"""The classes of all verbs, and the options that several verbs share."""

from __future__ import annotations

import re
import sys
from contextlib import ExitStack, contextmanager
from functools import reduce
from math import inf, nan
from shlex import quote
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
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import IO, Any, BinaryIO, TypeVar

    from facevalue.queries.parameters import Parameter

    Verbs = TypeVar("Verbs", bound=Callable[..., Any])

STDIN = "-"
# Matches words that look like an option, but not answers such as -K+3.
_OPTION = re.compile(r"-[a-z]+|--[A-Za-z][a-z-]*(=.*)?", re.DOTALL)


_MAX_COLUMNS = 80
_MIN_COLUMNS = 20  # click fails below about ten
_NARROW = 60  # columns below which options get less room


class _Formatter(click.HelpFormatter):
    """Formats help for terminals of any width."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        if width is None:  # click uses at least 50 columns
            widest = min(get_terminal_size().columns, max_width or _MAX_COLUMNS)
            width = max(widest, _MIN_COLUMNS) - 2
        super().__init__(indent_increment, width)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of names with their descriptions."""
        widest = self.width // 4 if self.width < _NARROW else col_max
        super().write_dl(list(rows), widest, col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


class Verb(click.Command):
    """A command whose arguments may be negative numbers, and which returns our exit codes."""

    context_class = _Context
    # A negative number or an answer with a sign is an argument for click, not an unknown option.
    ignore_unknown_options = True
    # Whether words such as -rot are arguments, not mistyped options.
    takes_any_word = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse like click, and suggest the nearest option for a mistyped option."""
        if not self.takes_any_word and not ctx.resilient_parsing:
            args = self._join_lists(ctx, args)
            before = args[: args.index("--")] if "--" in args else args
            values, extra, _ = self.make_parser(ctx).parse_args(list(before))
            words = list(extra)
            for parameter in self.params:
                if isinstance(parameter, click.Argument):
                    word = values.get(str(parameter.name))
                    words += word if isinstance(word, tuple) else [str(word)]
            for word in filter(_OPTION.fullmatch, words):
                options = [name for parameter in self.get_params(ctx) for name in parameter.opts]
                long = [name for name in options if name.startswith("--")]
                raise unknown("option", word.partition("=")[0], ctx, long)
            if extra:
                remedy = self._suggest(extra, values) or f"see {ctx.command_path} --help"
                raise click.UsageError(f"unexpected argument {extra[0]!r}; {remedy}", ctx)
        return super().parse_args(ctx, args)

    def _join_lists(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Join the words of a list after an option, as in `--board 2h 7h Jc`, into its value.

        The arguments are unchanged if none of the words for the command would remain.
        """
        kinds = {
            name: parameter.type.kind
            for parameter in self.params
            if isinstance(parameter, click.Option) and isinstance(parameter.type, Value)
            for name in parameter.opts
        }
        joined: list[str] = []
        kind = None
        for place, word in enumerate(args):
            if word == "--":
                joined += args[place:]
                break
            if kind is None or not kind.is_item(word):
                name, equals, value = word.partition("=")
                kind = kinds.get(name.lower())
                if kind and equals and not kind.is_item(value):
                    kind = None
                joined.append(word)
            elif joined[-1].lower() in kinds:
                joined.append(word)
            else:
                joined[-1] += f" {word}"
        values, _, _ = self.make_parser(ctx).parse_args(list(joined))
        needed = [str(each.name) for each in self.params if isinstance(each, click.Argument)]
        # Unlike a missing word, the only word of a command may be empty.
        remain = all(
            isinstance(values.get(name), (str, tuple)) and values[name] != () for name in needed
        )
        return joined if remain else args

    def _suggest(self, words: list[str], given: Mapping[str, Any]) -> str:
        """Suggest an option that is not given for unexpected words, or return ""."""
        word, items = words[0], " ".join(words).replace(",", " ").split()
        for parameter in self.params:
            if not isinstance(parameter, click.Option):
                continue
            name = parameter.opts[0]
            choices = getattr(parameter.type, "choices", ())
            is_count = parameter.name == "count" and word.isdigit()
            if is_count or word.lower() in choices:
                return f"did you mean {name} {word}?"
            is_missing = parameter.required and parameter.name not in given
            if not is_missing or not isinstance(parameter.type, Value):
                continue
            if all(map(parameter.type.kind.is_item, items)):
                return f"did you mean {name} {','.join(items)}?"
            if len(words) == 1 and parameter.type.kind.parse_list is None:
                return f"did you mean {name} {quote(word)}?"
        return ""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples; on a narrow terminal, with line breaks that a shell understands."""
        if formatter.width >= _NARROW or not self.epilog:
            return super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            for line in self.epilog.replace(_BREAK, "").splitlines()[2:]:
                parts = wrap(line.strip(), formatter.width - 6, break_on_hyphens=False)
                formatter.write("  " + " \\\n      ".join(parts) + "\n")
        return None

    def invoke(self, ctx: click.Context) -> int:
        """Run the verb and report its errors."""
        as_json = bool(ctx.params.get("as_json"))
        return guarded(lambda: super(Verb, self).invoke(ctx) or FOUND, as_json=as_json)


class Family(click.Group):
    """A group of verbs. Its name alone shows its help; case does not matter."""

    context_class = _Context

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; no arguments mean --help."""
        return super().parse_args(ctx, args if args or ctx.resilient_parsing else ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb of the first argument.

        Raises:
            UsageError: no verb has this name.
        """
        name = args[0].lower()
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing:
            kind = "option" if name.startswith("-") else "command"
            raise unknown(kind, args[0], ctx, self.list_commands(ctx))
        return name, command, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs with their summaries."""
        with formatter.section("Commands"):
            self.write_summaries(ctx, formatter, self.list_commands(ctx))

    def write_summaries(
        self, ctx: click.Context, formatter: click.HelpFormatter, names: Iterable[str]
    ) -> None:
        """Write some of the verbs; at 80 columns, each takes one line."""
        longest = max(map(len, self.commands))
        rows = [
            (name.ljust(longest), command.get_short_help_str(limit=sys.maxsize))
            for name in names
            if (command := self.get_command(ctx, name))
        ]
        formatter.write_dl(rows)


def unknown(
    kind: str, word: str, ctx: click.Context | None, words: Iterable[str]
) -> click.UsageError:
    """Return the error for an unknown word, which suggests the nearest known word."""
    near = nearest_word(word, words)
    path = ctx.command_path if ctx else "facevalue"
    remedy = f"did you mean {near!r}?" if near else f"see {path} --help"
    return click.UsageError(f"unknown {kind} {word!r}; {remedy}", ctx)


class Word(click.Choice):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """One of a few words; case does not matter, and errors suggest the nearest word."""

    def __init__(self, what: str, words: Iterable[str]) -> None:
        super().__init__(list(words), case_sensitive=False)
        self.what = what

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,
    ) -> str:
        """Return the word as spelled in the list."""
        try:
            return one_of(self.what, value, self.choices)
        except RuleError as error:
            raise click.UsageError(message_of(error), ctx) from None


class Number(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """A number within bounds; an integer unless `kind` is float."""

    name = "N"

    def __init__(self, low: float = -inf, high: float = inf, kind: type[int | float] = int) -> None:
        self.low, self.high, self._kind = low, high, kind

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Parse the number."""
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
    """Any value that a function parses, which raises a `ValueError` for invalid strings."""

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
            raise click.UsageError(message_of(error), ctx) from None
        except ValueError:
            name = param.opts[0] if param else "the value"
            message = f"{name} must look like {self._example}, not {quoted(value)}"
            raise click.UsageError(message, ctx) from None


class InputFile(click.File):
    """A file to read: a missing file is bad usage, any other failure is a system error."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
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


def first_example(command: click.Command) -> str:
    """Return the first example in the help text of a command."""
    return (command.epilog or "").replace(_BREAK, "").splitlines()[2].strip()


def examples(*lines: str) -> str:
    """Return the examples at the end of a help text; long ones are broken before an option."""
    content = "\b\nExamples:"
    for line in lines:
        example = f"facevalue {line}"
        if len(example) > _WIDEST:
            split = example.rindex(" -", 0, _WIDEST - 1)
            example = example[:split] + _BREAK + example[split:]
        content += f"\n  {example}"
    return content


_BREAK = " \\\n     "
_WIDEST = 76  # columns of an example, in a help text of 80


def option(parameter: Parameter, **settings: Any) -> Callable[[Verbs], Verbs]:  # noqa: ANN401 - as click has it
    """Add the option for a parameter of queries to a hand-written command; see `make_option`."""
    return lambda command: _attach(command, make_option(parameter, **settings))


def _attach(command: Verbs, made: click.Option) -> Verbs:
    command.__dict__.setdefault("__click_params__", []).append(made)  # like click.option
    return command


def make_option(
    parameter: Parameter,
    *,
    default: object = None,
    shown: object = None,
    required: bool = False,
) -> click.Option:
    """Return the command-line option for a parameter of queries.

    Args:
        parameter: the parameter.
        default: the value without the option.
        shown: the default that the help shows; None for `default`.
        required: whether the option is required.
    """
    words = [parameter.help]
    if parameter.choices and not all(choice in parameter.help for choice in parameter.choices):
        words.append(f"One of {', '.join(parameter.choices)}.")
    default_shown = default if shown is None else shown
    is_flag = bool(parameter.flag) or parameter.kind.json_types == (bool,)
    if isinstance(default_shown, (str, int)) and not is_flag and default_shown != "":
        words.append(f"[default: {default_shown}]")
    name = [parameter.option, parameter.name]
    settings: dict[str, Any] = {"help": " ".join(words), "default": default}
    if is_flag:
        name[0] += f"/{parameter.opposite}" if parameter.opposite else ""
        return click.Option(name, is_flag=True, **settings)
    if required:  # without a default, because click accepts a default of None as a value
        settings = {"help": settings["help"], "required": True}
    metavar = "NAME" if parameter.choices else parameter.kind.name.upper()
    return click.Option(
        name, type=Value(parameter), metavar=metavar, multiple=parameter.repeats, **settings
    )


class Value(click.ParamType):  # type: ignore[type-arg]  # older versions of click have no arguments here
    """A value of a parameter of queries."""

    def __init__(self, parameter: Parameter) -> None:
        self._parameter = parameter
        self.kind, self.name = parameter.kind, parameter.kind.name
        self.choices = parameter.choices

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - by the parameter
        """Parse a string; return any other value unchanged."""
        if not isinstance(value, str):
            return value
        if not value and param and not self.kind.takes_empty:
            example = f"such as {self._parameter.example}"
            remedy = f"give a value {example}" if param.required else "leave it out for the default"
            raise click.UsageError(f"{param.opts[0]} is empty; {remedy}", ctx)
        try:
            return self._parameter.parse(value)
        except FaceValueError as error:
            raise click.UsageError(message_of(error), ctx) from None

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click has it
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the choices that start with the typed characters."""
        start = incomplete.casefold()
        return [CompletionItem(name) for name in self._parameter.choices if name.startswith(start)]


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
    """Return whether an option was typed on the command line."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def syntax_with(name: str, allowed: Iterable[str]) -> fv.Syntax:
    """Return the syntax with this name, extended by some options."""
    return fv.SYNTAXES[name].replace(**dict.fromkeys(allowed, True))


def engine(what: str, workers: str) -> Callable[[Verbs], Verbs]:
    """Add the options --engine, --address and --workers to a command.

    Args:
        what: what the engine does, such as "solve".
        workers: the help of --workers.
    """
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
    """Return the option --json."""
    return click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")


def as_json(command: Verbs) -> Verbs:
    """Add the option --json to a hand-written command."""
    return _attach(command, json_option())
