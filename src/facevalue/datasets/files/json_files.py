"""Reads JSON Lines, and JSON arrays of objects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from facevalue.datasets.files.inspect_logs import samples_in
from facevalue.datasets.files.json_rows import as_columns
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.text_lines import BLOCK, batches, check_memory
from facevalue.errors import FaceValueError
from facevalue.options import make_object
from facevalue.system.files import as_utf8

_MAX_ARRAY = 50_000_000  # bytes of a JSON array, which is read in one go
_STARTS_VALUE = re.compile(rb"\s*(?:\[|\{[ \r]*\n)")  # an array, or an object over several lines


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
                yield Piece(as_columns(part), len(part), begin + 1)
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
        FaceValueError: it is too long, takes too much memory, or a key is repeated.
    """
    remedy = "write longer ones as JSON Lines, one object per line"
    if len(content) > _MAX_ARRAY:
        raise FaceValueError(f"a JSON array may have up to {_MAX_ARRAY // 10**6} MB; {remedy}")
    check_memory(content, "a JSON array", remedy=remedy)
    try:
        value = json.loads(content, object_pairs_hook=make_object)
    except FaceValueError:
        raise
    except (ValueError, RecursionError):
        return None
    rows = samples_in(value) if isinstance(value, dict) else value
    return rows if all(isinstance(row, dict) for row in rows or ()) else None
