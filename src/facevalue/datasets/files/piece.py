"""Some consecutive rows of a file, whose columns are made when they are needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from facevalue.datasets.files.arrow_columns import (
    ArrowColumns,
    arrow_batch,
    arrow_bytes,
    collector_paused,
)
from facevalue.datasets.files.json_rows import Batch, as_columns, parse_lines


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

    def __init__(
        self,
        columns: Batch | None,
        size: int,
        first: int,
        *,
        unreadable: Mapping[int, str] = MappingProxyType({}),
        numbers: Sequence[int] | None = None,
        lines: Sequence[bytes] | None = None,
        table: Any = None,
    ) -> None:
        self._columns, self.size, self.first = columns, size, first
        self._unreadable, self.numbers = unreadable, numbers
        self.lines, self.table = lines, table

    def __getstate__(self) -> dict[str, Any]:
        # A mapping proxy cannot be pickled.
        state = {**self.__dict__, "_unreadable": dict(self._unreadable)}
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
        window = slice(start, stop)
        table = None if self.table is None else self.table.slice(start, stop - start)
        return Piece(
            {name: cells[window] for name, cells in self.columns.items()}
            if table is None
            else None,
            stop - start,
            self.first + start,
            unreadable={
                index - start: why
                for index, why in self.unreadable.items()
                if start <= index < stop
            },
            numbers=None if self.numbers is None else self.numbers[window],
            lines=None if self.lines is None else self.lines[window],
            table=table,
        )
