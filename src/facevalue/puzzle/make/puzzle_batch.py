"""A batch of generated puzzles with their labels, in arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from facevalue.errors import counted
from facevalue.puzzle.make.difficulty import LANGUAGE_MODEL
from facevalue.puzzle.make.labels import Labels
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.model.digest import digest_many
from facevalue.puzzle.model.rules import Rules
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import as_json, make_trusted


class PuzzleBatch:
    """Puzzles with their labels in arrays; iterate it for `Puzzle`s.

    Made by `PuzzleQuery.batches`. Threads may share it as long as none writes to the arrays.

    Attributes:
        rules: the rules of all puzzles.
        positions: int64 of shape (N,), ascending: the position of each puzzle in the order of all.
        numbers: int64 of shape (N, k); puzzles with fewer than k numbers are padded with zeros.
        sizes: int64 of shape (N,): how many numbers each puzzle has.
        targets: int64 of shape (N,).
        labels: the `Labels` of all, as `label_many` returns them.
    """

    def __init__(
        self,
        rules: Rules,
        positions: NDArray[np.int64],
        numbers: NDArray[np.int64],
        targets: NDArray[np.int64],
        labels: Labels,
        *,
        sizes: NDArray[np.int64] | None = None,
        digests: NDArray[np.uint64] | None = None,
    ) -> None:
        self.rules = rules
        self.positions = positions
        self.numbers = numbers
        self.targets = targets
        self.labels = labels
        self.sizes = np.full(len(positions), numbers.shape[1]) if sizes is None else sizes
        self._digests = digests  # None until they are needed

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, chosen: NDArray[np.intp] | slice) -> PuzzleBatch:
        columns = (self.positions, self.numbers, self.targets, self.sizes)
        positions, numbers, targets, sizes = (column[chosen] for column in columns)
        labels = self.labels[chosen]
        digests = None if self._digests is None else self._digests[chosen]
        return PuzzleBatch(
            self.rules, positions, numbers, targets, labels, sizes=sizes, digests=digests
        )

    def __iter__(self) -> Iterator[Puzzle]:
        columns = (self.numbers.tolist(), self.sizes.tolist(), self.targets.tolist())
        exact = _Fractions()
        for numbers, size, target in zip(*columns, strict=True):
            fractions = tuple(exact[number] for number in numbers[:size])
            yield make_trusted(
                Puzzle, numbers=fractions, target=exact[target], rules=self.rules, cards=()
            )

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'puzzle')} of {self.rules.name}>"

    @classmethod
    def joined(cls, parts: Sequence[PuzzleBatch]) -> PuzzleBatch:
        """Join batches with the same rules, in the order of their positions."""
        if len(parts) == 1:
            return parts[0]
        widest = max(part.numbers.shape[1] for part in parts)
        filled = [
            np.pad(part.numbers, ((0, 0), (0, widest - part.numbers.shape[1]))) for part in parts
        ]
        positions, targets, sizes = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("positions", "targets", "sizes")
        )
        labels = Labels.joined([part.labels for part in parts])
        batch = cls(parts[0].rules, positions, np.concatenate(filled), targets, labels, sizes=sizes)
        is_ordered = bool((positions[1:] >= positions[:-1]).all())
        return batch if is_ordered else batch[np.argsort(positions, kind="stable")]

    def as_dict(self) -> dict[str, Any]:
        """Return `rules`, and `puzzles` as for `as_dicts`, for JSON.

        JSON:
            rules
            puzzles (list of labelled_puzzle): the puzzles.
        """
        return {"rules": as_json(self.rules), "puzzles": list(self.as_dicts())}

    def as_dicts(self) -> Iterator[dict[str, Any]]:
        """Return each puzzle with its labels, for JSON.

        JSON:
            numbers, target, rules, cards
            solvable (boolean): whether the puzzle has a solution.
            solution_count
            needs_fraction (boolean): whether every solution has a result that is not whole.
            difficulty (rating): how hard the puzzle is.
        """
        labels = self.labels
        columns = (labels.solvable, labels.solution_count, labels.needs_fraction)
        ranks = None if labels.language_model is None else labels.language_model.tolist()
        rows = zip(self, *(column.tolist() for column in columns), strict=True)
        for index, (puzzle, *row) in enumerate(rows):
            named = zip(("solvable", "solution_count", "needs_fraction"), row, strict=True)
            if ranks is None:
                rated = puzzle.difficulty
                difficulty = rated and rated.as_dict()
            else:
                for_models = {"percentile": ranks[index], "seconds": None, "model": LANGUAGE_MODEL}
                difficulty = for_models if row[0] else None
            yield puzzle.as_dict() | dict(named) | {"difficulty": difficulty}

    @property
    def digests(self) -> NDArray[np.uint64]:
        """The `Puzzle.digest` of each, a read-only uint64 array of shape (N,)."""
        if self._digests is None:
            digests = np.empty(len(self), np.uint64)
            for size in np.unique(self.sizes):
                chosen = self.sizes == size
                numbers = self.numbers[chosen][:, :size]
                digests[chosen] = digest_many(numbers, self.targets[chosen], self.rules)
            self._digests = digests
            self._digests.flags.writeable = False
        return self._digests


class _Fractions(dict[int, Fraction]):
    """The fraction of each number, cached, because making one is slow."""

    def __missing__(self, number: int) -> Fraction:
        return self.setdefault(number, Fraction(number))
