"""Reads and writes tables in files: JSON lines, CSV and Parquet.

What is read may be packed by gzip, and may be a JSON array of objects. Tables are read and written
in batches of rows. A batch maps the name of each column to a list of its cells. Parquet needs
pyarrow, which comes with the extra `data`.
"""

from __future__ import annotations

import csv
import io
import json
import os
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType

from facevalue.budget import check_deadline
from facevalue.errors import FaceValueError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from typing import Any, BinaryIO, Self, TypeAlias

    Batch: TypeAlias = dict[str, list[object]]
    # What is being done, how much is done, and how much there is, or 0.
    Progress: TypeAlias = Callable[[str, int, int], object]

FILE_TYPES = ("jsonl", "csv", "parquet")
_PACKED, _PACKED_MARK = ".gz", b"\x1f\x8b"
# The column for the text of lines that could not be parsed; None in the rows that could.
UNPARSED = ""
_BATCH_ROWS = 8192
_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"} | {
    f".{name}": name for name in FILE_TYPES
}


def file_type_of(name: str) -> str:
    """The type of a file by its suffix, that of gzip left out; "-" is JSON lines.

    Raises:
        FaceValueError: the suffix is unknown.

    >>> file_type_of("answers.parquet"), file_type_of("answers.csv.gz"), file_type_of("-")
    ('parquet', 'csv', 'jsonl')
    """
    suffixes = [suffix.lower() for suffix in Path(name).suffixes]
    suffix = next((each for each in reversed(suffixes) if each != _PACKED), "")
    if name != "-" and suffix not in _SUFFIXES:
        known = ", ".join(FILE_TYPES)
        raise FaceValueError(f"the file name must end with one of {known}, not {quoted(name)}")
    return _SUFFIXES.get(suffix, "jsonl")


def stream_with(method: str, given: Any) -> BinaryIO:  # noqa: ANN401 - whatever is no path
    """The binary stream, which can read or write as asked.

    Raises:
        FaceValueError: it cannot.
    """
    if not hasattr(given, method):
        raise FaceValueError(f"expected a path or a binary stream: {quoted(given)}")
    stream: BinaryIO = given
    return stream


def read_batches(
    stream: BinaryIO, file_type: str, *, keep_unparsed: bool = False
) -> Iterator[Batch]:
    """The table in a binary stream, up to 8192 rows at a time; it may be packed by gzip.

    With `keep_unparsed`, a line that cannot be parsed becomes a row with its text in the column
    `UNPARSED`.

    Raises:
        FaceValueError: a line cannot be parsed, the packed file is damaged, or pyarrow is needed
            and missing.
    """
    if _begin(stream) != _PACKED_MARK:
        yield from _READERS[file_type](stream, keep_unparsed)
        return
    import gzip  # noqa: PLC0415 - few files are packed
    from zlib import error as DamageError  # noqa: PLC0415, N812 - it is called so

    try:
        with gzip.GzipFile(fileobj=stream) as unpacked:
            yield from _READERS[file_type](unpacked, keep_unparsed)  # type: ignore[arg-type]
    except (EOFError, gzip.BadGzipFile, DamageError) as error:
        raise FaceValueError(f"the packed file is damaged: {error}") from None


def _begin(stream: BinaryIO) -> bytes:
    """The first two bytes, which stay to be read; none of a pipe that cannot show them."""
    if hasattr(stream, "peek"):
        shown: bytes = stream.peek(2)[:2]
        return shown
    if not stream.seekable():
        return b""
    place = stream.tell()
    found = stream.read(2)
    stream.seek(place)
    return found


def batches_with_progress(
    stream: BinaryIO, file_type: str, what: str, progress: Progress, *, keep_unparsed: bool = False
) -> Generator[Batch]:
    """The table in a binary stream, as `read_batches` gives it; close it before the stream.

    Each batch that was used is reported: `what`, and how many bytes of how many are read. Of a pipe
    the rows are counted, and their number is not known before the end.
    """
    size = stream.seek(0, os.SEEK_END) if stream.seekable() else 0
    if size:
        stream.seek(0)
    rows = 0
    for batch in read_batches(stream, file_type, keep_unparsed=keep_unparsed):
        check_deadline()
        yield batch
        rows += len(next(iter(batch.values()), ()))
        progress(what, min(stream.tell(), size) if size else rows, size)


def find_column(batch: Batch, wanted: str | None, usual: Iterable[str]) -> str | None:
    """The column `wanted`, or the first of the `usual` ones that exists, or None.

    Raises:
        FaceValueError: the column `wanted` does not exist.

    >>> find_column({"nums": [], "target": []}, None, ("numbers", "nums"))
    'nums'
    """
    if wanted is not None and wanted not in batch:
        known = ", ".join(batch)
        raise FaceValueError(f"unknown column {quoted(wanted)}: the file has {known}")
    return wanted or next((name for name in usual if name in batch), None)


def _read_json_lines(stream: BinaryIO, keep_unparsed: bool) -> Iterator[Batch]:  # noqa: FBT001
    first = stream.readline()
    if first.lstrip().startswith(b"["):
        rest = first + stream.read()
        array = _array_in(rest)
        if array is not None:
            yield from _array_batches(array)
            return
        lines_left: Iterator[bytes] = iter(rest.splitlines(keepends=True))
    else:
        lines_left = chain([first] if first else [], stream)
    numbered = enumerate(lines_left, 1)
    while lines := list(islice(numbered, _BATCH_ROWS)):
        rows = [_parse_line(line, at, keep_unparsed) for at, line in lines if line.strip()]
        if rows:
            yield _as_batch(rows)


