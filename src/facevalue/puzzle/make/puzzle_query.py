"""`PuzzleQuery`: different puzzles that match filters, each certified by the solver.

All puzzles that a query covers are numbered (enumeration.py). The seed decides the order in which
they are visited, and the ones that match are kept. So a puzzle depends only on the query, the seed
and its position, and any part of the order can be made without the rest. Puzzles that differ only
by the order of their numbers count as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from math import ceil, floor, inf
from typing import NamedTuple

from facevalue import _core
from facevalue.budget import allowed_by
from facevalue.errors import LimitError, RuleError, counted, quoted
from facevalue.locks import SharedIterator
from facevalue.options import (
    as_whole,
    of_class,
    one_of,
    seed_number,
    true_or_false,
    whole_number,
    worker_count,
)
from facevalue.puzzle.make.difficulty import (
    DIFFICULTY_MODELS,
    LANGUAGE_MODEL,
    DifficultyLike,
    percentiles,
)
from facevalue.puzzle.make.enumeration import PuzzleSpace
from facevalue.puzzle.make.labels import Labels, label_many, rate_for_language_models
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.make.puzzle_batch import PuzzleBatch
from facevalue.puzzle.make.spans import ends_of, number_span, target_span
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.randomness import seed_or_random
from facevalue.system.lazy_numpy import NDArray, np

# The difficulty, how many solutions, and whether a fraction is needed.
_Filters = tuple[tuple[float, float], tuple[float, float], bool | None]

MAX_NUMBERS = 9
_MAX_SOLUTIONS = 2**63 - 1
_FIRST_BATCH, _LARGEST_BATCH, _SPARE = 2048, 65_536, 64
_MADE_AT_ONCE = 64  # puzzles of a batch, which become objects
# The search ends after this many puzzles in a row without a match.
MAX_WITHOUT_MATCH = 2_000_000
# Another difficulty is suggested if there are at most this many puzzles to choose from.
_MAX_SEARCHED = 10_000
# Percentiles for language models are relative to the solvable ones of this many puzzles.
_SAMPLE = 1000


class _Place(NamedTuple):
    """How far an iterator over puzzles has come: positions, and matches among them."""

    start: int = 0
    found: int = 0
    last_match: int = 0


class Generated(SharedIterator["Puzzle", "tuple[_Place, PuzzleBatch | None]"]):
    """An iterator of generated puzzles, with the `seed` of their order.

    Threads may share it: each puzzle goes to one of them. It continues after an error, such as
    a `DeadlineError`, and so does a pickle or a copy.
    """

    def __init__(self, query: PuzzleQuery, seed: int, count: int | None) -> None:
        super().__init__(partial(_next_puzzles, query, seed, count), (_Place(), None))
        self.seed = seed


def _next_puzzles(
    query: PuzzleQuery, seed: int, count: int | None, state: tuple[_Place, PuzzleBatch | None]
) -> tuple[Sequence[Puzzle], tuple[_Place, PuzzleBatch | None]] | None:
    place, rest = state
    if not rest:
        found = query._read(seed, count, place)  # noqa: SLF001 - the same module
        if found is None:
            return None
        rest, place = found
    return tuple(rest[:_MADE_AT_ONCE]), (place, rest[_MADE_AT_ONCE:])


class PuzzleQuery:
    """Generate different certified puzzles that match filters.

    Arguments and errors are the same as for `generate`.

    Threads may share a query and the iterators that it returns.

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
        span, targets = number_span(low, high, self.rules), target_span(target, self.rules)
        self.space = PuzzleSpace(self.rules, tuple(sizes), span, targets, dealable=dealable)
        if difficulty is not None and not solvable:
            raise RuleError(f"`difficulty` cannot be combined with `solvable={solvable}`")
        rates_models = one_of("difficulty_model", difficulty_model, DIFFICULTY_MODELS)
        self._rates_models = rates_models == LANGUAGE_MODEL
        if self._rates_models:
            _core.check_rated_size(sizes[-1])
        self._difficulty = (-inf, inf) if difficulty is None else percentiles(difficulty)
        self._solution_count: tuple[float, float] = (0, inf)
        if solution_count is not None:
            first, last = map(as_whole, ends_of("solution_count", solution_count))
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
            filters = self._difficulty, self._solution_count, self._needs_fraction
            rows = np.flatnonzero(self._matches(labels, filters))
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
        needs_solutions = simplest or self._rates_models
        with allowed_by(""):
            labels = label_many(
                numbers, targets, self.rules, simplest=needs_solutions, workers=workers
            )
        if self._rates_models:
            scores = self._score(numbers, targets, labels, workers)
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
        scores: list[int] = []
        for _, numbers, targets in self.space.puzzles(0, range(min(self.total, _SAMPLE))):
            with allowed_by(""):
                labels = label_many(numbers, targets, self.rules, simplest=True)
            scores += self._score(numbers, targets, labels, 1)
        return np.sort(np.array(scores, np.int64))

    def _score(
        self, numbers: NDArray[np.int64], targets: NDArray[np.int64], labels: Labels, workers: int
    ) -> list[int]:
        """Return the scores for language models of the puzzles with a solution."""
        assert labels.simplest is not None  # noqa: S101 - requested
        with allowed_by(""):
            scores, _ = rate_for_language_models(
                numbers, targets, self.rules, labels.simplest, workers=workers
            )
        return scores

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

        def read(place: _Place) -> tuple[Sequence[PuzzleBatch], _Place] | None:
            found = self._read(number, limit, place, workers=threads)
            return found and ((found[0],) if found[0] else (), found[1])

        return SharedIterator(read, _Place())

    def puzzles(self, seed: int | None = None, count: int | None = None) -> Generated:
        """Return an iterator of the matching puzzles; arguments and errors as for `batches`."""
        limit = None if count is None else whole_number("count", count, 1)
        return Generated(self, seed_or_random(seed), limit)

    def _read(
        self, seed: int, count: int | None, place: _Place, *, workers: int = 1
    ) -> tuple[PuzzleBatch, _Place] | None:
        """Return the next matching puzzles, possibly none yet, and the place after them.

        For iterators; the options are as for `batches`, and already checked. None at the end.
        """
        start, found, last_match = place
        if count is not None and found == count:
            return None
        if start == self.total:
            if found and count is None:
                return None
            if not found:
                several = f"none of the {self.total:,} puzzles matches"
                message = "the only puzzle does not match" if self.total == 1 else several
            else:
                matches = f"{counted(found, 'puzzle')} {'matches' if found == 1 else 'match'}"
                message = f"only {matches}, {quoted(count)} requested"
            raise LimitError(f"{message}; {self._suggest_filter(count, found)}", found)
        if start - last_match >= MAX_WITHOUT_MATCH:
            remedy = self._suggest_filter(count, found)
            message = f"no matching puzzle in {MAX_WITHOUT_MATCH:,} tries; {remedy}"
            raise LimitError(message, MAX_WITHOUT_MATCH)
        # Batches grow, because puzzles share tables, but not far beyond what is needed.
        size = max(start, _FIRST_BATCH)
        if count is not None:
            needed = (count - found) * max(start, 1) // max(found, 1)
            size = min(needed + needed // 16 + _SPARE, max(size, 2 * count))
        positions = range(start, min(start + min(size, _LARGEST_BATCH), self.total))
        batch = self.batch(seed, positions, workers=workers)
        if count is not None:
            batch = batch[: count - found]
        end = positions.stop
        return batch, _Place(end, found + len(batch), end if len(batch) else last_match)

    def _suggest_filter(self, count: int | None, found: int) -> str:
        """Suggest how to get enough puzzles: by widening the first filter for which that helps."""
        fewer = "lower `count`, or " if found else ""
        widen = f"{fewer}widen `target`, or `low` and `high`"
        difficulty, solutions, needs = self._difficulty, self._solution_count, self._needs_fraction
        # What to do, and the filters that are left.
        remedies: dict[str, _Filters] = {}
        if difficulty != (-inf, inf):
            remedies["widen `difficulty`"] = (0, 100), solutions, needs
        if solutions != (0, inf):
            remedies["widen `solution_count`"] = difficulty, (0, inf), needs
        if needs is not None:
            remedies[f"leave out `needs_fraction={needs}`"] = difficulty, solutions, None
        if self.total > _MAX_SEARCHED or not remedies:
            return next(iter(remedies), widen)
        parts: dict[str, list[NDArray[np.float64]]] = {remedy: [] for remedy in remedies}
        for _, numbers, targets in self.space.puzzles(0, range(self.total)):
            labels = self._label(numbers, targets)
            for remedy, filters in remedies.items():
                parts[remedy].append(_rank(labels)[self._matches(labels, filters)])
        for remedy, arrays in parts.items():
            matching = np.sort(np.concatenate(arrays))
            if len(matching) >= (count or 1):
                is_range = remedy == "widen `difficulty`"
                return self._suggest_range(matching, count or 1) if is_range else remedy
        return widen

    def _suggest_range(self, percentiles: NDArray[np.float64], count: int) -> str:
        """Suggest the narrowest range around the difficulty that has enough puzzles."""
        low, high = floor(self._difficulty[0]), ceil(self._difficulty[1])
        ranges = []
        for first in range(low, -1, -1):
            last = int(np.searchsorted(percentiles, first)) + count - 1
            if last < len(percentiles):
                ranges.append((first, max(high, ceil(percentiles[last]))))
        first, last = min(ranges, key=lambda ends: ends[1] - ends[0])
        return f"try `difficulty=({first}, {last})`"

    def _matches(self, labels: Labels, filters: _Filters) -> NDArray[np.bool_]:
        difficulty, (first, last), needs_fraction = filters
        matches = (labels.solution_count >= first) & (labels.solution_count <= last)
        if difficulty != (-inf, inf):
            with np.errstate(invalid="ignore"):  # puzzles without a solution have NaN
                matches &= _rank(labels) >= difficulty[0]
                matches &= _rank(labels) <= difficulty[1]
        if self._solvable is not None:
            matches &= labels.solvable == self._solvable
        if needs_fraction is not None:
            matches &= labels.needs_fraction == needs_fraction
        return matches


def _rank(labels: Labels) -> NDArray[np.float64]:
    """Return the percentiles that `difficulty` filters."""
    return labels.difficulty if labels.language_model is None else labels.language_model
