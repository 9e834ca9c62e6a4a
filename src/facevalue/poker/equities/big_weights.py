"""Exact counts for weights that do not fit the core's 64 bits: each weight is split into digits.

A count is a sum of products of weights, one product for each deal. So the core can count each
combination of digits separately, and Python adds the counts, shifted to their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, TypeVar

from facevalue.poker.equities.equity_result import Progress

Key = TypeVar("Key")


def digits(weights: dict[Key, int], bits: int) -> list[tuple[int, dict[Key, int]]]:
    """Split weights into digits of `bits` bits, each with its position; zero digits are left out.

    >>> digits({"AA": 5, "KK": 16}, 4)
    [(0, {'AA': 5, 'KK': 0}), (4, {'AA': 0, 'KK': 1})]
    """
    longest = max(weights.values()).bit_length()
    low = 2**bits - 1
    split = (
        (place, {key: weight >> place & low for key, weight in weights.items()})
        for place in range(0, longest, bits)
    )
    return [(place, digit) for place, digit in split if any(digit.values())]


def choices(players: list[dict[Key, int]], bits: int) -> Iterator[tuple[int, list[dict[Key, int]]]]:
    """Yield each combination of one digit per player, with the position of their product."""
    for chosen in product(*(digits(weights, bits) for weights in players)):
        yield sum(place for place, _ in chosen), [digit for _, digit in chosen]


def summed(parts: Iterable[tuple[int, Any]]) -> Any:
    """Add up counts, each shifted to its position; None stays None.

    >>> summed([(0, (7, [1, 2], None)), (4, (1, [0, 1], None))])
    (23, [1, 18], None)
    """
    (place, counts), *others = parts
    if counts is None or not (place or others):
        return counts
    if isinstance(counts, int):
        return sum((count << above for above, count in others), counts << place)
    places = [place, *(above for above, _ in others)]
    rows = zip(counts, *(part for _, part in others), strict=True)
    return type(counts)(summed(zip(places, row, strict=True)) for row in rows)


def part_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Return the progress function for one of `count` equally long walks."""
    if progress is None or count == 1:
        return progress
    return lambda done, total: progress(done + number * total, count * total)
