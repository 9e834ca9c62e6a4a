"""Convert user input to a tuple of exact fractions."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from numbers import Rational, Real
from typing import Any, SupportsIndex, TypeAlias

from facevalue.cards import RANK_PATTERN, SUIT_PATTERN, Card, pattern
from facevalue.errors import (
    FaceValueError,
    LimitError,
    NotationError,
    RuleError,
    quoted,
    unprintable,
)
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
# Numbers up to here, and strings of up to this many characters, are cached: they are common in
# puzzles, and making a fraction is slow.
_SMALL, _SHORT, _SHORT_LIST = 10_000, 12, 64
# Only these are spaces: a no-break space or a line separator in an answer may hide something.
BLANKS = " \t\r\n"
# Where people type numbers, other characters for ASCII ones are fine: full-width digits and signs,
# the ideographic comma, the spaces of Unicode, minus signs.
_ASCII: dict[int, int | str] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_ASCII |= dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), ord(" "))
_ASCII |= {0x3001: ord(","), 0x2212: ord("-"), 0x2044: ord("/"), 0x2192: "->"}
# A float with more decimals is probably the result of a computation, so not what is meant.
_MAX_DECIMALS = 6

# A whole number has no leading zero, and only ASCII digits.
WHOLE = "(?:0|[1-9][0-9]*)(?![0-9])"
LITERAL = rf"{WHOLE}(?:/{WHOLE}|\.[0-9]+)?"
# With or without the braces that expressions put around -5 and 3/4.
# Compiled when the first word is not a whole number.
_SIGNED = rf"(?P<brace>\{{)?(?P<number>-?{LITERAL})(?(brace)\}})"
_CARD = f"({RANK_PATTERN}){SUIT_PATTERN}|([AKQJTakqjt])"
_NUMBERS = (str, int, float, Fraction, Decimal, Card, Real)
_SEPARATOR = f"[{BLANKS}]*,[{BLANKS}]*|[{BLANKS}]+"


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
    cards = _USUAL_CARDS
    if rules is not None:
        exact_rules = rules_named(rules)
        cards = (exact_rules.ace, exact_rules.faces)
        if isinstance(numbers, str) and (digits := exact_rules.digit_count):
            run = to_ascii(numbers).strip(BLANKS)
            if len(run) == digits > 1 and run.isascii() and run.isdigit():
                numbers = " ".join(run)
    if type(numbers) is str and len(numbers) <= _SHORT_LIST:
        return _from_short_list(numbers, any_size, cards)
    return _parsed(numbers, any_size, cards)


def _parsed(numbers: NumbersLike, any_size: bool, cards: _Cards) -> tuple[Fraction, ...]:  # noqa: FBT001 - private
    items = islice(_items(numbers), MAX_NUMBERS + 1)
    try:
        parsed = tuple([_read_number(item, any_size, cards) for item in items])
    except NotationError as error:
        raise in_whole(error, numbers) from None
    if not parsed:
        shown = numbers if isinstance(numbers, str) else ""
        raise RuleError(f"there are no numbers: {quoted(shown)}")
    if len(parsed) > MAX_NUMBERS:
        raise LimitError(f"at most {MAX_NUMBERS} numbers are allowed", MAX_NUMBERS)
    return parsed


def to_ascii(text: str) -> str:
    """Replace characters that look like ASCII ones, such as full-width digits.

    >>> to_ascii("\uff11\uff0c\uff15")
    '1,5'
    """
    return text if text.isascii() else text.translate(_ASCII)


# What is next to a number in a string of several, or in the spelling of a puzzle.
_EDGES = frozenset(f'{BLANKS},:=>|;()[]{{}}"')
_NO_NUMBER = r"(?:^|,)\s*(?=,|[\])]?\s*$)"


def in_whole(error: NotationError, whole: object) -> NotationError:
    """Return an error about a part of a string as an error about the whole string.

    Equal parts are wrong for the same reason, so the error is about the first of them.

    >>> in_whole(NotationError("expected a number", "x", 0), "xx 8 x").position
    5
    """
    if not isinstance(whole, str) or whole == error.text:
        return error
    before, place = _find(error.part, error.text), _find(error.part, whole)
    if before is None or place is None:
        return error
    inside = max(error.position - before, 0)  # the part may begin with a space
    return NotationError(error.args[0], whole, place + inside, error.part)


def _find(part: str, text: str) -> int | None:
    """Return where a part first is in a string, with nothing but edges next to it."""
    word = to_ascii(part).strip(BLANKS)
    # An arrow becomes one character, so that all others keep their positions.
    flat = to_ascii(text.replace("→", ">"))
    if not word:
        found = re.search(_NO_NUMBER, flat)
        return found and found.end()
    place = flat.find(word)
    while place >= 0:
        if {*flat[max(place - 1, 0) : place], *flat[place + len(word) :][:1]} <= _EDGES:
            return place
        place = flat.find(word, place + 1)
    return None


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


def _read_number(number: NumberLike, any_size: bool, cards: _Cards) -> Fraction:  # noqa: FBT001 - private
    if type(number) is int and -_SMALL <= number <= _SMALL:
        return cached_fraction(number)
    value = number if type(number) is Fraction else _exact(number, cards)
    largest = LARGEST_NUMBER if any_size else LARGEST_PART
    if value is not None:
        numerator, denominator = value.as_integer_ratio()
        if -largest <= numerator <= largest and denominator <= largest:
            return value
    if any_size:
        message = f"a number may have at most {MAX_DIGITS} digits: {quoted(number)}"
        raise LimitError(message, MAX_DIGITS)
    message = f"the solver takes numbers up to {LARGEST_PART}, not {quoted(number)}"
    raise LimitError(message, LARGEST_PART)


# Small fractions are made again and again; making one takes longer than to look it up.
cached_fraction = lru_cache(maxsize=1024)(Fraction)
# The same string is often read again: to solve, check and rate a puzzle.
_from_short_list = lru_cache(maxsize=256)(_parsed)


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


def _exact(number: object, cards: _Cards) -> Fraction | None:
    """Return the value; None if it has more digits than any number may have."""
    # A value of an Arrow array and an array without dimensions become a Python value.
    value: Any = number if isinstance(number, _NUMBERS) else plain(number)
    if isinstance(value, str):
        read = _from_short_string(str(value)) if len(value) <= _SHORT else _from_string(value)
        return Fraction(card_values(*cards)[read]) if isinstance(read, str) else read
    if isinstance(value, Card):
        return Fraction(card_values(*cards)[value.rank])
    if isinstance(value, Decimal) and value.is_finite():
        # 1e999999999 would fill the memory.
        return Fraction(value) if abs(value.adjusted()) < MAX_DIGITS else None
    if isinstance(value, Decimal):
        raise NotationError("expected a finite number", str(value), 0)
    is_number = isinstance(value, Real) and not isinstance(value, bool)  # True would be taken for 1
    if is_number and isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not is_number or not math.isfinite(value):
        raise NotationError("expected a number", value, 0)
    printed = Fraction(repr(float(value)))
    if (
        float(value) != value
        or abs(printed) > LARGEST_FLOAT
        or 10**_MAX_DECIMALS % printed.denominator
    ):
        message = f'a float is not exact; pass "{value}" as a string, or a Fraction'
        raise NotationError(message, repr(value), 0)
    return printed


def _from_literal(literal: str) -> Fraction | None:
    try:
        # Reading a fraction or a decimal with a pattern takes several times as long.
        return Fraction(int(literal) if literal.removeprefix("-").isdigit() else literal)
    except ZeroDivisionError:
        position = literal.index("/") + 1
        raise NotationError("the denominator is 0", literal, position) from None
    except ValueError:  # int() refuses so many digits
        return None


def _items(numbers: object) -> Iterable[NumberLike]:
    if isinstance(numbers, str):
        stripped = to_ascii(numbers).strip(BLANKS)
        if stripped[:1] + stripped[-1:] in ("[]", "()"):
            stripped = stripped[1:-1].strip(BLANKS)
        if "," not in stripped and stripped.isprintable():  # it contains no tabs or line ends
            return stripped.split()
        return pattern(_SEPARATOR).split(stripped)
    if type(numbers) is tuple or type(numbers) is list:  # the usual ones, before a slow check
        return numbers
    # The items of bytes and the keys of a mapping would be taken for numbers.
    if isinstance(numbers, Iterable) and not isinstance(numbers, (bytes, bytearray, Mapping)):
        with suppress(TypeError):  # an array without dimensions
            return iter(numbers)
    if numbers is None:
        raise RuleError("the numbers are missing")
    raise NotationError("numbers must be a string or a sequence of numbers", numbers, 0)


def _from_string(string: str) -> Fraction | str | None:
    """The value; the rank of a card; None if it has too many digits."""
    stripped = to_ascii(string).strip(BLANKS)
    if stripped.isascii() and stripped.isdigit() and (stripped[0] != "0" or stripped == "0"):
        return _from_literal(stripped)
    signed = pattern(_SIGNED).fullmatch(stripped)
    if signed:
        return _from_literal(signed["number"])
    card = pattern(_CARD).fullmatch(stripped)
    if card is None:
        raise NotationError("expected a number", string, 0)
    return (card[1] or card[2]).upper().replace("10", "T")


_from_short_string = lru_cache(maxsize=1024)(_from_string)
