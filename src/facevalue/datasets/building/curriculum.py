"""`Curriculum`: chooses the difficulty of the next puzzle from the results so far."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import floor
from typing import Any, TypeAlias

import facevalue as fv
from facevalue.errors import RuleError, quoted
from facevalue.locks import Lock
from facevalue.options import true_or_false, whole_number
from facevalue.puzzle import PuzzleQuery, rules_named
from facevalue.randomness import mix64, random_below, seed_or_random, split_mix64

Band: TypeAlias = str | float | tuple[float, float]

_QUARTERS = ((0, 25), (25, 50), (50, 75), (75, 100))
_SCALE = 2**40  # of the weights of bands, which are at least (MAX_WINDOW + 1) / (MAX_WINDOW + 2)^2
MAX_BANDS = 100
MAX_WINDOW = 10_000


class Curriculum:
    """Draws puzzles from bands of difficulty, mostly from bands that are solved half of the time.

    A model learns most from puzzles that it sometimes solves: the variance of a reward of 0 or 1 is
    p * (1 - p) for a pass rate of p, and it is 0 for puzzles that are always or never solved. So
    the next band is drawn with a chance proportional to p * (1 - p). The pass rate of a band is
    (solved + 1) / (tried + 2) for its last `window` results (the rule of succession), so a band is
    tried again from time to time, whatever its results were. (Foster and Foerster, Learning to
    Reason at the Frontier of Learnability, 2025, arXiv:2502.12272, choose questions by the same
    measure.)

    The same seed and the same results give the same puzzles. Threads may share a curriculum. A
    pickle or a copy continues where it was.

    Args:
        rules: the rules to generate puzzles for.
        bands: up to 100 difficulties, each as for `generate`: the lowest and the highest
            percentile, or a name such as "easy".
        size: how many numbers each puzzle has; None for as many as the game deals.
        difficulty_model: whom the percentiles are for, "people" or "language-model".
        window: how many of its last results decide the pass rate of a band, 1 to 10,000.
        seed: 0 to 2^64 - 1; None for a random seed.

    Attributes:
        rules: the rules of the puzzles.
        bands: the bands of difficulty.
        seed: the seed, even if it was random.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        LimitError: no puzzle is in one of the bands.

    >>> curriculum = Curriculum(seed=1)
    >>> band, puzzle = curriculum.draw()
    >>> curriculum.bands[band], str(puzzle)
    ((0, 25), '1 8 8 12 -> 24')
    >>> curriculum.record(band, is_solved=True)
    >>> curriculum.rates
    (Fraction(2, 3), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))
    """

    def __init__(
        self,
        rules: str | fv.Rules = "classic",
        *,
        bands: Sequence[Band] = _QUARTERS,
        size: int | None = None,
        difficulty_model: str = "people",
        window: int = 50,
        seed: int | None = None,
    ) -> None:
        self.rules = rules_named(rules)
        if isinstance(bands, str) or not isinstance(bands, (list, tuple)):
            raise RuleError(f"bands must be a list of difficulties, not {quoted(bands)}")
        self.bands: tuple[Band, ...] = tuple(bands)
        whole_number("the number of bands", len(self.bands), 1, MAX_BANDS)
        self.size = self.rules.dealt if size is None else size
        self.seed = seed_or_random(seed)
        self._window = whole_number("window", window, 1, MAX_WINDOW)
        self._queries = tuple(
            PuzzleQuery(
                self.rules, size=self.size, difficulty=band, difficulty_model=difficulty_model
            )
            for band in self.bands
        )
        # Each is replaced, never changed in place: the state of the random words, the iterators and
        # the last results of the bands.
        self._words = mix64(self.seed)
        self._puzzles = tuple(query.puzzles(seed=self.seed) for query in self._queries)
        self._results: tuple[tuple[bool, ...], ...] = ((),) * len(self.bands)
        self._lock = Lock()

    def draw(self) -> tuple[int, fv.Puzzle]:
        """Return the index of a band, and the next puzzle in it.

        No puzzle of a band comes again before all others have come.

        Raises:
            LimitError: no puzzle is in the band.
        """
        with self._lock:
            # Integers, so that the same results give the same puzzles on every machine.
            weights = [floor(rate * (1 - rate) * _SCALE) for rate in self.rates]
            words = split_mix64(self._words)
            place = random_below(sum(weights), words)
            band = bisect_right(list(accumulate(weights)), place)
            puzzle = next(self._puzzles[band], None)
            if puzzle is None:  # all have come
                again = self._queries[band].puzzles(seed=next(words))
                puzzle = next(again)
                self._puzzles = (*self._puzzles[:band], again, *self._puzzles[band + 1 :])
            self._words = words.state
            return band, puzzle

    def record(self, band: int, *, is_solved: bool) -> None:
        """Count the result of an attempt at a puzzle of a band.

        Args:
            band: the index of the band, as from `draw`.
            is_solved: whether the puzzle was solved.

        Raises:
            RuleError: the band does not exist, or `is_solved` is not a boolean.
        """
        place = whole_number("band", band, 0, len(self.bands) - 1)
        result = true_or_false("is_solved", is_solved)
        with self._lock:
            results = list(self._results)
            results[place] = (*results[place], result)[-self._window :]
            self._results = tuple(results)

    @property
    def rates(self) -> tuple[Fraction, ...]:
        """The estimated pass rate of each band (the rule of succession)."""
        return tuple(Fraction(sum(band) + 1, len(band) + 2) for band in self._results)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_lock": Lock()}

    def __repr__(self) -> str:
        bands = zip(self.bands, self.rates, strict=True)
        shown = ", ".join(f"{band}: {float(rate):.0%}" for band, rate in bands)
        return f"<Curriculum of {self.rules.name}: {shown}>"
