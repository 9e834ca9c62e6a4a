"""Parses strings to postfix with the core's reader.

The time is linear in the length of the string, and deep nesting cannot overflow a stack.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from facevalue import _core
from facevalue.puzzle.model.functions import FUNCTIONS

# The functions by their symbols.
FUNCTION_OF = {row.symbol: row for row in FUNCTIONS.values()}

# Numbers and operator symbols, each operator after its operands. Checking for a string is ten
# times faster than checking for a Fraction, whose class is an abstract base class.
Postfix: TypeAlias = tuple[Fraction | str, ...]


def postfix_of(terms: Iterable[tuple[str, int, int]]) -> Postfix:
    """Return the numbers and symbols that the core has read."""
    return tuple(symbol or _fraction(above, below) for symbol, above, below in terms)


# Most numbers of puzzles are small.
_fraction = lru_cache(maxsize=1024)(Fraction)


def read_infix(text: str) -> Postfix:
    """Parse minimal infix, as the core writes it.

    >>> read_infix("{1/2}*3")
    (Fraction(1, 2), Fraction(3, 1), '*')
    """
    return postfix_of(_core.read_infix(text))
