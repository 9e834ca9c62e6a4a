"""The 169 starting hands of hold'em: pairs, suited and offsuit hands, ordered by strength.

A hand of two cards is a mask (see `masks`). There are 1326: six for each pair, four for each suited
and twelve for each offsuit starting hand.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, product
from math import floor

from facevalue.cards import RANKS, SUITS
from facevalue.poker.hands.masks import mask_of

# From the best to the worst, by how often a hand wins against two random cards on all boards of
# five; a tie counts half. `python -m tests.tables.starting_hands` computes this order with the
# figures.
_ORDER = """
    AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo
    55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s
    K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o
    J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o
    98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o
    T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o
    65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o
    42o 32o
"""
STARTING_HANDS = tuple(_ORDER.split())

_SIZE = len(RANKS)


@cache
def hands_of(name: str) -> tuple[int, ...]:
    """Return the hands of a starting hand; two ranks without s or o mean both kinds.

    >>> [len(hands_of(name)) for name in ("AA", "AKs", "AKo", "AK")]
    [6, 4, 12, 16]
    """
    pairs = combinations(SUITS, 2) if name[0] == name[1] else product(SUITS, repeat=2)
    return tuple(
        mask_of(name[0] + one + name[1] + other)
        for one, other in pairs
        if name[2:] in ("", "s" if one == other else "o")
    )


@cache
def hands_with(card: int) -> tuple[int, ...]:
    """Return the 51 hands with a card, which is given as a mask.

    >>> len(hands_with(1))
    51
    """
    return tuple(hand for hand in all_hands() if hand & card)


@cache
def all_hands() -> tuple[int, ...]:
    """Return all 1326 hands, the better starting hands first."""
    return tuple(hand for name in STARTING_HANDS for hand in hands_of(name))


@cache
def names_by_hand() -> dict[int, str]:
    """Return the starting hand of each hand."""
    return {hand: name for name in STARTING_HANDS for hand in hands_of(name)}


@cache
def ends() -> tuple[int, ...]:
    """Return where in `all_hands` each starting hand begins, and the end."""
    return (0, *accumulate(len(hands_of(name)) for name in STARTING_HANDS))


def best_hands(low: Fraction, high: Fraction) -> tuple[int, ...]:
    """Return the hands between two shares, 0 to 1, of all hands in order.

    A starting hand is included if its last hand is above the lower share and within the upper one.
    """
    counts = (floor(share * len(all_hands())) for share in (low, high))
    first, last = (ends()[bisect_right(ends(), count) - 1] for count in counts)
    return all_hands()[first:last]


@cache
def grid_names() -> tuple[tuple[str, ...], ...]:
    """Return the starting hands as they are usually drawn: aces first, suited above the pairs.

    >>> grid_names()[0][:3], grid_names()[1][:3]
    (('AA', 'AKs', 'AQs'), ('AKo', 'KK', 'KQs'))
    """
    ranks = RANKS[::-1]
    return tuple(
        tuple(
            ranks[min(row, column)]
            + ranks[max(row, column)]
            + ("" if row == column else "s" if row < column else "o")
            for column in range(_SIZE)
        )
        for row in range(_SIZE)
    )
