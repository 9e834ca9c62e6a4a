"""Chance by a seed: the same draws on every machine and Python version, and all equally likely.

The generator is SplitMix64 (Steele, Lea and Flood, 2014); a word that would favour some outcomes is
drawn again.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    Item = TypeVar("Item")

TWO_64 = 2**64
GOLDEN_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def random_seed() -> int:
    """A seed that nobody knows before."""
    return int.from_bytes(os.urandom(8), "little")


def split_mix64(state: int) -> Iterator[int]:
    """Words of 64 bits without end.

    >>> next(split_mix64(0)) == 0xE220A8397B1DCDAF
    True
    """
    while True:
        yield mix64(state)
        state = (state + GOLDEN_GAMMA) % TWO_64


def mix64(state: int) -> int:
    """The word of 64 bits that follows a state: each bit of it depends on every bit of the state.

    >>> mix64(0) == next(split_mix64(0))
    True
    """
    word = (state + GOLDEN_GAMMA) % TWO_64
    word = (word ^ word >> 30) * _FIRST % TWO_64
    word = (word ^ word >> 27) * _SECOND % TWO_64
    return word ^ word >> 31


def random_below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 up to, and not including, the bound.

    >>> sorted({random_below(3, split_mix64(seed)) for seed in range(20)})
    [0, 1, 2]
    """
    fair = TWO_64 - TWO_64 % bound  # larger words would favour small numbers
    return next(word for word in words if word < fair) % bound


def shuffled(items: Iterable[Item], words: Iterator[int]) -> list[Item]:
    """The items in another order, as Fisher and Yates shuffle them.

    >>> sorted(shuffled("abc", split_mix64(1)))
    ['a', 'b', 'c']
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = random_below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return order
