"""Shared code of `grade` and `dataset label`, which add columns to tables."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

import facevalue as fv
from facevalue.cli import verb
from facevalue.cli.terminal.lines import message_of, report, say
from facevalue.errors import counted
from facevalue.files import refuse_to_overwrite
from facevalue.queries.json import json_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from facevalue.datasets import Grades, LabelCounts

Verbs = TypeVar("Verbs", bound="Callable[..., Any]")

_MAX_SKIPPED_SHOWN = 10

files = click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
rules_column = click.option(
    "--rules-column",
    metavar="COLUMN",
    help="The column of the rules; default: rules, if there is one.",
)
file_type = click.option(
    "--format",
    "file_type",
    type=verb.Word("format", fv.datasets.FILE_TYPES),
    help="The format of each FILE.",
)
strict = click.option("--strict", is_flag=True, help="Stop at the first row that cannot be read.")


def column(what: str, role: str) -> Callable[[Verbs], Verbs]:
    """Return the option for the column of a role."""
    names = ", ".join(fv.datasets.ROLES[role])
    return click.option(
        f"--{what}", metavar="COLUMN", help=f"The column of the {what}; default: one of {names}."
    )


def chosen(**columns: str | None) -> dict[str, str | None]:
    """Return the columns that were given, by role."""
    return {role: name for role, name in columns.items() if name is not None}


def output(what: str, *, required: bool = False) -> Callable[[Verbs], Verbs]:
    """Return the option for the file to write."""
    return click.option(
        "-o",
        "--output",
        type=verb.OUTPUT_FILE,
        required=required,
        help=f"Write the rows with their {what} to this .jsonl, .csv or .parquet file.",
    )


def sources(files: tuple[str, ...], output: str | None) -> list[str | BinaryIO]:
    """Return the files to read; - becomes stdin.

    Raises:
        FaceValueError: the output is one of them.
    """
    readable = [sys.stdin.buffer if file == verb.STDIN else file for file in files]
    refuse_to_overwrite(None if output == verb.STDIN else output, readable)
    return readable


def report_result(result: Grades | LabelCounts, output: str | None, *, as_json: bool) -> None:
    """Print the first skipped rows, and then the counts; on stderr if the rows are on stdout."""
    shown = result.skipped[:_MAX_SKIPPED_SHOWN]
    for row in shown:
        report(f"facevalue: {message_of(fv.FaceValueError(str(row)))}; skipped")
    if more := result.skipped_count - len(shown):
        report(f"facevalue: {counted(more, 'more row')} skipped")
    show = report if output == verb.STDIN else say
    show(json_line(result.as_dict()) if as_json else str(result))
