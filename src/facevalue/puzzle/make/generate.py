"""Generates different puzzles that match a query, each certified by the solver.

All puzzles that a query covers are numbered (enumeration.py). The seed decides the order in which
they are visited, and the ones that match are kept. So a puzzle depends only on the query, the seed
and its position, and any part of the order can be made without the rest. Puzzles that differ only
by the order of their numbers count as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import ceil, floor, inf
from typing import TYPE_CHECKING

from facevalue.budget import allowed_by
from facevalue.errors import LimitError, RuleError, counted, quoted
from facevalue.options import (
    as_whole,
    name_keywords,
    of_class,
    one_of,
    seed_number,
    true_or_false,
    whole_number,
    worker_count,
)
from facevalue.puzzle.make.difficulty import DIFFICULTY_MODELS, percentiles
from facevalue.puzzle.make.enumeration import PuzzleSpace
from facevalue.puzzle.make.labels import Labels, label_many, language_model_scores
from facevalue.puzzle.make.language_models import LANGUAGE_MODEL, check_size
from facevalue.puzzle.make.puzzle_batch import PuzzleBatch
from facevalue.puzzle.model.rules import Rules, rules_named
from facevalue.randomness import seed_or_random

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from facevalue.puzzle.make.difficulty import DifficultyLike
    from facevalue.puzzle.make.puzzle import Puzzle
    from facevalue.puzzle.model.rules import RulesLike

MAX_NUMBERS = 9
MAX_VALUE = 10**9
_MAX_SOLUTIONS = 2**63 - 1
_FIRST_BATCH, _LARGEST_BATCH, _SPARE = 2048, 65_536, 64
# The search ends after this many puzzles in a row without a match.
MAX_WITHOUT_MATCH = 2_000_000
# Another difficulty is suggested if there are at most this many puzzles to choose from.
_MAX_SEARCHED = 10_000
# Percentiles for language models are relative to the solvable ones of this many puzzles.
_SAMPLE = 1000


@name_keywords(n="it is count=", number="it is count=", limit="it is count=")
def generate(
    rules: RulesLike = "classic",
    *,
    seed: int | None = None,
    count: int | None = None,
    size: int | tuple[int, ...] | None = None,
    low: int | None = None,
    high: int | None = None,
    target: int | tuple[int, int] | None = None,
    solvable: bool | None = True,
    difficulty: DifficultyLike | None = None,
    difficulty_model: str = "people",
    solution_count: int | tuple[int, int] | None = None,
    needs_fraction: bool | None = None,
    dealable: bool | None = None,
) -> Generated:
    """Generate different certified puzzles that match filters.

    Args:
        rules: a name in `RULES`, or custom rules.
        seed: 0 to 2^64 - 1; determines the order of the puzzles. None for a random seed.
        count: how many puzzles, at least 1; None for all.
        size: how many numbers a puzzle has, 1 to 9, or several sizes; None for as many as the game
            deals.
        low: the smallest number, down to -10^9; None for the smallest in the deck of the game.
        high: the largest number, up to 10^9; None for the largest in the deck.
        target: the target, or the lowest and the highest; None for the targets of the game.
        solvable: True for puzzles with a solution, False for puzzles without, None for both.
        difficulty: "easy", "medium" or "hard" (the names in `DIFFICULTIES`), a percentile, 0 to
            100, or the lowest and the highest; see `difficulty`.
        difficulty_model: whom `difficulty` rates for, "people" or "language-model". For language
            models, percentiles are within the query: the percentage of its first 1000 puzzles with
            a solution that are easier. At most 6 numbers.
        solution_count: how many distinct solutions, or the minimum and the maximum.
        needs_fraction: True for puzzles in which every solution has a result that is not whole,
            False for other puzzles; None for both.
        dealable: True for numbers that the deck of the game can deal and, if the next card is the
            target, a target that is left in the deck; False for any numbers from `low` to `high`
            and any target; None for False if `low` or `high` is set, and otherwise True.

    Returns:
        An iterator of puzzles; its attribute `seed` is the seed, even if it was random.

    Raises:
        RuleError: an option has a value that is not allowed, or two contradict each other.
        LimitError: no puzzle matches, or fewer than `count` do; none of 2,000,000 puzzles in a row
            matches; or there are more than 2^62 puzzles to choose from.

    >>> [str(puzzle) for puzzle in generate(seed=24, count=3)]
    ['1 2 4 8 -> 24', '4 5 8 9 -> 24', '2 2 10 11 -> 24']
    >>> len(list(generate(needs_fraction=True)))
    16
    """
    query = PuzzleQuery(
        rules,
        size=size,
        low=low,
        high=high,
        target=target,
        solvable=solvable,
        difficulty=difficulty,
        difficulty_model=difficulty_model,
        solution_count=solution_count,
        needs_fraction=needs_fraction,
        dealable=dealable,
    )
    return query.puzzles(seed, count)


class Generated(Iterator["Puzzle"]):
    """An iterator of generated puzzles, with the `seed` of their order."""

    def __init__(self, puzzles: Iterator[Puzzle], seed: int) -> None:
        self._puzzles = puzzles
        self.seed = seed

    def __next__(self) -> Puzzle:
        return next(self._puzzles)


class PuzzleQuery:
    """Generate different certified puzzles that match filters.

    Arguments and errors are the same as for `generate`.

    Threads may share a query. An iterator that it returns belongs to one thread at a time.

    >>> query = PuzzleQuery("countdown", solution_count=1)
    >>> next(query.puzzles(seed=1)).rules.name
    'countdown'
    """

    def __init__(
        self,
        rules: RulesLike = "classic",
        *,
        size: int | tuple[int, ...] | None = None,
        low: int | None = None,
        high: int | None = None,
        target: int | tuple[int, int] | None = None,
        solvable: bool | None = True,
        difficulty: DifficultyLike | None = None,
        difficulty_model: str = "people",
        solution_count: int | tuple[int, int] | None = None,
        needs_fraction: bool | None = None,
        dealable: bool | None = None,
    ) -> None:
        self.rules = rules_named(rules)
        size = self.rules.dealt if size is None else size
        numbers = size if isinstance(size, (tuple, list)) else (size,)
        sizes = sorted({whole_number("size", number, 1, MAX_NUMBERS) for number in numbers})
        if not sizes:
            raise RuleError(f"size must be 1 to {MAX_NUMBERS}, not {quoted(size)}")
        for name, flag in (
            ("dealable", dealable),
            ("solvable", solvable),
            ("needs_fraction", needs_fraction),
        ):
            if flag is not None:
                true_or_false(name, flag)
        self._solvable, self._needs_fraction = solvable, needs_fraction
        span, targets = _number_span(low, high, self.rules), _target_span(target, self.rules)
        self.space = PuzzleSpace(self.rules, tuple(sizes), span, targets, dealable=dealable)
        if difficulty is not None and not solvable:
            raise RuleError(f"`difficulty` cannot be combined with `solvable={solvable}`")
        rates_models = one_of("difficulty_model", difficulty_model, DIFFICULTY_MODELS)
        self._rates_models = rates_models == LANGUAGE_MODEL
        if self._rates_models:
            check_size(sizes[-1])
        self._difficulty = (-inf, inf) if difficulty is None else percentiles(difficulty)
        self._solution_count: tuple[float, float] = (0, inf)
        if solution_count is not None:
            first, last = map(as_whole, _pair("solution_count", solution_count))
            if first is None or last is None or not 0 <= first <= last <= _MAX_SOLUTIONS:
                shown = quoted(solution_count)
                raise RuleError(f"solution_count must be a whole number or a range, not {shown}")
            self._solution_count = first, last

    def __repr__(self) -> str:
        return f"<query of {self.rules.name}: {self.total:,} puzzles to choose from>"

    @property
    def total(self) -> int:
        """How many puzzles there are to choose from, matching or not."""
        return self.space.count

    def batch(
        self, seed: int, positions: range, *, simplest: bool = False, workers: int = 1
    ) -> PuzzleBatch:
        """Return the matching puzzles at some positions, in order.

        Args:
            seed: decides the order, 0 to 2^64 - 1.
            positions: a range within 0 to `total`.
            simplest: whether the labels include the simplest solution of each puzzle.
            workers: how many threads share the work, 1 to 64.

        Returns:
            The puzzles with their labels, in the order of their positions.

        Raises:
            RuleError: an option has a value that is not allowed.
        """
        import numpy as np  # noqa: PLC0415 - only functions that need it load NumPy

        true_or_false("simplest", simplest)
        number, threads = seed_number(seed), worker_count(workers)
        if of_class("positions", positions, range).step != 1:
            raise RuleError(f"positions must be a range with step 1, not {quoted(positions)}")
        if not 0 <= positions.start <= positions.stop <= self.total:
            raise RuleError(f"positions must be within 0 to {self.total}, not {quoted(positions)}")
        parts = []
        for where, numbers, targets in self.space.puzzles(number, positions):
            # Without solvable puzzles, no puzzle has a simplest solution.
            needs_solutions = simplest and self._solvable is not False
            labels = self._label(numbers, targets, simplest=needs_solutions, workers=threads)
            rows = np.flatnonzero(self._matches(labels, self._difficulty))
            labels = labels[rows]
            if simplest and not needs_solutions:
                labels.simplest = np.full(len(rows), None, object)
            parts.append(PuzzleBatch(self.rules, where[rows], numbers[rows], targets[rows], labels))
        return PuzzleBatch.joined(parts)

    def _label(
        self,
        numbers: NDArray[np.int64],
        targets: NDArray[np.int64],
        *,
        simplest: bool = False,
        workers: int = 1,
    ) -> Labels:
        """Label puzzles; with percentiles within the query for language models."""
        import numpy as np  # noqa: PLC0415 - only functions that need it load NumPy

        needs_solutions = simplest or self._rates_models
        with allowed_by(""):
            labels = label_many(
                numbers, targets, self.rules, simplest=needs_solutions, workers=workers
            )
        if self._rates_models:
            assert labels.simplest is not None  # noqa: S101 - requested
            scores = self._scores(numbers, targets, labels.simplest, workers=workers)
            labels.language_model = np.full(len(labels), np.nan)
            sample = self._sample_scores
            ranks = np.searchsorted(sample, scores) * 10_000 // max(len(sample), 1)
            labels.language_model[labels.solvable] = ranks / 100
        if not simplest:
            labels.simplest = None
        return labels

    @cached_property
    def _sample_scores(self) -> NDArray[np.int64]:
        """The sorted scores for language models of the first puzzles with a solution."""
        import numpy as np  # noqa: PLC0415 - only functions that need it load NumPy

        scores: list[int] = []
        for _, numbers, targets in self.space.puzzles(0, range(min(self.total, _SAMPLE))):
            with allowed_by(""):
                labels = label_many(numbers, targets, self.rules, simplest=True)
            assert labels.simplest is not None  # noqa: S101 - requested
            scores += self._scores(numbers, targets, labels.simplest)
        return np.sort(np.array(scores, np.int64))

    def _scores(
        self,
        numbers: NDArray[np.int64],
        targets: NDArray[np.int64],
        simplest: NDArray[np.object_],
        *,
        workers: int = 1,
    ) -> list[int]:
        """Return the scores for language models of the puzzles with a solution."""
        with allowed_by(""):
            return language_model_scores(numbers, targets, self.rules, simplest, workers=workers)

    def batches(
        self, seed: int | None = None, *, count: int | None = None, workers: int = 1
    ) -> Iterator[PuzzleBatch]:
        """Yield the matching puzzles in order, a batch at a time.

        Args:
            seed: 0 to 2^64 - 1; None for a random seed.
            count: how many puzzles, at least 1; None for all.
            workers: how many threads share the work, 1 to 64.

        Raises:
            RuleError: an option has a value that is not allowed.
            LimitError: no puzzle or fewer than `count` match, or none of 2,000,000 in a row does.
        """
        number, threads = seed_or_random(seed), worker_count(workers)
        limit = None if count is None else whole_number("count", count, 1)
        return self._batches(number, limit, threads)

    def puzzles(self, seed: int | None = None, count: int | None = None) -> Generated:
        """Return an iterator of the matching puzzles; arguments and errors as for `batches`."""
        number = seed_or_random(seed)
        batches = self.batches(number, count=count)
        return Generated((puzzle for batch in batches for puzzle in batch), number)

    def _batches(self, seed: int, count: int | None, workers: int) -> Iterator[PuzzleBatch]:
        start, found, last_match = 0, 0, 0
        while start < self.total and (count is None or found < count):
            # Batches grow, because puzzles share tables, but not far beyond what is needed.
            size = max(start, _FIRST_BATCH)
            if count is not None:
                needed = (count - found) * max(start, 1) // max(found, 1)
                size = min(needed + needed // 16 + _SPARE, max(size, 2 * count))
            positions = range(start, min(start + min(size, _LARGEST_BATCH), self.total))
            batch = self.batch(seed, positions, workers=workers)
            if count is not None:
                batch = batch[: count - found]
            start, found = positions.stop, found + len(batch)
            if len(batch):
                last_match = start
                yield batch
            elif start - last_match >= MAX_WITHOUT_MATCH:
                remedy = self._suggest_filter(count)
                message = f"no matching puzzle in {MAX_WITHOUT_MATCH:,} tries; {remedy}"
                raise LimitError(message, MAX_WITHOUT_MATCH)
        if not found:
            remedy = self._suggest_filter(count)
            raise LimitError(f"none of the {self.total:,} puzzles matches; {remedy}", 0)
        if count is not None and found < count:
            message = f"only {counted(found, 'puzzle')} {'matches' if found == 1 else 'match'}"
            remedy = self._suggest_filter(count)
            raise LimitError(f"{message}, {quoted(count)} requested; {remedy}", found)

    def _suggest_filter(self, count: int | None) -> str:
        """Suggest how to get enough puzzles: by widening the first filter in use."""
        if self._difficulty == (-inf, inf):
            if self._solution_count != (0, inf):
                return "widen `solution_count`"
            if self._needs_fraction is not None:
                return f"leave out `needs_fraction={self._needs_fraction}`"
            return "widen `target`, or `low` and `high`"
        if self.total > _MAX_SEARCHED:
            return "widen `difficulty`"
        # Find the narrowest range around the difficulty that has enough puzzles.
        import numpy as np  # noqa: PLC0415 - only functions that need it load NumPy

        parts = []
        for _, numbers, targets in self.space.puzzles(0, range(self.total)):
            labels = self._label(numbers, targets)
            parts.append(_rank(labels)[self._matches(labels, (0, 100))])
        percentiles = np.sort(np.concatenate(parts))
        low, high = floor(self._difficulty[0]), ceil(self._difficulty[1])
        ranges = []
        for first in range(low, -1, -1):
            last = int(np.searchsorted(percentiles, first)) + (count or 1) - 1
            if last < len(percentiles):
                ranges.append((first, max(high, ceil(percentiles[last]))))
        if not ranges:
            return "lower `count`, or widen another filter"
        first, last = min(ranges, key=lambda ends: ends[1] - ends[0])
        return f"try `difficulty=({first}, {last})`"

    def _matches(self, labels: Labels, difficulty: tuple[float, float]) -> NDArray[np.bool_]:
        import numpy as np  # noqa: PLC0415 - only functions that need it load NumPy

        first, last = self._solution_count
        matches = (labels.solution_count >= first) & (labels.solution_count <= last)
        if difficulty != (-inf, inf):
            with np.errstate(invalid="ignore"):  # puzzles without a solution have NaN
                matches &= _rank(labels) >= difficulty[0]
                matches &= _rank(labels) <= difficulty[1]
        if self._solvable is not None:
            matches &= labels.solvable == self._solvable
        if self._needs_fraction is not None:
            matches &= labels.needs_fraction == self._needs_fraction
        return matches


def _rank(labels: Labels) -> NDArray[np.float64]:
    """Return the percentiles that `difficulty` filters."""
    return labels.difficulty if labels.language_model is None else labels.language_model


def _number_span(low: object, high: object, rules: Rules) -> tuple[int, int] | None:
    """Return the smallest and the largest number; None for the numbers of the deck."""
    if low is None and high is None:
        return None
    values = rules.deck_values
    first = as_whole(min(values) if low is None else low)
    last = as_whole(max(values) if high is None else high)
    if first is None or last is None:
        raise RuleError(f"low and high must be whole numbers, not {quoted((low, high))}")
    if first > last:
        raise RuleError(f"`low={quoted(first)}` is greater than `high={quoted(last)}`")
    if max(-first, last) > MAX_VALUE:
        shown = f"{quoted(first)} to {quoted(last)}"
        message = f"low and high must be from -{MAX_VALUE} to {MAX_VALUE}, not {shown}"
        raise LimitError(message, MAX_VALUE)
    return first, last


def _target_span(target: object, rules: Rules) -> tuple[int, int]:
    """Return the smallest and the largest target."""
    deck = rules.deck
    if target is None and deck.targets:
        return deck.targets[0], deck.targets[-1]
    if target is None:
        dealt = rules.deck_values
        target = (min(dealt), max(dealt)) if deck.next_is_target else rules.target
    first, last = map(as_whole, _pair("target", target))
    if first is None or last is None or max(-first, last) > MAX_VALUE:
        raise RuleError(f"target must be a whole number up to {MAX_VALUE}, not {quoted(target)}")
    return first, last


def _pair(name: str, bounds: object) -> tuple[float, float]:
    """Return the ends of a range; a single number is both ends."""
    pair = bounds if isinstance(bounds, (tuple, list)) else (bounds, bounds)
    are_numbers = all(isinstance(end, float) or as_whole(end) is not None for end in pair)
    if are_numbers and len(pair) == 2 and pair[0] <= pair[1]:
        return pair[0], pair[1]
    expected = "a number, or the smallest and the largest"
    raise RuleError(f"{name} must be {expected}, not {quoted(bounds)}")
