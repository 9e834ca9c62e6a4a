"""Stores the puzzles of files in NumPy arrays, with a few dozen bytes per row.

Puzzles of whole numbers are in arrays of the smallest type that fits. The few with fractions are in
a dict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

import facevalue as fv
from facevalue.budget import check_deadline
from facevalue.datasets.tables.job import SkippedRows
from facevalue.options import take

NO_LABEL, BAD_LABEL = -1, -2
NOT_JUDGED = 255
REASONS = tuple(fv.Reason)
_YES_OR_NO = {True: 1, False: 0, "true": 1, "false": 0, "yes": 1, "no": 0}
_YES_OR_NO |= {"1": 1, "0": 0, "1.0": 1, "0.0": 0}
_INT64_MAX = 2**63 - 1
_DIGITS = re.compile(r"(0*[0-9]{1,19})(\.0+)?")  # at most what fits into 64 bits
_DECIMAL = re.compile(r"[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?|\.[0-9]+")


def _plain(cell: object) -> object:
    """Normalize a label: None if it is missing, strings in lower case, whole floats as ints.

    pandas stores a column of whole numbers or flags as floats if a cell is missing.
    """
    if isinstance(cell, str):
        return cell.strip().lower() or None
    if isinstance(cell, float):
        return None if isnan(cell) else int(cell) if cell.is_integer() else cell
    return cell


def read_flag(cell: object) -> int:
    """Return 1 for yes, 0 for no, `NO_LABEL` or `BAD_LABEL`."""
    flag = _plain(cell)
    if flag is None:
        return NO_LABEL
    return _YES_OR_NO.get(flag, BAD_LABEL) if isinstance(flag, (int, str)) else BAD_LABEL


def read_count(cell: object) -> int:
    """Return a non-negative integer, `NO_LABEL` or `BAD_LABEL`."""
    count = _plain(cell)
    if count is None:
        return NO_LABEL
    digits = _DIGITS.fullmatch(count) if isinstance(count, str) else None
    if digits:
        count = int(digits[1])
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= _INT64_MAX
    return count if is_count else BAD_LABEL  # type: ignore[return-value]


def read_percentile(cell: object) -> int:
    """Return a percentile in hundredths, 0 to 10,000, `NO_LABEL` or `BAD_LABEL`."""
    percentile = _plain(cell.get("percentile") if isinstance(cell, dict) else cell)
    if percentile in (None, "nan"):
        return NO_LABEL
    if isinstance(percentile, str) and _DECIMAL.fullmatch(percentile):
        percentile = float(percentile)
    is_number = isinstance(percentile, (int, float)) and not isinstance(percentile, bool)
    is_percentile = is_number and 0 <= percentile <= 100  # type: ignore[operator]
    return round(100 * percentile) if is_percentile else BAD_LABEL  # type: ignore[operator]


LABEL_READERS: Mapping[str, Callable[[object], int]] = {
    "solvable": read_flag,
    "solution_count": read_count,
    "needs_fraction": read_flag,
    "difficulty": read_percentile,
}


class ColumnStore:
    """All rows of the files, in arrays that grow with each piece.

    Args:
        max_messages: how many messages on wrong answers are stored for each role.

    Attributes:
        names: for each role that was found, the name of its column.
        rules: the rules that occur; the array "rules" has the index of each row's rules.
        splits: the splits that occur; the array "split" has the index of each row's split.
        starts: for each file, the index of its first row and its name.
        malformed: what is wrong with the rows that have no valid puzzle, by row.
        fractions: the numbers and targets of the puzzles that have fractions, by row.
        messages: for each role of answers, what is wrong with the first wrong answers, by row.
        count: how many rows there are.
        skipped: always empty, because an audit reports all rows.
    """

    def __init__(self, max_messages: int) -> None:
        self.names: dict[str, str] = {}
        self.rules: list[fv.Rules] = []
        self.splits: list[str] = []
        self.starts: list[tuple[int, str]] = []
        self.malformed: dict[int, str] = {}
        self.fractions: dict[int, tuple[tuple[Fraction, ...], Fraction]] = {}
        self.messages: dict[str, dict[int, str]] = {"answer": {}, "completion": {}}
        self.count = 0
        self.skipped = SkippedRows()
        self._max_messages = max_messages
        self._chunks: dict[str, list[NDArray[Any]]] = {}

    def join(self, later: ColumnStore) -> None:
        """Append the rows of another store."""
        codes = {
            "rules": [_code(self.rules, rules) for rules in later.rules],
            "split": [_code(self.splits, split) for split in later.splits],
        }
        for name, chunks in later._chunks.items():
            column = self._chunks.setdefault(name, [])
            for chunk in chunks:
                column.append(_smallest(np.array(codes[name])[chunk]) if name in codes else chunk)
        self.names = later.names | self.names
        self.starts += [(self.count + start, file) for start, file in later.starts]
        self.malformed |= {self.count + row: why for row, why in later.malformed.items()}
        self.fractions |= {self.count + row: puzzle for row, puzzle in later.fractions.items()}
        for role, messages in self.messages.items():
            room = self._max_messages - len(messages)
            added = take(later.messages[role].items(), room)
            messages.update((self.count + row, message) for row, message in added)
        self.count += later.count

    def keep(self, name: str, numbers: Sequence[object]) -> None:
        """Append integers to a column."""
        check_deadline()
        self._chunks.setdefault(name, []).append(_smallest(np.array(numbers, dtype=np.int64)))

    def keep_names(self, name: str, column: Sequence[Any], values: list[Any]) -> None:
        """Append to a column the index of each object in a list, which grows as needed."""
        different = dict(zip(map(id, column), column, strict=True))
        codes = {key: _code(values, value) for key, value in different.items()}
        self.keep(name, [codes[id(value)] for value in column])

    def array(self, name: str) -> NDArray[Any]:
        """Return a column: one integer per row, but in "values" all the numbers of each row."""
        chunks = self._chunks.get(name, [])
        if len(chunks) != 1:
            joined = np.concatenate(chunks) if chunks else np.empty(0, np.int8)
            self._chunks[name] = chunks = [joined]
        return chunks[0]

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Where the numbers of each row start in "values"; use it when all rows are stored."""
        sizes = self.array("size").astype(np.int64)
        return np.asarray(np.cumsum(sizes) - sizes)

    def puzzle_text(self, index: int) -> str:
        """Return the puzzle of a row as a string; call it when all rows are stored."""
        numbers, target = self.fractions.get(index, ((), Fraction(0)))
        if not numbers:
            start = self.offsets[index]
            numbers = self.array("values")[start : start + self.array("size")[index]].tolist()
            target = self.array("target")[index]
        return f"{' '.join(map(str, numbers))} -> {target}"

    def location(self, index: int) -> tuple[str, int]:
        """Return the file of a row, and the number of the row there, from 1."""
        start, file = next(pair for pair in reversed(self.starts) if pair[0] <= index)
        return file, index - start + 1


def _code(values: list[Any], value: object) -> int:
    """Return the index of a value in a list, to which it is added if it is new."""
    if value not in values:
        values.append(value)
    return values.index(value)


def _smallest(array: NDArray[np.int64]) -> NDArray[Any]:
    """Convert an array to the smallest type for its numbers."""
    low, high = (int(array.min()), int(array.max())) if len(array) else (0, 0)
    # Only signed types: NumPy joins signed and unsigned 64 bits to floats.
    types = (np.min_scalar_type(bound) for bound in (min(low, -1), min(~high, -1)))
    return array.astype(np.promote_types(*types))
