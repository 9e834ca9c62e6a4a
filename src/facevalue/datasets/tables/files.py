"""Reads tables from JSON Lines, CSV, Parquet and Inspect's logs, a few thousand rows at a time.

Files may be compressed with gzip, and JSON may be an array of objects. Parquet needs pyarrow, from
the extra `data`.
"""

from __future__ import annotations

import csv
import json
import os
import re
import secrets
from collections.abc import Callable
from contextlib import closing
from itertools import chain, islice, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from facevalue.budget import check_deadline, watched
from facevalue.datasets.tables.arrow_columns import ArrowColumns, arrow_batch, arrow_bytes
from facevalue.datasets.tables.collector import collector_paused
from facevalue.datasets.tables.inspect_logs import read_samples, samples_in
from facevalue.datasets.tables.storage import UrlError
from facevalue.datasets.tables.text_lines import (
    BLOCK,
    MAX_AT_ONCE,
    MAX_LINE,
    NOT_UTF8,
    TOO_LONG,
    batches,
    read_lines,
)
from facevalue.errors import FaceValueError, quoted
from facevalue.files import as_utf8
from facevalue.options import make_object

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
    from typing import Any, BinaryIO

    # From the name of each column to its cells.
    Batch: TypeAlias = Mapping[str, list[object]]

# Called with the name of the stage, how much is done, and how much there is, or 0 if unknown.
StageProgress: TypeAlias = Callable[[str, int, int], object]
FILE_TYPES = ("jsonl", "csv", "parquet", "eval")
_PACKED, _PACKED_MARK = ".gz", b"\x1f\x8b"
_PIECE_ROWS = 8192
_MAX_ARRAY = 50_000_000  # bytes of a JSON array, which is read in one go
_STARTS_VALUE = re.compile(rb"\s*(?:\[|\{[ \r]*\n)")  # an array, or an object over several lines
_STRINGS = ("string", "large_string", "binary", "large_binary")
_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"} | {
    f".{name}": name for name in FILE_TYPES
}
# What to do with files of other types.
_REMEDIES = {".tsv": "; CSV may be separated by tabs, so rename the file to .csv"} | dict.fromkeys(
    (".xlsx", ".xls", ".ods"), "; save the sheet as CSV"
)
_SPACED_KEY_END = re.compile(rb'"[ \t]+:')
_TOGETHER, _SHORT = 256, 1000  # so many lines are parsed at once, or fewer if they are longer
_MARK = secrets.token_hex(16)  # is between these lines; a file cannot contain it on purpose
_BETWEEN = f',"{_MARK}",'.encode()


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
        table: Any = None,  # noqa: ANN401 - pyarrow has no types
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
                rows, self._unreadable = _json_rows(self.lines)
                self._columns = _columns(rows)
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


def file_type_of(name: str, types: Collection[str] = FILE_TYPES) -> str:
    """Return the type of a file by its suffix, ignoring `.gz`; "-" and /dev/stdout are JSON Lines.

    Raises:
        FaceValueError: the suffix is of none of `types`.

    >>> file_type_of("answers.parquet"), file_type_of("answers.csv.gz"), file_type_of("-")
    ('parquet', 'csv', 'jsonl')
    """
    suffixes = [suffix.lower() for suffix in Path(name).suffixes if suffix.lower() != _PACKED]
    suffix = suffixes[-1] if suffixes else ""
    if name != "-" and not name.startswith("/dev/") and _SUFFIXES.get(suffix) not in types:
        remedy = _REMEDIES.get(suffix, "")
        named = ", ".join(types)
        message = f"the file name must end with one of {named}, not {quoted(name)}{remedy}"
        raise FaceValueError(message)
    return _SUFFIXES.get(suffix, "jsonl")


def stream_with(method: str, source: Any) -> BinaryIO:  # noqa: ANN401 - anything but a path
    """Return the source if it is a binary stream with this method, "read" or "write".

    Raises:
        FaceValueError: it is not.
    """
    if not hasattr(source, method):
        raise FaceValueError(f"a source must be a path or a binary stream, not {quoted(source)}")
    stream: BinaryIO = source
    return stream


