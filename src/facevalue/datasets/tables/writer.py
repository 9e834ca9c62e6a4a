"""Writes tables as JSON lines, CSV or Parquet: rows that were read, with columns beside them."""

from __future__ import annotations

import csv
import io
import json
from json.encoder import encode_basestring as json_text
from typing import TYPE_CHECKING, Any, BinaryIO

from facevalue.budget import check_deadline, watched
from facevalue.datasets.tables.files import parquet_module
from facevalue.errors import FaceValueError, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from facevalue.datasets.tables.files import Piece

_CONSTANTS = {True: "true", False: "false", None: "null"}
# How columns of the file are called whose names are among those that are added.
_RENAMED = "input_"


class TableWriter:
    """Writes rows to a binary stream, as a context manager that finishes the file.

    A row keeps its columns; one whose name is among the added ones gets `input_` before its name.

    Args:
        stream: where to write; it is not closed.
        file_type: one of `FILE_TYPES`.
        types: the added columns, each bool, int, float or str. Any cell may be None.
    """

    def __init__(self, stream: BinaryIO, file_type: str, types: Mapping[str, type]) -> None:
        self._stream = stream
        self._types = types
        writers = {"jsonl": self._json_lines, "csv": self._csv, "parquet": self._parquet}
        self._write = writers[file_type]
        self._names: dict[str, str] | None = None
        self._kinds: Any = None
        self._file: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error is None and self._names is None:
            self._write({}, None, [], {name: [] for name in self._types})  # without rows
        if self._file is not None:
            self._file.close()

    def write(
        self,
        piece: Piece,
        places: Sequence[int],
        added: Mapping[str, list[Any]],
        replaced: Mapping[str, list[object]],
    ) -> None:
        """Appends rows.

        Args:
            piece: the rows that were read.
            places: which of them to write, in this order; some may come several times.
            added: the columns to add, a cell for each place.
            replaced: columns of the file whose cells are others, a cell for each place.
        """
        self._write(replaced, piece, places, added)

    def _input_columns(
        self, replaced: Mapping[str, list[object]], piece: Piece | None, places: Sequence[int]
    ) -> dict[str, list[object]]:
        """The columns of the file under their new names."""
        if piece is None:
            return {}
        is_all = places == range(piece.size)
        columns = {}
        for name, new_name in self._new_names(piece).items():
            if name in replaced:
                columns[new_name] = replaced[name]
            else:
                cells = piece.columns[name]
                columns[new_name] = cells if is_all else [cells[place] for place in places]
        return columns

    def _new_names(self, piece: Piece) -> dict[str, str]:
        names = {}
        for name in piece.columns:
            new = name
            while new in self._types or (new != name and new in piece.columns):
                new = _RENAMED + new
            names[name] = new
        return names

    def _json_lines(
        self,
        replaced: Mapping[str, list[object]],
        piece: Piece | None,
        places: Sequence[int],
        added: Mapping[str, list[Any]],
    ) -> None:
        self._names = {}
        ends = self._added_json(added)
        if piece is None or not places:
            return
        texts = piece.texts
        if texts is None or replaced or any(name in piece.columns for name in self._types):
            starts = self._rows_as_json(replaced, piece, places)
        else:
            starts = [texts[place][:-1] for place in places]
        lines = [
            start + (b", " if len(start) > 1 else b"") + end
            for start, end in watched(zip(starts, ends, strict=True))
        ]
        self._stream.write(b"\n".join(lines) + b"\n")

    def _rows_as_json(
        self, replaced: Mapping[str, list[object]], piece: Piece, places: Sequence[int]
    ) -> list[bytes]:
        """The rows as JSON, without the last bracket."""
        names = self._new_names(piece)
        if piece.texts is None:
            columns = self._input_columns({}, piece, places)
            rows = [
                dict(zip(names, cells, strict=True))
                for cells in watched(zip(*columns.values(), strict=True))
            ]
        else:
            rows = [json.loads(piece.texts[place]) for place in watched(places)]
        for name, cells in replaced.items():
            for row, cell in zip(rows, cells, strict=True):
                row[name] = cell
        return [
            json.dumps(
                {names[name]: cell for name, cell in row.items()}, ensure_ascii=False, default=str
            )[:-1].encode(errors="replace")
            for row in watched(rows)
        ]

    def _added_json(self, added: Mapping[str, list[Any]]) -> list[bytes]:
        """The added columns of each row as JSON, without the first bracket."""
        template = ", ".join(f'"{name}": %s' for name in added) + "}"
        columns: list[list[Any]] = []
        for name, cells in added.items():
            texts: list[Any]
            if self._types[name] is str:
                texts = ["null" if cell is None else json_text(cell) for cell in cells]
            elif self._types[name] is bool:
                texts = [_CONSTANTS[cell] for cell in cells]
            else:
                texts = ["null" if cell is None else cell for cell in cells]
            columns.append(texts)
        rows = watched(zip(*columns, strict=True))
        return [(template % cells).encode(errors="replace") for cells in rows]

    def _csv(
        self,
        replaced: Mapping[str, list[object]],
        piece: Piece | None,
        places: Sequence[int],
        added: Mapping[str, list[Any]],
    ) -> None:
        columns = self._input_columns(replaced, piece, places)
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        if self._names is None:
            self._names = dict.fromkeys([*columns, *added], "")
            writer.writerow(self._names)
        cells = self._known(columns, len(places)) | dict(added)
        writer.writerows(watched(zip(*map(_csv_cells, cells.values()), strict=True)))
        self._stream.write(text.getvalue().encode(errors="replace"))

    def _known(self, columns: dict[str, list[object]], size: int) -> dict[str, list[object]]:
        """The columns in the order of the first rows, which decide what columns there are."""
        assert self._names is not None  # noqa: S101 - set by the first rows
        for name in columns:
            if name not in self._names:
                message = f"the column {quoted(name)} is not in the first rows; write .jsonl"
                raise FaceValueError(message)
        wanted = (name for name in self._names if name not in self._types)
        return {name: columns.get(name, [None] * size) for name in wanted}

    def _parquet(
        self,
        replaced: Mapping[str, list[object]],
        piece: Piece | None,
        places: Sequence[int],
        added: Mapping[str, list[Any]],
    ) -> None:
        pq = parquet_module()
        import pyarrow as pa  # noqa: PLC0415 - installed, since its module was found

        if piece is not None and piece.table is not None:
            columns = self._arrow_columns(replaced, piece, places)
        else:
            columns = self._input_columns(replaced, piece, places)
        if self._file is None:
            types = {
                bool: pa.bool_(),
                int: pa.int64(),
                float: pa.float64(),
                str: pa.string(),
            }
            kinds = {name: _arrow_type(pa, cells) for name, cells in columns.items()}
            kinds |= {name: types[kind] for name, kind in self._types.items()}
            self._names = dict.fromkeys(kinds, "")
            self._kinds = kinds
            self._file = pq.ParquetWriter(self._stream, pa.schema(list(kinds.items())))
        cells = self._known(columns, len(places)) | dict(added)
        arrays = [_arrow_array(pa, name, each, self._kinds[name]) for name, each in cells.items()]
        self._file.write_table(pa.table(arrays, schema=self._file.schema))

    def _arrow_columns(
        self, replaced: Mapping[str, list[object]], piece: Piece, places: Sequence[int]
    ) -> dict[str, Any]:
        """The columns of an Arrow table, with their types."""
        import pyarrow as pa  # noqa: PLC0415 - installed, since the table is one of its

        is_all = places == range(piece.size)
        rows = piece.table if is_all else piece.table.take(pa.array(places, pa.int64()))
        names = piece.table.schema.names
        return {
            new_name: replaced.get(name, rows.column(names.index(name)))
            for name, new_name in self._new_names(piece).items()
        }


