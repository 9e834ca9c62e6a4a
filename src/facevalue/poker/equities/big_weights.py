"""Weights of many digits, counted digit by digit where the core's 64 bits do not hold them all.

What is counted is a sum over deals of products of weights. So each weight can be taken apart, and
what its digits count can be added up again, each at its place, in whole numbers of any length.
"""

from __future__ import annotations

from itertools import product
from typing import TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from facevalue.poker.equities.equity_result import Progress

Key = TypeVar("Key")


def digits(weights: dict[Key, int], bits: int) -> list[tuple[int, dict[Key, int]]]:
    """The digits of so many bits that are not 0 everywhere, each with the bits below it.

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
    """Each choice of one digit for every player, with the bits below the digits' product."""
    for chosen in product(*(digits(weights, bits) for weights in players)):
        yield sum(place for place, _ in chosen), [digit for _, digit in chosen]


def summed(parts: Iterable[tuple[int, Any]]) -> Any:  # noqa: ANN401 - counts in lists of any depth
    """The sum of counts, each moved up by its bits; None stays None.

    >>> summed([(0, (7, [1, 2], None)), (4, (1, [0, 1], None))])
    (23, [1, 18], None)
    """
    (place, counts), *others = parts
    if counts is None or not (place or others):
        return counts
    if isinstance(counts, int):
        return sum((each << above for above, each in others), counts << place)
    places = [place, *(above for above, _ in others)]
    rows = zip(counts, *(each for _, each in others), strict=True)
    return type(counts)(summed(zip(places, row, strict=True)) for row in rows)


def part_of(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Whom to tell of one of several walks that are equally long, as of all together."""
    if progress is None or count == 1:
        return progress
    return lambda done, total: progress(done + number * total, count * total)
