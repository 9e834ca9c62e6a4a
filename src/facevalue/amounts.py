"""Reads amounts, such as chips and prizes, as exact numbers."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from facevalue.errors import RuleError, quoted, shortened
from facevalue.options import as_whole

_FINEST = 10**18  # the bound of numerators and denominators
_DECIMAL = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18}|/0*[1-9][0-9]{0,17})?")


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
    is_decimal = isinstance(value, str) and _DECIMAL.fullmatch(value)
    exact = Fraction(str(value)) if is_decimal else as_exact(value)
    if exact is not None and 0 <= exact < _FINEST and exact.denominator <= _FINEST:
        return exact
    raise RuleError(f"{name} must be a number from 0 to below 10^18, not {quoted(value)}")


# A number with thousands separators, and a word of digits that needs none.
_GROUPED = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?"
_BELOW_1000 = r"[0-9]{1,3}(?:\.[0-9]+)?"
# The amounts of a word without spaces: as few as possible, and as many as possible. No amount
# starts with a 0 before two digits.
_FEW = re.compile(rf"{_GROUPED}(?![^,])|[^,]+")
_MANY = re.compile(rf"{_GROUPED.replace('[0-9]{3}', '0[0-9]{2}')}(?![^,])|[^,]+")
# A question shows no more amounts, and no longer ones than `exact_number` accepts.
_MAX_ASKED, _LONGEST = 20, 40


def split_amounts(string: str) -> list[str]:
    """Split a string of amounts, and remove thousands separators.

    A comma separates thousands where spaces separate the amounts, or where nothing else is
    possible.

    Raises:
        RuleError: a comma may separate thousands or amounts.

    >>> split_amounts("5000, 3000,2000"), split_amounts("5,250 3,125"), split_amounts("10,000")
    (['5000', '3000', '2000'], ['5250', '3125'], ['10000'])
    """
    words = [word.strip(",") for word in string.split()]
    few, many = (
        [amount.replace(",", "") for word in words for amount in pattern.findall(word)]
        for pattern in (_FEW, _MANY)
    )
    shape = _GROUPED if re.search(r",\s", string) else f"{_GROUPED}|{_BELOW_1000}"
    if few == many or (len(words) > 1 and all(re.fullmatch(shape, word) for word in words)):
        return few
    is_one_list = len(words) == 1 and many == words[0].split(",")
    if is_one_list or len(few) > _MAX_ASKED or max(map(len, many)) > _LONGEST:
        return many
    one, other = (shortened(" ".join(amounts)) for amounts in (few, many))
    ways = f"{one}, or {other}"
    raise RuleError(f"commas may separate thousands here: {quoted(string)}; did you mean {ways}?")
