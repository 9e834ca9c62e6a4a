"""Writes rows that were read from files, with new columns, as JSON Lines, CSV or Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from json.encoder import encode_basestring as json_text
from typing import Any, BinaryIO, NamedTuple, Self

from facevalue.budget import check_deadline, watched
from facevalue.datasets.files.piece import Piece
from facevalue.errors import FaceValueError, quoted
from facevalue.system.extras import import_extra

# The prefix for a column of the file that has the name of a new column.
_RENAMED = "input_"


def _as_json(cell: object) -> str:
    return json.dumps(cell, ensure_ascii=False, default=str)


# From the type of a new column to the JSON of a cell that is not None.
_ENCODERS: Mapping[type, Callable[[Any], str]] = {
    bool: {True: "true", False: "false"}.__getitem__,
    int: str,
    float: str,
    str: json_text,
    list: _as_json,
}


class NewCells(NamedTuple):
    """The new cells of some rows.

    Attributes:
        indices: the rows to write, from 0; a row may appear several times.
        added: the new columns, with a cell for each row to write.
        replaced: columns whose cells contained several completions, with one completion per row.
        skipped: what is wrong with the rows that cannot be used, by index.
    """

    indices: Sequence[int]
    added: Mapping[str, list[Any]]
    replaced: Mapping[str, list[object]] = {}
    skipped: Mapping[int, str] = {}


class TableWriter:
    """Writes rows to a binary stream; leaving its `with` block finishes the file.

    Rows keep their columns. If a new column has the same name, the old one gets the prefix
    `input_`.

    Args:
        stream: where to write; it is not closed.
        types: the new columns, each bool, int, float, str or list (of booleans). Any cell may be
            None.
    """

    def __init__(self, stream: BinaryIO, types: Mapping[str, type]) -> None:
        self._stream = stream
        self._types = types
        self._names: list[str] | None = None  # of all columns, once the first rows are written

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error is None and self._names is None:
            self.write(Piece({}, 0, 1), NewCells((), {name: [] for name in self._types}))

    def write(self, piece: Piece, cells: NewCells) -> None:
        """Append rows with their new cells."""
        raise NotImplementedError

    def new_names(self, piece: Piece) -> dict[str, str]:
        """Return the new name of each column of the file."""
        names = {}
        for name in piece.columns:
            new = name
            while new in self._types or (new != name and new in piece.columns):
                new = _RENAMED + new
            names[name] = new
        return names

    def old_columns(self, piece: Piece, cells: NewCells) -> dict[str, Any]:
        """Return the columns of the file under their new names."""
        indices, columns = cells.indices, {}
        for name, new_name in self.new_names(piece).items():
            column = piece.columns[name]
            if name in cells.replaced:
                column = cells.replaced[name]
            elif indices != range(piece.size):
                column = [column[index] for index in indices]
            columns[new_name] = column
        return columns

    def all_columns(self, columns: Mapping[str, Any], cells: NewCells) -> dict[str, Any]:
        """Combine old and new columns in the order of the first rows, which decide the columns."""
        columns, size = {**columns, **cells.added}, len(cells.indices)
        if self._names is None:
            self._names = list(columns)
        for name in columns:
            if name not in self._names:
                message = f"the column {quoted(name)} is not in the first rows; write .jsonl"
                raise FaceValueError(message)
        return {name: columns.get(name, [None] * size) for name in self._names}


class JsonLinesWriter(TableWriter):
    """Writes JSON Lines; rows that were read from JSON are copied byte for byte."""

    def write(self, piece: Piece, cells: NewCells) -> None:
        """Append rows."""
        self._names = []
        if not cells.indices:
            return
        # Join the old rows without their last brace, and the new cells without their first.
        is_renamed = any(name in piece.columns for name in self._types)
        if piece.lines is None or cells.replaced or is_renamed:
            starts = self._write_rows(piece, cells)
        else:
            starts = [piece.lines[index][:-1] for index in cells.indices]
        template = ", ".join(f'"{name}": %s' for name in cells.added) + "}"
        columns: list[list[str]] = []
        for name, column in cells.added.items():
            encode = _ENCODERS[self._types[name]]
            columns.append(["null" if cell is None else encode(cell) for cell in column])
        rows = zip(starts, zip(*columns, strict=True), strict=True)
        lines = [
            start + (b", " if len(start) > 1 else b"") + (template % end).encode(errors="replace")
            for start, end in watched(rows)
        ]
        self._stream.write(b"\n".join(lines) + b"\n")

    def _write_rows(self, piece: Piece, cells: NewCells) -> list[bytes]:
        names = self.new_names(piece)
        if piece.lines is None:
            columns = self.old_columns(piece, cells)
            rows = watched(zip(*columns.values(), strict=True))
            renamed = [dict(zip(columns, row, strict=True)) for row in rows]
        else:
            renamed = []
            for position, index in enumerate(watched(cells.indices)):
                row = json.loads(piece.lines[index])
                row |= {name: column[position] for name, column in cells.replaced.items()}
                renamed.append({names[name]: cell for name, cell in row.items()})
        return [_as_json(row)[:-1].encode(errors="replace") for row in watched(renamed)]


class CsvWriter(TableWriter):
    """Writes CSV with a header; lists and objects become JSON."""

    def write(self, piece: Piece, cells: NewCells) -> None:
        """Append rows."""
        buffer = io.StringIO(newline="")
        writer = csv.writer(buffer)
        is_first = self._names is None
        columns = self.all_columns(self.old_columns(piece, cells), cells)
        if is_first:
            writer.writerow(columns)
        written = [
            [_as_json(cell) if isinstance(cell, (list, dict)) else cell for cell in watched(column)]
            if any(isinstance(cell, (list, dict)) for cell in column)
            else column
            for column in columns.values()
        ]
        writer.writerows(watched(zip(*written, strict=True)))
        self._stream.write(buffer.getvalue().encode(errors="replace"))


class ParquetWriter(TableWriter):
    """Writes Parquet, by pyarrow; the first rows decide the types of the columns."""

    _file: Any = None

    def __exit__(self, error: object, *rest: object) -> None:
        super().__exit__(error, *rest)
        if self._file is not None:
            self._file.close()

    def write(self, piece: Piece, cells: NewCells) -> None:
        """Append rows."""
        pq = import_extra("pyarrow.parquet", "Parquet needs pyarrow")
        pa = import_extra("pyarrow", "Parquet needs pyarrow")
        if piece.table is not None:  # keep the types of the file
            rows, indices = piece.table, cells.indices
            if indices != range(piece.size):
                rows = rows.take(pa.array(indices, pa.int64()))
            names = piece.table.schema.names
            columns = {
                new_name: cells.replaced.get(name, rows.column(names.index(name)))
                for name, new_name in self.new_names(piece).items()
            }
        else:
            columns = self.old_columns(piece, cells)
        if self._file is None:
            types = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}
            types[list] = pa.list_(pa.bool_())
            kinds = {}
            for name, column in columns.items():
                try:
                    array = column if isinstance(column, pa.Array) else pa.array(column)
                    kinds[name] = array.type
                except (pa.ArrowException, ValueError, TypeError, OverflowError):
                    kinds[name] = pa.string()  # JSON, because the cells have no common type
                if not isinstance(column, pa.Array) and pa.types.is_null(kinds[name]):
                    kinds[name] = pa.string()
            kinds |= {name: types[kind] for name, kind in self._types.items()}
            self._file = pq.ParquetWriter(self._stream, pa.schema(list(kinds.items())))
        schema = self._file.schema
        arrays = [
            _arrow_array(pa, name, column, schema.field(name).type)
            for name, column in self.all_columns(columns, cells).items()
        ]
        self._file.write_table(pa.table(arrays, schema=schema))


WRITERS: Mapping[str, type[TableWriter]] = {
    "jsonl": JsonLinesWriter,
    "csv": CsvWriter,
    "parquet": ParquetWriter,
}


def _arrow_array(pa: Any, name: str, cells: Any, kind: Any) -> Any:
    """Convert the cells of a column to an Arrow array of its type."""
    check_deadline()
    if isinstance(cells, pa.Array) and cells.type == kind:
        return cells
    column = cells.to_pylist() if isinstance(cells, pa.Array) else cells
    if kind == pa.string():
        column = [
            cell if cell is None or isinstance(cell, str) else _as_json(cell)
            for cell in watched(column)
        ]
    try:
        return pa.array(column, kind)
    except UnicodeEncodeError:  # a lone surrogate
        encoded = [cell if cell is None else cell.encode(errors="replace") for cell in column]
        return pa.array([cell if cell is None else cell.decode() for cell in encoded], kind)
    except (pa.ArrowException, ValueError, TypeError, OverflowError):
        message = f"the column {quoted(name)} has other types than in its first rows; write .jsonl"
        raise FaceValueError(message) from None
