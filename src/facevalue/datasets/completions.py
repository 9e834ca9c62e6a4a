"""Grades tables of completions: finds the columns, and judges each row with a `Grader`."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.datasets.files import find_column
from facevalue.errors import FaceValueError
from facevalue.puzzle import number_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from facevalue.datasets.files import Batch

# The names that are looked for where a column is not named.
DEFAULT_COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "completions": ("completion", "completions", "response", "responses", "answer", "output"),
        "numbers": ("numbers", "nums"),
        "targets": ("target", "targets"),
    }
)
VERDICT_TYPES: Mapping[str, type] = MappingProxyType(
    {"correct": bool, "reason": str, "value": str, "position": int, "message": str}
)
_REASONS = tuple(fv.Reason)
_ROW_TYPES = {str, list, tuple}


def grade_reasons(
    grader: fv.Grader, batch: Batch, wanted: Mapping[str, str | None], first: int
) -> list[fv.Reason]:
    """The reason for each row of a batch.

    Args:
        grader: judges the rows.
        batch: the rows.
        wanted: the names of the columns of `DEFAULT_COLUMNS`; None for the usual ones.
        first: the number of the first row in its file, counted from 1, for error messages.

    Raises:
        FaceValueError: a column is missing, or a row has invalid numbers or an invalid target.
    """
    completions, numbers, targets = _columns(batch, wanted)
    try:
        _check_rows(numbers)
        codes = grader.check_many(completions, numbers, targets)
    except FaceValueError as error:
        raise _first_error(grader, batch, wanted, first) or error from None
    return [_REASONS[code] for code in codes.tolist()]


def _check_rows(numbers: list[Any]) -> None:
    """Refuses a column of plain numbers, which would be taken for the numbers of one puzzle."""
    if not set(map(type, numbers)) <= _ROW_TYPES:
        raise FaceValueError("expected a list of numbers in every row")


def grade_verdicts(grader: fv.Grader, batch: Batch, wanted: Mapping[str, str | None]) -> Batch:
    """The verdict for each row, as a batch with the columns of `VERDICT_TYPES`."""
    verdicts = [grader.verdict(*row) for row in _rows(batch, wanted)]
    return {
        "correct": [verdict.correct for verdict in verdicts],
        "reason": [verdict.reason.value for verdict in verdicts],
        "value": [_value_text(verdict) for verdict in verdicts],
        "position": [verdict.position for verdict in verdicts],
        "message": [verdict.message for verdict in verdicts],
    }


def _value_text(verdict: fv.Verdict) -> str | None:
    """The value as text, since it may be a fraction."""
    return None if verdict.value is None else number_text(verdict.value)


def _columns(
    batch: Batch, wanted: Mapping[str, str | None]
) -> tuple[list[Any], list[Any], list[Any] | None]:
    cells: dict[str, list[Any] | None] = {}
    for what, usual in DEFAULT_COLUMNS.items():
        name = find_column(batch, wanted[what], usual)
        if name is None and what != "targets":
            shown = ", ".join(batch)
            message = f"no column of {what} found, name it with --{what}: the file has {shown}"
            raise FaceValueError(message)
        cells[what] = None if name is None else batch[name]
    numbers = [_without_brackets(cell) for cell in cells["numbers"] or []]
    return cells["completions"] or [], numbers, cells["targets"]


def _without_brackets(cell: object) -> object:
    """CSV files often hold lists as text in brackets."""
    return cell.strip(" \t()[]") if isinstance(cell, str) else cell


def _rows(batch: Batch, wanted: Mapping[str, str | None]) -> Iterator[tuple[Any, Any, Any]]:
    completions, numbers, targets = _columns(batch, wanted)
    goals = [None] * len(completions) if targets is None else targets
    return zip(completions, numbers, goals, strict=True)


def _first_error(
    grader: fv.Grader, batch: Batch, wanted: Mapping[str, str | None], first: int
) -> FaceValueError | None:
    """The error of the first invalid row, with the number of that row in its file."""
    for number, row in enumerate(_rows(batch, wanted), first):
        try:
            grader.verdict(*row)
        except FaceValueError as error:
            return FaceValueError(f"{error}, in row {number}")
    return None
