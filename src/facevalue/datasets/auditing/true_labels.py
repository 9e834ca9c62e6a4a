"""Solves the stored puzzles of an audit, each different puzzle once, to get the true labels.

Equal puzzles are found by sorting, not by hashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.auditing.column_store import NO_LABEL, ColumnStore, read_percentile
from facevalue.datasets.labelling.row_labels import row_labels
from facevalue.datasets.tables.engines import Mapper, Run
from facevalue.datasets.tables.job import by_halves
from facevalue.errors import FaceValueError, LimitError
from facevalue.puzzle import rules_key

_FITS = 2**31  # rows that 32 bits can number
_KEYS = 2**62  # different rows that 64 bits can number, with room for a sum
NO_ROW = -1
_PART = 4096  # puzzles solved between two reports of progress
# The labels, each with the type of its array.
_TYPES: Mapping[str, type[np.signedinteger[Any]]] = {
    "solvable": np.int8,
    "solution_count": np.int64,
    "needs_fraction": np.int8,
    "difficulty": np.int32,
}
# They have the same name in all results; the difficulty has other units.
_COMPUTED = ("solvable", "solution_count", "needs_fraction")


def _unknown(count: int) -> dict[str, NDArray[Any]]:
    return {role: np.full(count, NO_LABEL, kind) for role, kind in _TYPES.items()}


class TrueLabels:
    """The true labels of every row.

    Attributes:
        puzzle: an int64 for each row, the same for equal puzzles, -1 for a malformed row.
        by_role: an array for each label, with `NO_LABEL` where the label is unknown.
        too_large: how many different puzzles are too large to solve.

    Args:
        store: the rows.
        run: how the audit runs.
        each: maps a function over the parts of the puzzles.
    """

    def __init__(self, store: ColumnStore, run: Run, each: Mapper) -> None:
        self.puzzle = np.full(store.count, -1, np.int64)
        self.by_role = _unknown(store.count)
        self.too_large = 0
        puzzle_count = solved = 0
        groups = [_Group(store, *group) for group in groups_of_rows(store)]
        total = sum(group.count for group in groups)
        for group in groups:
            self.puzzle[group.rows] = puzzle_count + group.inverse
            puzzle_count += group.count
            labels = _unknown(group.count)
            done = 0
            solve = partial(solve_part, group.rules, run.threads)
            for puzzles, (part, too_large) in each(solve, group.parts()):
                for role, values in part.items():
                    labels[role][done : done + len(puzzles)] = values
                done += len(puzzles)
                self.too_large += too_large
                run.show("solving", solved + done, total)
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
        for rows, found in zip(rows_of.values(), row_labels(*columns, simplest=False), strict=True):
            self.puzzle[rows] = puzzle_count
            puzzle_count += 1
            if isinstance(found, str):
                self.too_large += 1
                continue
            for role in _COMPUTED:
                self.by_role[role][rows] = getattr(found, role)
            self.by_role["difficulty"][rows] = read_percentile(found.percentile)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """For each row, the first row with the same puzzle, `NO_ROW` for a malformed row."""
        by_puzzle = np.full(int(self.puzzle.max(initial=-1)) + 2, NO_ROW, np.int64)
        # In reverse, so that the first row of a puzzle is written last. A malformed row has the
        # puzzle -1, which is the last place.
        by_puzzle[self.puzzle[::-1]] = np.arange(len(self.puzzle))[::-1]
        by_puzzle[-1] = NO_ROW
        return np.asarray(by_puzzle[self.puzzle], np.int64)


def solve_part(
    rules: fv.Rules, workers: int, puzzles: NDArray[np.int64]
) -> tuple[dict[str, NDArray[Any]], int]:
    """Return the labels of puzzles, and how many are too large to solve.

    Args:
        rules: the rules of all puzzles.
        workers: how many threads solve.
        puzzles: one puzzle per row, with the target last.
    """
    labels, too_large = _unknown(len(puzzles)), 0

    def label(start: int, stop: int) -> fv.puzzle.Labels:
        numbers, targets = puzzles[start:stop, :-1], puzzles[start:stop, -1]
        return fv.label_many(numbers, targets, rules, workers=workers)

    for start, stop, result in by_halves(label, 0, len(puzzles)):
        if isinstance(result, LimitError):
            too_large += 1
            continue
        if isinstance(result, FaceValueError):
            raise result
        for role in _COMPUTED:
            labels[role][start:stop] = getattr(result, role)
        hundredths = (100 * result.difficulty).round()
        labels["difficulty"][start:stop][result.solvable] = hundredths[result.solvable]
    return labels, too_large


def groups_of_rows(store: ColumnStore) -> Iterator[tuple[fv.Rules, NDArray[Any], int]]:
    """Yield groups of rows whose puzzles may be equal: rules, indices and how many numbers."""
    sizes, codes = store.array("size"), store.array("rules")
    kinds = list(map(rules_key, store.rules))
    codes = np.array([kinds.index(kind) for kind in kinds], np.int64)[codes]
    for code in sorted(set(codes.tolist())):
        for size in np.unique(sizes[codes == code]):
            if size:
                rows = np.flatnonzero((codes == code) & (sizes == size))
                yield store.rules[code], rows, int(size)


class _Group:
    """The different puzzles of some rows, and the index of each row's puzzle among them."""

    def __init__(self, store: ColumnStore, rules: fv.Rules, rows: NDArray[Any], size: int) -> None:
        starts, values = store.offsets[rows], store.array("values")
        # Keep the small type of the store, and copy column by column: this may be a large array.
        numbers = np.column_stack([values[starts + column] for column in range(size)])
        del starts
        if rules.order == "any":
            numbers.sort(axis=1)
        self.rules, self.rows = rules, rows
        self._columns = [*numbers.T, store.array("target")[rows]]
        self._first, self.inverse = different_rows(self._columns)
        self.count = len(self._first)

    def parts(self) -> Iterator[NDArray[np.int64]]:
        """Yield the different puzzles in parts, one puzzle per row with the target last."""
        for start in range(0, self.count, _PART):
            rows = self._first[start : start + _PART]
            yield np.column_stack([column[rows].astype(np.int64) for column in self._columns])


def different_rows(columns: list[NDArray[Any]]) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return the first index of each different row, and for each row which of these it equals.

    Different rows are in ascending order. If a row can be packed into 64 bits, packed rows are
    sorted, which needs less memory.
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
        keys.sort()  # as keys[order], without a copy
        is_new = np.zeros(len(order), bool)
        is_new[1:] = keys[1:] != keys[:-1]
        del keys
    small = np.int32 if len(order) < _FITS else np.int64
    inverse = np.empty(len(order), small)
    inverse[order] = np.cumsum(is_new, dtype=small)
    is_new[0] = True
    return order[is_new], inverse


def first_equal(columns: list[NDArray[Any]]) -> NDArray[np.int64]:
    """Return the index of the first equal row, for each row of a table."""
    first, inverse = different_rows(columns)
    return np.asarray(first[inverse], np.int64)
