"""Reads a table of any type, a few thousand rows at a time; it may be compressed with gzip."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from facevalue.datasets.files.csv_files import read_csv
from facevalue.datasets.files.inspect_logs import read_eval
from facevalue.datasets.files.json_files import read_json_lines
from facevalue.datasets.files.parquet_files import read_parquet
from facevalue.datasets.files.piece import Piece
from facevalue.errors import FaceValueError, quoted

FILE_TYPES = ("jsonl", "csv", "parquet", "eval")
_PACKED, _PACKED_MARK = ".gz", b"\x1f\x8b"
_PIECE_ROWS = 8192
_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"} | {
    f".{name}": name for name in FILE_TYPES
}
# What to do with files of other types.
_REMEDIES = {".tsv": "; CSV may be separated by tabs, so rename the file to .csv"} | dict.fromkeys(
    (".xlsx", ".xls", ".ods"), "; save the sheet as CSV"
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


_READERS: Mapping[str, Callable[[BinaryIO, int], Iterator[Piece]]] = {
    "jsonl": read_json_lines,
    "csv": read_csv,
    "parquet": read_parquet,
    "eval": read_eval,
}
