"""Solves the stored puzzles for an audit: finds equal ones, and computes the true labels.

Equal puzzles are found by sorting, not by hashes, and each is solved once.
"""

from __future__ import annotations

from functools import cached_property, partial
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.auditing.column_store import NO_LABEL, read_percentile
from facevalue.datasets.labelling.row_labels import row_labels
from facevalue.datasets.tables.halves import by_halves
from facevalue.errors import FaceValueError, LimitError
from facevalue.puzzle import rules_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from facevalue.datasets.auditing.column_store import ColumnStore
    from facevalue.datasets.tables.engines import Run

_FITS = 2**31  # rows whose numbers fit into 32 bits
_KEYS = 2**62  # how many different rows fit into 64 bits, with room for a sum
NO_ROW = -1
_PART = 4096  # puzzles solved between two reports of progress
# The labels, each with the type of its array.
_TYPES: Mapping[str, type[np.signedinteger[Any]]] = MappingProxyType(
    {
        "solvable": np.int8,
        "solution_count": np.int64,
        "needs_fraction": np.int8,
        "difficulty": np.int32,
    }
)


def _unknown(count: int) -> dict[str, NDArray[Any]]:
    return {role: np.full(count, NO_LABEL, kind) for role, kind in _TYPES.items()}


class TrueLabels:
    """The true labels of every row.

    Attributes:
        puzzle: an int64 for each row, equal for equal puzzles, -1 for a malformed row.
        by_role: an array for each label, with `NO_LABEL` where it is unknown.
        too_large: how many different puzzles are too large to solve.

    Args:
        store: the rows.
        workers: threads that solve, in each task.
        run: what calls a function with each part of the puzzles.
        progress: called with the number of solved puzzles and the number of all.
    """

    def __init__(
        self,
        store: ColumnStore,
        workers: int,
        run: Run,
        progress: Callable[[int, int], object],
    ) -> None:
        self.puzzle = np.full(store.count, -1, np.int64)
        self.by_role = _unknown(store.count)
        self.too_large = 0
        found = solved = 0
        groups = [_Group(store, *group) for group in groups_of_rows(store)]
        total = sum(group.count for group in groups)
        for group in groups:
            self.puzzle[group.rows] = found + group.inverse
            found += group.count
            labels = _unknown(group.count)
            done = 0
            solve = partial(solve_part, group.rules, workers)
            for puzzles, (part, too_large) in run(solve, group.parts()):
                for role, values in part.items():
                    labels[role][done : done + len(puzzles)] = values
                done += len(puzzles)
                self.too_large += too_large
                progress(solved + done, total)
            solved += done
            for role, values in self.by_role.items():
                values[group.rows] = labels[role][group.inverse]
        # The few puzzles with fractions are solved one by one.
        codes = store.array("rules")
        rows_of: dict[Any, list[int]] = {}
        for row, (numbers, target) in watched(store.fractions.items()):
            rules = store.rules[codes[row]]
            same = tuple(sorted(numbers)) if rules.order == "any" else numbers
            rows_of.setdefault((same, target, rules), []).append(row)
        columns = zip(*rows_of, strict=True) if rows_of else ((), (), ())
        for rows, each in zip(rows_of.values(), row_labels(*columns, simplest=False), strict=True):
            self.puzzle[rows] = found
            found += 1
            if isinstance(each, str):
                self.too_large += 1
                continue
            self.by_role["solvable"][rows] = each.solvable
            self.by_role["solution_count"][rows] = each.solution_count
            self.by_role["needs_fraction"][rows] = each.needs_fraction
            self.by_role["difficulty"][rows] = read_percentile(each.percentile)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """For each row the first row with its puzzle, `NO_ROW` for a malformed row."""
        rows = np.flatnonzero(self.puzzle >= 0)
        first = np.full(len(self.puzzle), NO_ROW, np.int64)
        first[rows] = rows[first_equal([self.puzzle[rows]])] if len(rows) else rows
        return first


