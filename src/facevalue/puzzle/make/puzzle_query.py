"""`PuzzleQuery`: different puzzles that match filters, each certified by the solver.

core/numbers/deal/generator.hpp says how they are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from facevalue import _core
from facevalue.errors import RuleError, quoted
from facevalue.locks import SharedIterator
from facevalue.options import of_class, seed_number, true_or_false, whole_number, worker_count
from facevalue.puzzle.make.difficulty import DifficultyLike
from facevalue.puzzle.make.labels import Labels
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.make.puzzle_batch import PuzzleBatch
from facevalue.puzzle.model.core_rules import core_deck, core_rules
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.randomness import seed_or_random
from facevalue.system.lazy_numpy import np

_MADE_AT_ONCE = 64  # puzzles of a batch, which become objects
# How far an iterator over puzzles has come: puzzles that were labelled, and found, and up to where
# there was a match.
_Place: TypeAlias = tuple[int, int, int]
_START: _Place = (0, 0, 0)


class Generated(SharedIterator["Puzzle", "tuple[_Place, PuzzleBatch | None]"]):
    """An iterator of generated puzzles, with the `seed` of their order.

    Threads may share it: each puzzle goes to one of them. It continues after an error, such as
    a `DeadlineError`, and so does a pickle or a copy.
    """

    def __init__(self, query: PuzzleQuery, seed: int, count: int | None) -> None:
        super().__init__(partial(_next_puzzles, query, seed, count), (_START, None))
        self.seed = seed


def _next_puzzles(
    query: PuzzleQuery, seed: int, count: int | None, state: tuple[_Place, PuzzleBatch | None]
) -> tuple[Sequence[Puzzle], tuple[_Place, PuzzleBatch | None]] | None:
    place, rest = state
    if not rest:
        found = query._next(seed, count, place)  # noqa: SLF001 - the same module
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
        self._options: dict[str, Any] = {
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
        game = self.rules
        self._core = _core.PuzzleGenerator(
            self._options, core_deck(game), core_rules(game), game.name, game.size, game.target
        )

    def __reduce__(self) -> tuple[object, ...]:
        return partial(PuzzleQuery, **self._options), (self.rules,)

    def __repr__(self) -> str:
        return f"<query of {self.rules.name}: {self.total:,} puzzles to choose from>"

    @property
    def total(self) -> int:
        """How many puzzles there are to choose from, matching or not."""
        return self._core.count

    @property
    def targets(self) -> range:
        """The targets to choose from."""
        low, high = self._core.targets
        return range(low, high + 1)

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
        start, stop = positions.start, positions.stop
        return self._joined(self._core.matching(number, start, stop, simplest, threads))

    def _joined(self, parts: Sequence[Any]) -> PuzzleBatch:
        """Return the puzzles of all sizes as one batch."""
        batches = []
        for positions, numbers, targets, *columns, texts, for_models in parts:
            simplest = None if texts is None else np.fromiter(texts, object, len(texts))
            labels = Labels(*columns, simplest=simplest, language_model=for_models)
            batches.append(PuzzleBatch(self.rules, positions, numbers, targets, labels))
        return PuzzleBatch.joined(batches)

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
        most = None if count is None else whole_number("count", count, 1)

        def read(place: _Place) -> tuple[Sequence[PuzzleBatch], _Place] | None:
            found = self._next(number, most, place, workers=threads)
            return found and ((found[0],) if found[0] else (), found[1])

        return SharedIterator(read, _START)

    def puzzles(self, seed: int | None = None, count: int | None = None) -> Generated:
        """Return an iterator of the matching puzzles; arguments and errors as for `batches`."""
        most = None if count is None else whole_number("count", count, 1)
        return Generated(self, seed_or_random(seed), most)

    def _next(
        self, seed: int, count: int | None, place: _Place, *, workers: int = 1
    ) -> tuple[PuzzleBatch, _Place] | None:
        """Return the next matching puzzles, possibly none yet, and the place after them.

        For iterators; the options are as for `batches`, and already checked. None at the end.
        """
        found = self._core.next(seed, place, count, workers)
        return found and (self._joined(found[0]), found[1])
