"""Convert user input to a tuple of exact fractions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from numbers import Rational, Real
from typing import Any, SupportsIndex, TypeAlias

from facevalue import _core
from facevalue.cards import Card
from facevalue.errors import FaceValueError, NotationError, quoted, unprintable
from facevalue.options import MAX_DIGITS, true_or_false
from facevalue.puzzle.model.decks import card_values
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.model.rules_options import LARGEST_NUMBER, MAX_NUMBERS
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.system.arrays import plain

# What functions take for a number, and for several.
NumberLike: TypeAlias = SupportsIndex | float | Fraction | Decimal | str | Card
NumbersLike: TypeAlias = str | Iterable[NumberLike]
# What an ace and a face card count as; see `card_values`.
_Cards: TypeAlias = tuple[int, int | None]
_USUAL_CARDS: _Cards = (1, None)

# The solver keeps numerators and denominators in 64 bits, one of which is the sign.
LARGEST_PART = 2**63 - 1
# Up to here floats represent all whole numbers exactly.
LARGEST_FLOAT = 2**53
# Numbers up to here, and the numbers of strings with so many characters, are cached: they are
# common in puzzles, and making a fraction is slow.
_SMALL, _SHORT = 10_000, 64
# A float with more decimals is probably the result of a computation, so not what is meant.
_MAX_DECIMALS = 6
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
    if rules is None and type(numbers) is str and len(numbers) <= _SHORT:
        return _from_short_string(numbers, any_size)
    cards, digits = _USUAL_CARDS, None
    if rules is not None:
        exact_rules = rules_named(rules)
        cards = (exact_rules.ace, exact_rules.faces)
        digits = exact_rules.digit_count if isinstance(numbers, str) else None
    if isinstance(numbers, str):
        read = _from_short_string if len(numbers) <= _SHORT else _from_string
        return read(numbers, any_size, cards, digits)
    items = islice(_items(numbers), MAX_NUMBERS + 1)
    parsed = tuple([_read_number(item, any_size, cards) for item in items])
    if not parsed or len(parsed) > MAX_NUMBERS:
        _core.refuse_number("too many" if parsed else "no numbers")
    return parsed


def in_whole(error: NotationError, whole: object) -> NotationError:
    """Return an error about a part of a string as an error about the whole string.

    Equal parts are wrong for the same reason, so the error is about the first of them.

    >>> in_whole(NotationError("expected a number", "x", 0), "xx 8 x").position
    5
    """
    if not isinstance(whole, str) or whole == error.text:
        return error
    position = _core.position_in_whole(error.part, error.text, error.position, whole)
    return error if position is None else NotationError(error.args[0], whole, position, error.part)


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
    return _read_number(number, true_or_false("any_size", any_size), _USUAL_CARDS)


def _read_number(number: object, any_size: bool, cards: _Cards) -> Fraction:  # noqa: FBT001 - private
    if type(number) is int and -_SMALL <= number <= _SMALL:
        return cached_fraction(number)
    # A value of an Arrow array and an array without dimensions become a Python value.
    plain_number: Any = number if isinstance(number, _NUMBERS) else plain(number)
    if isinstance(plain_number, str):
        return cached_fraction(*_core.read_number(str(plain_number), bool(any_size), *cards))
    value = number if type(number) is Fraction else _exact(plain_number, cards)
    largest = LARGEST_NUMBER if any_size else LARGEST_PART
    if value is not None:
        numerator, denominator = value.as_integer_ratio()
        if -largest <= numerator <= largest and denominator <= largest:
            return value
    return _core.refuse_number("too many digits" if any_size else "too large", quoted(number))


# Small fractions are made again and again; making one takes longer than to look it up.
cached_fraction = lru_cache(maxsize=1024)(Fraction)


def _from_string(
    string: str,
    any_size: bool,  # noqa: FBT001 - private
    cards: _Cards = _USUAL_CARDS,
    digits: int | None = None,
) -> tuple[Fraction, ...]:
    parts = _core.read_numbers(str(string), bool(any_size), *cards, digits)
    return tuple([cached_fraction(*pair) for pair in parts])


# The same string is often read again: to solve, check and rate a puzzle.
_from_short_string = lru_cache(maxsize=256)(_from_string)


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


def _exact(value: Any, cards: _Cards) -> Fraction | None:
    """Return the value of an object; None if it has more digits than any number may have."""
    if isinstance(value, Card):
        return Fraction(card_values(*cards)[value.rank])
    if isinstance(value, Decimal) and value.is_finite():
        # 1e999999999 would fill the memory.
        return Fraction(value) if abs(value.adjusted()) < MAX_DIGITS else None
    if isinstance(value, Decimal):
        _core.refuse_number("not finite", str(value))
    is_number = isinstance(value, Real) and not isinstance(value, bool)  # True would be taken for 1
    if is_number and isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not is_number or not math.isfinite(value):
        _core.refuse_number("not a number", quoted(value))
    printed = Fraction(repr(float(value)))
    if (
        float(value) != value
        or abs(printed) > LARGEST_FLOAT
        or 10**_MAX_DECIMALS % printed.denominator
    ):
        _core.refuse_number("inexact", repr(value), f"{value}")
    return printed


def _items(numbers: object) -> Iterable[object]:
    if type(numbers) is tuple or type(numbers) is list:  # the usual ones, before a slow check
        return numbers
    # The items of bytes and the keys of a mapping would be taken for numbers.
    if isinstance(numbers, Iterable) and not isinstance(numbers, (bytes, bytearray, Mapping)):
        with suppress(TypeError):  # an array without dimensions
            return iter(numbers)
    if numbers is None:
        _core.refuse_number("missing")
    return _core.refuse_number("not numbers", quoted(numbers))
