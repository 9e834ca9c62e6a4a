"""What the verbs have in common: their class, and the options that several of them take."""

from __future__ import annotations

import os
import re
import sys
from contextlib import ExitStack, contextmanager
from functools import reduce
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

import click

import facevalue as fv
from facevalue.atomic_file import atomic_file, is_bad_path
from facevalue.budget import USUAL_LIMIT
from facevalue.cli.arguments import split_target
from facevalue.cli.lines import FOUND, answer_lines, guarded, say
from facevalue.cli.pace import Pace
from facevalue.errors import RuleError
from facevalue.options import nearest_word, one_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO, Any, BinaryIO, TypeVar

    Verbs = TypeVar("Verbs", bound=Callable[..., Any])

STDIN = "-"
# A word that looks like an option; answers such as -K+3 do not.
_OPTION = re.compile(r"-[a-z]+|--[A-Za-z][a-z-]*(=.*)?", re.DOTALL)


_MOST_COLUMNS = 80
_LEAST_COLUMNS = 20  # click fails on less than about ten
_NARROW = 60  # columns below which a help text breaks differently


class _Formatter(click.HelpFormatter):
    """Writes help texts; on a narrow terminal, options get less room and their texts more."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        if width is None:  # click takes 50 columns at least
            widest = min(get_terminal_size().columns, max_width or _MOST_COLUMNS)
            width = max(widest, _LEAST_COLUMNS) - 2
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
    # Words such as -rot are for the verb and are no mistyped options.
    takes_any_word = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses as click does, and refuses a mistyped option with the nearest one."""
        if not self.takes_any_word and not ctx.resilient_parsing:
            self._refuse_unknown_options(ctx, args)
        return super().parse_args(ctx, args)

    def _refuse_unknown_options(self, ctx: click.Context, args: list[str]) -> None:
        before = args[: args.index("--")] if "--" in args else args
        given, rest, _ = self.make_parser(ctx).parse_args(list(before))
        for each in self.params:
            if isinstance(each, click.Argument):
                words = given.get(str(each.name))
                rest += words if isinstance(words, tuple) else [str(words)]
        for word in rest:
            if _OPTION.fullmatch(word):
                raise unknown("option", word.partition("=")[0], ctx, self._option_names(ctx))

    def _option_names(self, ctx: click.Context) -> list[str]:
        return [name for each in self.get_params(ctx) for name in each.opts if name[:2] == "--"]

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
    remedy = f"; did you mean {near!r}?" if near else ""
    return click.UsageError(f"no such {kind} {word!r}{remedy}", ctx)


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


class Gap:
    """What stands between one answer and the next: an empty line, and what was asked."""

    def __init__(self, *, is_wanted: bool) -> None:
        self._is_wanted = is_wanted
        self._is_first = True

    def leave(self, title: str = "") -> None:
        """Leaves a line, but not before the first answer; then the title, if there is one."""
        if self._is_wanted and not self._is_first:
            say("")
        if self._is_wanted and title:
            say(f"{title}:")
        self._is_first = False


class InputFile(click.File):
    """A file to read: a missing one is bad usage, and any other failure is that of the system."""

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
            if isinstance(error, OSError) and not is_bad_path(error):
                raise error from None
            raise


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
        sys.stdout.buffer.flush()  # a full disk is told before anything else is
        return
    with ExitStack() as opened:
        try:
            stream = opened.enter_context(atomic_file(output))
        except OSError as error:
            if not is_bad_path(error):
                raise
            raise click.FileError(output, hint=error.strerror) from None
        yield stream


def refuse_to_overwrite(output: str | None, sources: Iterable[str | BinaryIO]) -> None:
    """Refuses a file to write that is one of the files to read."""
    if output in (None, STDIN) or not Path(output).is_file():
        return
    target = Path(output).stat()
    for source in sources:
        try:
            status = Path(source).stat() if isinstance(source, str) else os.fstat(source.fileno())
        except (OSError, ValueError):  # it is no file, or not there: reading it will tell
            continue
        if os.path.samestat(status, target):
            raise click.UsageError(
                f"{output!r} is read, so it cannot be written; choose another name"
            )


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], object]]:
    """A progress bar for each stage on a terminal; elsewhere a line now and then."""
    if not sys.stderr.isatty():
        yield Pace().tell
        return
    from facevalue.cli.draw import stages  # noqa: PLC0415 - rich is slow to import

    with stages() as advance:
        yield advance


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


def puzzle_of(numbers: Iterable[str], target: str | None, rules: fv.Rules) -> fv.Puzzle:
    """The puzzle of the arguments, whose target is an option or follows the numbers: = 17."""
    text = " ".join(numbers)
    if "(" in text:
        return fv.Puzzle.parse(text, target=target, rules=rules)
    given, goal = split_target(text)
    if goal is not None and target is not None:
        raise click.UsageError("the target is given twice: after = and by --target")
    return fv.Puzzle(given, target if goal is None else goal, rules)


