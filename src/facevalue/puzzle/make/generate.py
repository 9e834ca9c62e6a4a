"""Puzzles to order: certified, never the same twice, and the same for a seed everywhere.

All puzzles of a kind are numbered (enumeration.py) and walked through in an order that the seed
decides; those that are wanted are kept. So a row depends on nothing but what was asked, the seed
and its place, no puzzle comes twice, up to the order of its numbers, and any part of the walk can
be made apart from the rest.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf

from facevalue.errors import LimitError, RuleError, quoted
from facevalue.options import as_whole, seed_number, true_or_false, whole_number, worker_count
from facevalue.puzzle.make.enumeration import Space
from facevalue.puzzle.make.labels import Labels, label_many
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.model.decks import PLAYING_CARDS, STOCKS
from facevalue.puzzle.model.digest import digest_many, splits_of
from facevalue.puzzle.model.rules import Rules, rules_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from facevalue.puzzle.model.decks import Stock
    from facevalue.puzzle.model.digest import Splits

    Band = tuple[float, float]

MOST_NUMBERS = 9
MOST_VALUE = 10**9
_MOST_SOLUTIONS = 2**63 - 1
_FIRST_BATCH, _LARGEST_BATCH, _SPARE = 2048, 65_536, 64
# Puzzles in a row of which none is wanted: then nothing more is looked for.
MOST_IN_VAIN = 2_000_000


def generate(
    rules: str | Rules = "classic",
    *,
    seed: int = 0,
    count: int | None = None,
    numbers: int | tuple[int, ...] | None = None,
    low: int | None = None,
    high: int | None = None,
    target: int | tuple[int, int] | None = None,
    solvable: bool | None = True,
    difficulty: Band | None = None,
    solutions: int | tuple[int, int] | None = None,
    needs_fraction: bool | None = None,
) -> Iterator[Puzzle]:
    """Puzzles as they are wanted, each certified by the solver, none twice.

    Args:
        rules: the name of a row of `RULES`, or rules of your own.
        seed: 0 to 2^64 - 1: another seed is another order of the same puzzles.
        count: how many; None for all there are.
        numbers: how many numbers a puzzle has, or several such counts; None for as many as the
            game deals.
        low: the least number; None, with `high`, for what can be dealt from the game's stock.
        high: the greatest number.
        target: what to make, or the first and the last target of a range; None for the game's.
        solvable: whether there is a solution; None for both kinds.
        difficulty: the least and the greatest percentile, 0 to 100, as `difficulty` tells it.
        solutions: how many really different solutions, or the fewest and the most.
        needs_fraction: whether every solution passes a result that is no whole number; None for
            both kinds.

    Raises:
        RuleError: what is wanted makes no sense.
        LimitError: more than there are, or so rare that none was found among 2,000,000 in a row;
            more puzzles than can be numbered.

    >>> [str(puzzle) for puzzle in generate(seed=24, count=3)]
    ['1 2 4 8 -> 24', '4 5 8 9 -> 24', '2 2 10 11 -> 24']
    >>> len(list(generate(needs_fraction=True)))
    16
    """
    wanted = Wanted(
        rules,
        numbers=numbers,
        low=low,
        high=high,
        target=target,
        solvable=solvable,
        difficulty=difficulty,
        solutions=solutions,
        needs_fraction=needs_fraction,
    )
    return wanted.puzzles(seed, count)


class Wanted:
    """What kind of puzzles is wanted; arguments and errors as for `generate`.

    Threads may share it. An iterator that it gives belongs to one thread at a time.
    """

    def __init__(
        self,
        rules: str | Rules = "classic",
        *,
        numbers: int | tuple[int, ...] | None = None,
        low: int | None = None,
        high: int | None = None,
        target: int | tuple[int, int] | None = None,
        solvable: bool | None = True,
        difficulty: Band | None = None,
        solutions: int | tuple[int, int] | None = None,
        needs_fraction: bool | None = None,
    ) -> None:
        self.rules = rules_named(rules)
        stock = STOCKS.get(self.rules.name, PLAYING_CARDS)
        sizes = _sizes(stock.numbers if numbers is None else numbers)
        targets = _targets(_usual_targets(self.rules, stock) if target is None else target)
        self.space = Space(self.rules, sizes, _span(low, high, stock.values), targets)
        self._solvable = _flag("solvable", solvable)
        self._needs_fraction = _flag("needs_fraction", needs_fraction)
        if difficulty is not None and not self._solvable:
            raise RuleError("expected no difficulty of puzzles that may have no solution")
        self._difficulty = (-inf, inf) if difficulty is None else _band(difficulty)
        self._solutions = (0, inf) if solutions is None else _counts(solutions)

    @property
    def size(self) -> int:
        """How many puzzles there are to choose from, wanted or not."""
        return self.space.size

    def rows(self, seed: int, places: range, *, simplest: bool = False, workers: int = 1) -> Rows:
        """Those of the puzzles at some places, 0 to below `size`, that are wanted, in order.

        With `simplest` the simplest solution is one of their labels.

        Raises:
            RuleError: no seed, places beyond the last, or no number of workers.
        """
        number = seed_number(seed)
        threads = worker_count(workers)
        _check_places(places, self.size)
        parts = [
            self._kept(where, numbers, targets, simplest=simplest, workers=threads)
            for where, numbers, targets in self.space.puzzles(number, places)
        ]
        return Rows.joined(parts)

    def batches(
        self, seed: int = 0, *, count: int | None = None, workers: int = 1
    ) -> Iterator[Rows]:
        """The wanted rows in order, some at a time: so many, or all there are.

        Raises:
            RuleError: no seed, no count, no number of workers.
            LimitError: fewer than so many are there, or none among 2,000,000 puzzles in a row.
        """
        number, threads = seed_number(seed), worker_count(workers)
        most = None if count is None else whole_number("count", count, 0)
        return self._cut(self._batches(number, most, threads), most)

    def _cut(self, batches: Iterator[Rows], count: int | None) -> Iterator[Rows]:
        given = 0
        for rows in batches:
            wanted = rows if count is None else rows[: count - given]
            given += len(wanted)
            yield wanted
            if given == count:
                return
        if count:
            message = f"expected a count of at most {given}, for there are no more such puzzles"
            raise LimitError(f"{message}: {quoted(count)}", given)

    def _batches(self, seed: int, count: int | None, workers: int) -> Iterator[Rows]:
        start, found, found_at = 0, 0, 0
        while start < self.size and (count is None or found < count):
            size = _batch_size(start, found, count)
            places = range(start, min(start + size, self.size))
            rows = self.rows(seed, places, workers=workers)
            start, found = places.stop, found + len(rows)
            if len(rows):
                found_at = start
                yield rows
            elif start - found_at >= MOST_IN_VAIN:
                looked = f"none of {MOST_IN_VAIN} puzzles in a row is such a one"
                raise LimitError(f"expected less rare puzzles: {looked}", MOST_IN_VAIN)

    def puzzles(self, seed: int = 0, count: int | None = None) -> Iterator[Puzzle]:
        """The wanted puzzles, one by one; errors as for `batches`."""
        return (puzzle for rows in self.batches(seed, count=count) for puzzle in rows)

    def _kept(
        self,
        places: NDArray[np.int64],
        numbers: NDArray[np.int64],
        targets: NDArray[np.int64],
        *,
        simplest: bool,
        workers: int,
    ) -> Rows:
        labels = label_many(numbers, targets, self.rules, simplest=simplest, workers=workers)
        kept = self._is_wanted(labels)
        return Rows(self.rules, places[kept], numbers[kept], targets[kept], labels[kept])

    def _is_wanted(self, labels: Labels) -> NDArray[np.bool_]:
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        fewest, most = self._solutions
        kept = (labels.solutions >= fewest) & (labels.solutions <= most)
        if self._difficulty != (-inf, inf):
            with np.errstate(invalid="ignore"):  # what cannot be solved has none
                kept &= labels.difficulty >= self._difficulty[0]
                kept &= labels.difficulty <= self._difficulty[1]
        if self._solvable is not None:
            kept &= labels.solvable == self._solvable
        if self._needs_fraction is not None:
            kept &= labels.needs_fraction == self._needs_fraction
        return kept


class Rows:
    """Puzzles with their labels; iterate for `Puzzle`s.

    `places`, int64 of shape (N,), are those in the order of all puzzles, ascending; `numbers`,
    int64 of shape (N, k), and `targets` of shape (N,); `labels` are those of `label_many`. Where
    puzzles have several counts of numbers, `sizes` tells each, and zeros fill its row up to k.
    Threads may share it as long as none writes to the arrays.
    """

    def __init__(
        self,
        rules: Rules,
        places: NDArray[np.int64],
        numbers: NDArray[np.int64],
        targets: NDArray[np.int64],
        labels: Labels,
        *,
        sizes: NDArray[np.int64] | None = None,
    ) -> None:
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        self.rules = rules
        self.places = places
        self.numbers = numbers
        self.targets = targets
        self.labels = labels
        self.sizes = np.full(len(places), numbers.shape[1]) if sizes is None else sizes

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, chosen: NDArray[np.intp] | slice) -> Rows:
        columns = (self.places, self.numbers, self.targets, self.sizes)
        places, numbers, targets, sizes = (column[chosen] for column in columns)
        return Rows(self.rules, places, numbers, targets, self.labels[chosen], sizes=sizes)

    def __iter__(self) -> Iterator[Puzzle]:
        columns = (self.numbers.tolist(), self.sizes.tolist(), self.targets.tolist())
        exact = _Fractions()
        for numbers, size, target in zip(*columns, strict=True):
            given = tuple(exact[number] for number in numbers[:size])
            yield Puzzle._of(numbers=given, target=exact[target], rules=self.rules)  # noqa: SLF001 - known to be right

    def __repr__(self) -> str:
        return f"<{len(self)} puzzles of {self.rules.name}>"

    @classmethod
    def joined(cls, parts: Sequence[Rows]) -> Rows:
        """Rows of the same rules, in the order of their places."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        if len(parts) == 1:
            return parts[0]
        widest = max(part.numbers.shape[1] for part in parts)
        filled = [
            np.pad(part.numbers, ((0, 0), (0, widest - part.numbers.shape[1]))) for part in parts
        ]
        places, targets, sizes = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("places", "targets", "sizes")
        )
        labels = Labels.joined([part.labels for part in parts])
        rows = cls(parts[0].rules, places, np.concatenate(filled), targets, labels, sizes=sizes)
        return rows[np.argsort(places, kind="stable")]

    @property
    def digests(self) -> NDArray[np.uint64]:
        """The `Puzzle.digest` of each, shape (N,)."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        found = np.empty(len(self), np.uint64)
        for size in np.unique(self.sizes):
            held = self.sizes == size
            rows = self.numbers[held][:, :size]
            found[held] = digest_many(rows, self.targets[held], self.rules)
        return found

    def splits(self, splits: Splits) -> NDArray[np.intp]:
        """The place in `splits`, a mapping of names to shares, of the split that each stands in.

        The puzzle alone decides it, so that no seed puts one into two splits.

        Raises:
            RuleError: shares that are none, or that are not 1 together.
        """
        return splits_of(self.digests, splits)


class _Fractions(dict[int, Fraction]):
    """The fraction that each number is: making one takes longer than all the rest of a puzzle."""

    def __missing__(self, number: int) -> Fraction:
        return self.setdefault(number, Fraction(number))


def _batch_size(looked: int, found: int, count: int | None) -> int:
    """How many puzzles to look at next: ever more, but hardly more than are needed.

    Puzzles share what is worked out for them, so that few batches are quicker than many.
    """
    usual = max(looked, _FIRST_BATCH)
    if count is None:
        return min(usual, _LARGEST_BATCH)
    needed = 2 * count if not looked else (count - found) * looked // max(found, 1)
    return min(needed + needed // 16 + _SPARE, max(usual, 2 * count), _LARGEST_BATCH)


def _check_places(places: object, size: int) -> None:
    if not isinstance(places, range) or places.step != 1:
        raise RuleError(f"expected a range of places, one after the other: {quoted(places)}")
    if not 0 <= places.start <= places.stop <= size:
        raise RuleError(f"expected places 0 to {size}: {quoted(places)}")


def _flag(name: str, given: object) -> bool | None:
    """Whether it is wanted; None for both kinds."""
    return None if given is None else true_or_false(name, given)


def _sizes(numbers: object) -> tuple[int, ...]:
    given = numbers if isinstance(numbers, (tuple, list)) else (numbers,)
    sizes = {whole_number("numbers", each, 1, MOST_NUMBERS) for each in given}
    if not sizes:
        raise RuleError(f"expected counts of numbers, 1 to {MOST_NUMBERS}: {quoted(numbers)}")
    return tuple(sorted(sizes))


def _span(low: object, high: object, values: tuple[int, ...]) -> tuple[int, int] | None:
    if low is None and high is None:
        return None
    least = as_whole(min(values) if low is None else low)
    greatest = as_whole(max(values) if high is None else high)
    if least is None or greatest is None or least > greatest:
        raise RuleError(f"expected whole numbers from low to high: {quoted((low, high))}")
    if max(-least, greatest) > MOST_VALUE:
        given = f"{quoted(least)} to {quoted(greatest)}"
        raise LimitError(f"expected low and high up to {MOST_VALUE}: {given}", MOST_VALUE)
    return least, greatest


def _usual_targets(rules: Rules, stock: Stock) -> int | tuple[int, int]:
    if stock.targets:
        return stock.targets[0], stock.targets[-1]
    return (min(stock.values), max(stock.values)) if stock.next_is_target else rules.target


def _targets(given: object) -> tuple[int, int]:
    first, last = map(as_whole, _pair("a target", given))
    if first is None or last is None or max(-first, last) > MOST_VALUE:
        raise RuleError(f"expected whole targets up to {MOST_VALUE}: {quoted(given)}")
    return first, last


def _band(given: object) -> tuple[float, float]:
    low, high = _pair("a difficulty", given)
    if not 0 <= low <= high <= 100:  # noqa: PLR2004 - percent
        raise RuleError(f"expected a difficulty, percentiles from 0 to 100: {quoted(given)}")
    return low, high


def _counts(given: object) -> tuple[int, int]:
    fewest, most = map(as_whole, _pair("solutions", given))
    if fewest is None or most is None or not 0 <= fewest <= most <= _MOST_SOLUTIONS:
        raise RuleError(f"expected how many solutions, whole numbers from 0 up: {quoted(given)}")
    return fewest, most


def _pair(what: str, given: object) -> tuple[float, float]:
    """The least and the greatest of a range, or of one figure alone."""
    pair = given if isinstance(given, (tuple, list)) else (given, given)
    are_numbers = all(isinstance(each, float) or as_whole(each) is not None for each in pair)
    if are_numbers and len(pair) == 2 and pair[0] <= pair[1]:  # noqa: PLR2004 - a pair
        return pair[0], pair[1]
    raise RuleError(f"expected {what}, or the least and the greatest: {quoted(given)}")
