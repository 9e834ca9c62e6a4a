"""Rows of files that cannot be used, and their report."""

from __future__ import annotations

import attrs

from facevalue.errors import FaceValueError, counted
from facevalue.value import Value

_MAX_SKIPPED = 100  # rows to list; all are counted


@attrs.frozen
class SkippedRow(Value):
    """A row of a file that cannot be judged or labelled; `str` is one line with its location.

    Attributes:
        file: the name of the file; "-" for a stream without a name.
        row: the number of the row in the file, from 1.
        line: the number of its line, from 1; None if rows are not lines.
        message: what is wrong.

    JSON:
        file (text): the file.
        row (place): the row in the file, from 1.
        line (place or null): the line in the file, from 1; null for file types without lines.
        message

    >>> str(SkippedRow("rows.jsonl", 2, 3, "expected a number: 'x'"))
    "rows.jsonl:3: expected a number: 'x'"
    """

    file: str
    row: int
    line: int | None
    message: str

    def __str__(self) -> str:
        location = f", row {self.row}" if self.line is None else f":{self.line}"
        return f"{self.file}{location}: {self.message}"


class NoRowsError(FaceValueError):
    """None of the rows of a file can be used; the message says what is wrong with the first.

    >>> from io import BytesIO
    >>> from facevalue import datasets
    >>> try:
    ...     datasets.grade(BytesIO(b"no row"))
    ... except datasets.NoRowsError as error:
    ...     print(error)
    -:1: expected a JSON object: 'no row'
    """


class SkippedRows:
    """The number of rows that were skipped, and the first of them.

    Attributes:
        count: how many there are.
        first: the first 100.
    """

    def __init__(self) -> None:
        self.count = 0
        self.first: list[SkippedRow] = []

    def add(self, row: SkippedRow) -> None:
        """Count a row."""
        self.count += 1
        if len(self.first) < _MAX_SKIPPED:
            self.first.append(row)

    def join(self, later: SkippedRows) -> None:
        """Add the skipped rows of a later part."""
        self.count += later.count
        self.first += later.first[: _MAX_SKIPPED - len(self.first)]

    def refuse_all(self, done: str) -> None:
        """Check that a file without usable rows had no rows at all.

        Args:
            done: what could not be done with the rows, such as "labelled".

        Raises:
            NoRowsError: rows were skipped.
        """
        if not self.first:
            return
        others = self.count - 1
        rest = f" (and {others} more rows that cannot be {done})" if others else ""
        raise NoRowsError(f"{self.first[0]}{rest}")


def skipped_text(count: int) -> list[str]:
    """Return a line that says how many rows were skipped, or no lines if none were."""
    return [f"{counted(count, 'row')} skipped"] if count else []
