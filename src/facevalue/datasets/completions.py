"""Completions in tables: which columns hold them, and what a grader says of each row."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.datasets.files import column
from facevalue.errors import FaceValueError, quoted
from facevalue.puzzle.model.numbers import number_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from facevalue.datasets.files import Batch

# What a column is called where nobody names it.
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


def reasons(
    grader: fv.Grader, batch: Batch, wanted: Mapping[str, str | None], first: int
) -> list[fv.Reason]:
    """The reason for each row of a batch that begins at a row of its file, counted from 1.

    Raises:
        FaceValueError: a column is missing, or the numbers or the target of a row are none.
    """
    completions, numbers, targets = _columns(batch, wanted)
    try:
        _check_rows(numbers)
        codes = grader.check_many(completions, numbers, targets)
    except FaceValueError as error:
        raise _first_error(grader, batch, wanted, first) or error from None
    return [_REASONS[code] for code in codes.tolist()]


def _check_rows(numbers: list[Any]) -> None:
    """Refuses a column that would be taken for the numbers of one puzzle."""
    if not set(map(type, numbers)) <= _ROW_TYPES:
        raise FaceValueError("expected a list of numbers in every row")


def verdicts(grader: fv.Grader, batch: Batch, wanted: Mapping[str, str | None]) -> Batch:
    """What is said of each row, as a batch with the columns of `VERDICT_TYPES`."""
    found = [grader.verdict(*row) for row in _rows(batch, wanted)]
    return {
        "correct": [verdict.correct for verdict in found],
        "reason": [verdict.reason.value for verdict in found],
        "value": [_text(verdict) for verdict in found],
        "position": [verdict.position for verdict in found],
        "message": [verdict.message for verdict in found],
    }


def _text(verdict: fv.Verdict) -> str | None:
    """The value as text, which holds a fraction too; of one too long to print, how many digits."""
    return None if verdict.value is None else number_text(verdict.value)


def _columns(
    batch: Batch, wanted: Mapping[str, str | None]
) -> tuple[list[Any], list[Any], list[Any] | None]:
    cells: dict[str, list[Any] | None] = {}
    for what, usual in DEFAULT_COLUMNS.items():
        name = column(batch, wanted[what], usual)
        if name is None and what != "targets":
            shown = quoted(", ".join(batch))
            raise FaceValueError(f"expected a column of {what}, name it with --{what}: {shown}")
        cells[what] = None if name is None else batch[name]
    numbers = [_bare(cell) for cell in cells["numbers"] or []]
    return cells["completions"] or [], numbers, cells["targets"]


def _bare(cell: object) -> object:
    """A row of numbers; in text it may stand in brackets, as lists do in CSV files."""
    return cell.strip(" \t()[]") if isinstance(cell, str) else cell


def _rows(batch: Batch, wanted: Mapping[str, str | None]) -> Iterator[tuple[Any, Any, Any]]:
    completions, numbers, targets = _columns(batch, wanted)
    goals = [None] * len(completions) if targets is None else targets
    return zip(completions, numbers, goals, strict=True)


def _first_error(
    grader: fv.Grader, batch: Batch, wanted: Mapping[str, str | None], first: int
) -> FaceValueError | None:
    """The error of the first row that has one, with the number of the row in its file."""
    for number, row in enumerate(_rows(batch, wanted), first):
        try:
            grader.verdict(*row)
        except FaceValueError as error:
            return FaceValueError(f"{error}, in row {number}")
    return None
