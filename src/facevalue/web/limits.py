"""The limits of the web server on each request."""

from __future__ import annotations

from collections.abc import Mapping

from facevalue.errors import LimitError

# The name of a limit, the maximum, and what the message calls the amount.
_ROWS = (
    ("body", 64 * 1024, "bytes in a body"),
    ("query", 8 * 1024, "bytes in a query"),
    ("numbers", 7, "numbers"),
    ("size", 10**12, "as the numerator or denominator of a number"),
    ("solutions", 200, "solutions"),
    ("targets", 10_000, "targets"),
    ("players", 10, "players"),
    ("samples", 2_000_000, "samples"),
    ("generated", 20, "puzzles"),
    ("range", 2000, "characters in a range"),
)
LIMITS: Mapping[str, int] = {name: limit for name, limit, _ in _ROWS}
_COUNTED = {name: counted for name, _, counted in _ROWS}


def check_limit(name: str, amount: int) -> None:
    """Refuse an amount above the limit with this name.

    Raises:
        LimitError: the amount is above the limit.

    >>> check_limit("players", 10)
    >>> check_limit("players", 11)
    Traceback (most recent call last):
    facevalue.errors.LimitError: the server takes at most 10 players, not 11
    """
    limit = LIMITS[name]
    if amount > limit:
        counted = _COUNTED[name]
        raise LimitError(f"the server takes at most {limit:,} {counted}, not {amount:,}", limit)
