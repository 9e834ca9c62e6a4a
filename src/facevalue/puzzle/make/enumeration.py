"""Numbers all puzzles of a kind, in an order that depends on a seed."""

# For a short version, see deal_by_number in tests/oracles/readable.py.

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import comb, isqrt
from typing import TypeAlias

from facevalue.errors import LimitError, RuleError
from facevalue.puzzle.model.decks import DeckSpec
from facevalue.puzzle.model.rules import Rules
from facevalue.randomness import mix64_many, split_mix64
from facevalue.system.lazy_numpy import NDArray, np

Wholes: TypeAlias = "NDArray[np.int64]"
Words: TypeAlias = "NDArray[np.uint64]"

MAX_PUZZLES = 2**62
MAX_LISTED = 2_000_000  # different choices from a deck
_MAX_KEPT = 100_000  # choices in a list that is kept for the next call
MAX_VALUES = 1_000_000
MAX_LEFT = 100_000_000  # pairs of a choice and a target, a byte each
_REMEDY = "use `dealable=False`"
_ROUNDS = 6
_MAX_ROOTED = 2**47  # below this count of choices, roots find the fourth number exactly


class PuzzleSpace:
    """All puzzles of the given sizes, with targets from a range.

    If the order of the numbers does not matter, they are ascending, so that no puzzle appears
    twice. Puzzles are dealable or free. The numbers of a dealable puzzle are cards or tiles of the
    deck of the game, with no more copies than the deck has; if the next card is the target, it is
    one of the remaining cards. A free puzzle has any numbers from low to high, and any target.
    """

    def __init__(
        self,
        rules: Rules,
        sizes: tuple[int, ...],
        span: tuple[int, int] | None,
        targets: tuple[int, int],
        *,
        dealable: bool | None = None,
    ) -> None:
        self.rules = rules
        self._span = span
        self._sizes = sizes
        self.targets = range(targets[0], targets[1] + 1)
        self._is_dealt = span is None if dealable is None else dealable
        if self.count > MAX_PUZZLES:
            raise LimitError(
                f"there are too many puzzles ({self.count}); use fewer numbers or a smaller range",
                MAX_PUZZLES,
            )

    @cached_property
    def count(self) -> int:
        """How many puzzles there are."""
        return sum(part.count for part in self._parts)

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        """The puzzles of each size."""
        deck, is_ordered = self.rules.deck, self.rules.order == "given"
        values = self.rules.deck_values
        low, high = self._span or (min(values), max(values))
        if not self._is_dealt:
            numbers = range(low, high + 1)
            return tuple(
                _FreeTargets(_all_choices(numbers, size, is_ordered), self.targets)
                for size in self._sizes
            )
        # How many cards the deck has of each value.
        copies = Counter(value for value in values if low <= value <= high)
        if not copies:
            raise RuleError(f"{deck.name} has no numbers from {low} to {high}; {_REMEDY}")
        choices = [_deck_choices(deck, copies, size, is_ordered) for size in self._sizes]
        if not deck.next_is_target:
            return tuple(_FreeTargets(some, self.targets) for some in choices)
        targets = tuple(value for value in sorted(copies) if value in self.targets)
        if not targets:
            raise RuleError(f"{deck.name} has no such target; {_REMEDY}")
        if deck.kind == "digits":
            return tuple(_FreeTargets(some, targets) for some in choices)
        return tuple(_TargetsLeft(some, copies, targets) for some in choices)

    def puzzles(self, seed: int, positions: range) -> Iterator[tuple[Wholes, Wholes, Wholes]]:
        """Yield the puzzles at some positions of the order, an item for each size.

        An item has the positions, shape (N,), the numbers, shape (N, k), and the targets, (N,).
        """
        where = np.arange(positions.start, positions.stop, dtype=np.uint64)
        ranks = _SeededOrder(self.count, seed).ranks(where).astype(np.int64)
        start = 0
        for part in self._parts:
            chosen = np.flatnonzero((ranks >= start) & (ranks < start + part.count))
            yield where[chosen].astype(np.int64), *part.puzzles(ranks[chosen] - start)
            start += part.count


class _Part:
    """All puzzles of one size, ranked from 0 to `count` - 1."""

    count: int

    def puzzles(self, ranks: Wholes) -> tuple[Wholes, Wholes]:
        """Return the numbers of the puzzles with these ranks, shape (N, k), and targets, (N,)."""
        raise NotImplementedError


