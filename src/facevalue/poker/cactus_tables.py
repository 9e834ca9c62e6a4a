"""The tables of Cactus Kev's evaluator, which the core computes when they are first needed."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

from facevalue import _core
from facevalue.budget import watched
from facevalue.cards import RANKS, SUITS
from facevalue.errors import CardError, quoted
from facevalue.options import as_whole
from facevalue.poker.hands.rankings import HAND_SIZE

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
    mixed = [(ranks, False) for ranks in every if len(set(ranks)) > 1]
    suited = [(ranks, True) for ranks in combinations(places, HAND_SIZE)]
    return tuple(sorted(watched(mixed + suited), key=_value))


def _value(kind: tuple[tuple[int, ...], bool]) -> int:
    ranks, one_suit = kind
    suits = [0 if one_suit else place % len(SUITS) for place in range(len(ranks))]
    bits = (1 << len(RANKS) * suit + rank for suit, rank in zip(suits, ranks, strict=True))
    return _core.hand_value(sum(bits))


@cache
def by_rank_bits(*, one_suit: bool) -> tuple[int, ...]:
    """Return FLUSHES or UNIQUE5: the value of five different ranks, by their rank bits."""
    return tuple(_core.cactus_flushes() if one_suit else _core.cactus_unique5())


@cache
def products() -> tuple[int, ...]:
    """Return PRODUCTS: the products of primes of all hands with repeated ranks, ascending."""
    return tuple(_core.cactus_products())


@cache
def values() -> tuple[int, ...]:
    """Return VALUES: the values of these hands, in the same order."""
    return tuple(_core.cactus_values())


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
    return tuple(_core.cactus_adjustments())


@cache
def hash_values() -> tuple[int, ...]:
    """Return HASH_VALUES: the values by the perfect hash of the product of primes."""
    return tuple(_core.cactus_hash_values())