def for_each_choice(
    answer: Callable[..., int], numbers: tuple[str, ...], rules: fv.Rules, *, as_json: bool
) -> int:
    """As `for_each_puzzle`, for verbs to which a target means nothing.

    A puzzle from stdin may have one, so that the same file serves all verbs.
    """
    _, goal = split_target(" ".join(numbers))
    if goal is not None:
        raise click.UsageError(f"this command takes no target: leave out = {goal.strip()}")
    return for_each_puzzle(answer, numbers, None, rules, as_json=as_json)


def for_each_puzzle(
    answer: Callable[..., int],
    numbers: tuple[str, ...],
    target: str | None,
    rules: fv.Rules,
    *,
    as_json: bool,
) -> int:
    """Answers the puzzle of the arguments, or each line of stdin that holds one, with a title."""
    if numbers != (STDIN,):
        return answer(puzzle_of(numbers, target, rules))

    def answer_line(line: str) -> int:
        puzzle = fv.Puzzle.parse(line, target=target, rules=rules)
        return answer(puzzle, str(puzzle) if line.startswith("{") else line)

    return answer_lines(answer_line, as_json=as_json)


numbers = click.argument("numbers", nargs=-1)
target = click.option("--target", metavar="NUMBER", help="The target; default: that of the rules.")


def row_of_rules(_: click.Context, __: click.Parameter, name: str | None) -> fv.Rules | None:
    """The rules of an option's name, or None if it has no default and is not given."""
    return None if name is None else fv.RULES[name]


def rules_of(default: str | None, shown: str | bool = True) -> Callable[[Verbs], Verbs]:  # noqa: FBT001, FBT002
    """The option for the rules of number puzzles, with the name of the usual ones.

    Without a name, the verb chooses, and `shown` says how.
    """
    return click.option(
        "--rules",
        type=Word("rules", fv.RULES),
        default=default,
        show_default=shown,
        callback=row_of_rules,
        metavar="NAME",
        help=f"The rules: {', '.join(fv.RULES)}; 'facevalue rules' explains them.",
    )


rules = rules_of("classic")
_ALLOWED = ("unary_sign", "implicit_multiplication", "decimals")

syntax = click.option(
    "--syntax",
    type=Word("syntax", fv.SYNTAXES),
    default="lenient",
    show_default=True,
    metavar="NAME",
    help="What an answer may use: strict, lenient (also LaTeX, Unicode signs and a claim), relaxed "
    "(also what people type, such as 6 x 4 and K*2).",
)
allow = click.option(
    "--allow",
    multiple=True,
    type=Word("option", _ALLOWED),
    metavar="OPTION",
    help=f"What it may also use: {', '.join(_ALLOWED)}; may be repeated.",
)
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
    return fv.SYNTAXES[name].replaced(**dict.fromkeys(allowed, True))


game = click.option(
    "--game",
    type=Word("game", fv.poker.GAMES),
    default="holdem",
    show_default=True,
    metavar="NAME",
    help=f"The game: {', '.join(fv.poker.GAMES)}.",
)
seed = click.option(
    "--seed", type=int, metavar="N", help="0 to 2^64 - 1, for reproducible deals; default: random."
)
large = click.option(
    "--large", type=int, metavar="N", help="In Countdown: how many large tiles; default: any."
)
distinct = click.option(
    "--distinct",
    type=Word("level", ["raw", "canonical", "essential"]),
    default="essential",
    show_default=True,
    metavar="LEVEL",
    help="When solutions differ: raw, if their texts do; canonical, up to order, grouping "
    "and signs; essential, also up to idle steps such as x1 and +0.",
)
notation = click.option(
    "--notation",
    type=Word("notation", fv.NOTATIONS),
    default="infix",
    show_default=True,
    metavar="NAME",
    help=f"The notation: {', '.join(fv.NOTATIONS)}.",
)
method = click.option(
    "--method",
    type=Word("method", ["search", "walk"]),
    default="search",
    show_default=True,
    metavar="NAME",
    help="How to solve: search, backward from the target; walk, through all raw candidates.",
)
workers = click.option(
    "--workers",
    type=int,
    metavar="N",
    help="Threads that share a walk, 1 to 64; default: several for long walks.",
)


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
        click.option("--workers", type=int, metavar="N", help=workers),
    )
    return lambda verb: reduce(lambda made, option: option(made), reversed(options), verb)


limit = click.option(
    "--no-limit",
    "limit",
    is_flag=True,
    callback=lambda _, __, is_given: None if is_given else USUAL_LIMIT,
    help=f"Allow what would take longer than about {USUAL_LIMIT} seconds.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
