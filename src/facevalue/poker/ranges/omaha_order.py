"""The 16,432 starting hands of Omaha, ordered by how often they win against four random cards.

Hands that differ only by a renaming of suits are one starting hand. `omaha_points.npy` has the
points of each: on all boards and against every rival, 2 for a win and 1 for a tie. They are exact.
`python -m tests.tables.omaha_order` computes them in about ten minutes.
"""

from __future__ import annotations

from functools import cache
from math import comb
from pathlib import Path
from typing import NamedTuple

from facevalue import _core
from facevalue.cards import DECK_SIZE
from facevalue.poker.hands.masks import FULL_DECK, Masks, bits_of, subsets
from facevalue.system.lazy_numpy import np

HOLE = 4  # cards
HAND_COUNT = comb(DECK_SIZE, HOLE)
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
def core_order() -> _core.OmahaOrder:
    """Return the order that the core makes of the points."""
    return _core.OmahaOrder(np.load(POINTS, allow_pickle=False))


@cache
def omaha_order() -> Order:
    """Return all hands in order.

    >>> len(omaha_order().hands), len(omaha_order().points)
    (270725, 16432)
    """
    made = core_order()
    points = np.sort(np.load(POINTS, allow_pickle=False))[::-1]
    order = Order(made.hands(), made.ends(), points)
    for column in order:  # all threads share them
        column.flags.writeable = False
    return order


def all_hands() -> Masks:
    """Return all hands as masks, ascending, which is the order of the core."""
    return subsets(bits_of(FULL_DECK), HOLE)
