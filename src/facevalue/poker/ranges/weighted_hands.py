"""Turns what people hand over as hands of two cards into masks with exact weights."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from facevalue.arrays import plain
from facevalue.budget import check_deadline
from facevalue.errors import CardError, RangeError, quoted
from facevalue.options import as_whole
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.parsing import FINEST, parsed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from facevalue.cards import CardsLike
    from facevalue.poker.ranges.parsing import Weights


# A number from 0 to 1.
WeightLike: TypeAlias = float | Fraction | Decimal
HAND_SIZE = 2


def weights_of(given: object) -> Weights:
    """The weights of hands, as masks; some may be 0.

    Args:
        given: a text; a mapping from hands or texts to weights; or hands or texts one by one.

    Raises:
        CardError: a hand is not two different cards.
        RangeError: it is none of these, a text is not a range, or a weight is out of bounds.

    >>> len(weights_of(["AhKh", "QQ"])), set(weights_of({"QQ": 0.1}).values())
    (7, {Fraction(1, 10)})
    """
    if isinstance(given, str):
        return parsed(given)
    weights: Weights = {}
    if isinstance(given, Mapping):
        for hands in given:
            check_deadline()
            weights |= dict.fromkeys(masks_of(hands), exact_weight(given[hands]))
        return weights
    try:
        each: Iterable[Any] = iter(plain(given))
    except TypeError:
        wanted = "expected a text, hands, or hands with weights"
        raise RangeError(wanted, quoted(given), 0) from None
    for hands in each:
        check_deadline()
        weights |= _text_weights(hands) if isinstance(hands, str) else {hand_mask(hands): _ONE}
    return weights


def masks_of(hands: CardsLike) -> Iterable[int]:
    """The masks of a hand, or of a text without weights.

    Raises:
        CardError: it is not two different cards.
        RangeError: it is not the text of a range, or the text has weights.

    >>> len(list(masks_of("QQ+")))
    18
    """
    if not isinstance(hands, str):
        return [hand_mask(hands)]
    weights = _text_weights(hands)
    if any(weight != 1 for weight in weights.values()):
        raise RangeError("expected hands without a weight of their own", hands, 0)
    return weights


def hand_mask(cards: CardsLike) -> int:
    """The mask of a hand.

    Raises:
        CardError: it is not two different cards.
    """
    hand = mask_of(cards)
    if hand.bit_count() != HAND_SIZE:
        raise CardError(f"expected two cards: {quoted(cards)}")
    return hand


def exact_weight(weight: WeightLike) -> Fraction:
    """A weight as a fraction: a float is the decimal that Python prints, 0.1 one tenth.

    Raises:
        RangeError: it is not a number from 0 to 1, or has more than 18 decimals.

    >>> exact_weight(0.1)
    Fraction(1, 10)
    """
    exact = _fraction(weight)
    if exact is None or not 0 <= exact <= 1 or exact.denominator > FINEST:
        wanted = "expected a weight, a number from 0 to 1 with up to 18 decimals"
        raise RangeError(wanted, quoted(weight), 0)
    return exact


_ONE = Fraction(1)


def _fraction(number: WeightLike) -> Fraction | None:
    if isinstance(number, Fraction):
        return number
    whole = as_whole(number)
    if whole is not None:
        return Fraction(whole)
    if isinstance(number, bool) or not hasattr(number, "as_integer_ratio"):
        return None
    try:
        # Out of bounds first: Decimal("1e-999999") has a denominator of a million digits.
        is_good = not number or 1 / FINEST <= number <= 1
        return Fraction(str(number) if number else 0) if is_good else None
    except (ArithmeticError, TypeError, ValueError):  # not a number, or of another type
        return None


def _text_weights(text: str) -> Weights:
    try:
        hand = mask_of(text)
    except CardError:
        hand = 0
    # "Ah, Kh" is one hand here, where each text stands for itself.
    return {hand: _ONE} if hand.bit_count() == HAND_SIZE else parsed(text)
