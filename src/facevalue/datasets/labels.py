"""What is true of store puzzles: which rows hold the same one, and the labels of each.

Equal puzzles are found by sorting, exactly, and each is solved once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.datasets.column_store import NO_LABEL, Labels
from facevalue.errors import LimitError
from facevalue.puzzle.model.digest import allowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from facevalue.datasets.column_store import ColumnStore

_CHUNK = 4096  # puzzles that are solved between two beats of the progress bar


class TrueLabels:
    """Of each row: `puzzle`, equal where the puzzles are, and its labels; `NO_LABEL` where unknown.

    `refused` counts the different puzzles that are too large to solve.
    """

    def __init__(
        self, store: ColumnStore, workers: int, advance: Callable[[int, int], object]
    ) -> None:
        import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

        self.puzzle = np.full(store.count, -1, np.int64)
        self.by_role: dict[str, NDArray[Any]] = {
            role: np.full(store.count, NO_LABEL, kind)
            for role, kind in (
                ("solvable", np.int8),
                ("solutions", np.int64),
                ("needs_fraction", np.int8),
                ("difficulty", np.int32),
            )
        }
        self.refused = 0
        self._found = self._solved = 0
        self._workers, self._advance = workers, advance
        self._solve_groups(store)
        self._solve_fractions(store)

    def _solve_groups(self, store: ColumnStore) -> None:
        groups = [_same(store, *group) for group in _groups(store)]
        total = sum(len(different) for _, _, different, _ in groups)
        for rules, rows, different, inverse in groups:
            self.puzzle[rows] = self._found + inverse
            self._found += len(different)
            labels = self._labels_of(different, rules, total)
            for role, values in self.by_role.items():
                values[rows] = labels[role][inverse]

    def _labels_of(self, different: NDArray[Any], rules: fv.Rules, total: int) -> dict[str, Any]:
        import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

        labels = {
            role: np.full(len(different), NO_LABEL, v.dtype) for role, v in self.by_role.items()
        }
        for start in range(0, len(different), _CHUNK):
            chunk = slice(start, start + _CHUNK)
            self._label(different[chunk], rules, {r: values[chunk] for r, values in labels.items()})
            self._solved += len(different[chunk])
            self._advance(self._solved, total)
        return labels

    def _label(
        self, puzzles: NDArray[Any], rules: fv.Rules, labels: dict[str, NDArray[Any]]
    ) -> None:
        """Fills in the labels; what holds a puzzle too large, half by half until that is alone."""
        try:
            found = fv.label_many(puzzles[:, :-1], puzzles[:, -1], rules, workers=self._workers)
        except LimitError:
            if len(puzzles) == 1:
                self.refused += 1
                return
            middle = len(puzzles) // 2
            for half in (slice(None, middle), slice(middle, None)):
                self._label(puzzles[half], rules, {r: v[half] for r, v in labels.items()})
            return
        labels["solvable"][:] = found.solvable
        labels["solutions"][:] = found.solutions
        labels["needs_fraction"][:] = found.needs_fraction
        labels["difficulty"][found.solvable] = (100 * found.difficulty[found.solvable]).round()

    def _solve_fractions(self, store: ColumnStore) -> None:
        """The few puzzles that are not whole, one by one."""
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
                "solutions": len(puzzle.solve()),
                "needs_fraction": puzzle.needs_fraction,
                "difficulty": Labels.percentile(rated and rated.percentile),
            }
        except LimitError:
            self.refused += 1
            return {}


def _groups(store: ColumnStore) -> list[tuple[fv.Rules, NDArray[Any], int]]:
    """The rules, the rows and the count of numbers of puzzles that may be equal."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    sizes, games = store.array("size"), store.array("game")
    kinds = list(map(allowed, store.games))
    codes = np.array([kinds.index(kind) for kind in kinds])[games]
    return [
        (store.games[code], np.flatnonzero((codes == code) & (sizes == size)), int(size))
        for code in sorted(set(codes.tolist()))
        for size in np.unique(sizes[codes == code])
        if size
    ]


def _same(
    store: ColumnStore, rules: fv.Rules, rows: NDArray[Any], size: int
) -> tuple[fv.Rules, NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The different puzzles of a group, and which of them each row holds."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    starts = store.offsets[rows]
    numbers = store.array("values")[starts[:, None] + np.arange(size)].astype(np.int64)
    if rules.order == "any":
        numbers.sort(axis=1)
    targets = store.array("target")[rows].astype(np.int64)
    posed = np.column_stack([numbers, targets])
    different, inverse = np.unique(posed, axis=0, return_inverse=True)
    return rules, rows, different, inverse.reshape(-1)
