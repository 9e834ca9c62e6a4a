"""Reads CSV; each row keeps the number of its line, and a row of another size is unreadable."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import BinaryIO

from facevalue.budget import check_deadline, watched
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.files.text_lines import (
    MAX_AT_ONCE,
    MAX_LINE,
    NOT_UTF8,
    TOO_LONG,
    read_lines,
)
from facevalue.errors import FaceValueError, quoted
from facevalue.system.files import as_utf8

_MAX_COLUMNS = 10_000
_POINTER = 8  # bytes of a cell besides its characters


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
        if names is not None:
            _check_names(names, damaged)
        first = 1
        while names is not None:
            # Up to `max_rows` rows or 8 MB, each with the numbers of its first and last line.
            numbered, size, last_line = [], 0, reader.line_num
            for row in islice(filter(None, reader), max_rows):
                numbered.append((row, last_line + 1, reader.line_num))
                last_line = reader.line_num
                size += sum(map(len, row)) + _POINTER * len(row)
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


def _check_names(names: Sequence[str], damaged: set[int]) -> None:
    """Check the names of the columns of CSV.

    Raises:
        FaceValueError: they are not UTF-8, too many, or not all different.
    """
    if damaged:
        raise FaceValueError(f"the names of the columns are not UTF-8; {NOT_UTF8}")
    if len(names) > _MAX_COLUMNS:
        raise FaceValueError(f"CSV may have up to {_MAX_COLUMNS:,} columns, not {len(names):,}")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FaceValueError(f"the column {quoted(twice)} appears twice")


def _csv_lines(stream: BinaryIO, damaged: set[int]) -> Iterator[str]:
    """Decode the lines; add the numbers of lines that are not UTF-8 to `damaged`."""
    for number, lines, *_ in read_lines(as_utf8(stream)):
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
