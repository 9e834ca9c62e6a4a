"""What the verbs have in common: their class, and the options that several of them take."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

import facevalue as fv
from facevalue.atomic_file import atomic_file, is_bad_path
from facevalue.budget import USUAL_LIMIT
from facevalue.cli.arguments import is_number_like
from facevalue.cli.lines import FOUND, guarded, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO, Any, BinaryIO, TypeVar

    Verbs = TypeVar("Verbs", bound=Callable[..., Any])

STDIN = "-"


class Verb(click.Command):
    """A command that takes negative numbers as arguments and ends with one of our exit codes."""

    # What click does not know as an option comes through as a number, and is looked at there.
    ignore_unknown_options = True

    def invoke(self, ctx: click.Context) -> int:
        """Runs the verb, guarded."""
        as_json = bool(ctx.params.get("as_json"))
        return guarded(lambda: super(Verb, self).invoke(ctx) or FOUND, as_json=as_json)


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
def progress() -> Iterator[Callable[[str, int, int], object] | None]:
    """A progress bar for each stage, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from facevalue.cli.draw import stages  # noqa: PLC0415 - rich is slow to import

    with stages() as advance:
        yield advance


def examples(*lines: str) -> str:
    """The end of a help text."""
    return "\b\nExamples:" + "".join(f"\n  facevalue {line}" for line in lines)


def without_options(
    ctx: click.Context, _: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    """The words of an argument, none of which is meant as an option."""
    for word in words:
        if not is_number_like(word) and word != STDIN:
            raise click.NoSuchOption(word.partition("=")[0], ctx=ctx)
    return words


numbers = click.argument("numbers", nargs=-1, callback=without_options)
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
        type=click.Choice(list(fv.RULES)),
        default=default,
        show_default=shown,
        callback=row_of_rules,
        metavar="NAME",
        help=f"The rules: {', '.join(fv.RULES)}; 'facevalue rules' explains them.",
    )


rules = rules_of("classic")
game = click.option(
    "--game",
    type=click.Choice(list(fv.poker.GAMES)),
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
    type=click.Choice(["raw", "canonical", "essential"]),
    default="essential",
    show_default=True,
    metavar="LEVEL",
    help="When solutions differ: raw, if their texts do; canonical, up to order, grouping "
    "and signs; essential, also up to idle steps such as x1 and +0.",
)
notation = click.option(
    "--notation",
    type=click.Choice(list(fv.NOTATIONS)),
    default="infix",
    show_default=True,
    metavar="NAME",
    help=f"The notation: {', '.join(fv.NOTATIONS)}.",
)
method = click.option(
    "--method",
    type=click.Choice(["search", "walk"]),
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
limit = click.option(
    "--no-limit",
    "limit",
    is_flag=True,
    callback=lambda _, __, is_given: None if is_given else USUAL_LIMIT,
    help=f"Allow what would take longer than about {USUAL_LIMIT} seconds.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
