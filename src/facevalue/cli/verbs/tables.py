"""Shared code of `grade` and `dataset label`, which add columns to tables."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

import facevalue as fv
from facevalue.cli import shared, values
from facevalue.cli.terminal.lines import FOUND, message_of, report, say
from facevalue.cli.terminal.progress import show_progress
from facevalue.datasets import ROLES, Columns, Grades, LabelCounts
from facevalue.door import json_line
from facevalue.errors import counted
from facevalue.system.files import refuse_to_overwrite

Verbs = TypeVar("Verbs", bound="Callable[..., Any]")

_MAX_SKIPPED_SHOWN = 10

files = click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
file_type = shared.word(
    "--format", "file_type", words=fv.datasets.FILE_TYPES, help="The format of each FILE."
)
strict = click.option("--strict", is_flag=True, help="Stop at the first row that cannot be read.")


# The option for the column of each role, and its help.
_COLUMNS = {
    role: (option, f"The column of the {option[2:]}; default: one of {', '.join(ROLES[role])}.")
    for role, option in (
        ("completion", "--completions"),
        ("numbers", "--numbers"),
        ("target", "--targets"),
        ("model", "--models"),
    )
} | {
    "rules": ("--rules-column", "The column of the rules; default: rules, if there is one."),
    "extract": (
        "--extract-column",
        "The column that says where the answer is; default: extract, if there is one.",
    ),
}


def columns(*roles: str) -> Callable[[Verbs], Verbs]:
    """Add an option for the column of each role; the command gets them as `columns`."""
    names = {_COLUMNS[role][0].removeprefix("--").replace("-", "_"): role for role in roles}
    options = {
        name: click.option(_COLUMNS[role][0], metavar="COLUMN", help=_COLUMNS[role][1])
        for name, role in names.items()
    }

    def combine(**given: str | None) -> Columns:
        return Columns(**{names[name]: value for name, value in given.items() if value is not None})

    return shared.together("columns", combine, **options)


def output(what: str, *, required: bool = False) -> Callable[[Verbs], Verbs]:
    """Return the option for the file to write."""
    return click.option(
        "-o",
        "--output",
        type=values.OUTPUT_FILE,
        required=required,
        help=f"Write the rows with their {what} to this .jsonl, .csv or .parquet file.",
    )


def run_job(
    job: Callable[..., Grades | LabelCounts],
    *,
    files: tuple[str, ...],
    output: str | None,
    as_json: bool,
    run: dict[str, Any],
    **options: Any,
) -> int:
    """Run a job on files, of which - is stdin; print the first skipped rows and the counts.

    They are printed on stderr if the rows go to stdout.

    Raises:
        FaceValueError: the output is one of the files.
    """
    sources = [sys.stdin.buffer if file == values.STDIN else file for file in files]
    refuse_to_overwrite(None if output == values.STDIN else output, sources)
    with values.written(output) as stream, show_progress() as progress:
        result = job(sources, output=stream, progress=progress, **run, **options)
    shown = result.skipped[:_MAX_SKIPPED_SHOWN]
    for row in shown:
        report(f"facevalue: {message_of(fv.FaceValueError(str(row)))}; skipped")
    if more := result.skipped_count - len(shown):
        report(f"facevalue: {counted(more, 'more row')} skipped")
    show = report if output == values.STDIN else say
    show(json_line(result.as_dict()) if as_json else str(result))
    return FOUND
