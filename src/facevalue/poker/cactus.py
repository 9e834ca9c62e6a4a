"""Cactus Kev's poker evaluator, step by step: for learning, and for checking other evaluators.

A card is a 32-bit word, as the C program and its Factor port lay it out:

    xxxbbbbb bbbbbbbb ssssrrrr xxpppppp    b: one bit for the rank    s: one bit for the suit
    xxxAKQJT 98765432 CDHSrrrr xxpppppp    r: the rank, 0 to 12       p: the rank's prime
    00001000 00000000 01001011 00100101    = 134236965, the king of diamonds

There are 7462 kinds of hands, counted from the strongest: 1 is a royal flush, 7462 is 7-5-4-3-2.
LOWER IS BETTER here, as in Kev's program, unlike for `Strength`. The value of a hand is read

    of one suit                 from FLUSHES, at the rank bits
    of five different ranks     from UNIQUE5, at the rank bits
    with repeated ranks         from VALUES, at the index of the product of its primes in PRODUCTS;
                                or from HASH_VALUES, at the index that Senzee's perfect hash gives

The core computes the tables on first use.
`poker.evaluate` gives the same values much faster, without these tables.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from itertools import combinations
from math import prod
from operator import and_, or_
from typing import Any, TypeAlias

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, CardLike, CardsLike, as_card, each_of, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole, sample_count
from facevalue.poker.cactus_tables import (
    by_rank_bits,
    hash_adjust,
    hash_values,
    perfect_hash,
    products,
    values,
)
from facevalue.poker.cactus_tables import (
    kinds as kinds,  # noqa: PLC0414 - public here
)
from facevalue.poker.deck import Deck
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.hands.rankings import CATEGORIES, HAND_SIZE

Words: TypeAlias = tuple[int, ...]

SUIT_BITS = 0xF000
PRIME_BITS = 0xFF
RANK_SHIFT = 16

# Cards as 32-bit words


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
def _cards() -> dict[int | None, Card]:
    """All 52 cards by their words, in the order of their ids."""
    return {card.kev: card for card in map(Card, range(DECK_SIZE))}


def deck() -> Words:
    """Return the words of all 52 cards, in the order of their ids.

    >>> len(deck()), card_text(deck()[51])
    (52, 'As')
    """
    return tuple(card.kev for card in _cards().values())


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
    card = _cards().get(as_whole(word))
    if card is None:
        raise CardError(f"no card has the 32-bit word {quoted(word)}")
    return card


# Evaluation


def hand_value(hand: CardsLike) -> int:
    """Return the value of a hand of five cards: 1 is the best, 7462 the worst.

    Raises:
        CardError: there are not five cards, or a card is invalid or repeated.

    >>> hand_value("7C 5D 4H 3S 2C"), hand_value("KD QS JC TH 9S")
    (7462, 1601)
    """
    five = _five(hand)
    return _read_by_ranks(five) or values()[find(_prime_product(five))]


def hashed_value(hand: CardsLike) -> int:
    """Return the same as `hand_value`, by the perfect hash instead of the binary search.

    >>> hashed_value("7H 7S 7D AS AC")
    251
    """
    five = _five(hand)
    return _read_by_ranks(five) or hash_values()[perfect_hash(_prime_product(five))]


def is_flush(hand: Iterable[int]) -> bool:
    """Return whether all 32-bit words have the same suit bit.

    Raises:
        CardError: one of them is not the word of a card.

    >>> is_flush(words("2c 5c 9c")), is_flush(words("2c 5c 9d"))
    (True, False)
    """
    return _is_flush(_known_words(hand))


def rank_bits(hand: Iterable[int]) -> int:
    """Return a number with a bit for each rank of the 32-bit words.

    Raises:
        CardError: one of them is not the word of a card.

    >>> rank_bits(words("2c 3d 3h"))
    3
    """
    return _rank_bits(_known_words(hand))


def prime_product(hand: Iterable[int]) -> int:
    """Return the product of the primes of 32-bit words, which is different for different ranks.

    Raises:
        CardError: one of them is not the word of a card.

    >>> prime_product(words("7H 7S 7D AS AC"))
    3693157
    """
    return _prime_product(_known_words(hand))


def _known_words(hand: Iterable[int]) -> Words:
    cards: Iterable[Any] = each_of(hand)
    return tuple(card_of(word).kev for word in cards)


def _is_flush(hand: Words) -> bool:
    return reduce(and_, hand, SUIT_BITS) != 0


def _rank_bits(hand: Words) -> int:
    return reduce(or_, hand, 0) >> RANK_SHIFT


def _prime_product(hand: Words) -> int:
    return prod(word & PRIME_BITS for word in hand)


def find(product: int) -> int:
    """Return the index of a product in PRODUCTS, found by binary search.

    Raises:
        CardError: no hand with repeated ranks has this product of primes.

    >>> find(48), find(104553157)
    (0, 4887)
    """
    table, number = products(), as_whole(product)
    place = len(table) if number is None else bisect_left(table, number)
    if place < len(table) and table[place] == number:
        return place
    raise CardError(f"no hand with repeated ranks has the product of primes {quoted(product)}")


def _read_by_ranks(five: Words) -> int:
    """The value from FLUSHES or UNIQUE5; 0 if some ranks are equal."""
    return by_rank_bits(one_suit=_is_flush(five))[_rank_bits(five)]


def _five(hand: CardsLike) -> Words:
    five = words(hand)
    if len(five) != HAND_SIZE:
        raise CardError(f"the hand must have {HAND_SIZE} cards, not {len(five)}")
    return five


# Ranks and words


# The worst value of each category.
_LAST = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def value_rank(value: int) -> int:
    """Return the category of a value as a number: 0 is a straight flush, 8 a high card.

    Raises:
        CardError: the value is not a whole number from 1 to 7462.

    >>> value_rank(1), value_rank(251), value_rank(7462)
    (0, 2, 8)
    """
    if as_whole(value) is None or not 1 <= value <= _LAST[-1]:
        raise CardError(f"a value must be from 1 to {_LAST[-1]}, not {quoted(value)}")
    return next(place for place, last in enumerate(_LAST) if value <= last)


def hand_rank(hand: CardsLike) -> str:
    """Return the category of a hand of five cards.

    >>> hand_rank("7H 7S 7D AS AC")
    'Full House'
    """
    return CATEGORIES[value_rank(hand_value(hand))]


# More than five cards: the later vocabulary


def best_hand(cards: CardsLike) -> Words:
    """Return the five cards, out of five or more, that make the best hand.

    Raises:
        CardError: there are fewer than five cards, or a card is invalid or repeated.

    >>> " ".join(map(card_text, best_hand("AS KD JC KH 2D 2S KC")))
    'Kd Kh 2d 2s Kc'
    """
    hand = words(cards)
    if len(hand) < HAND_SIZE:
        raise CardError(f"the hand must have at least {HAND_SIZE} cards, not {len(hand)}")
    return min(combinations(hand, HAND_SIZE), key=hand_value)


def holdem_value(cards: CardsLike) -> int:
    """Return the value of the best hand of five or more cards.

    >>> holdem_value("AS KD JC KH 2D 2S KC")
    190
    """
    return hand_value(best_hand(cards))


def omaha_value(hole: CardsLike, board: CardsLike) -> int:
    """Return the value of the best hand of exactly two hole cards and three of the board.

    Raises:
        CardError: there are fewer than two or three cards, or a card is invalid or repeated.

    >>> omaha_value("AS KS QH JH", "TS 9S 2S") == hand_value("AS KS TS 9S 2S")
    True
    """
    own, shared = words(hole), words(board)
    if len(own) < 2 or len(shared) < 3:
        message = "the hand must have at least 2 cards and the board 3, not"
        raise CardError(f"{message} {len(own)} and {len(shared)}")
    words([*own, *shared])  # raises an error if they share a card
    return min(
        hand_value(pair + three)
        for pair in combinations(own, 2)
        for three in combinations(shared, 3)
    )


def holdem_odds(
    *hands: CardsLike, board: CardsLike = "", samples: int = 1000, seed: int = 0
) -> tuple[tuple[int, int], ...]:
    """Return how many random deals each hold'em hand wins alone, and how many it shares.

    This takes about a millisecond per deal and is for learning only: `poker.equity` counts all
    deals faster than that.

    Args:
        hands: at least two hands of two cards.
        board: the known board cards, up to five.
        samples: how many deals, 1 to 10^12.
        seed: 0 to 2^64 - 1; the same deals on every machine.

    Raises:
        CardError: a card is invalid or repeated, there are too many hands, or the seed is out of
            bounds.
        RuleError: `samples` is out of bounds.

    >>> holdem_odds("AhKh", "QsQd", board="2h 7d 9c", samples=100, seed=54)
    ((32, 0), (68, 0))
    """
    held, shared = [words(hand) for hand in hands], words(board)
    is_short = len(held) < 2 or any(len(hand) != 2 for hand in held)
    if is_short or len(shared) > HAND_SIZE:
        message = "there must be at least two hands of two cards, and a board of up to five"
        raise CardError(f"{message}: {quoted(hands)}, {quoted(board)}")
    words([word for hand in (*held, shared) for word in hand])  # refuses repeated cards
    if 2 * len(held) + HAND_SIZE > DECK_SIZE:
        raise CardError(f"{DECK_SIZE} cards are too few for {len(held)} hands and a board")
    count = sample_count(samples)
    known = {*shared, *(word for hand in held for word in hand)}
    counted = [[0, 0] for _ in held]
    pack = Deck(seed)
    for _ in range(count):
        rest = [card.kev for card in pack if card.kev not in known]
        full = (*shared, *rest[: HAND_SIZE - len(shared)])
        found = [holdem_value(hand + full) for hand in held]
        best = min(found)
        for player, value in enumerate(found):
            if value == best:
                counted[player][found.count(best) > 1] += 1
        pack.shuffle()
    return tuple((wins, ties) for wins, ties in counted)


# Explanation


def explain(cards: CardsLike) -> Iterator[str]:
    """Yield the steps of the evaluation, line by line.

    Raises:
        CardError: there are fewer than five cards, or a card is invalid or repeated.

    >>> list(explain("7C 5D 4H 3S 2C"))[-2:]
    ['UNIQUE5[47] = 7462', '7462: High Card, 1277 kinds from 6186 to 7462, lower is better']
    """
    hand = best_hand(cards)
    if len(words(cards)) > HAND_SIZE:
        yield f"the best five of {len(words(cards))}: {' '.join(map(card_text, hand))}"
    yield from _core.explain_cactus([mask_of([card_of(word)]) for word in hand])


# The tables by the names that Kev gave them, computed on first use.
FLUSHES: tuple[int, ...]
UNIQUE5: tuple[int, ...]
PRODUCTS: tuple[int, ...]
VALUES: tuple[int, ...]
HASH_ADJUST: tuple[int, ...]
HASH_VALUES: tuple[int, ...]
_TABLES: dict[str, Callable[[], tuple[int, ...]]] = {
    "FLUSHES": lambda: by_rank_bits(one_suit=True),
    "UNIQUE5": lambda: by_rank_bits(one_suit=False),
    "PRODUCTS": products,
    "VALUES": values,
    "HASH_ADJUST": hash_adjust,
    "HASH_VALUES": hash_values,
}


def __getattr__(name: str) -> tuple[int, ...]:
    if name not in _TABLES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _TABLES[name]()