def read_pieces(stream: BinaryIO, file_type: str, rows: int | None = None) -> Generator[Piece]:
    """Read a table from a binary stream, up to 8192 or `rows` rows at a time; gzip is recognized.

    A table without rows is one empty piece with its columns. Rows that cannot be read, such as
    invalid JSON or CSV with the wrong number of cells, are in `Piece.unreadable`.

    Raises:
        FaceValueError: it is not a table of this type, the compressed file is damaged, or pyarrow
            is needed and missing.
    """
    max_rows = min(rows or _PIECE_ROWS, _PIECE_ROWS)
    start = b""  # the first two bytes, if the stream can show them
    if hasattr(stream, "peek"):
        start = stream.peek(2)[:2]
    elif stream.seekable():
        position = stream.tell()
        start = stream.read(2)
        stream.seek(position)
    if start != _PACKED_MARK:
        yield from _READERS[file_type](stream, max_rows)
        return
    import gzip  # noqa: PLC0415 - few files are packed
    from zlib import error as DamageError  # noqa: PLC0415, N812 - it is called so

    try:
        with gzip.GzipFile(fileobj=stream) as unpacked:
            yield from _READERS[file_type](unpacked, max_rows)  # type: ignore[arg-type]
    except (EOFError, gzip.BadGzipFile, DamageError) as error:
        raise FaceValueError(f"the compressed file is damaged: {error}") from None


def pieces_with_progress(
    stream: BinaryIO, file_type: str, what: str, progress: StageProgress, rows: int | None = None
) -> Generator[Piece]:
    """Read a table with `read_pieces`, and report each piece after its use.

    `progress` is called with `what`, the number of bytes read and the size of the file; for a pipe,
    whose size is unknown, with the number of rows and 0. Close this generator before the stream.
    """
    size = stream.seek(0, os.SEEK_END) if stream.seekable() else 0
    if size:
        stream.seek(0)
    done = 0
    with closing(read_pieces(stream, file_type, rows)) as pieces:
        for piece in pieces:
            check_deadline()
            yield piece
            done += piece.size
            progress(what, min(stream.tell(), size) if size else done, size)


def read_json_lines(stream: BinaryIO, max_rows: int) -> Iterator[Piece]:
    """Read JSON Lines, or a JSON array of objects."""
    stream = as_utf8(stream)
    start = stream.read(BLOCK)
    if _STARTS_VALUE.match(start):
        start += stream.read(_MAX_ARRAY + 1 - len(start))
        rows = _read_value(start)
        if rows is not None:
            for begin in range(0, len(rows), max_rows):
                part = rows[begin : begin + max_rows]
                yield Piece(_columns(part), len(part), begin + 1)
            return
    first = 1
    for number, lines in batches(stream, max_rows, start):
        # Empty lines are not rows, but they count for the line numbers.
        stripped = list(map(bytes.strip, lines))
        numbers: Sequence[int] = range(number, number + len(stripped))
        if not all(stripped):
            numbers = [at for at, line in zip(numbers, stripped, strict=True) if line]
            stripped = list(filter(None, stripped))
        piece = Piece(None, len(stripped), first, numbers=numbers, lines=stripped)
        first += piece.size
        if piece.size:
            yield piece


def _read_value(content: bytes) -> list[dict[str, object]] | None:
    """Read the rows in an array, or in a log of Inspect; None if it is anything else.

    Raises:
        FaceValueError: it is too long, or a key is repeated.
    """
    if len(content) > _MAX_ARRAY:
        problem = f"a JSON array may have up to {_MAX_ARRAY // 10**6} MB"
        raise FaceValueError(f"{problem}; write longer ones as JSON Lines, one object per line")
    try:
        value = json.loads(content, object_pairs_hook=make_object)
    except FaceValueError:
        raise
    except (ValueError, RecursionError):
        return None
    rows = samples_in(value) if isinstance(value, dict) else value
    return rows if all(isinstance(row, dict) for row in rows or ()) else None


