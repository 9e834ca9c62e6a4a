"""The cost of each kind of work but the search for solutions and values (core/numbers/plan).

Seconds were measured on one core of a 2023 server, with the most expensive queries that we found.
`check_cost` of `budget` compares an estimate with the `limit` of a call.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Finding one expression for a value, by how many numbers there are, and for more than eight; whole
# results take as long as fractions of one number less.
EXPRESSION_SECONDS: Mapping[int, float] = MappingProxyType(
    {1: 1e-5, 2: 1e-5, 3: 1e-5, 4: 2e-5, 5: 8e-5, 6: 3e-4, 7: 3e-3, 8: 0.06}
)
MANY_EXPRESSION_SECONDS = 2.5

ROW_SECONDS = 1e-7  # of a table