class _FreeTargets(_Part):
    """Every choice with every target."""

    def __init__(self, choices: Choices, targets: Sequence[int]) -> None:
        self._choices, self._targets = choices, targets
        self.count = choices.count * len(targets)

    def puzzles(self, ranks: Wholes) -> tuple[Wholes, Wholes]:
        """Return the puzzles in an order in which the target changes fastest."""
        choice, target = np.divmod(ranks, len(self._targets))
        return self._choices.rows(choice), _of(self._targets, target)


class _TargetsLeft(_Part):
    """Every choice with each target that is left in the deck after the choice is dealt."""

    def __init__(self, choices: Choices, copies: Counter[int], targets: Sequence[int]) -> None:
        if choices.count * len(targets) > MAX_LEFT:
            message = f"{choices.count} choices with {len(targets)} targets are too many to list"
            raise LimitError(f"{message}; {_REMEDY}", MAX_LEFT)
        self._choices, self._targets = choices, targets
        rows = choices.rows(np.arange(choices.count))
        left = [(rows == target).sum(axis=1) < copies[target] for target in targets]
        self._left = np.array(left).T
        self._ends = self._left.sum(axis=1).cumsum()
        self.count = int(self._ends[-1])

    def puzzles(self, ranks: Wholes) -> tuple[Wholes, Wholes]:
        """Return the choice and the target of each rank, among the targets that are left."""
        choice = np.searchsorted(self._ends, ranks, side="right")
        before = np.where(choice > 0, self._ends[choice - 1], 0)
        ordinals = self._left[choice].cumsum(axis=1)
        target = (ordinals > (ranks - before)[:, None]).argmax(axis=1)
        return self._choices.rows(choice), _of(self._targets, target)


def _of(values: Sequence[int], indices: Wholes) -> Wholes:
    """Return the values with these indices; a range may be too long for an array."""
    if isinstance(values, range):
        return indices + values.start
    return np.array(values, np.int64)[indices]


class Choices:
    """All choices of k numbers, ranked from 0 to `count` - 1."""

    count: int

    def rows(self, ranks: Wholes) -> Wholes:
        """Return the numbers of the choices with these ranks, shape (N, k)."""
        raise NotImplementedError


class OrderedChoices(Choices):
    """Choices in which order matters; values may repeat."""

    def __init__(self, values: Sequence[int], size: int) -> None:
        self._values, self._size = values, size
        self.count = len(values) ** size

    def rows(self, ranks: Wholes) -> Wholes:
        """Return the choices whose digits are the rank, in the base of the number of values."""
        rows = np.empty((len(ranks), self._size), np.int64)
        for column in range(self._size - 1, -1, -1):
            ranks, rows[:, column] = np.divmod(ranks, len(self._values))
        return _of(self._values, rows)


class UnorderedChoices(Choices):
    """Choices in ascending order; values may repeat.

    k of n numbers with repetition correspond to k of n + k - 1 without repetition, which the
    combinatorial number system ranks.
    """

    def __init__(self, values: Sequence[int], size: int) -> None:
        self._values, self._size = values, size
        self.count = comb(len(values) + size - 1, size)
        if len(values) > MAX_VALUES:
            message = f"low to high may be at most {MAX_VALUES} numbers, not {len(values)}"
            raise LimitError(message, MAX_VALUES)

    @cached_property
    def _tables(self) -> list[Wholes]:
        """For each column, how many choices are below a number in this column."""
        numbers = range(len(self._values) + self._size)
        return [
            np.array([min(comb(number, size), MAX_PUZZLES) for number in numbers], np.int64)
            for size in range(1, self._size + 1)
        ]

    def rows(self, ranks: Wholes) -> Wholes:
        """Find the numbers of each rank, the largest first."""
        rows = np.empty((len(ranks), self._size), np.int64)
        for column in range(self._size - 1, -1, -1):
            largest = self._largest(column, ranks)
            ranks = ranks - self._tables[column][largest]
            rows[:, column] = largest - column
        return _of(self._values, rows)

    def _largest(self, column: int, ranks: Wholes) -> Wholes:
        """Return, for each rank, the largest number with at most `rank` choices below it."""
        # Roots are faster than a search. They are exact: below 2^50 the root of a square is exact,
        # and the root of a smaller number is smaller by far more than its rounding error.
        if column == 0:
            return ranks
        if column == 1:  # n (n - 1) / 2 choices are below n
            return ((1 + np.sqrt(1 + 8 * ranks)) / 2).astype(np.int64)
        if column == 2:
            lower: Wholes = np.cbrt(6.0 * ranks).astype(np.int64)
            return lower + 1 + (self._tables[column][lower + 2] <= ranks)
        if column == 3 and self.count < _MAX_ROOTED:
            return (1.5 + np.sqrt(1.25 + np.sqrt(1 + 24 * ranks))).astype(np.int64)
        return np.searchsorted(self._tables[column], ranks, side="right") - 1


