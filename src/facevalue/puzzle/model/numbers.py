"""Convert user input to a tuple of exact fractions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from numbers import Rational, Real
from typing import Any, SupportsIndex, TypeAlias

from facevalue import _core
from facevalue.cards import Card
from facevalue.errors import FaceValueError, NotationError, quoted, unprintable
from facevalue.options import MAX_DIGITS, true_or_false
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.model.rules_options import MAX_NUMBERS
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.system.arrays import plain

# What functions take for a number, and for several.
NumberLike: TypeAlias = SupportsIndex | float | Fraction | Decimal | str | Card
NumbersLike: TypeAlias = str | Iterable[NumberLike]

# The solver keeps numerators and denominators in 64 bits, one of which is the sign.
LARGEST_PART = 2**63 - 1
# Up to here floats represent all whole numbers exactly.
LARGEST_FLOAT = 2**53
_NUMBERS = (str, int, float, Fraction, Decimal, Card, Real)


def unread(numbers: NumbersLike) -> Any:
    """Keep the numbers of a field as they are; its class reads them when it knows the rules."""
    return numbers


def parse_numbers(
    numbers: NumbersLike, *, any_size: bool = False, rules: RulesLike | None = None
) -> tuple[Fraction, ...]:
    """Read 1 to 1000 numbers, in the given order, as exact fractions.

    A string is split at commas and spaces, and may be in brackets, like a list in Python or JSON.
    The items of any other iterable are read by `parse_number`. Rules decide what cards count,
    and whether a string such as "1199" is one number per digit.

    Raises:
        NotationError: one of them is not a number.
        RuleError: there are no numbers, or no rules have that name.
        LimitError: there are more than 1000, or one of them is too large.

    >>> parse_numbers("KS, 3/4 2.5")
    (Fraction(13, 1), Fraction(3, 4), Fraction(5, 2))
    >>> parse_numbers("[1, 2]")
    (Fraction(1, 1), Fraction(2, 1))
    >>> sum(parse_numbers("1199", rules="make10"))
    Fraction(20, 1)
    """
    core = None if rules is None else rules_named(rules).core
    return _core.parse_numbers(numbers, true_or_false("any_size", any_size), core)


def parse_number(number: NumberLike, *, any_size: bool = False) -> Fraction:
    """Read the exact value of an integer, fraction, decimal, card, or a string like "3/4" or "KS".

    A string may have the braces that expressions put around a number: "{-5}", "{3/4}".
    A float means the decimal that Python prints, so 0.1 is one tenth; it may have up to six
    decimals and be at most 2^53. Cards are A=1, J=11, Q=12, K=13, with a suit; A, K, Q, J and T
    need no suit.

    Raises:
        NotationError: it is not a number, or a float such as 1/3, which is not one third.
        LimitError: the numerator or the denominator is larger than 9223372036854775807, the
            solver's limit; with `any_size` they may have 4300 digits.
        RuleError: `any_size` is neither True nor False.

    >>> parse_number("-3/4"), parse_number("10h")
    (Fraction(-3, 4), Fraction(10, 1))
    """
    return _core.parse_number(number, true_or_false("any_size", any_size))


def as_number(value: object) -> Fraction | None:
    """Return the exact value of any object; None if it is not a number.

    A float that `parse_number` refuses has its exact binary value.

    >>> as_number(2.5), as_number("17"), as_number("x")
    (Fraction(5, 2), Fraction(17, 1), None)
    """
    try:
        return parse_number(value)  # type: ignore[arg-type]
    except NotationError:
        if isinstance(value, Real) and not isinstance(value, Rational) and math.isfinite(value):
            return Fraction(float(value))
        return None
    except (FaceValueError, ValueError, OverflowError):  # floats that are not finite, too
        return None


def number_text(number: Fraction) -> str:
    """Return a value as a string, or a description if it has more than 4300 digits.

    >>> number_text(Fraction(3, 4)), number_text(Fraction(1, 10**5000))
    ('3/4', 'a fraction of 1 digit over 5001 digits')
    """
    try:
        return str(number)
    except ValueError:
        return unprintable(number)


def plain_number(number: Any) -> float | str | Fraction | None:
    """Convert a number of any library, or a card, to a type that the core reads.

    The result is None for a `Decimal` with more than 4300 digits, which would fill the memory.

    Raises:
        NotationError: it is not a number, or one that no float is equal to.

    >>> plain_number(Decimal("2.5")), plain_number(Card("Kh"))
    (Fraction(5, 2), 'Kh')
    """
    # A value of an Arrow array and an array without dimensions become a Python value.
    value = number if isinstance(number, _NUMBERS) else plain(number)
    if isinstance(value, (str, Card)):
        return str(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            _core.refuse_number("not finite", str(value))
        return Fraction(value) if abs(value.adjusted()) < MAX_DIGITS else None
    if not isinstance(value, Real) or isinstance(value, bool):  # True would be taken for 1
        _core.refuse_number("not a number", quoted(number))
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    nearest = float(value)
    if math.isfinite(nearest) and nearest != value:
        _core.refuse_number("inexact", repr(value), f"{value}")
    return nearest


def list_numbers(numbers: object) -> list[object]:
    """Return the items of any iterable, at most one more than a puzzle may have.

    Raises:
        NotationError: it is not iterable, or its items are bytes or keys, which are not meant.

    >>> list_numbers(iter("12"))
    ['1', '2']
    """
    if isinstance(numbers, Iterable) and not isinstance(numbers, (bytes, bytearray, Mapping)):
        with suppress(TypeError):  # an array without dimensions
            return list(islice(iter(numbers), MAX_NUMBERS + 1))
    return _core.refuse_number("not numbers", quoted(numbers))
