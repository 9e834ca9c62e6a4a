"""Measure the time of calls.

`measure` repeats one call, for work that is the same every time. `measure_once` makes each of many
different calls once, so that caches do not help. `interleave` does the same with two libraries in
alternation, so that a busy moment of the machine affects both.

Times are CPU times of this process, because the machine may be busy. For commands and for work of
several threads, pass the clock `perf_counter`.
"""

from __future__ import annotations

import statistics
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Answer = TypeVar("Answer")
# Enough repeats for a steady median, in about a second.
SECONDS, FEWEST, MOST = 1.0, 5, 2000


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


def measure(
    call: Callable[[], Answer], clock: Callable[[], float] = process_time
) -> tuple[Time, Answer]:
    """The time of a call, and its result; the first call is a warm-up and does not count."""
    answer = call()
    times: list[float] = []
    end = perf_counter() + SECONDS
    while len(times) < FEWEST or (len(times) < MOST and perf_counter() < end):
        start = clock()
        call()
        times.append(clock() - start)
    return spread_of(times), answer


def measure_once(
    call: Callable[[Any], Answer], questions: Sequence[Any]
) -> tuple[Time, list[Answer]]:
    """The times and results of a call with each input; the last input is the warm-up."""
    call(questions[-1])
    times, answers = [], []
    for question in questions[:-1]:
        start = process_time()
        answers.append(call(question))
        times.append(process_time() - start)
    return spread_of(times), answers


def interleave(
    theirs: Callable[[Any], object], ours: Callable[[Any], object], questions: Sequence[Any]
) -> tuple[list[float], list[float], list[tuple[Any, Any]]]:
    """The times of two calls with each input in turn, and the pairs of results."""
    calls = theirs, ours
    for call in calls:
        call(questions[-1])
    times: tuple[list[float], list[float]] = ([], [])
    answers = []
    for number, question in enumerate(questions[:-1]):
        found: list[object] = [None, None]
        for side in (0, 1) if number % 2 else (1, 0):
            start = process_time()
            found[side] = calls[side](question)
            times[side].append(process_time() - start)
        answers.append((found[0], found[1]))
    return *times, answers


def spread_of(times: Sequence[float]) -> Time:
    """The median and the quartiles of some times."""
    low, median, high = statistics.quantiles(times, n=4)
    return Time(median, low, high, len(times))
