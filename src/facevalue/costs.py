"""The cost of each kind of work but the search for solutions and values (core/numbers/plan).

Seconds were measured on one core of a 2023 server, with the most expensive queries that we found.
`check_cost` of `budget` compares an estimate with the `limit` of a call.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# Seconds for one unit of work.
COSTS: Mapping[str, float] = MappingProxyType(
    {
        "row of a table": 1e-7,
        # A poker hand in an array, scored by a table, by a ranking without one, and for each pair
        # of hole cards.
        "hand": 3e-8,
        "hand by ranking": 1e-7,
        "pair": 3e-7,
    }
)

# Finding one expression for a value, by how many numbers there are, and for more than eight; whole
# results take as long as fractions of one number less.
EXPRESSION_SECONDS: Mapping[int, float] = MappingProxyType(
    {1: 1e-5, 2: 1e-5, 3: 1e-5, 4: 2e-5, 5: 8e-5, 6: 3e-4, 7: 3e-3, 8: 0.06}
)
MANY_EXPRESSION_SECONDS = 2.5


def estimate(kind: str, count: float) -> float:
    """Estimate the seconds for an amount of a kind of work in `COSTS`.

    >>> estimate("hand", 10)
    3e-07
    """
    return count * COSTS[kind]
