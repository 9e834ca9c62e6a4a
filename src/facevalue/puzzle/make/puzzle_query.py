"""`PuzzleQuery`: different puzzles that match filters, each certified by the solver.

All puzzles that a query covers are numbered (enumeration.py). The seed decides the order in which
they are visited, and the ones that match are kept. So a puzzle depends only on the query, the seed
and its position, and any part of the order can be made without the rest. Puzzles that differ only
by the order of their numbers count as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from facevalue import _core
from facevalue.budget import allowed_by
from facevalue.errors import RuleError, quoted
from facevalue.locks import SharedIterator
from facevalue.options import of_class, seed_number, true_or_false, whole_number, worker_count
from facevalue.puzzle.make.difficulty import DifficultyLike
from facevalue.puzzle.make.enumeration import PuzzleSpace
from facevalue.puzzle.make.labels import Labels, label_many, rate_for_language_models
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.make.puzzle_batch import PuzzleBatch
from facevalue.puzzle.model.core_rules import core_deck
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.randomness import seed_or_random
from facevalue.system.lazy_numpy import NDArray, np

_MAX_SOLUTIONS = 2**63 - 1
_MADE_AT_ONCE = 64  # puzzles of a batch, which become objects
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
        options = {
            "size": size,
            "low": low,
            "high": high,
            "target": target,
            "solvable": solvable,
            "difficulty": difficulty,
            "difficulty_model": difficulty_model,
            "solution_count": solution_count,
            "needs_fraction": needs_fraction,
            "dealable": dealable,
        }
        sizes, span, targets, is_dealable, self._filters, self._rates_models = (
            _core.read_generate_options(options, core_deck(self.rules), self.rules.target)
        )
        self.space = PuzzleSpace(self.rules, tuple(sizes), span, targets, dealable=is_dealable)
        self._solvable = solvable

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
            rows = _core.matching(self._filters, _columns(labels))
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
        if found == count or (start == self.total and found and count is None):
            return None
        progress = (*place, None if count is None else min(count, _MAX_SOLUTIONS))
        if _core.is_fruitless(progress, self.total):
            labels = None
            if _core.needs_labels(self._filters, self.total):
                spaces = self.space.puzzles(0, range(self.total))
                labels = _columns(Labels.joined([self._label(*rows) for _, *rows in spaces]))
            _core.refuse_search(self._filters, progress, self.total, quoted(count), labels)
        size = _core.next_batch(progress)
        positions = range(start, min(start + size, self.total))
        batch = self.batch(seed, positions, workers=workers)
        if count is not None:
            batch = batch[: count - found]
        end = positions.stop
        return batch, _Place(end, found + len(batch), end if len(batch) else last_match)


def _columns(labels: Labels) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.float64]]:
    """Return the labels that filters look at, with the percentiles that `difficulty` filters."""
    ranks = labels.difficulty if labels.language_model is None else labels.language_model
    return labels.solution_count, labels.needs_fraction, ranks
