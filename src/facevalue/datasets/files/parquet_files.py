"""Reads Parquet with pyarrow, from the extra `data`, in parts of bounded memory, or with a note.

A few kilobytes may repeat a large string a million times, or have a list of millions of zeros.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np

from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.storage import UrlError
from facevalue.datasets.files.text_lines import MAX_AT_ONCE
from facevalue.errors import FaceValueError, quoted
from facevalue.system.extras import import_extra

_STRINGS = ("string", "large_string", "binary", "large_binary")
_MAX_LIST_VALUES = 3_000_000  # of a column that are read at once
_VALUES_PER_BYTE = 16  # more than in any lists but very regular ones
_ROW_GROUP = 65_536
# A column with more bytes of different values is written without a dictionary, which would make the
# file larger.
_DICTIONARY_BYTES = 2**17
_NO_DIGEST = "0" * 64
_NOTE = b"facevalue"  # the key in the metadata of a file for what the file is part of


def read_parquet(stream: BinaryIO, max_rows: int) -> Iterator[Piece]:
    """Read Parquet."""
    pq = import_extra("pyarrow.parquet", "Parquet needs pyarrow")
    pa = import_extra("pyarrow", "Parquet needs pyarrow")
    try:
        file = pq.ParquetFile(stream)
        first, schema = 1, file.schema_arrow
        # Read equal strings once: a small file may repeat a large string a million times.
        string_columns = [field.name for field in schema if str(field.type) in _STRINGS]
        file = pq.ParquetFile(stream, read_dictionary=string_columns)
        for group in range(file.num_row_groups):
            metadata = file.metadata.row_group(group)
            row_bytes = metadata.total_byte_size // max(metadata.num_rows, 1) + 1
            row_values = _list_values(file, group) // max(metadata.num_rows, 1) + 1
            at_once = min(max_rows, MAX_AT_ONCE // row_bytes, _MAX_LIST_VALUES // row_values)
            at_once = max(1, at_once)
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


def _list_values(file: Any, group: int) -> int:
    """Return how many values the lists of a row group have, in the column with the most.

    Raises:
        FaceValueError: a few bytes have millions of them, which one row may have.
    """
    most = 0
    metadata = file.metadata.row_group(group)
    for index in range(metadata.num_columns):
        column = metadata.column(index)
        if file.schema.column(index).max_repetition_level == 0:
            continue
        most = max(most, column.num_values)
        is_dense = column.num_values > _VALUES_PER_BYTE * column.total_compressed_size
        if is_dense and column.num_values > _MAX_LIST_VALUES:
            shown = f"{column.num_values:,} values in {column.total_compressed_size:,} bytes"
            name = quoted(column.path_in_schema)
            raise FaceValueError(
                f"the lists of column {name} have {shown}; write smaller row groups"
            )
    return int(most)


def _plain_parts(batch: Any, schema: Any) -> Iterator[Any]:
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


def write_noted(table: Any, note: dict[str, object]) -> bytes:
    """Write the table to bytes that depend only on the rows, the note and pyarrow's version."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    stream = pa.BufferOutputStream()  # unlike BytesIO, it does not need the GIL
    noted = table.replace_schema_metadata({_NOTE: json.dumps(note | {"sha256": _NO_DIGEST})})
    pq.write_table(
        noted,
        stream,
        compression="zstd",
        row_group_size=_ROW_GROUP,
        dictionary_pagesize_limit=_DICTIONARY_BYTES,
    )
    content = stream.getvalue().to_pybytes()
    return _swap(content, _NO_DIGEST, _digest(content))


def _swap(content: bytes, before: str, after: str) -> bytes:
    """Replace the digest, which is in the footer, by one of the same length."""
    start, separator, end = content.rpartition(before.encode())
    return start + after.encode() + end if separator else content


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def read_note(content: bytes) -> tuple[dict[str, Any], int] | None:
    """Read the note in a file of a build, and the number of its rows.

    Returns:
        The note and the number; None if a single bit is wrong, or if no build wrote the file.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        file = pq.read_metadata(io.BytesIO(content))
        note = json.loads((file.metadata or {})[_NOTE])
        digest = note.pop("sha256")
        # The digest was computed with zeros in its place.
        is_whole = _digest(_swap(content, digest, _NO_DIGEST)) == digest
    except (pa.ArrowException, OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    return (note, file.num_rows) if is_whole else None
