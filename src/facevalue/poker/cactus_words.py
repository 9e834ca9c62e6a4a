"""Cards as the 32-bit words of Cactus Kev's evaluator."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

from facevalue.cards import DECK_SIZE, Card, CardLike, CardsLike, as_card, each_of, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole
from facevalue.poker.deck import Deck

Words: TypeAlias = tuple[int, ...]

SUIT_BITS = 0xF000
PRIME_BITS = 0xFF
RANK_SHIFT = 16


def bitfield(card: CardLike) -> int:
    """Return the 32-bit word of a card.

    Raises:
        CardError: it is not a card.

    >>> [bitfield(card) for card in ("KD", "5S", "JC")]
    [134236965, 529159, 33589533]
    """
    return as_card(card).kev


def words(cards: CardsLike) -> Words:
    """Return the 32-bit words of cards, in the order given; words are returned as they are.

    Raises:
        CardError: a card is invalid or repeated.

    >>> words("7C 5D 4H 3S 2C")
    (2131213, 541447, 270853, 135427, 98306)
    """
    if not isinstance(cards, str):
        # Ids end at 51; the rank bit of a word is far above.
        cards = [
            card_of(card) if isinstance(card, int) and card >> RANK_SHIFT > 0 else card
            for card in each_of(cards)
        ]
    return tuple(card.kev for card in parse_cards(cards))


def card_text(word: int) -> str:
    """Return the card of a 32-bit word as a string.

    Raises:
        CardError: no card has this word.

    >>> card_text(134236965)
    'Kd'
    """
    return str(card_of(word))


def hand_text(hand: Iterable[int]) -> str:
    """Return the cards of 32-bit words as a string.

    Raises:
        CardError: one of them is not the word of a card.

    >>> hand_text(words("7C 5D 4H 3S 2C"))
    '7c 5d 4h 3s 2c'
    """
    cards: Iterable[Any] = each_of(hand)
    return " ".join(map(card_text, cards))


@cache
def deck() -> Words:
    """Return the words of all 52 cards, in the order of their ids.

    >>> len(deck()), card_text(deck()[51])
    (52, 'As')
    """
    return tuple(map(bitfield, range(DECK_SIZE)))


def shuffled(seed: int) -> Words:
    """Return the words of all 52 cards, shuffled as by `Deck`.

    Raises:
        CardError: the seed is not a whole number from 0 to 2^64 - 1.

    >>> hand_text(shuffled(54)[:5])
    '8h 4s Qs 2h 3c'
    """
    return tuple(card.kev for card in Deck(seed))


def card_of(word: int) -> Card:
    """Return the card of a 32-bit word.

    Raises:
        CardError: no card has this word.
    """
    if as_whole(word) is None or word not in deck():
        raise CardError(f"no card has the 32-bit word {quoted(word)}")
    return Card(deck().index(word))
