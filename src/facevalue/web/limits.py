"""The limits of the web server: the most that one request may ask for."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from facevalue.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

# The name of a limit, the most that is allowed, and what is counted, as the message says it.
_ROWS = (
    ("body", 64 * 1024, "bytes in a body"),
    ("query", 8 * 1024, "bytes in a query"),
    ("numbers", 7, "numbers"),
    ("size", 10**12, "as the numerator or denominator of a number"),
    ("solutions", 200, "solutions"),
    ("targets", 10_000, "targets"),
    ("players", 6, "players"),
    ("samples", 2_000_000, "samples"),
    ("generated", 20, "puzzles"),
    ("range", 2000, "characters in a range"),
)
LIMITS: Mapping[str, int] = MappingProxyType({name: most for name, most, _ in _ROWS})
_COUNTED = {name: counted for name, _, counted in _ROWS}


def check_limit(name: str, given: int) -> None:
    """Refuses more than the limit of that name allows.

    Raises:
        LimitError: it is more.

    >>> check_limit("players", 6)
    >>> check_limit("players", 7)
    Traceback (most recent call last):
    facevalue.errors.LimitError: the server takes at most 6 players, not 7
    """
    most = LIMITS[name]
    if given > most:
        counted = _COUNTED[name]
        raise LimitError(f"the server takes at most {most:,} {counted}, not {given:,}", most)


def check_numbers(numbers: Iterable[Fraction | int]) -> None:
    """Refuses numbers with a large numerator or denominator.

    Raises:
        LimitError: one of them is too large.
    """
    check_limit("size", largest_part(numbers))


def largest_part(numbers: Iterable[Fraction | int]) -> int:
    """The largest numerator, without its sign, or denominator.

    >>> from fractions import Fraction
    >>> largest_part([Fraction(-7, 2), 5])
    7
    """
    return max((max(abs(each.numerator), each.denominator) for each in numbers), default=0)
