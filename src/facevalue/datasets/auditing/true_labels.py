"""Solves the stored puzzles for an audit: finds equal ones, and computes the true labels.

Equal puzzles are found by sorting, not by hashes, and each is solved once.
"""

from __future__ import annotations

from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.auditing.column_store import NO_LABEL, read_percentile
from facevalue.errors import LimitError
from facevalue.puzzle import rules_key
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from facevalue.datasets.auditing.column_store import ColumnStore
    from facevalue.datasets.tables.engines import Run

_FITS = 2**31  # rows whose numbers fit into 32 bits
_KEYS = 2**62  # how many different rows fit into 64 bits, with room for a sum
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

    `puzzle` holds an int64 for each row, equal for equal puzzles, -1 for a malformed row. `by_role`
    holds an array for each label, with `NO_LABEL` where it is unknown. `too_large` counts the
    different puzzles that are too large to solve.

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
        self._found = solved = 0
        groups = [_Group(store, *group) for group in groups_of_rows(store)]
        total = sum(group.count for group in groups)
        for group in groups:
            self.puzzle[group.rows] = self._found + group.inverse
            self._found += group.count
            labels = _unknown(group.count)
            done = 0
            for puzzles, (found, too_large) in run(Solver(group.rules, workers), group.parts()):
                for role, values in found.items():
                    labels[role][done : done + len(puzzles)] = values
                done += len(puzzles)
                self.too_large += too_large
                progress(solved + done, total)
            solved += done
            for role, values in self.by_role.items():
                values[group.rows] = labels[role][group.inverse]
        self._solve_fractions(store)

    def _solve_fractions(self, store: ColumnStore) -> None:
        """The few puzzles with fractions are solved one by one."""
        games = store.array("game")
        rows_of: dict[str, list[int]] = {}
        puzzles: dict[str, fv.Puzzle] = {}
        for row, (numbers, target) in watched(store.fractions.items()):
            if row not in store.malformed:
                puzzle = fv.Puzzle(numbers, target, store.games[games[row]])
                rows_of.setdefault(puzzle.key, []).append(row)
                puzzles[puzzle.key] = puzzle
        for key, rows in rows_of.items():
            self.puzzle[rows] = self._found
            self._found += 1
            puzzle = puzzles[key]
            try:
                rated, needs_fraction = puzzle.difficulty, puzzle.needs_fraction
                count = len(puzzle.solve())
            except LimitError:
                self.too_large += 1
                continue
            self.by_role["solvable"][rows] = rated is not None
            self.by_role["solution_count"][rows] = count
            self.by_role["needs_fraction"][rows] = needs_fraction
            self.by_role["difficulty"][rows] = read_percentile(rated and rated.percentile)


@attrs.frozen
class Solver(Value):
    """Labels puzzles under some rules on threads; it can be sent to other machines."""

    rules: fv.Rules
    workers: int

    def __call__(self, puzzles: NDArray[np.int64]) -> tuple[dict[str, NDArray[Any]], int]:
        """The labels of puzzles, a row each with the target last, and how many are too large.

        If one of them is too large, they are halved until that one is alone.
        """
        labels = _unknown(len(puzzles))
        try:
            numbers, targets = puzzles[:, :-1], puzzles[:, -1]
            found = fv.label_many(numbers, targets, self.rules, workers=self.workers)
        except LimitError:
            if len(puzzles) == 1:
                return labels, 1
            middle = len(puzzles) // 2
            halves = self(puzzles[:middle]), self(puzzles[middle:])
            for role, values in labels.items():
                values[:] = np.concatenate([half[role] for half, _ in halves])
            return labels, sum(too_large for _, too_large in halves)
        labels["solvable"][:] = found.solvable
        labels["solution_count"][:] = found.solution_count
        labels["needs_fraction"][:] = found.needs_fraction
        hundredths = (100 * found.difficulty[found.solvable]).round()
        labels["difficulty"][found.solvable] = hundredths
        return labels, 0


def groups_of_rows(store: ColumnStore) -> Iterator[tuple[fv.Rules, NDArray[Any], int]]:
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
    """Where each different row of a table stands first, and which of them each row is.

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
