"""Converts the hands of a range for the core, which reads strings: hands, sequences, mappings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from facevalue import _core
from facevalue.amounts import as_exact
from facevalue.budget import check_deadline
from facevalue.errors import CardError, RangeError, quoted, refuse
from facevalue.poker.hands.masks import mask_of
from facevalue.system.arrays import plain

# A number from 0 to 1.
WeightLike: TypeAlias = float | Fraction | Decimal

MAX_CHARACTERS = _core.MAX_RANGE_CHARACTERS
MAX_DIGITS = _core.MAX_WEIGHT_DIGITS
LARGEST_DENOMINATOR = 10**MAX_DIGITS  # of a weight
HOLE_SIZE = 2  # of hold'em


def items_of(hands: Any, size: int) -> Iterator[tuple[str | int, tuple[int, int] | None]]:
    """Yield the strings and hands of a range, in order.

    Args:
        hands: strings and hands one by one; or a mapping from them to weights.
        size: how many cards a hand has.

    Yields:
        A string, or a hand as a mask; and its weight, or None without a mapping.

    Raises:
        CardError: a hand has an invalid or repeated card, or the wrong number of cards.
        RangeError: the argument is something else, or a weight is not from 0 to 1.

    >>> list(items_of({"QQ+": 0.5}, 2)), list(items_of([[0, 4]], 2))
    ([('QQ+', (1, 2))], [(3, None)])
    """
    weights = hands if isinstance(hands, Mapping) else None
    each_hand = hands if weights is not None else plain(hands)
    if not isinstance(each_hand, Iterable):
        refuse("not a range", hands)
    for hand in each_hand:
        check_deadline()
        weight = None
        if weights is not None:
            exact = exact_weight(weights[hand])
            weight = (exact.numerator, exact.denominator)
        yield hand if isinstance(hand, str) else hand_mask(hand, size), weight


def hand_mask(cards: Any, size: int = HOLE_SIZE) -> int:
    """Return the mask of a hand.

    Raises:
        CardError: it is not `size` different cards.
    """
    hand = mask_of(cards)
    if hand.bit_count() != size:
        raise CardError(f"a hand must have {size} cards, not {hand.bit_count()}: {quoted(cards)}")
    return hand


def exact_weight(weight: WeightLike) -> Fraction:
    """Return a weight as a fraction; a float is the decimal that Python prints, 0.1 one tenth.

    Raises:
        RangeError: it is not a number from 0 to 1, or has more than 18 decimals.

    >>> exact_weight(0.1)
    Fraction(1, 10)
    """
    exact = as_exact(weight)
    if exact is None or not 0 <= exact <= 1 or exact.denominator > LARGEST_DENOMINATOR:
        message = f"a weight must be a number from 0 to 1 with up to {MAX_DIGITS} decimals"
        raise RangeError(message, quoted(weight), 0)
    return exact
