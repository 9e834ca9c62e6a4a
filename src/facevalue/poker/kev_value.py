"""Cactus Kev's value of one hand: `value`, the fastest way from cards to a whole number."""

from __future__ import annotations

from facevalue import _core
from facevalue.cards import DECK_SIZE, CardsLike
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole, quick
from facevalue.poker.hands.masks import mask_of


@quick(_core.quick_value)
def value(cards: CardsLike | int) -> int:
    """Return Cactus Kev's value of a hand: 1 (royal flush) to 7462 (7-5-4-3-2). LOWER IS STRONGER.

    The result is `evaluate(cards).value`, without making a `Strength`. The best five of the cards
    play. For many hands at once use `evaluate_many`.

    Args:
        cards: 5 to 7 cards: a string, or a sequence of ids 0 to 51, `Card`s and strings; or a mask
            from `masks`, a whole number in which bit 13 * suit + rank is a card. Lists and
            tuples of ids, and masks, are the fastest.

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
        raise CardError(f"value needs 5 to 7 cards, not {mask.bit_count()}")
    shown = f"{mask:#x}" if 0 <= mask.bit_length() <= 2 * DECK_SIZE else quoted(cards)
    raise CardError(f"a mask must have 5 to 7 of the bits 0 to {DECK_SIZE - 1}: {shown}")
