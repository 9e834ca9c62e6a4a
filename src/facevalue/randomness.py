"""Random numbers from a seed: the same on every machine and in every Python version.

The generator is SplitMix64 (Steele, Lea and Flood, 2014).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

from facevalue import _core
from facevalue.options import seed_number

Item = TypeVar("Item")

TWO_64 = 2**64


def random_seed() -> int:
    """Return a seed from the operating system, 0 to 2^64 - 1."""
    return int.from_bytes(os.urandom(8), "little")


def seed_or_random(seed: object) -> int:
    """Check a seed, 0 to 2^64 - 1; return a random one for None.

    Raises:
        RuleError: the seed is not an integer within bounds.
    """
    return random_seed() if seed is None else seed_number(seed)


# An iterator over random 64-bit words without end; its attribute `state` determines all of them.
split_mix64 = _core.SplitMix64
# `mix64` of every word of an array.
mix64_many = _core.mix64_many


def mix64(state: int) -> int:
    """Return the 64-bit word for a state; each bit depends on every bit of the state.

    >>> mix64(0) == next(split_mix64(0)) == 0xE220A8397B1DCDAF
    True
    """
    return _core.mix64(state % TWO_64)


def random_below(bound: int, words: split_mix64) -> int:
    """Return a number from 0 to `bound - 1`, all equally likely.

    >>> sorted({random_below(3, split_mix64(seed)) for seed in range(20)})
    [0, 1, 2]
    """
    return words.below(bound)


def shuffled(items: Iterable[Item], words: split_mix64) -> list[Item]:
    """Return the items in a random order (Fisher-Yates shuffle).

    >>> sorted(shuffled("abc", split_mix64(1)))
    ['a', 'b', 'c']
    """
    order = list(items)
    return [order[place] for place in words.order(len(order))]
