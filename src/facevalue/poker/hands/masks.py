"""Sets of cards as masks, the way the core stores them: a whole number with a bit for each card.

The bit of a card is `13 * suit + rank`: suits c d h s are 0 to 3, ranks 2 to A are 0 to 12.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import Any, TypeAlias

from facevalue import _core
from facevalue.cards import DECK_SIZE, RANKS, SUITS, Card, CardsLike, parse_cards
from facevalue.options import quick
from facevalue.system.lazy_numpy import np

Masks: TypeAlias = Any  # uint64 array
FULL_DECK = (1 << DECK_SIZE) - 1


@quick(_core.quick_mask_of)
def mask_of(cards: CardsLike) -> int:
    """Return the mask of some cards: ids, `Card`s, or strings like "Ah Kd".

    Raises:
        CardError: a card is invalid or repeated.

    >>> mask_of("2c 3c 2d"), mask_of([0, 4, 1])
    (8195, 8195)
    """
    # The core reads strings, and lists of ids, cards and short strings.
    return mask_of(parse_cards(cards))


def refuse_clashes(*places: tuple[str, int]) -> None:
    """Check that no card is in two places.

    Args:
        places: where cards are, such as "on the board", and the cards as a mask.

    Raises:
        CardError: a card is in two places; the message names both.

    >>> refuse_clashes(("in the hand", mask_of("Ah Kh")), ("on the board", mask_of("Ah 2c")))
    Traceback (most recent call last):
    facevalue.errors.CardError: 'Ah' is both in the hand and on the board
    """
    _core.refuse_clashes(places)


def highest_first(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, the highest id first.

    >>> " ".join(map(str, highest_first(8195)))
    '3c 2d 2c'
    """
    return _core.highest_first(mask)


def hand_text(mask: int) -> str:
    """Return the cards of a mask as a string, the highest first and jokers last.

    >>> hand_text(8195)
    '3c2d2c'
    """
    return "".join(map(str, highest_first(mask))) + _core.JOKER * (mask >> DECK_SIZE).bit_count()


def cards_of(mask: int) -> Iterator[Card]:
    """Yield the cards of a mask, suit by suit, without jokers.

    >>> " ".join(map(str, cards_of(8195)))
    '2c 3c 2d'
    """
    for place in range(min(mask.bit_length(), DECK_SIZE)):
        if mask >> place & 1:
            suit, rank = divmod(place, len(RANKS))
            yield Card(rank * len(SUITS) + suit)


def bits_of(mask: int) -> list[int]:
    """Return each card of a mask as a mask, ascending, without jokers.

    >>> bits_of(0b1011)
    [1, 2, 8]
    """
    return [1 << place for place in range(DECK_SIZE) if mask >> place & 1]


def subsets(bits: Sequence[int], size: int) -> Masks:
    """Return the masks of all subsets of `size` cards, ascending if the cards are.

    Args:
        bits: each card as a mask; subsets of the first cards come first.
        size: how many cards a subset has.

    >>> list(map(hex, subsets(bits_of(0b1011), 2).tolist()))
    ['0x3', '0x9', '0xa']
    """
    found = np.zeros(1, np.uint64)
    # Those whose last card is in a place extend the smaller ones of the places before it.
    for count in range(size):
        found = np.concatenate(
            [found[: comb(place, count)] | np.uint64(bit) for place, bit in enumerate(bits)]
        )
    return found
