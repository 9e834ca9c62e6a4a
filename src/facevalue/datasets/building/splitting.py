"""Decides the split of a puzzle in a dataset, so that no answer leaks from train to test.

The split depends on the puzzle alone: a digest of the puzzle, or of its target or numbers, is
compared with the shares of the splits.

If numbers may be left over, a solution of a puzzle also solves every puzzle that has the same
target and at least the same numbers. Then two puzzles share a solution if and only if they share a
sub-puzzle: some of the numbers that can make the target and are all needed for it. The smallest
sub-puzzle decides the split, and a puzzle whose sub-puzzles belong to different splits is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import facevalue as fv
from facevalue.budget import check_deadline
from facevalue.datasets.building.spec import SPLIT_BY
from facevalue.options import of_class, one_of, worker_count
from facevalue.puzzle import Labels, PuzzleBatch, digest_many, rules_named, split_bounds, splits_of

Rows: TypeAlias = NDArray[np.int64]
Indices: TypeAlias = NDArray[np.intp]

LEFT_OUT = -1
_ZERO, _NINE, _MINUS, _NEWLINE = b"09-\n"


class Splitter:
    """Assigns puzzles to splits, as `build` does.

    Args:
        rules: the rules of all puzzles, by name or as `Rules`.
        splits: names and shares, which add up to 1.
        split_by: what decides the split, one of `SPLIT_BY`.
        workers: the number of threads that solve puzzles, 1 to 64.

    Raises:
        RuleError: the shares do not add up to 1, or another argument is invalid.

    >>> query = fv.puzzle.PuzzleQuery("countdown", size=4, low=1, high=99, target=(10, 99))
    >>> splitter = Splitter("countdown", {"train": 0.8, "test": 0.2})
    >>> splitter.places(query.batch(7, range(40))).tolist()
    [0, 0, 1, 1, 0, 0, 1, 0, 0]
    """

    def __init__(
        self,
        rules: str | fv.Rules,
        splits: Mapping[str, float],
        split_by: str = "puzzle",
        *,
        workers: int = 1,
    ) -> None:
        self._rules = rules_named(rules)
        self._bounds = split_bounds(splits)
        self._by = one_of("split_by", split_by, SPLIT_BY)
        self._workers = worker_count(workers)

    def places(self, rows: PuzzleBatch) -> Indices:
        """Return the index of each puzzle's split.

        Args:
            rows: puzzles with the rules of the splitter.

        Returns:
            An array with an index for each puzzle, -1 if the puzzle is left out.

        Raises:
            RuleError: `rows` is not a batch of puzzles.
        """
        of_class("rows", rows, PuzzleBatch)
        if self._by == "target":
            return self._splits(rows.numbers[:, :0], rows.targets)
        if self._by == "puzzle" and self._rules.use == "all":
            scaled = np.flatnonzero(common_factors(rows.numbers, rows.targets) > 1)
            splits = splits_of(rows.digests, self._bounds)
            if not len(scaled):
                return splits
        else:
            scaled, splits = np.arange(len(rows)), np.empty(len(rows), np.intp)
        for size in np.unique(rows.sizes[scaled]):
            chosen = scaled[rows.sizes[scaled] == size]
            numbers, targets = rows.numbers[chosen][:, :size], rows.targets[chosen]
            if self._by == "numbers":
                splits[chosen] = self._splits(*divided(numbers, np.zeros_like(targets)))
            elif self._rules.use == "all":
                splits[chosen] = self._splits(*divided(numbers, targets))
            else:
                splits[chosen] = self._by_sub_puzzles(numbers, targets, rows.labels[chosen])
        return splits

    def _splits(self, numbers: Rows, targets: Rows) -> Indices:
        return splits_of(digest_many(numbers, targets, self._rules), self._bounds)

    def _by_sub_puzzles(self, numbers: Rows, targets: Rows, labels: Labels) -> Indices:
        """Return the splits of puzzles of the same size, whose numbers may be left over."""
        splits = np.empty(len(targets), np.intp)
        unsolvable = np.flatnonzero(~labels.solvable)
        splits[unsolvable] = self._splits(*divided(numbers[unsolvable], targets[unsolvable]))
        solvable = np.flatnonzero(labels.solvable)
        if labels.simplest is None:
            labels = self._labels(numbers, targets)
        assert labels.simplest is not None  # noqa: S101 - requested
        for chosen, used in used_numbers(labels.simplest[solvable].tolist()):
            rows = solvable[chosen]
            splits[rows] = self._splits(*divided(used, targets[rows]))
            if used.shape[1] < numbers.shape[1]:
                # A puzzle with a single solution has a single sub-puzzle.
                several = np.flatnonzero(labels.solution_count[rows] > 1)
                unsure = rows[several]
                puzzles = numbers[unsure], targets[unsure], splits[unsure]
                splits[unsure[self._are_mixed(*puzzles, used[several])]] = LEFT_OUT
        # Leave out puzzles with a common factor that belong to another split without the factor.
        scaled = np.flatnonzero(common_factors(numbers, targets) > 1)
        if len(scaled):
            small = divided(numbers[scaled], targets[scaled])
            expected = self._by_sub_puzzles(*small, self._labels(*small))
            splits[scaled[expected != splits[scaled]]] = LEFT_OUT
        return splits

    def _are_mixed(
        self, numbers: Rows, targets: Rows, splits: Indices, used: Rows
    ) -> NDArray[np.bool_]:
        """Return whether a sub-puzzle of each puzzle is in another split than its smallest, `used`.

        Few combinations of numbers belong to another split. These are solved first. Only if one of
        them is solvable are the others solved, to see whether it is a sub-puzzle or contains one.
        """
        # The positions of the used numbers of each row as bits; the first ones among equal numbers.
        bits = np.zeros(len(numbers), np.int64)
        for value in used.T:
            is_free = np.ones(len(numbers), bool)
            for bit, column in enumerate(numbers.T):
                taken = is_free & (column == value) & (bits & (1 << bit) == 0)
                bits[taken] |= 1 << bit
                is_free &= ~taken
        mixed = np.zeros(len(targets), bool)
        suspects = np.arange(len(targets))
        for only_foreign in (True, False):
            rows = numbers[suspects], targets[suspects], splits[suspects], bits[suspects]
            suspects = suspects[self._have_foreign(rows, used.shape[1], only_foreign=only_foreign)]
        mixed[suspects] = True
        return mixed

    def _have_foreign(
        self, puzzles: tuple[NDArray[Any], ...], smallest: int, *, only_foreign: bool
    ) -> NDArray[np.bool_]:
        """Return whether a combination of `smallest` numbers or more is solvable in another split.

        The puzzles are numbers, targets, splits, and the positions of a first sub-puzzle as bits.
        Combinations that contain an earlier solvable one, or that first one, do not count. With
        `only_foreign`, combinations of the same split are not solved, so they exclude nothing.
        """
        numbers, targets, splits, first = puzzles
        size = numbers.shape[1]
        is_mixed = np.zeros(len(targets), bool)
        # For each set of positions, whether it contains a known sub-puzzle.
        sets = np.arange(2**size)
        covered = (sets & first[:, None]) == first[:, None]
        for count in range(smallest, size):
            for chosen in combinations(range(size), count):
                check_deadline()
                bits = sum(1 << index for index in chosen)
                rest = ~covered[:, bits] & ~is_mixed
                for index in chosen:  # of equal numbers, which are adjacent, choose the first
                    if index and index - 1 not in chosen:
                        rest &= numbers[:, index] != numbers[:, index - 1]
                rows = np.flatnonzero(rest)
                part = numbers[rows][:, chosen]
                foreign = self._splits(*divided(part, targets[rows])) != splits[rows]
                if only_foreign:
                    rows, part, foreign = rows[foreign], part[foreign], foreign[foreign]
                if not len(rows):
                    continue
                solvable = fv.solvable_many(part, targets[rows], self._rules, workers=self._workers)
                is_mixed[rows[solvable & foreign]] = True
                covered[np.ix_(rows[solvable], (sets & bits) == bits)] = True
        return is_mixed

    def _labels(self, numbers: Rows, targets: Rows) -> Labels:
        return fv.label_many(numbers, targets, self._rules, simplest=True, workers=self._workers)


def common_factors(numbers: Rows, targets: Rows) -> Rows:
    """Return the greatest common divisor of the numbers and the target of each row, at least 1."""
    factors = np.abs(targets)
    rows = np.arange(len(factors))
    for column in numbers.T:
        factors[rows] = np.gcd(factors[rows], column[rows])
        rows = rows[factors[rows] != 1]
    return np.maximum(factors, 1)


def divided(numbers: Rows, targets: Rows) -> tuple[Rows, Rows]:
    """Divide each row by the greatest common divisor of its numbers and its target.

    >>> numbers, targets = divided(np.array([[2, 4, 6]]), np.array([12]))
    >>> numbers.tolist(), targets.tolist()
    ([[1, 2, 3]], [6])
    """
    factors = common_factors(numbers, targets)
    return numbers // factors[:, None], targets // factors


def used_numbers(expressions: Sequence[str]) -> list[tuple[Indices, Rows]]:
    """Find the numbers that expressions use.

    Returns:
        Pairs of the indices of expressions that use equally many numbers, and an array with these
        numbers in ascending order, a row for each expression.

    >>> [(rows.tolist(), used.tolist()) for rows, used in used_numbers(["6+15-11", "2*{-5}"])]
    [([1], [[-5, 2]]), ([0], [[6, 11, 15]])]
    """
    characters = np.frombuffer(b"\n{" + "\n".join(expressions).encode(), np.uint8)
    is_digit = (characters >= _ZERO) & (characters <= _NINE)
    starts = np.flatnonzero(is_digit[1:] & ~is_digit[:-1]) + 1
    ends = np.flatnonzero(is_digit & ~np.append(is_digit[1:], [False])) + 1
    values = np.zeros(len(starts), np.int64)
    for digit in range(int((ends - starts).max(initial=0))):
        longer = np.flatnonzero(starts + digit < ends)
        values[longer] = 10 * values[longer] + (characters[starts[longer] + digit] - _ZERO)
    is_negative = (characters[starts - 1] == _MINUS) & (characters[starts - 2] == ord("{"))
    values[is_negative] *= -1
    rows = np.searchsorted(np.flatnonzero(characters == _NEWLINE)[1:], starts)
    counts = np.bincount(rows, minlength=len(expressions))
    groups = []
    for count in np.unique(counts):
        chosen = np.flatnonzero(counts == count)
        used = values[np.repeat(counts == count, counts)].reshape(len(chosen), count)
        groups.append((chosen, np.sort(used, axis=1)))
    return groups