def solve_part(
    rules: fv.Rules, workers: int, puzzles: NDArray[np.int64]
) -> tuple[dict[str, NDArray[Any]], int]:
    """The labels of puzzles under some rules, and how many are too large to solve.

    Args:
        rules: their rules.
        workers: threads that solve.
        puzzles: one puzzle per row, with the target last.
    """
    labels, too_large = _unknown(len(puzzles)), 0

    def label(start: int, stop: int) -> fv.puzzle.Labels:
        numbers, targets = puzzles[start:stop, :-1], puzzles[start:stop, -1]
        return fv.label_many(numbers, targets, rules, workers=workers)

    for start, stop, found in by_halves(label, 0, len(puzzles)):
        if isinstance(found, LimitError):
            too_large += 1
            continue
        if isinstance(found, FaceValueError):
            raise found
        labels["solvable"][start:stop] = found.solvable
        labels["solution_count"][start:stop] = found.solution_count
        labels["needs_fraction"][start:stop] = found.needs_fraction
        hundredths = (100 * found.difficulty).round()
        labels["difficulty"][start:stop][found.solvable] = hundredths[found.solvable]
    return labels, too_large


def groups_of_rows(store: ColumnStore) -> Iterator[tuple[fv.Rules, NDArray[Any], int]]:
    """Rows whose puzzles may be equal: their rules, their indices and the count of numbers."""
    sizes, codes = store.array("size"), store.array("rules")
    kinds = list(map(rules_key, store.rules))
    codes = np.array([kinds.index(kind) for kind in kinds], np.int64)[codes]
    for code in sorted(set(codes.tolist())):
        for size in np.unique(sizes[codes == code]):
            if size:
                rows = np.flatnonzero((codes == code) & (sizes == size))
                yield store.rules[code], rows, int(size)


class _Group:
    """The different puzzles of some rows, and which of them each row has."""

    def __init__(self, store: ColumnStore, rules: fv.Rules, rows: NDArray[Any], size: int) -> None:
        starts, values = store.offsets[rows], store.array("values")
        # In the small type of the file, and column by column: a copy may be the largest array.
        numbers = np.column_stack([values[starts + place] for place in range(size)])
        del starts
        if rules.order == "any":
            numbers.sort(axis=1)
        self.rules, self.rows = rules, rows
        self._columns = [*numbers.T, store.array("target")[rows]]
        self._first, self.inverse = different_rows(self._columns)
        self.count = len(self._first)

    def parts(self) -> Iterator[NDArray[np.int64]]:
        """The different puzzles in parts, a row each with the target last."""
        for start in range(0, self.count, _PART):
            rows = self._first[start : start + _PART]
            yield np.column_stack([column[rows].astype(np.int64) for column in self._columns])


def different_rows(columns: list[NDArray[Any]]) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """The first place of each different row of a table, and which of them each row is.

    They are in ascending order. Rows become single numbers where these fit into 64 bits, which are
    sorted with less memory.
    """
    bounds = [(int(column.min()), int(column.max())) for column in columns]
    if prod(high - low + 1 for low, high in bounds) >= _KEYS:
        order = np.lexsort(columns[::-1])
        is_new = np.zeros(len(order), bool)
        for column in columns:
            ordered = column[order]
            is_new[1:] |= ordered[1:] != ordered[:-1]
    else:
        keys = np.zeros(len(columns[0]), np.int64)
        for column, (low, high) in zip(columns, bounds, strict=True):
            keys *= high - low + 1
            keys += np.subtract(column, low, dtype=np.int64)
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        is_new = np.zeros(len(order), bool)
        is_new[1:] = keys[1:] != keys[:-1]
        del keys
    small = np.int32 if len(order) < _FITS else np.int64
    inverse = np.empty(len(order), small)
    inverse[order] = np.cumsum(is_new, dtype=small)
    is_new[0] = True
    return order[is_new], inverse


def first_equal(columns: list[NDArray[Any]]) -> NDArray[np.int64]:
    """The position of the first equal row, for each row of a table."""
    first, inverse = different_rows(columns)
    return np.asarray(first[inverse], np.int64)
