"""Tables in files: JSON lines, CSV and Parquet, read and written some rows at a time.

A table is read as batches: from the name of a column to the list of its cells. Parquet needs
pyarrow, which the extra `data` brings.
"""

from __future__ import annotations

import csv
import io
import json
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from facevalue.errors import FaceValueError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, BinaryIO, Self, TypeAlias

    Batch: TypeAlias = dict[str, list[object]]

FILE_TYPES = ("jsonl", "csv", "parquet")
# What no row holds, where it was asked to be kept: a line of text for each cell, or None.
UNPARSED = ""
_ROWS = 8192  # in a batch
_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"} | {
    f".{name}": name for name in FILE_TYPES
}


def file_type_of(name: str) -> str:
    """The format that the name of a file tells; "-" is JSON lines.

    Raises:
        FaceValueError: its suffix is that of none of the formats.

    >>> file_type_of("answers.parquet"), file_type_of("-")
    ('parquet', 'jsonl')
    """
    suffix = Path(name).suffix.lower()
    if name != "-" and suffix not in _SUFFIXES:
        known = ", ".join(FILE_TYPES)
        raise FaceValueError(f"expected a file that ends with one of {known}: {quoted(name)}")
    return _SUFFIXES.get(suffix, "jsonl")


def read_batches(stream: BinaryIO, form: str, *, keep_unparsed: bool = False) -> Iterator[Batch]:
    """The table in a binary stream, some thousand rows at a time.

    With `keep_unparsed` a line that is no row becomes one, with its text in the column `UNPARSED`.

    Raises:
        FaceValueError: a line is no row, or pyarrow is not there to read Parquet.
    """
    return _READERS[form](stream, keep_unparsed)


def column(batch: Batch, wanted: str | None, usual: Iterable[str]) -> str | None:
    """The name of a column: the one wanted, or the first usual one that there is.

    Raises:
        FaceValueError: there is no column of the name that is wanted.

    >>> column({"nums": [], "target": []}, None, ("numbers", "nums"))
    'nums'
    """
    if wanted is not None and wanted not in batch:
        known = ", ".join(batch)
        raise FaceValueError(f"expected a column, one of {known}: {quoted(wanted)}")
    return wanted or next((name for name in usual if name in batch), None)


def _read_lines(stream: BinaryIO, keep_unparsed: bool) -> Iterator[Batch]:  # noqa: FBT001
    numbered = enumerate(stream, 1)
    while lines := list(islice(numbered, _ROWS)):
        rows = [_row(line, number, keep_unparsed) for number, line in lines if line.strip()]
        names = dict.fromkeys(name for row in rows for name in row)
        if rows:
            yield {name: [row.get(name) for row in rows] for name in names}


def _row(line: bytes, number: int, keep_unparsed: bool) -> dict[str, object]:  # noqa: FBT001
    wanted = "a JSON object"
    try:
        row = json.loads(line)
    except (json.JSONDecodeError, UnicodeDecodeError):
        row = None
    except (ValueError, RecursionError):  # of more than 4300 digits; brackets in brackets
        row, wanted = None, "JSON without very long numbers or deep nesting"
    if isinstance(row, dict):
        return row
    text = line.decode(errors="replace").strip()
    if keep_unparsed:
        return {UNPARSED: text}
    raise FaceValueError(f"expected {wanted} in line {number}: {quoted(text)}")


def _read_csv(stream: BinaryIO, keep_unparsed: bool) -> Iterator[Batch]:  # noqa: FBT001
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
    # A completion may be longer than the 131,072 characters that a cell has by default.
    csv.field_size_limit(2**31 - 1)
    rows = csv.DictReader(text)
    try:
        while batch := list(islice(rows, _ROWS)):
            names = rows.fieldnames or ()
            cells = {name: [row[name] for row in batch] for name in names}
            yield cells | (_beyond(batch) if keep_unparsed else {})
    except csv.Error as error:
        raise FaceValueError(f"expected CSV in line {rows.line_num}: {error}") from None
    finally:
        text.detach()  # or it would close the stream, which is its owner's to close


def _beyond(rows: list[dict[str, Any]]) -> Batch:
    """The cells that stand beyond the last column, which `csv` puts under None."""
    beyond = [row.get(None) for row in rows]  # type: ignore[call-overload]
    return {UNPARSED: [None if cells is None else ",".join(cells) for cells in beyond]}


def _read_parquet(stream: BinaryIO, _: bool) -> Iterator[Batch]:  # noqa: FBT001
    pq = _parquet()
    from pyarrow import ArrowException  # noqa: PLC0415 - it is there, since its module was

    try:
        for batch in pq.ParquetFile(stream).iter_batches(_ROWS):
            yield {name: _cells(batch[name]) for name in dict.fromkeys(batch.schema.names)}
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        raise FaceValueError(f"expected a Parquet file: {quoted(str(error))}") from None


class UnreadableCell:
    """A cell that Python has no value for: a time in nanoseconds, or text that is not UTF-8."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __repr__(self) -> str:
        return f"<unreadable {self._kind}>"


def _cells(column: Any) -> list[object]:  # noqa: ANN401 - an array of Arrow
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError):
        return [_cell(each) for each in column]


def _cell(scalar: Any) -> object:  # noqa: ANN401 - a scalar of Arrow
    try:
        cell: object = scalar.as_py()
    except (ValueError, OverflowError):
        return UnreadableCell(str(scalar.type))
    return cell


def _parquet() -> Any:  # noqa: ANN401 - a module that has no types
    try:
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra
    except ImportError:
        remedy = "expected pyarrow for Parquet: pip install 'facevalue[data]'"
        raise FaceValueError(remedy) from None
    return pq


_READERS: Mapping[str, Callable[[BinaryIO, bool], Iterator[Batch]]] = MappingProxyType(
    {"jsonl": _read_lines, "csv": _read_csv, "parquet": _read_parquet}
)


class TableWriter:
    """Writes batches to a binary stream, in one of the formats; a context that ends the file.

    `types` tells the type of each column: bool, int or str, all of which may be missing.
    """

    def __init__(self, stream: BinaryIO, form: str, types: Mapping[str, type]) -> None:
        self._stream = stream
        self._types = types
        self._write = {"jsonl": self._lines, "csv": self._csv, "parquet": self._parquet}[form]
        self._rows = 0
        self._file: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, batch: Batch) -> None:
        """Appends the rows of a batch."""
        self._write(batch)
        self._rows += len(next(iter(batch.values())))

    def _lines(self, batch: Batch) -> None:
        for cells in zip(*batch.values(), strict=True):
            row = dict(zip(batch, cells, strict=True))
            self._stream.write(json.dumps(row, ensure_ascii=False).encode(errors="replace") + b"\n")

    def _csv(self, batch: Batch) -> None:
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        if not self._rows:
            writer.writerow(batch)
        writer.writerows(zip(*batch.values(), strict=True))
        self._stream.write(text.getvalue().encode(errors="replace"))

    def _parquet(self, batch: Batch) -> None:
        pq = _parquet()
        import pyarrow as pa  # noqa: PLC0415 - it is there, since its module was

        types = {bool: pa.bool_(), int: pa.int64(), str: pa.string()}
        schema = pa.schema([(name, types[kind]) for name, kind in self._types.items()])
        if self._file is None:
            self._file = pq.ParquetWriter(self._stream, schema)
        self._file.write_table(pa.table(batch, schema=schema))