class ListedChoices(Choices):
    """The choices of `sub_multisets` in a list."""

    def __init__(self, copies: tuple[tuple[int, int], ...], size: int) -> None:
        self._rows = np.array(sorted(sub_multisets(copies, size)), np.int64)
        self.count = len(self._rows)

    def rows(self, ranks: Wholes) -> Wholes:
        """Return rows of the list."""
        return self._rows[ranks]


_cached_list = lru_cache(maxsize=4)(ListedChoices)  # all shards of a dataset need the same list


def _all_choices(values: Sequence[int], size: int, is_ordered: bool) -> Choices:  # noqa: FBT001
    return OrderedChoices(values, size) if is_ordered else UnorderedChoices(values, size)


def _deck_choices(deck: DeckSpec, copies: Counter[int], size: int, is_ordered: bool) -> Choices:  # noqa: FBT001
    """Return the choices that a deck can deal: a list, unless every value may repeat."""
    values: Sequence[int] = sorted(copies)
    span = range(values[0], values[-1] + 1)
    if len(span) == len(values):  # no gaps
        values = span
    if deck.kind == "digits" or min(copies.values()) >= size:
        return _all_choices(values, size, is_ordered)
    if size > copies.total() - deck.next_is_target:
        raise RuleError(f"{deck.name} cannot deal {size} numbers; {_REMEDY}")
    if is_ordered:
        what = f"puzzles of {size} numbers from {deck.name}, in the given order,"
        raise RuleError(f"{what} need low and high")
    count = comb(len(values) + size - 1, size)
    if count > MAX_LISTED:
        message = f"{deck.name} can deal {size} numbers in too many ways; use fewer numbers"
        raise LimitError(message, MAX_LISTED)
    make = _cached_list if count <= _MAX_KEPT else ListedChoices
    return make(tuple(sorted(copies.items())), size)


def sub_multisets(copies: Sequence[tuple[int, int]], size: int) -> list[tuple[int, ...]]:
    """Return every choice of `size` values; `copies` has pairs of a value and its copies."""
    choices: list[list[tuple[int, ...]]] = [[()], *([] for _ in range(size))]  # by size
    for value, available in copies:
        for total in range(size, 0, -1):
            for count in range(1, min(available, total) + 1):
                repeated = (value,) * count
                choices[total] += [choice + repeated for choice in choices[total - count]]
    return choices[size]


class _SeededOrder:
    """A permutation of 0 to size - 1 that depends on a seed: a Feistel network over two digits.

    Each round adds a hash of one digit to the other, modulo its base. A rank outside the range goes
    through the network again until it is inside (Black and Rogaway, "Ciphers with arbitrary finite
    domains", 2002).
    """

    def __init__(self, size: int, seed: int) -> None:
        words = split_mix64(seed)
        self._size = size
        self._left = isqrt(max(size - 1, 0)) + 1
        self._right = -(-size // self._left)
        self._keys = [next(words) for _ in range(_ROUNDS)]

    def ranks(self, positions: Words) -> Words:
        """Return the rank at each position."""
        ranks = self._once(positions)
        outside = np.flatnonzero(ranks >= self._size)
        while len(outside):
            ranks[outside] = self._once(ranks[outside])
            outside = outside[ranks[outside] >= self._size]
        return ranks

    def _once(self, ranks: Words) -> Words:
        bases = np.uint64(self._left), np.uint64(self._right)
        digits: list[Words] = list(_divided(ranks, bases[1]))
        for number, key in enumerate(self._keys):
            changed = number % 2
            hashes = mix64_many(digits[1 - changed] ^ np.uint64(key))
            moved = digits[changed] + _divided(hashes, bases[changed])[1]
            # Reduce modulo the base: if `moved` is below it, the difference wraps around.
            digits[changed] = np.minimum(moved, moved - bases[changed])
        return digits[0] * bases[1] + digits[1]


def _divided(words: Words, divisor: np.uint64) -> tuple[Words, Words]:
    """Return quotients and remainders, 3x faster than NumPy's `divmod`."""
    quotients = words // divisor
    return quotients, words - quotients * divisor
