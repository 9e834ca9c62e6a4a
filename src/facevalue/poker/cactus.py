"""Cactus Kev's poker evaluator, step by step: the version to learn from and to check others with.

A card is a 32-bit word, as the C program and its Factor port lay it out:

    xxxbbbbb bbbbbbbb ssssrrrr xxpppppp    b: one bit for the rank    s: one bit for the suit
    xxxAKQJT 98765432 CDHSrrrr xxpppppp    r: the rank, 0 to 12       p: the rank's prime
    00001000 00000000 01001011 00100101    = 134236965, the king of diamonds

There are 7462 kinds of hands, counted from the strongest: 1 is a royal flush, 7462 is 7-5-4-3-2.
LESS IS BETTER here, as in Kev's program; a `Strength` turns it round. The value of a hand is read

    of one suit                 from FLUSHES, at the rank bits
    of five different ranks     from UNIQUE5, at the rank bits
    else                        from VALUES, at the place that the product of the primes has in
                                PRODUCTS; or from HASH_VALUES, at the place to which Senzee's
                                perfect hash sends the product

The tables are computed from the rules of poker when they are first asked for. `poker.evaluate`
gives the same values, much faster and without these tables.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement
from math import prod
from operator import and_, or_

from facevalue.cards import DECK_SIZE, PRIMES, RANKS, Card, Deck, as_card, each_of, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole, sample_count
from facevalue.poker.hands.rankings import CATEGORIES, HAND_SIZE, RANKINGS, straight_top

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from facevalue.cards import CardLike, CardsLike

    Words: TypeAlias = tuple[int, ...]

SUIT_BITS = 0xF000
PRIME_BITS = 0xFF
RANK_SHIFT = 16
_WORD = 0xFFFFFFFF


# Cards


def bitfield(card: CardLike) -> int:
    """The 32-bit word of a card.

    Raises:
        CardError: it is no card.

    >>> [bitfield(card) for card in ("KD", "5S", "JC")]
    [134236965, 529159, 33589533]
    """
    return as_card(card).kev


def words(cards: CardsLike) -> Words:
    """The 32-bit words of cards, in the order given; words already made are taken as they are.

    Raises:
        CardError: one of them is no card, or a card is repeated.

    >>> words("7C 5D 4H 3S 2C")
    (2131213, 541447, 270853, 135427, 98306)
    """
    given = cards if isinstance(cards, str) else map(_without_word, each_of(cards))
    return tuple(card.kev for card in parse_cards(given))


def card_text(word: int) -> str:
    """The card of a 32-bit word, as text.

    Raises:
        CardError: it is the word of no card.

    >>> card_text(134236965)
    'Kd'
    """
    return str(_card_of(word))


def hand_text(hand: Iterable[int]) -> str:
    """The cards of 32-bit words, as text.

    Raises:
        CardError: one of them is the word of no card.

    >>> hand_text(words("7C 5D 4H 3S 2C"))
    '7c 5d 4h 3s 2c'
    """
    given: Iterable[Any] = each_of(hand)
    return " ".join(map(card_text, given))


@cache
def deck() -> Words:
    """The words of all 52 cards, in the order of their ids.

    >>> len(deck()), card_text(deck()[51])
    (52, 'As')
    """
    return tuple(map(bitfield, range(DECK_SIZE)))


def shuffled(seed: int) -> Words:
    """The words of all 52 cards in the order in which `Deck` shuffles them.

    Raises:
        CardError: the seed is not 0 to 2^64 - 1.

    >>> hand_text(shuffled(54)[:5])
    '8h 4s Qs 2h 3c'
    """
    return _words_in(Deck(seed))


def _words_in(cards: Iterable[Card]) -> Words:
    return tuple(card.kev for card in cards)


def _without_word(card: CardLike) -> CardLike:
    # Ids end at 51; the rank bit of a word is far above.
    return _card_of(card) if isinstance(card, int) and card >> RANK_SHIFT > 0 else card


def _card_of(word: int) -> Card:
    if as_whole(word) is None or word not in deck():
        raise CardError(f"expected the 32-bit word of a card: {quoted(word)}")
    return Card(deck().index(word))


# Tables


@cache
def kinds() -> tuple[tuple[tuple[int, ...], bool], ...]:
    """All 7462 kinds of hands, the strongest first: five ranks 0..12, and whether of one suit.

    The kind at place n has the value n + 1.

    >>> len(kinds()), kinds()[0]
    (7462, ((12, 11, 10, 9, 8), True))
    """
    places = range(len(RANKS) - 1, -1, -1)
    mixed = [ranks for ranks in combinations_with_replacement(places, HAND_SIZE) if _can_be(ranks)]
    suited = combinations(places, HAND_SIZE)
    hands = [(ranks, False) for ranks in mixed] + [(ranks, True) for ranks in suited]
    return tuple(sorted(hands, key=lambda hand: _order(*hand)))


def _can_be(ranks: Sequence[int]) -> bool:
    return len(set(ranks)) > 1  # there are four cards of a rank


def _order(ranks: Sequence[int], one_suit: bool) -> tuple[int, ...]:  # noqa: FBT001 - a pair of `kinds`
    category = RANKINGS["high"].category_of(ranks, one_suit=one_suit)
    place = CATEGORIES.index(category)
    if category.startswith("Straight"):
        return place, -(straight_top(ranks) or 0)
    # Sets and pairs decide before single cards, high ranks before low ones.
    count = Counter(ranks)
    return place, *(-rank for rank in sorted(ranks, key=lambda rank: (-count[rank], -rank)))


@cache
def _by_rank_bits(*, one_suit: bool) -> tuple[int, ...]:
    table = [0] * (_rank_bits_of(range(8, len(RANKS))) + 1)
    for value, (ranks, suited) in enumerate(kinds(), 1):
        if suited is one_suit and len(set(ranks)) == HAND_SIZE:
            table[_rank_bits_of(ranks)] = value
    return tuple(table)


def _rank_bits_of(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in ranks)


@cache
def _value_of_product() -> dict[int, int]:
    """Values of the hands with equal ranks, by the products of their primes in growing order."""
    found = {
        prod(PRIMES[rank] for rank in ranks): value
        for value, (ranks, _) in enumerate(kinds(), 1)
        if len(set(ranks)) < HAND_SIZE
    }
    return dict(sorted(found.items()))


@cache
def _products() -> tuple[int, ...]:
    return tuple(_value_of_product())


@cache
def _values() -> tuple[int, ...]:
    return tuple(_value_of_product().values())


# Evaluation


def hand_value(hand: CardsLike) -> int:
    """The value of a hand of five cards: 1 is the best, 7462 the worst.

    Raises:
        CardError: not five cards, one of them is none, or a card is repeated.

    >>> hand_value("7C 5D 4H 3S 2C"), hand_value("KD QS JC TH 9S")
    (7462, 1601)
    """
    five = _five(hand)
    return _read_by_ranks(five) or _values()[find(prime_product(five))]


def hashed_value(hand: CardsLike) -> int:
    """The same as `hand_value`, by the perfect hash instead of the search.

    >>> hashed_value("7H 7S 7D AS AC")
    251
    """
    five = _five(hand)
    return _read_by_ranks(five) or _hash_values()[perfect_hash(prime_product(five))]


def is_flush(hand: Iterable[int]) -> bool:
    """Whether all words have the same suit bit."""
    return reduce(and_, hand, SUIT_BITS) != 0


def rank_bits(hand: Iterable[int]) -> int:
    """A bit for each rank that the words hold."""
    return reduce(or_, hand) >> RANK_SHIFT


def prime_product(hand: Iterable[int]) -> int:
    """The product of the words' primes, which is different for different ranks.

    >>> prime_product(words("7H 7S 7D AS AC"))
    3693157
    """
    return prod(word & PRIME_BITS for word in hand)


def find(product: int) -> int:
    """The place of a product in PRODUCTS, by halving.

    Raises:
        CardError: it is not there: no hand with a pair or better has this product.

    >>> find(48), find(104553157)
    (0, 4887)
    """
    products = _products()
    low, high = 0, len(products) - 1
    while low <= high:
        middle = (low + high) // 2
        if product < products[middle]:
            high = middle - 1
        elif product > products[middle]:
            low = middle + 1
        else:
            return middle
    wanted = "expected the product of the primes of a hand with equal ranks"
    raise CardError(f"{wanted}: {quoted(product)}")


def _read_by_ranks(five: Words) -> int:
    """The value from FLUSHES or UNIQUE5; 0 where some ranks are equal."""
    return _by_rank_bits(one_suit=is_flush(five))[rank_bits(five)]


def _five(hand: CardsLike) -> Words:
    five = words(hand)
    if len(five) != HAND_SIZE:
        raise CardError(f"expected {HAND_SIZE} cards: {len(five)} given")
    return five


# The perfect hash, after Paul Senzee: the product is stirred, nine bits of it choose an adjustment,
# and that moves thirteen others to a place which no other product takes. His stirring is kept; the
# adjustments are found here, so they need not be his.


def perfect_hash(product: int) -> int:
    """The place in HASH_VALUES of the hand with this product, 0..8191."""
    bucket, place = _stirred(product)
    return place ^ _hash_adjust()[bucket]


def _stirred(product: int) -> tuple[int, int]:
    stirred = product + 0xE91AAA35 & _WORD
    stirred ^= stirred >> 16
    stirred = stirred + (stirred << 8) & _WORD
    stirred ^= stirred >> 4
    return stirred >> 8 & 0x1FF, (stirred + (stirred << 2) & _WORD) >> 19


@cache
def _hash_adjust() -> tuple[int, ...]:
    buckets: dict[int, list[int]] = {bucket: [] for bucket in range(512)}
    for product in _products():
        bucket, place = _stirred(product)
        buckets[bucket].append(place)
    adjust, taken = [0] * len(buckets), set[int]()
    # The fullest bucket first, while there is room.
    for bucket, places in sorted(buckets.items(), key=lambda item: -len(item[1])):
        adjust[bucket] = _free_adjustment(places, taken)
        taken.update(place ^ adjust[bucket] for place in places)
    return tuple(adjust)


def _free_adjustment(places: Sequence[int], taken: set[int]) -> int:
    return next(each for each in range(8192) if taken.isdisjoint(place ^ each for place in places))


@cache
def _hash_values() -> tuple[int, ...]:
    table = [0] * 8192
    for product, value in _value_of_product().items():
        table[perfect_hash(product)] = value
    return tuple(table)


# Ranks and words


# The worst value of each category.
_LAST = (10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)


def value_rank(value: int) -> int:
    """The category of a value as a number: 0 straight flush to 8 high card.

    Raises:
        CardError: no hand has this value.

    >>> value_rank(1), value_rank(251), value_rank(7462)
    (0, 2, 8)
    """
    if not 1 <= value <= _LAST[-1]:
        raise CardError(f"expected a value, 1 to {_LAST[-1]}: {quoted(value)}")
    return next(place for place, last in enumerate(_LAST) if value <= last)


def hand_rank(hand: CardsLike) -> str:
    """The category of a hand of five cards.

    >>> hand_rank("7H 7S 7D AS AC")
    'Full House'
    """
    return CATEGORIES[value_rank(hand_value(hand))]


# More than five cards: the later vocabulary


def best_hand(cards: CardsLike) -> Words:
    """The five of five or more cards that make the best hand, as hold'em asks for.

    Raises:
        CardError: fewer than five cards, one of them is none, or a card is repeated.

    >>> " ".join(map(card_text, best_hand("AS KD JC KH 2D 2S KC")))
    'Kd Kh 2d 2s Kc'
    """
    given = words(cards)
    if len(given) < HAND_SIZE:
        raise CardError(f"expected {HAND_SIZE} cards or more: {len(given)} given")
    return min(combinations(given, HAND_SIZE), key=hand_value)


def holdem_value(cards: CardsLike) -> int:
    """The value of the best hand of five or more cards.

    >>> holdem_value("AS KD JC KH 2D 2S KC")
    190
    """
    return hand_value(best_hand(cards))


def omaha_value(hole: CardsLike, board: CardsLike) -> int:
    """The value of the best hand of exactly two of the player's cards with three of the board.

    Raises:
        CardError: fewer than two or three cards, one of them is none, or a card is repeated.

    >>> omaha_value("AS KS QH JH", "TS 9S 2S") == hand_value("AS KS TS 9S 2S")
    True
    """
    own, shared = words(hole), words(board)
    if len(own) < 2 or len(shared) < 3:  # noqa: PLR2004 - the rule of Omaha
        message = f"expected two cards or more and a board of three: {len(own)} and {len(shared)}"
        raise CardError(message)
    words([*own, *shared])  # refuses a card that is on both sides
    return min(
        hand_value(pair + three)
        for pair in combinations(own, 2)
        for three in combinations(shared, 3)
    )


def holdem_odds(
    *hands: CardsLike, board: CardsLike = "", samples: int = 1000, seed: int = 0
) -> tuple[tuple[int, int], ...]:
    """How many of some random deals each hand of hold'em wins alone, and how many it shares.

    Figures from here are off by about half of a share over the root of the number of samples, and
    take about a millisecond a deal. `poker.equity` counts all deals in less time than that.

    Args:
        hands: two hands or more of two cards.
        board: the cards of the board that are known, none to five.
        samples: how many deals, 1 to 10^12.
        seed: 0 to 2^64 - 1; the same deals on every machine.

    Raises:
        CardError: a card is none or repeated, or there are not so many cards; the seed is none.
        RuleError: no deal is asked for.

    >>> holdem_odds("AhKh", "QsQd", board="2h 7d 9c", samples=100, seed=54)
    ((32, 0), (68, 0))
    """
    held, shared = _dealt(hands, board)
    count = sample_count(samples)
    known = {*shared, *(word for hand in held for word in hand)}
    counted = [[0, 0] for _ in held]
    pack = Deck(seed)
    for _ in range(count):
        rest = [word for word in _words_in(pack) if word not in known]
        full = (*shared, *rest[: HAND_SIZE - len(shared)])
        values = [holdem_value(hand + full) for hand in held]
        for player in _places(values, min(values)):
            counted[player][values.count(min(values)) > 1] += 1
        pack.shuffle()
    return tuple((wins, ties) for wins, ties in counted)


def _dealt(hands: Sequence[CardsLike], board: CardsLike) -> tuple[list[Words], Words]:
    held, shared = [words(hand) for hand in hands], words(board)
    is_short = len(held) < 2 or any(len(hand) != 2 for hand in held)  # noqa: PLR2004 - the rule of hold'em
    if is_short or len(shared) > HAND_SIZE:
        message = "expected two hands or more of two cards, and a board of up to five"
        raise CardError(f"{message}: {quoted(hands)}, {quoted(board)}")
    words([word for hand in (*held, shared) for word in hand])  # refuses a card that comes twice
    if 2 * len(held) + HAND_SIZE > DECK_SIZE:
        raise CardError(f"expected cards for {len(held)} hands and a board: {DECK_SIZE} in a deck")
    return held, shared


def _places(values: Sequence[int], wanted: int) -> Iterator[int]:
    return (place for place, value in enumerate(values) if value == wanted)


# A walk through all of it


def explain(cards: CardsLike) -> Iterator[str]:
    """The steps of the evaluation with the numbers, line by line.

    Raises:
        CardError: fewer than five cards, one of them is none, or a card is repeated.

    >>> list(explain("7C 5D 4H 3S 2C"))[-2:]
    ['UNIQUE5[47] = 7462', '7462: High Card, 1277 kinds from 6186 to 7462, less is better']
    """
    hand = best_hand(cards)
    if len(words(cards)) > HAND_SIZE:
        yield f"the best five of {len(words(cards))}: {' '.join(map(card_text, hand))}"
    for word in hand:
        yield f"{card_text(word)}  {_in_bytes(word)}  {word}"
    yield from _explain_value(hand)
    value = hand_value(hand)
    place = value_rank(value)
    first = _LAST[place - 1] + 1 if place else 1
    count = _LAST[place] - first + 1
    yield (
        f"{value}: {CATEGORIES[place]}, {count} kinds from {first} to {_LAST[place]}, "
        "less is better"
    )


def _in_bytes(word: int) -> str:
    return " ".join(f"{word >> shift & 0xFF:08b}" for shift in (24, 16, 8, 0))


def _explain_value(hand: Words) -> Iterator[str]:
    bits = rank_bits(hand)
    held = f"ranks held: {bits:013b} = {bits}"
    if is_flush(hand):
        yield f"a suit bit is in all words: 0x{reduce(and_, hand, SUIT_BITS):04x}, a flush"
        yield held
        yield f"FLUSHES[{bits}] = {_by_rank_bits(one_suit=True)[bits]}"
        return
    yield "no suit bit is in all words: 0x0000, no flush"
    yield held
    unique = _by_rank_bits(one_suit=False)[bits]
    yield f"UNIQUE5[{bits}] = {unique}"
    if not unique:
        yield from _explain_product(prime_product(hand), hand)


def _explain_product(product: int, hand: Words) -> Iterator[str]:
    primes = " * ".join(str(word & PRIME_BITS) for word in hand)
    yield f"product of the primes: {primes} = {product}"
    place = find(product)
    yield f"PRODUCTS[{place}] = {product}, found by halving; VALUES[{place}] = {_values()[place]}"
    place = perfect_hash(product)
    yield f"or by the perfect hash: HASH_VALUES[{place}] = {_hash_values()[place]}"


# The tables by the names that Kev gave them, computed when they are first asked for.
FLUSHES: tuple[int, ...]
UNIQUE5: tuple[int, ...]
PRODUCTS: tuple[int, ...]
VALUES: tuple[int, ...]
HASH_ADJUST: tuple[int, ...]
HASH_VALUES: tuple[int, ...]
_TABLES: dict[str, Callable[[], tuple[int, ...]]] = {
    "FLUSHES": lambda: _by_rank_bits(one_suit=True),
    "UNIQUE5": lambda: _by_rank_bits(one_suit=False),
    "PRODUCTS": _products,
    "VALUES": _values,
    "HASH_ADJUST": _hash_adjust,
    "HASH_VALUES": _hash_values,
}


def __getattr__(name: str) -> tuple[int, ...]:
    if name not in _TABLES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _TABLES[name]()
