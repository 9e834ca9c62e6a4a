"""The tables of Cactus Kev's evaluator, computed from the rules of poker when first needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import prod

from facevalue.budget import watched
from facevalue.cards import PRIMES, RANKS
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole
from facevalue.poker.hands.rankings import CATEGORIES, HAND_SIZE, RANKINGS, straight_top

_WORD = 0xFFFFFFFF


@cache
def kinds() -> tuple[tuple[tuple[int, ...], bool], ...]:
    """Return all 7462 kinds of hands, the strongest first; the kind at index n has value n + 1.

    Each is a pair: five ranks 0 to 12, and whether they are of one suit.

    >>> len(kinds()), kinds()[0]
    (7462, ((12, 11, 10, 9, 8), True))
    """
    places = range(len(RANKS) - 1, -1, -1)
    # A hand has at most four cards of a rank.
    every = combinations_with_replacement(places, HAND_SIZE)
    mixed = [ranks for ranks in every if len(set(ranks)) > 1]
    suited = combinations(places, HAND_SIZE)
    hands = [(ranks, False) for ranks in mixed] + [(ranks, True) for ranks in suited]

    def strength(hand: tuple[tuple[int, ...], bool]) -> tuple[int, ...]:
        ranks, one_suit = hand
        category = RANKINGS["high"].category_of(ranks, one_suit=one_suit)
        place = CATEGORIES.index(category)
        if category.startswith("Straight"):
            return place, -(straight_top(ranks) or 0)
        # Sets and pairs decide before single cards, high ranks before low ones.
        count = Counter(ranks)
        return place, *(-rank for rank in sorted(ranks, key=lambda rank: (-count[rank], -rank)))

    return tuple(hand for _, hand in sorted((strength(hand), hand) for hand in watched(hands)))


@cache
def by_rank_bits(*, one_suit: bool) -> tuple[int, ...]:
    """Return FLUSHES or UNIQUE5: the value of five different ranks, by their rank bits."""
    table = [0] * (_rank_bits_of(range(8, len(RANKS))) + 1)
    for value, (ranks, suited) in enumerate(kinds(), 1):
        if suited is one_suit and len(set(ranks)) == HAND_SIZE:
            table[_rank_bits_of(ranks)] = value
    return tuple(table)


def _rank_bits_of(ranks: Iterable[int]) -> int:
    return sum(1 << rank for rank in ranks)


@cache
def value_of_product() -> dict[int, int]:
    """Return the values of hands with repeated ranks, by ascending products of their primes."""
    found = {
        prod(PRIMES[rank] for rank in ranks): value
        for value, (ranks, _) in enumerate(kinds(), 1)
        if len(set(ranks)) < HAND_SIZE
    }
    return dict(sorted(found.items()))


@cache
def products() -> tuple[int, ...]:
    """Return PRODUCTS: the products of primes of all hands with repeated ranks, ascending."""
    return tuple(value_of_product())


@cache
def values() -> tuple[int, ...]:
    """Return VALUES: the values of these hands, in the same order."""
    return tuple(value_of_product().values())


# The perfect hash, after Paul Senzee: the product is mixed, nine of its bits choose an adjustment,
# and the adjustment moves thirteen other bits to a place that no other product has. The mixing is
# his; the adjustments are computed here and may differ from his.


def perfect_hash(product: int) -> int:
    """Return the index in HASH_VALUES, 0 to 8191, of the hand with this product of primes.

    Raises:
        CardError: the product is not a whole number.
    """
    number = as_whole(product)
    if number is None:
        raise CardError(f"a product of primes must be a whole number, not {quoted(product)}")
    bucket, place = _mixed(number)
    return place ^ hash_adjust()[bucket]


def _mixed(product: int) -> tuple[int, int]:
    mixed = product + 0xE91AAA35 & _WORD
    mixed ^= mixed >> 16
    mixed = mixed + (mixed << 8) & _WORD
    mixed ^= mixed >> 4
    return mixed >> 8 & 0x1FF, (mixed + (mixed << 2) & _WORD) >> 19


@cache
def hash_adjust() -> tuple[int, ...]:
    """Return HASH_ADJUST: the adjustment of each bucket of the perfect hash."""
    buckets: dict[int, list[int]] = {bucket: [] for bucket in range(512)}
    for product in products():
        bucket, place = _mixed(product)
        buckets[bucket].append(place)
    adjust, taken = [0] * len(buckets), set[int]()
    # The fullest bucket first, while most places are free.
    for bucket, places in sorted(buckets.items(), key=lambda item: -len(item[1])):
        adjust[bucket] = next(
            shift for shift in range(8192) if taken.isdisjoint(place ^ shift for place in places)
        )
        taken.update(place ^ adjust[bucket] for place in places)
    return tuple(adjust)


@cache
def hash_values() -> tuple[int, ...]:
    """Return HASH_VALUES: the values by the perfect hash of the product of primes."""
    table = [0] * 8192
    for product, value in value_of_product().items():
        table[perfect_hash(product)] = value
    return tuple(table)
