"""Solves the stored puzzles for an audit: finds equal ones, and computes the true labels.

Equal puzzles are found by sorting, not by hashes, and each is solved once.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

import facevalue as fv
from facevalue.datasets.column_store import NO_LABEL, read_percentile
from facevalue.errors import LimitError
from facevalue.puzzle import rules_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from facevalue.datasets.column_store import ColumnStore

_KEYS = 2**62  # how many different rows fit into 64 bits, with room for a sum
_CHUNK = 4096  # puzzles solved between two reports of progress


class TrueLabels:
    """The true labels of every row.

    `puzzle` holds an int64 for each row, equal for equal puzzles, -1 for a malformed row. `by_role`
    holds an array for each label, with `NO_LABEL` where it is unknown. `too_large` counts the
    different puzzles that are too large to solve.

    Args:
        store: the rows.
        workers: threads that solve.
        progress: called with the number of solved puzzles and the number of all.
    """

    def __init__(
        self, store: ColumnStore, workers: int, progress: Callable[[int, int], object]
    ) -> None:
        self.puzzle = np.full(store.count, -1, np.int64)
        types = (
            ("solvable", np.int8),
            ("solution_count", np.int64),
            ("needs_fraction", np.int8),
            ("difficulty", np.int32),
        )
        self.by_role: dict[str, NDArray[Any]] = {
            role: np.full(store.count, NO_LABEL, kind) for role, kind in types
        }
        self.too_large = 0
        self._found = self._solved = 0
        self._workers, self._progress = workers, progress
        self._solve_whole(store)
        self._solve_fractions(store)

    def _solve_whole(self, store: ColumnStore) -> None:
        groups = [_Group(store, *group) for group in _groups(store)]
        total = sum(len(group.different) for group in groups)
        for group in groups:
            self.puzzle[group.rows] = self._found + group.inverse
            self._found += len(group.different)
            labels = self._labels_of(group, total)
            for role, values in self.by_role.items():
                values[group.rows] = labels[role][group.inverse]

    def _labels_of(self, group: _Group, total: int) -> dict[str, NDArray[Any]]:
        count = len(group.different)
        labels = {role: np.full(count, NO_LABEL, each.dtype) for role, each in self.by_role.items()}
        for start in range(0, count, _CHUNK):
            chunk = slice(start, min(start + _CHUNK, count))
            self._label(group, chunk, labels)
            self._solved += chunk.stop - start
            self._progress(self._solved, total)
        return labels

    def _label(self, group: _Group, chunk: slice, labels: dict[str, NDArray[Any]]) -> None:
        """Fills in the labels of some puzzles.

        If one of them is too large, the chunk is halved until that one is alone.
        """
        puzzles = group.different[chunk]
        try:
            found = fv.label_many(
                puzzles[:, :-1], puzzles[:, -1], group.rules, workers=self._workers
            )
        except LimitError:
            if len(puzzles) == 1:
                self.too_large += 1
                return
            middle = (chunk.start + chunk.stop) // 2
            self._label(group, slice(chunk.start, middle), labels)
            self._label(group, slice(middle, chunk.stop), labels)
            return
        labels["solvable"][chunk] = found.solvable
        labels["solution_count"][chunk] = found.solution_count
        labels["needs_fraction"][chunk] = found.needs_fraction
        hundredths = (100 * found.difficulty[found.solvable]).round()
        labels["difficulty"][chunk][found.solvable] = hundredths

    def _solve_fractions(self, store: ColumnStore) -> None:
        """The few puzzles with fractions are solved one by one."""
        games = store.array("game")
        rows_of: dict[str, list[int]] = {}
        puzzles: dict[str, fv.Puzzle] = {}
        for row, (numbers, target) in store.fractions.items():
            if row not in store.malformed:
                puzzle = fv.Puzzle(numbers, target, store.games[games[row]])
                rows_of.setdefault(puzzle.key, []).append(row)
                puzzles[puzzle.key] = puzzle
        for key, rows in rows_of.items():
            self.puzzle[rows] = self._found
            self._found += 1
            for role, label in self._labels_alone(puzzles[key]).items():
                self.by_role[role][rows] = label

    def _labels_alone(self, puzzle: fv.Puzzle) -> dict[str, int]:
        try:
            rated = puzzle.difficulty
            return {
                "solvable": rated is not None,
                "solution_count": len(puzzle.solve()),
                "needs_fraction": puzzle.needs_fraction,
                "difficulty": read_percentile(rated and rated.percentile),
            }
        except LimitError:
            self.too_large += 1
            return {}


def _groups(store: ColumnStore) -> Iterator[tuple[fv.Rules, NDArray[Any], int]]:
    """Rows whose puzzles may be equal: their rules, their indices and the count of numbers."""
    sizes, games = store.array("size"), store.array("game")
    kinds = list(map(rules_key, store.games))
    codes = np.array([kinds.index(kind) for kind in kinds])[games]
    for code in sorted(set(codes.tolist())):
        for size in np.unique(sizes[codes == code]):
            if size:
                rows = np.flatnonzero((codes == code) & (sizes == size))
                yield store.games[code], rows, int(size)


class _Group:
    """The different puzzles of some rows, and which of them each row holds."""

    def __init__(self, store: ColumnStore, rules: fv.Rules, rows: NDArray[Any], size: int) -> None:
        starts, values = store.offsets[rows], store.array("values")
        # In the small type of the file, and column by column: a copy may be the largest array.
        numbers = np.column_stack([values[starts + place] for place in range(size)])
        if rules.order == "any":
            numbers.sort(axis=1)
        self.rules, self.rows = rules, rows
        columns = [*numbers.T, store.array("target")[rows]]
        self.different, self.inverse = different_rows(columns)


def different_rows(columns: list[NDArray[Any]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different rows of a table in ascending order, and which of them each row is.

    Rows become single numbers where these fit into 64 bits, which are sorted with less memory.
    """
    bounds = [(int(column.min()), int(column.max())) for column in columns]
    if prod(high - low + 1 for low, high in bounds) >= _KEYS:
        table = np.column_stack([column.astype(np.int64) for column in columns])
        different, inverse = np.unique(table, axis=0, return_inverse=True)
        return different, inverse.reshape(-1)
    keys = np.zeros(len(columns[0]), np.int64)
    for column, (low, high) in zip(columns, bounds, strict=True):
        keys *= high - low + 1
        keys += np.subtract(column, low, dtype=np.int64)
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return np.column_stack([column[first].astype(np.int64) for column in columns]), inverse
