"""Measures the time of a call: the median and quartiles of many repeats."""

from __future__ import annotations

import statistics
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")
# Enough repeats for a steady median, but no more than about a second.
SECONDS, LEAST, MOST = 1.0, 5, 2000


class Time(NamedTuple):
    """The median and the quartiles of one call in seconds, and the number of repeats."""

    median: float
    low: float
    high: float
    repeats: int

    def __str__(self) -> str:
        spread = f"{in_units(self.low)} to {in_units(self.high)}"
        return f"{in_units(self.median)} ({spread}, {self.repeats} times)"


def in_units(seconds: float) -> str:
    """A time with three digits and a unit.

    >>> in_units(0.000123)
    '123 us'
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def measured(call: Callable[[], Answer]) -> tuple[Time, Answer]:
    """The time of a call, and its answer; the first call warms up and is not counted."""
    answer = call()
    times: list[float] = []
    end = perf_counter() + SECONDS
    while len(times) < LEAST or (len(times) < MOST and perf_counter() < end):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    low, median, high = statistics.quantiles(times, n=4)
    return Time(median, low, high, len(times)), answer
