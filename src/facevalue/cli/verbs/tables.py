"""Shared code of grade and label, which read tables and write them with more columns."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

import facevalue as fv
from facevalue.cli import verb
from facevalue.cli.terminal.lines import say, tell
from facevalue.errors import counted
from facevalue.files import refuse_to_overwrite
from facevalue.queries.json import json_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from facevalue.datasets import Grades, LabelCounts

Verbs = TypeVar("Verbs", bound="Callable[..., Any]")

_MAX_SKIPPED_SHOWN = 10

files = click.argument(
    "files", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="FILE..."
)
rules_column = click.option(
    "--rules-column",
    metavar="COLUMN",
    help="The column of the names of rules; default: rules, if there is one.",
)
file_type = click.option(
    "--format",
    "file_type",
    type=verb.Word("format", fv.datasets.FILE_TYPES),
    help="The format of each FILE.",
)
strict = click.option("--strict", is_flag=True, help="Stop at the first row that cannot be read.")


def column(what: str, role: str) -> Callable[[Verbs], Verbs]:
    """The option for the name of the column of a role."""
    usual = ", ".join(fv.datasets.ROLES[role])
    return click.option(
        f"--{what}", metavar="COLUMN", help=f"The column of the {what}; default: one of {usual}."
    )


def chosen(**columns: str | None) -> dict[str, str | None]:
    """Return the columns that were named, by role."""
    return {role: name for role, name in columns.items() if name is not None}


def output(what: str, *, required: bool = False) -> Callable[[Verbs], Verbs]:
    """The option for the file to write."""
    return click.option(
        "-o",
        "--output",
        type=verb.OUTPUT_FILE,
        required=required,
        help=f"Write the rows with their {what} to this .jsonl, .csv or .parquet file.",
    )


def sources(files: tuple[str, ...], output: str | None) -> list[str | BinaryIO]:
    """The files to read; none of them may be the one to write.

    Raises:
        UsageError: it is one of them.
    """
    found = [sys.stdin.buffer if file == verb.STDIN else file for file in files]
    refuse_to_overwrite(None if output == verb.STDIN else output, found)
    return found


def tell_result(result: Grades | LabelCounts, output: str | None, *, as_json: bool) -> None:
    """Prints what was made of the rows, and which were skipped."""
    for line in _skipped_lines(result):
        tell(f"facevalue: {line}")
    # Rows on stdout are the answer, and what is said about them is talk.
    show = tell if output == verb.STDIN else say
    show(json_line(result.as_dict()) if as_json else str(result))


def _skipped_lines(result: Grades | LabelCounts) -> Iterator[str]:
    """The first rows that were skipped, and how many more there are."""
    shown = result.skipped[:_MAX_SKIPPED_SHOWN]
    yield from (f"{row}; skipped" for row in shown)
    more = result.skipped_count - len(shown)
    if more:
        yield f"{counted(more, 'more row')} skipped"
