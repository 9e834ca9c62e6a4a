"""Random numbers from a seed: the same on every machine and in every Python version.

The generator is SplitMix64 (Steele, Lea and Flood, 2014).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Self, TypeVar

from facevalue.options import seed_number
from facevalue.system.lazy_numpy import NDArray, np

Item = TypeVar("Item")

TWO_64 = 2**64
# The constants of the paper.
GOLDEN_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def random_seed() -> int:
    """Return a seed from the operating system, 0 to 2^64 - 1."""
    return int.from_bytes(os.urandom(8), "little")


def seed_or_random(seed: object) -> int:
    """Check a seed, 0 to 2^64 - 1; return a random one for None.

    Raises:
        RuleError: the seed is not an integer within bounds.
    """
    return random_seed() if seed is None else seed_number(seed)


class split_mix64:  # noqa: N801 - read as a function
    """Yield random 64-bit words without end; `state` determines all of them.

    >>> next(split_mix64(0)) == 0xE220A8397B1DCDAF
    True
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> int:
        word = mix64(self.state)
        self.state = (self.state + GOLDEN_GAMMA) % TWO_64
        return word


def mix64(state: int) -> int:
    """Return the 64-bit word for a state; each bit depends on every bit of the state.

    >>> mix64(0) == next(split_mix64(0))
    True
    """
    word = (state + GOLDEN_GAMMA) % TWO_64
    word = (word ^ word >> 30) * _FIRST % TWO_64
    word = (word ^ word >> 27) * _SECOND % TWO_64
    return word ^ word >> 31


def mix64_many(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return `mix64` of every word of an array."""
    words = words + np.uint64(GOLDEN_GAMMA)
    shifted = words >> np.uint64(30)
    # In place, because allocating memory would take as long as the arithmetic.
    words ^= shifted
    words *= np.uint64(_FIRST)
    words ^= np.right_shift(words, np.uint64(27), out=shifted)
    words *= np.uint64(_SECOND)
    words ^= np.right_shift(words, np.uint64(31), out=shifted)
    return words


def random_below(bound: int, words: Iterator[int]) -> int:
    """Return a number from 0 to `bound - 1`, all equally likely.

    >>> sorted({random_below(3, split_mix64(seed)) for seed in range(20)})
    [0, 1, 2]
    """
    # Draw larger words again, because they would make small remainders more likely.
    limit = TWO_64 - TWO_64 % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound


def shuffled(items: Iterable[Item], words: Iterator[int]) -> list[Item]:
    """Return the items in a random order (Fisher-Yates shuffle).

    >>> sorted(shuffled("abc", split_mix64(1)))
    ['a', 'b', 'c']
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = random_below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return order
