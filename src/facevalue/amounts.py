"""Reads amounts, such as chips and prizes, as exact numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from facevalue import _core
from facevalue.options import as_whole

_FINEST = 10**18  # the bound of numerators and denominators


def as_exact(value: Any) -> Fraction | None:
    """Return the exact value of a number that is not a string; None for anything else.

    The value of a float is the decimal that Python prints. Floats and decimals must be 0, or from
    10^-18 to below 10^18.

    >>> as_exact(0.1), as_exact(1e-7), as_exact("1")
    (Fraction(1, 10), Fraction(1, 10000000), None)
    """
    whole = as_whole(value)
    if isinstance(value, Fraction) or whole is not None:
        return Fraction(value if whole is None else whole)
    if isinstance(value, bool) or not hasattr(value, "as_integer_ratio"):
        return None
    try:
        # Compare first: Decimal("1e-999999") has a denominator of a million digits.
        is_good = not value or 1 / _FINEST <= value < _FINEST
        return Fraction(str(value) if value else 0) if is_good else None
    except (ArithmeticError, TypeError, ValueError):  # not a number, or of another type
        return None


def exact_number(name: str, value: object) -> Fraction:
    """Return the exact value of an option that is a number from 0 to below 10^18.

    The number may be an integer, a fraction, a decimal, or a string like "12.5" or "3/4". The value
    of a float is the decimal that Python prints: 0.1 is one tenth.

    Raises:
        RuleError: the value is not such a number.

    >>> exact_number("stack", 0.1), exact_number("stack", "3/4")
    (Fraction(1, 10), Fraction(3, 4))
    """
    return Fraction(*_core.exact_number(name, value))


def split_amounts(string: str) -> list[str]:
    """Split a string of amounts, and remove thousands separators.

    A comma separates thousands where spaces separate the amounts, or where nothing else is
    possible.

    Raises:
        RuleError: a comma may separate thousands or amounts.

    >>> split_amounts("5000, 3000,2000"), split_amounts("5,250 3,125"), split_amounts("10,000")
    (['5000', '3000', '2000'], ['5250', '3125'], ['10000'])
    """
    return _core.split_amounts(string)
