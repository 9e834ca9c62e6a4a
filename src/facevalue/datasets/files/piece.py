"""Some consecutive rows of a file, whose columns are made when they are needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from facevalue.datasets.files.arrow_columns import (
    ArrowColumns,
    arrow_batch,
    arrow_bytes,
    collector_paused,
)
from facevalue.datasets.files.json_rows import Batch, as_columns, parse_lines


@attrs.define(slots=False, eq=False, repr=False)
class Piece:
    """Consecutive rows of a file.

    JSON lines are parsed when their columns are first needed. Pickling keeps the lines or the Arrow
    batch, but not the columns that were made from them.

    Attributes:
        columns: the cells of each column; None where a row could not be read or lacks the column.
        size: how many rows there are.
        first: the number of the first row in the file, from 1.
        unreadable: what is wrong with the rows that could not be read, by their index in the piece.
        numbers: the number of each row's line in the file, from 1; None if rows are not lines.
        lines: for JSON Lines, the bytes of each line.
        table: for Parquet, the rows as an Arrow record batch.
    """

    _columns: Batch | None
    size: int
    first: int
    _unreadable: Mapping[int, str] = attrs.field(factory=dict, kw_only=True)
    numbers: Sequence[int] | None = attrs.field(default=None, kw_only=True)
    lines: Sequence[bytes] | None = attrs.field(default=None, kw_only=True)
    table: Any = attrs.field(default=None, kw_only=True)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        if self.lines is not None:
            state |= {"_columns": None, "_unreadable": {}}
        if self.table is not None:
            # A batch may be a slice of a larger one, which would be sent as a whole.
            state |= {"_columns": None, "table": arrow_bytes(self.table)}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        if self.table is not None:
            self.table = arrow_batch(self.table)

    @property
    def columns(self) -> Batch:
        """The cells of each column."""
        if self._columns is None and self.lines is not None:
            with collector_paused():
                rows, self._unreadable = parse_lines(self.lines)
                self._columns = as_columns(rows)
        elif self._columns is None:
            self._columns = ArrowColumns(self.table)
        return self._columns

    @property
    def unreadable(self) -> Mapping[int, str]:
        """What is wrong with each row that could not be read, by index."""
        _ = self.columns  # reading the columns finds the problems
        return self._unreadable

    @property
    def has_rows(self) -> bool:
        """True if at least one row could be read."""
        return len(self.unreadable) < self.size

    def part(self, start: int, stop: int) -> Piece:
        """The rows with indices from `start` up to `stop`."""
        window, columns, table = slice(start, stop), None, self.table
        if table is None:
            columns = {name: cells[window] for name, cells in self.columns.items()}
        else:
            table = table.slice(start, stop - start)
        problems = self.unreadable.items()
        return Piece(
            columns,
            stop - start,
            self.first + start,
            unreadable={index - start: why for index, why in problems if start <= index < stop},
            numbers=self.numbers and self.numbers[window],
            lines=self.lines and self.lines[window],
            table=table,
        )