def _csv_cells(cells: list[object]) -> list[object]:
    """Lists and objects as JSON, all else as it is."""
    if not any(isinstance(cell, (list, dict)) for cell in cells):
        return cells
    return [_as_json(cell) if isinstance(cell, (list, dict)) else cell for cell in watched(cells)]


def _as_json(cell: object) -> str | None:
    return None if cell is None else json.dumps(cell, ensure_ascii=False, default=str)


def _arrow_type(pa: Any, cells: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    """The type of a column by its first cells; JSON as text where they have none in common."""
    if isinstance(cells, pa.Array):
        return cells.type
    try:
        kind = pa.array(cells).type
    except (pa.ArrowException, ValueError, TypeError, OverflowError):
        return pa.string()
    return pa.string() if pa.types.is_null(kind) else kind


def _arrow_array(pa: Any, name: str, cells: Any, kind: Any) -> Any:  # noqa: ANN401
    check_deadline()
    if isinstance(cells, pa.Array) and cells.type == kind:
        return cells
    given = cells.to_pylist() if isinstance(cells, pa.Array) else cells
    if kind == pa.string():
        given = [cell if isinstance(cell, str) else _as_json(cell) for cell in watched(given)]
    try:
        return pa.array(given, kind)
    except UnicodeEncodeError:  # half of a pair of surrogates
        texts = [cell if cell is None else cell.encode(errors="replace") for cell in given]
        return pa.array([cell if cell is None else cell.decode() for cell in texts], kind)
    except (pa.ArrowException, ValueError, TypeError, OverflowError):
        message = f"the column {quoted(name)} has other types than in its first rows: write .jsonl"
        raise FaceValueError(message) from None
