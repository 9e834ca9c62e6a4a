"""Parses strings to postfix with the core's reader.

The time is linear in the length of the string, and deep nesting cannot overflow a stack.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from facevalue import _core
from facevalue.errors import LimitError, NotationError, quoted
from facevalue.puzzle.model.functions import FUNCTIONS

# The functions by their symbols.
FUNCTION_OF = {row.symbol: row for row in FUNCTIONS.values()}

# Numbers and operator symbols, each operator after its operands. Checking for a string is ten
# times faster than checking for a Fraction, whose class is an abstract base class.
Postfix: TypeAlias = tuple[Fraction | str, ...]


def read_tree(text: str, reader: _core.Syntax) -> Postfix:
    """Parse a string with a reader of the core.

    Raises:
        NotationError: the string is malformed.
        LimitError: it has more than 1,000,000 characters, 100,000 open brackets or 1000 numbers, or
            too many digits.
    """
    flaw, position, what, limit, terms, *_ = reader.read(text, forms=False)
    if flaw == "too_long":
        raise LimitError(f"expected {what}: {quoted(text)}", limit)
    if flaw:
        raise expected(what, text, position)
    return tuple(token for token, _ in located(terms))


def located(terms: Iterable[tuple[str, int, int, int]]) -> list[tuple[Fraction | str, int]]:
    """Return the numbers and symbols that the core has read, with their positions."""
    return [
        (symbol or _fraction(numerator, denominator), position)
        for symbol, position, numerator, denominator in terms
    ]


# Most numbers of puzzles are small.
_fraction = lru_cache(maxsize=1024)(Fraction)


def read_infix(text: str) -> Postfix:
    """Parse minimal infix, as the core writes it.

    >>> read_infix("{1/2}*3")
    (Fraction(1, 2), Fraction(3, 1), '*')
    """
    return tuple(token for token, _ in located(_core.read_infix(text)))


def expected(what: str, text: str, position: int) -> NotationError:
    """Return the error about what was expected at a position."""
    return NotationError(f"expected {what} {place_of(text, position)}", text, position)


def place_of(text: str, position: int) -> str:
    """Describe a position in words.

    >>> place_of("5+", 2), place_of("5+", 1)
    ('at the end', 'at position 1')
    """
    return "at the end" if position >= len(text) else f"at position {position}"
