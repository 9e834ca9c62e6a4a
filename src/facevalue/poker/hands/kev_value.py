"""Cactus Kev's value of one hand: `value`, the quickest way from cards to a whole number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue import _core
from facevalue.cards import DECK_SIZE
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole
from facevalue.poker.hands.masks import mask_of, quick

if TYPE_CHECKING:
    from facevalue.cards import CardsLike


@quick(_core.quick_value)
def value(cards: CardsLike | int) -> int:
    """Returns Cactus Kev's value of a hand: 1 (royal flush) to 7462 (7-5-4-3-2). LESS IS STRONGER.

    It is `evaluate(cards).value` without the `Strength`. The best five of the cards play. For many
    hands at once use `evaluate_many`.

    Args:
        cards: 5 to 7 cards: a text, or a sequence of ids 0 to 51, `Card`s and texts; or a mask as
            `masks` makes it, a whole number whose bit 13 * suit + rank stands for a card. Lists
            and tuples of ids, and masks, are the quickest.

    Raises:
        CardError: a card is invalid or repeated, or there are not 5 to 7 cards.

    >>> value([51, 47, 43, 39, 35]), value("7H 7S 7D AS AC"), value("7c 5d 4h 3s 2c")
    (1, 251, 7462)
    >>> value(0b1111100000000), value(0b0000000011111)
    (1, 9)
    """
    number = as_whole(cards)
    mask = mask_of(cards) if number is None else number  # type: ignore[arg-type]
    found = _core.hand_value(mask) if 0 <= mask < 1 << DECK_SIZE else 0
    if found:
        return found
    if number is None:
        raise CardError(f"expected 5 to 7 cards: {mask.bit_count()} given")
    wanted = f"a mask of 5 to 7 cards, bits 0 to {DECK_SIZE - 1}"
    shown = f"{mask:#x}" if 0 <= mask.bit_length() <= 2 * DECK_SIZE else quoted(cards)
    raise CardError(f"expected {wanted}: {shown}")