def _json_rows(lines: Sequence[bytes]) -> tuple[list[dict[str, object]], dict[int, str]]:
    """Parse lines: return their rows, and what is wrong with unreadable ones, by index."""
    rows: list[dict[str, object]] = []
    unreadable = {}
    longest = max(map(len, lines), default=0)
    step = max(1, _TOGETHER * _SHORT // max(longest, _SHORT))
    for start in range(0, len(lines), step):
        check_deadline()
        part = lines[start : start + step]
        parsed = _parse(part)
        if parsed is None:
            parsed = []
            for index, line in enumerate(watched(part), start):
                row, problem = _json_row(line)
                parsed.append({} if row is None else row)
                if row is None:
                    unreadable[index] = problem
        rows += parsed
    return rows, unreadable


def _parse(lines: Sequence[bytes]) -> list[dict[str, object]] | None:
    """Parse lines together, as one array; None if a line may be anything but one good object.

    That is twice as fast as one by one. All marks are elements of the array, in the odd places,
    only if each line is one value.
    """
    data = b"[%b]" % _BETWEEN.join(lines)
    try:
        values = json.loads(data.decode())
    except (ValueError, RecursionError):
        return None
    rows, marks = values[::2], values[1::2]
    if len(values) != 2 * len(lines) - 1 or marks.count(_MARK) != len(marks):
        return None
    if not set(map(type, rows)) <= {dict}:
        return None
    # If there are more keys in the lines than in the objects, a key may be repeated. Strings that
    # look like keys also count.
    keys = _count_key_ends(data)
    return None if keys > sum(map(len, rows)) and keys > _key_count(rows) else rows


def _count_key_ends(data: bytes) -> int:
    """Count the colons behind a quotation mark, with or without whitespace between them.

    Quotation marks after one backslash, as of JSON in a string, end no key and do not count.
    """
    # NumPy needs a fifth of the time that searching for two characters takes.
    codes = np.frombuffer(data, np.uint8)
    colons = np.flatnonzero(codes == ord(":"))
    third, second, first = (codes[colons - distance] for distance in (3, 2, 1))
    is_quoted = (second == ord("\\")) & (third != ord("\\"))
    count = np.count_nonzero((first == ord('"')) & ~is_quoted)
    if ((first == ord(" ")) | (first == ord("\t"))).any():
        count += len(_SPACED_KEY_END.findall(data))
    return int(count)


def _key_count(rows: Sequence[object]) -> int:
    """Count the keys of objects and of all objects in them, which may be deeply nested."""
    count, pending = 0, list(rows)
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            count += len(value)
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return count


def _json_row(line: bytes) -> tuple[dict[str, object] | None, str]:
    """Parse a line: return its row, or None and what is wrong with it."""
    if line == TOO_LONG:
        return None, f"a line may have up to {MAX_LINE // 2**20} MB"
    shown = quoted(line.decode(errors="replace"))
    try:
        row = json.loads(line.decode(), object_pairs_hook=make_object)
    except UnicodeDecodeError:
        return None, f"the line is not UTF-8; {NOT_UTF8}: {shown}"
    except FaceValueError as error:
        return None, f"{error}: {shown}"
    except json.JSONDecodeError:
        return None, f"expected a JSON object: {shown}"
    except (ValueError, RecursionError):  # a number with over 4300 digits, or deep nesting
        return None, f"expected JSON without very long numbers or deep nesting: {shown}"
    return (row, "") if isinstance(row, dict) else (None, f"expected a JSON object: {shown}")


def _columns(rows: list[dict[str, object]]) -> Batch:
    shapes = set(map(tuple, watched(rows)))
    if len(shapes) == 1:  # the usual file, whose rows all have the same keys
        cells = zip(*map(dict.values, rows), strict=True)
        return {name: list(column) for name, column in zip(shapes.pop(), cells, strict=True)}
    names = dict.fromkeys(name for row in watched(rows) for name in row)
    return {name: [row.get(name) for row in watched(rows)] for name in names}


def read_csv(stream: BinaryIO, max_rows: int) -> Iterator[Piece]:
    """Read CSV with a header, whose cells are separated by commas, or by semicolons or tabs."""
    # A completion may be longer than the default limit of 131,072 characters.
    csv.field_size_limit(MAX_LINE)
    damaged: set[int] = set()  # the numbers of lines that are not UTF-8
    lines = _csv_lines(stream, damaged)
    header = ""
    while not header.strip() and (line := next(lines, "")):
        header += line
    marks = (mark for mark in ",;\t" if mark in header)
    reader = csv.reader(chain(header.splitlines(keepends=True), lines), delimiter=next(marks, ","))
    try:
        names = next(filter(None, reader), None)
        if names is not None and damaged:
            raise FaceValueError(f"the names of the columns are not UTF-8; {NOT_UTF8}")
        if names is not None and len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise FaceValueError(f"the column {quoted(twice)} appears twice")
        first = 1
        while names is not None:
            # Up to `max_rows` rows or 8 MB, each with the numbers of its first and last line.
            numbered, size, last_line = [], 0, reader.line_num
            for row in islice(filter(None, reader), max_rows):
                numbered.append((row, last_line + 1, reader.line_num))
                last_line = reader.line_num
                size += sum(map(len, row))
                if size > MAX_AT_ONCE:
                    check_deadline()
                    break
            piece = _csv_piece(names, numbered, first, damaged)
            if piece.size or first == 1:
                yield piece
            if not piece.size:
                return
            first += piece.size
    except csv.Error as error:
        raise FaceValueError(f"expected CSV in line {reader.line_num}: {error}") from None


def _csv_lines(stream: BinaryIO, damaged: set[int]) -> Iterator[str]:
    """Decode the lines; add the numbers of lines that are not UTF-8 to `damaged`."""
    for number, lines, _ in read_lines(as_utf8(stream)):
        for index, line in enumerate(lines):
            try:
                yield line.decode()
            except UnicodeDecodeError:
                damaged.add(number + index)
                yield line.decode(errors="replace")
            if line == TOO_LONG:
                limit = f"{MAX_LINE // 2**20} MB"
                raise FaceValueError(f"line {number + index} has more than {limit}")


def _csv_piece(
    names: list[str], numbered: list[tuple[list[str], int, int]], first: int, damaged: set[int]
) -> Piece:
    size = len(names)
    rows: list[Sequence[str | None]] = []
    unreadable = {}
    for index, (row, start, end) in enumerate(watched(numbered)):
        if len(row) != size:
            shown = quoted(",".join(row))
            unreadable[index] = f"expected a row of {size} cells, {len(row)} found: {shown}"
        elif not damaged.isdisjoint(range(start, end + 1)):
            unreadable[index] = f"the line is not UTF-8; {NOT_UTF8}: {quoted(','.join(row))}"
        rows.append([None] * size if index in unreadable else row)
    cells = zip(*rows, strict=True) if rows else iter([()] * size)
    columns: dict[str, list[object]] = {
        name: list(column) for name, column in zip(names, cells, strict=True)
    }
    numbers = [number for _, _, number in numbered]
    return Piece(columns, len(rows), first, unreadable=unreadable, numbers=numbers)


def read_parquet(stream: BinaryIO, max_rows: int) -> Iterator[Piece]:
    """Read Parquet."""
    pq = parquet_module()
    import pyarrow as pa  # noqa: PLC0415 - an extra, which is installed

    try:
        file = pq.ParquetFile(stream)
        first, schema = 1, file.schema_arrow
        # Read equal strings once: a small file may repeat a large string a million times.
        string_columns = [field.name for field in schema if str(field.type) in _STRINGS]
        file = pq.ParquetFile(stream, read_dictionary=string_columns)
        for group in range(file.num_row_groups):
            metadata = file.metadata.row_group(group)
            row_bytes = metadata.total_byte_size // max(metadata.num_rows, 1) + 1
            at_once = max(1, min(max_rows, MAX_AT_ONCE // row_bytes))
            for batch in file.iter_batches(at_once, row_groups=[group]):
                for table in _plain_parts(batch, schema):
                    yield Piece(None, len(table), first, table=table)
                    first += len(table)
        if first == 1:
            # There are no rows, but the columns keep their types.
            yield Piece(
                {name: [] for name in schema.names},
                0,
                1,
                table=pa.record_batch([pa.array([], kind) for kind in schema.types], schema=schema),
            )
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, UrlError) or getattr(error, "errno", None) is not None:
            raise  # the system could not read the file
        raise FaceValueError(f"expected a Parquet file: {quoted(str(error))}") from None


def _plain_parts(batch: Any, schema: Any) -> Iterator[Any]:  # noqa: ANN401 - pyarrow has no types
    """Decode the dictionaries of a batch, in parts of at most 8 MB or one row."""
    import pyarrow as pa  # noqa: PLC0415 - an extra, which is installed
    from pyarrow import compute  # noqa: PLC0415

    sizes = np.zeros(len(batch), np.int64)
    for column in batch.columns:
        if pa.types.is_dictionary(column.type):
            lengths = compute.binary_length(column.dictionary).take(column.indices)
            sizes += lengths.fill_null(0).to_numpy(zero_copy_only=False)
    parts = np.cumsum(sizes) // MAX_AT_ONCE
    starts = [0, *(np.flatnonzero(np.diff(parts)) + 1).tolist(), len(batch)]
    for start, stop in pairwise(starts):
        columns = [
            column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
            for column in batch.slice(start, stop - start).columns
        ]
        yield pa.record_batch(columns, schema=schema.remove_metadata())


def read_eval(stream: BinaryIO, max_rows: int) -> Iterator[Piece]:
    """Read a log of Inspect AI; each sample is a row."""
    first = 1
    for rows, unreadable in read_samples(stream, max_rows):
        if rows or first == 1:
            yield Piece(_columns(rows), len(rows), first, unreadable=unreadable)
            first += len(rows)


class PackageError(FaceValueError):
    """An optional package is not installed."""


def parquet_module() -> Any:  # noqa: ANN401 - a module without types
    """Import `pyarrow.parquet`.

    Raises:
        PackageError: pyarrow is not installed.
    """
    try:
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra
    except ImportError:
        raise PackageError("Parquet needs pyarrow: pip install 'facevalue[data]'") from None
    return pq


_READERS: Mapping[str, Callable[[BinaryIO, int], Iterator[Piece]]] = MappingProxyType(
    {"jsonl": read_json_lines, "csv": read_csv, "parquet": read_parquet, "eval": read_eval}
)
