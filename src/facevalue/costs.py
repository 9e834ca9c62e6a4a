"""The cost of each kind of work: one table for all estimates, so that they agree.

Seconds and bytes were measured on one core of a 2023 server, with the most expensive queries that
we found. `check_cost` of `budget` compares an estimate with the `limit` of a call.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_MEGA = 1e6


class Cost(NamedTuple):
    """The time and memory of one unit of work."""

    seconds: float
    bytes: float = 0.0


COSTS: Mapping[str, Cost] = MappingProxyType(
    {
        # Number puzzles: a solution of eight numbers or more that a search lists; a candidate of a
        # walk, with numbers of one machine word and with longer ones.
        "solution": Cost(1.6e-6, 200),
        "candidate": Cost(1e-7),
        "long candidate": Cost(1.6e-6),
        # A result in the tables of parts, for numbers that keep their order, are joined or have
        # limited results.
        "result": Cost(2.5e-7, 40),
        # The same where powers, factorials and roots are allowed.
        "result with functions": Cost(2e-7, 20),
        "row of a table": Cost(1e-7),
        # A value in a list of all values, and in the tables of partial values of `closest`.
        "value": Cost(1.5e-6, 300),
        "value of parts": Cost(2.5e-7, 13),
        # Reach: each target, and each whole or fractional value in the tables of partial values.
        "target": Cost(1e-9),
        "whole value": Cost(2e-7, 13),
        "fraction": Cost(5e-7, 13),
        # Poker: a hand dealt and scored by a table, by a ranking without one, for each pair of hole
        # cards, and by all choices of hole cards.
        "dealt hand": Cost(2e-8),
        "dealt hand by ranking": Cost(1.2e-7),
        "dealt pair": Cost(4e-8),
        "dealt choices": Cost(3e-6),
        # A hand in an array, for the same kinds of evaluation.
        "hand": Cost(3e-8),
        "hand by ranking": Cost(1e-7),
        "pair": Cost(3e-7),
    }
)

# Finding one expression for a value, by how many numbers there are, and for more than eight; whole
# results take as long as fractions of one number less.
EXPRESSION_SECONDS: Mapping[int, float] = MappingProxyType(
    {1: 1e-5, 2: 1e-5, 3: 1e-5, 4: 2e-5, 5: 8e-5, 6: 3e-4, 7: 3e-3, 8: 0.06}
)
MANY_EXPRESSION_SECONDS = 2.5

# Seconds to find the reach of a choice in a whole game, by how many numbers it has. Choices of
# whole numbers share tables; they have a time for targets up to a thousand, and a time for each
# thousand more.
MIN_REACH_SECONDS = 3e-6
WHOLE_REACH_SECONDS: Mapping[int, tuple[float, float]] = MappingProxyType(
    {
        4: (3e-6, 2e-6),
        5: (1.2e-5, 9e-6),
        6: (3.2e-5, 1.2e-5),
        7: (2.2e-4, 1.5e-5),
        8: (2.4e-3, 4e-4),
    }
)
FEW_REACH_SECONDS = (1.5e-6, 1.5e-6)
FRACTION_REACH_SECONDS: Mapping[str, Mapping[int, float]] = MappingProxyType(
    {
        "rational": {4: 3e-5, 5: 1.7e-3, 6: 0.07, 7: 3.0},
        "nonnegative": {4: 2.5e-5, 5: 1e-3, 6: 0.035, 7: 1.3},
        "integer": {4: 2e-5, 5: 4e-4, 6: 8e-3, 7: 0.2},
        "natural": {4: 1e-5, 5: 2e-4, 6: 4.5e-3, 7: 0.1},
        "positive": {4: 1e-5, 5: 2e-4, 6: 4.5e-3, 7: 0.1},
    }
)


def estimate(kind: str, count: float) -> float:
    """Estimate the seconds for an amount of a kind of work in `COSTS`.

    >>> estimate("solution", 10)
    1.6e-05
    """
    return count * COSTS[kind].seconds


def estimate_megabytes(kind: str, count: float) -> float:
    """Estimate the megabytes for an amount of a kind of work in `COSTS`.

    >>> estimate_megabytes("solution", 1_000_000)
    200.0
    """
    return count * COSTS[kind].bytes / _MEGA
