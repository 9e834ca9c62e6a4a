"""The classes of all verbs: what click does not do, such as suggestions and lists of cards."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from shlex import quote
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TypeVar

import click

from facevalue.cli import values
from facevalue.cli.terminal.lines import FOUND, guarded
from facevalue.options import nearest_word

Verbs = TypeVar("Verbs", bound=Callable[..., Any])

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
        """Parse like click; refuse a repeated option, and suggest one for a mistyped option."""
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        if not self.takes_any_word:
            args = self._join_lists(ctx, args)
            before = args[: args.index("--")] if "--" in args else args
            found, extra, _ = self.make_parser(ctx).parse_args(list(before))
            words = list(extra)
            for parameter in self.params:
                if isinstance(parameter, click.Argument):
                    word = found.get(str(parameter.name))
                    words += word if isinstance(word, tuple) else [str(word)]
            for word in filter(_OPTION.fullmatch, words):
                options = [name for parameter in self.get_params(ctx) for name in parameter.opts]
                long = [name for name in options if name.startswith("--")]
                raise unknown("option", word.partition("=")[0], ctx, long)
            if extra:
                remedy = self._suggest(extra, found) or f"see {ctx.command_path} --help"
                raise click.UsageError(f"unexpected argument {extra[0]!r}; {remedy}", ctx)
        _, _, given = self.make_parser(ctx).parse_args(list(args))
        for option in given:
            if not isinstance(option, click.Option) or option.multiple or option.is_eager:
                continue
            if given.count(option) > 1 and not isinstance(option, values.ListOption):
                names = " or ".join((option.opts[-1], *option.secondary_opts))
                raise click.UsageError(f"{names} is given twice; keep one of them", ctx)
        return super().parse_args(ctx, args)

    def _join_lists(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Join the words of a list after an option, as in `--board 2h 7h Jc`, into its value.

        The arguments are unchanged if none of the words for the command would remain.
        """
        kinds = {
            name: parameter.type.kind
            for parameter in self.params
            if isinstance(parameter, click.Option) and isinstance(parameter.type, values.Value)
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
        found, _, _ = self.make_parser(ctx).parse_args(list(joined))
        for argument in self.params:
            words = found.get(str(argument.name))
            # Unlike a missing word, the only word of a command may be empty.
            is_missing = not isinstance(words, (str, tuple)) or words == ()
            if isinstance(argument, click.Argument) and is_missing:
                return args
        return joined

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
            if not is_missing or not isinstance(parameter.type, values.Value):
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