def _array_in(text: bytes) -> list[dict[str, object]] | None:
    """The rows of a JSON array of objects; None if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_table = isinstance(found, list) and all(isinstance(each, dict) for each in found)
    return found if is_table else None


def _array_batches(rows: list[dict[str, object]]) -> Iterator[Batch]:
    for first in range(0, len(rows), _BATCH_ROWS):
        yield _as_batch(rows[first : first + _BATCH_ROWS])


def _as_batch(rows: list[dict[str, object]]) -> Batch:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _parse_line(line: bytes, number: int, keep_unparsed: bool) -> dict[str, object]:  # noqa: FBT001
    wanted = "a JSON object"
    try:
        row = json.loads(line)
    except (json.JSONDecodeError, UnicodeDecodeError):
        row = None
    except (ValueError, RecursionError):  # a number of over 4300 digits, or deep nesting
        row, wanted = None, "JSON without very long numbers or deep nesting"
    if isinstance(row, dict):
        return row
    text = line.decode(errors="replace").strip()
    if keep_unparsed:
        return {UNPARSED: text}
    raise FaceValueError(f"expected {wanted} in line {number}: {quoted(text)}")


def _read_csv(stream: BinaryIO, keep_unparsed: bool) -> Iterator[Batch]:  # noqa: FBT001
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
    # A completion may be longer than the default limit of 131,072 characters.
    csv.field_size_limit(2**31 - 1)
    rows = csv.DictReader(text)
    try:
        while batch := list(islice(rows, _BATCH_ROWS)):
            names = rows.fieldnames or ()
            cells = {name: [row[name] for row in batch] for name in names}
            yield cells | (_extra_cells(batch) if keep_unparsed else {})
    except csv.Error as error:
        # `rows.line_num` is that of the last row read without an error.
        raise FaceValueError(f"expected CSV in line {rows.reader.line_num}: {error}") from None
    finally:
        text.detach()  # the wrapper would close the stream, which belongs to the caller


def _extra_cells(rows: list[dict[str, Any]]) -> Batch:
    """The cells beyond the last column, which `csv` stores under None."""
    extra = [row.get(None) for row in rows]  # type: ignore[call-overload]
    return {UNPARSED: [None if cells is None else ",".join(cells) for cells in extra]}


def _read_parquet(stream: BinaryIO, _: bool) -> Iterator[Batch]:  # noqa: FBT001
    pq = _parquet()
    from pyarrow import ArrowException  # noqa: PLC0415 - installed, since its module was found

    try:
        for batch in pq.ParquetFile(stream).iter_batches(_BATCH_ROWS):
            yield {name: _cells(batch[name]) for name in dict.fromkeys(batch.schema.names)}
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        raise FaceValueError(f"expected a Parquet file: {quoted(str(error))}") from None


class UnreadableCell:
    """A cell that Python cannot represent: a time in nanoseconds, or text that is not UTF-8."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __repr__(self) -> str:
        return f"<unreadable {self._kind}>"


def _cells(column: Any) -> list[object]:  # noqa: ANN401 - an Arrow array
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError):
        return [_cell(each) for each in column]


def _cell(scalar: Any) -> object:  # noqa: ANN401 - an Arrow scalar
    try:
        cell: object = scalar.as_py()
    except (ValueError, OverflowError):
        return UnreadableCell(str(scalar.type))
    return cell


def _parquet() -> Any:  # noqa: ANN401 - a module without types
    try:
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra
    except ImportError:
        raise FaceValueError("Parquet needs pyarrow: pip install 'facevalue[data]'") from None
    return pq


_READERS: Mapping[str, Callable[[BinaryIO, bool], Iterator[Batch]]] = MappingProxyType(
    {"jsonl": _read_json_lines, "csv": _read_csv, "parquet": _read_parquet}
)


class TableWriter:
    """Writes batches to a binary stream, as a context manager that finishes the file.

    Args:
        stream: where to write; it is not closed.
        file_type: one of `FILE_TYPES`.
        types: the type of each column: bool, int or str. Any cell may be None.
    """

    def __init__(self, stream: BinaryIO, file_type: str, types: Mapping[str, type]) -> None:
        self._stream = stream
        self._types = types
        writers = {"jsonl": self._json_lines, "csv": self._csv, "parquet": self._parquet}
        self._write = writers[file_type]
        self._rows = 0
        self._file: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error is None and not self._rows:
            self._write({name: [] for name in self._types})  # a table without rows
        if self._file is not None:
            self._file.close()

    def write(self, batch: Batch) -> None:
        """Appends the rows of a batch."""
        self._write(batch)
        self._rows += len(next(iter(batch.values())))

    def _json_lines(self, batch: Batch) -> None:
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
        import pyarrow as pa  # noqa: PLC0415 - installed, since its module was found

        types = {bool: pa.bool_(), int: pa.int64(), str: pa.string()}
        schema = pa.schema([(name, types[kind]) for name, kind in self._types.items()])
        if self._file is None:
            self._file = pq.ParquetWriter(self._stream, schema)
        self._file.write_table(pa.table(batch, schema=schema))
