"""All puzzles of a kind, numbered, each once, in an order that a seed decides."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from math import comb, isqrt

from facevalue.errors import LimitError, RuleError
from facevalue.randomness import mix64_many, split_mix64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from facevalue.puzzle.model.decks import DeckSpec
    from facevalue.puzzle.model.rules import Rules

    Wholes = NDArray[np.int64]
    Words = NDArray[np.uint64]

MOST_PUZZLES = 2**62
MOST_LISTED = 2_000_000  # different choices from a deck
MOST_VALUES = 1_000_000
_ROUNDS = 6


class PuzzleSpace:
    """All puzzles of some sizes, with numbers from low to high and targets from a range.

    Where the order of the numbers does not matter they are ascending, so that no puzzle comes
    twice. Without `low` and `high` the numbers are what the deck of the game can deal, with no
    more copies than the deck has.
    """

    def __init__(
        self,
        rules: Rules,
        sizes: tuple[int, ...],
        span: tuple[int, int] | None,
        targets: tuple[int, int],
    ) -> None:
        self.rules = rules
        self._span = span
        self._sizes = sizes
        self._first_target, self._targets = targets[0], targets[1] - targets[0] + 1
        if self.count > MOST_PUZZLES:
            raise LimitError(
                f"too many puzzles, give fewer numbers or a smaller range: {self.count}",
                MOST_PUZZLES,
            )

    @cached_property
    def count(self) -> int:
        """How many puzzles there are."""
        return self._targets * sum(choices.count for choices in self._choices)

    @cached_property
    def _choices(self) -> tuple[Choices, ...]:
        return tuple(map(self._choices_of, self._sizes))

    def _choices_of(self, size: int) -> Choices:
        is_ordered = self.rules.order == "given"
        if self._span is None:
            return _dealt(self.rules.deck, size, is_ordered=is_ordered)
        values = range(self._span[0], self._span[1] + 1)
        return OrderedChoices(values, size) if is_ordered else UnorderedChoices(values, size)

    def puzzles(self, seed: int, positions: range) -> Iterator[tuple[Wholes, Wholes, Wholes]]:
        """The puzzles at some positions of the order: an item for each size.

        An item has the positions, shape (N,), the numbers, shape (N, k), and the targets, (N,).
        """
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        given = np.arange(positions.start, positions.stop, dtype=np.uint64)
        ranks = _SeededOrder(self.count, seed).ranks(given).astype(np.int64)
        choice, target = np.divmod(ranks, self._targets)
        start = 0
        for choices in self._choices:
            held = np.flatnonzero((choice >= start) & (choice < start + choices.count))
            rows = choices.rows(choice[held] - start)
            yield given[held].astype(np.int64), rows, target[held] + self._first_target
            start += choices.count


class Choices:
    """All choices of k numbers, ranked from 0 to below `count`."""

    count: int

    def rows(self, ranks: Wholes) -> Wholes:
        """The numbers of the choices of these ranks, shape (N, k)."""
        raise NotImplementedError


class OrderedChoices(Choices):
    """Numbers of a range, in every order."""

    def __init__(self, values: range, size: int) -> None:
        self._values, self._size = values, size
        self.count = len(values) ** size

    def rows(self, ranks: Wholes) -> Wholes:
        """A rank is a number whose digits are the choice."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        rows = np.empty((len(ranks), self._size), np.int64)
        for place in range(self._size - 1, -1, -1):
            ranks, rows[:, place] = np.divmod(ranks, len(self._values))
        return rows + self._values.start


class UnorderedChoices(Choices):
    """Numbers of a range, in ascending order; any may repeat.

    k of n numbers with repetition are k of n + k - 1 without: the combinatorial number system.
    """

    def __init__(self, values: range, size: int) -> None:
        self._values, self._size = values, size
        self.count = comb(len(values) + size - 1, size)
        if len(values) > MOST_VALUES:
            raise LimitError(
                f"low to high may hold {MOST_VALUES} numbers at most: {len(values)}", MOST_VALUES
            )

    @cached_property
    def _tables(self) -> list[Wholes]:
        """For each place how many choices lie below a number in it."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        numbers = range(len(self._values) + self._size)
        return [
            np.array([min(comb(number, place), MOST_PUZZLES) for number in numbers], np.int64)
            for place in range(1, self._size + 1)
        ]

    def rows(self, ranks: Wholes) -> Wholes:
        """The greatest number first."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        rows = np.empty((len(ranks), self._size), np.int64)
        for place in range(self._size - 1, -1, -1):
            table = self._tables[place]
            found = np.searchsorted(table, ranks, side="right") - 1
            ranks = ranks - table[found]
            rows[:, place] = found - place
        return rows + self._values.start


class ListedChoices(Choices):
    """Choices kept in a list."""

    def __init__(self, choices: Iterable[tuple[int, ...]]) -> None:
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        self._rows = np.array(sorted(choices), np.int64)
        self.count = len(self._rows)

    def rows(self, ranks: Wholes) -> Wholes:
        """The rows of the list."""
        return self._rows[ranks]


def _dealt(deck: DeckSpec, size: int, *, is_ordered: bool) -> Choices:
    """What a deck can deal: a plain range if every value may repeat, else a list."""
    copies = Counter(deck.values)
    values = sorted(copies)
    is_range = values == list(range(values[0], values[-1] + 1))
    has_enough = deck.kind == "digits" or min(copies.values()) >= size
    if is_range and has_enough:
        span = range(values[0], values[-1] + 1)
        return OrderedChoices(span, size) if is_ordered else UnorderedChoices(span, size)
    if not 1 <= size <= len(deck.values):
        raise RuleError(f"{deck.name} cannot deal {size} numbers; give low and high")
    if is_ordered:
        what = f"puzzles of {size} numbers from {deck.name}, in the order given,"
        raise RuleError(f"{what} need low and high")
    if comb(len(values) + size - 1, size) > MOST_LISTED:
        raise LimitError(
            f"too many choices from {deck.name}, give fewer numbers: {size}", MOST_LISTED
        )
    return ListedChoices(_sub_multisets(sorted(copies.items()), size))


def _sub_multisets(copies: list[tuple[int, int]], size: int) -> Iterator[tuple[int, ...]]:
    """Every choice of `size` pieces, with no more copies of a value than there are."""
    if not size:
        yield ()
    for place, (value, most) in enumerate(copies):
        for count in range(1, min(most, size) + 1):
            for rest in _sub_multisets(copies[place + 1 :], size - count):
                yield (*[value] * count, *rest)


class _SeededOrder:
    """A permutation of 0 to size - 1 that a seed decides: a Feistel network over two digits.

    Each round adds to a digit, modulo its base, a hash of the other. A rank outside the range goes
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
        """The rank at each position."""
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        ranks = self._once(positions)
        outside = np.flatnonzero(ranks >= self._size)
        while len(outside):
            ranks[outside] = self._once(ranks[outside])
            outside = outside[ranks[outside] >= self._size]
        return ranks

    def _once(self, ranks: Words) -> Words:
        import numpy as np  # noqa: PLC0415 - only those who ask for many pay for NumPy

        bases = np.uint64(self._left), np.uint64(self._right)
        digits: list[Words] = list(np.divmod(ranks, bases[1]))
        for number, key in enumerate(self._keys):
            one, other = number % 2, 1 - number % 2
            moved = mix64_many(digits[other] ^ np.uint64(key)) % bases[one]
            digits[one] = (digits[one] + moved) % bases[one]
        return digits[0] * bases[1] + digits[1]
