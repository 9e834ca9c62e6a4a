"""Parses JSON Lines, many at a time, and says what is wrong with each line that cannot be read.

Python's parser keeps the last of two equal keys, so keys are counted: a repeated key is an error.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from facevalue.budget import check_deadline, watched
from facevalue.datasets.files.text_lines import (
    MAX_LINE,
    MAX_LINE_MEMORY,
    NOT_UTF8,
    TOO_LONG,
    check_memory,
)
from facevalue.errors import NOT_AN_OBJECT, FaceValueError, quoted
from facevalue.options import make_object

# From the name of each column to its cells.
Batch: TypeAlias = Mapping[str, list[object]]

_SPACED_KEY_END = re.compile(rb'"[ \t]+:')
_LONG = 2**20  # bytes of a line whose values may take much memory
_TOGETHER, _SHORT = 256, 1000  # so many lines are parsed at once, or fewer if they are longer
_MARK = secrets.token_hex(16)  # is between these lines; a file cannot contain it on purpose
_BETWEEN = f',"{_MARK}",'.encode()


def parse_lines(lines: Sequence[bytes]) -> tuple[list[dict[str, object]], dict[int, str]]:
    """Parse lines: return their rows, and what is wrong with unreadable ones, by index."""
    rows: list[dict[str, object]] = []
    unreadable = {}
    longest = max(map(len, lines), default=0)
    step = max(1, _TOGETHER * _SHORT // max(longest, _SHORT))
    for start in range(0, len(lines), step):
        check_deadline()
        part = lines[start : start + step]
        parsed = None if longest > _LONG else _parse(part)
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
        if len(line) > _LONG:
            check_memory(line, "a line", MAX_LINE_MEMORY)
        row = json.loads(line.decode(), object_pairs_hook=make_object)
    except UnicodeDecodeError:
        return None, f"the line is not UTF-8; {NOT_UTF8}: {shown}"
    except FaceValueError as error:
        return None, f"{error}: {shown}"
    except json.JSONDecodeError:
        return None, f"{NOT_AN_OBJECT}: {shown}"
    except (ValueError, RecursionError):  # a number with over 4300 digits, or deep nesting
        return None, f"expected JSON without very long numbers or deep nesting: {shown}"
    return (row, "") if isinstance(row, dict) else (None, f"{NOT_AN_OBJECT}: {shown}")


def as_columns(rows: list[dict[str, object]]) -> Batch:
    """Return the columns of rows; None where a row lacks a column."""
    shapes = set(map(tuple, watched(rows)))
    if len(shapes) == 1:  # the usual file, whose rows all have the same keys
        cells = zip(*map(dict.values, rows), strict=True)
        return {name: list(column) for name, column in zip(shapes.pop(), cells, strict=True)}
    names = dict.fromkeys(name for row in watched(rows) for name in row)
    return {name: [row.get(name) for row in watched(rows)] for name in names}
