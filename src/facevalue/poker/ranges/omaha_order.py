"""The 16,432 starting hands of Omaha, ordered by how often they win against four random cards.

Hands that differ only by a renaming of suits are one starting hand. `omaha_points.npy` has the
points of each: on all boards and against every rival, 2 for a win and 1 for a tie. They are exact.
`python -m tests.tables.omaha_order` computes them in about ten minutes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import NamedTuple

from facevalue.budget import check_deadline
from facevalue.cards import DECK_SIZE
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import FULL_DECK, Masks, bits_of, subsets
from facevalue.system.lazy_numpy import np

HOLE, BOARD = 4, 5  # cards
HAND_COUNT = comb(DECK_SIZE, HOLE)
_PARTS = 16  # of all hands, between checks of the deadline
POINTS = Path(__file__).with_name("omaha_points.npy")


class Order(NamedTuple):
    """All hands, the best first.

    Attributes:
        hands: their masks, `uint64`.
        ends: the place after the last hand of each starting hand, ascending.
        points: the points of a hand of each starting hand, descending.
    """

    hands: Masks
    ends: Masks
    points: Masks

    def place_of(self, hand: int) -> int:
        """Return the place of the starting hand of a hand, a mask; 0 is the best."""
        place = (self.hands == hand).argmax()
        return int(self.ends.searchsorted(place, "right"))


@cache
def omaha_order() -> Order:
    """Return all hands in order.

    >>> len(omaha_order().hands), len(omaha_order().points)
    (270725, 16432)
    """
    ascending = all_hands()
    canonical = []
    for part in np.array_split(ascending, _PARTS):
        check_deadline()
        canonical.append(canonical_masks(part))
    names, class_of, sizes = np.unique(
        np.concatenate(canonical), return_inverse=True, return_counts=True
    )
    points = np.load(POINTS, allow_pickle=False)
    best = np.lexsort((names, -points.astype(np.int64)))
    place_of = np.empty_like(best)
    place_of[best] = np.arange(len(best))
    hands = ascending[np.argsort(place_of[class_of], kind="stable")]
    order = Order(hands, np.cumsum(sizes[best]), points[best])
    for column in order:  # all threads and ranges share them
        column.flags.writeable = False
    return order


def all_hands() -> Masks:
    """Return all hands as masks, ascending, which is the order of the core."""
    return subsets(bits_of(FULL_DECK), HOLE)


def best_hands(low: Fraction, high: Fraction) -> Masks:
    """Return the hands between two shares, 0 to 1, of all hands in order.

    A starting hand is included if its last hand is above the lower share and within the upper one.

    >>> len(best_hands(Fraction(0), Fraction(1, 10)))
    27066
    """
    hands, ends, _ = omaha_order()
    first, last = (
        np.searchsorted(ends, share.numerator * HAND_COUNT // share.denominator, "right")
        for share in (low, high)
    )
    bounds = np.concatenate([[0], ends])
    return hands[bounds[first] : bounds[last]]
