"""The starting hands of Omaha, ordered by how often they win against a random hand.

Hands that differ only by a renaming of suits are one starting hand: there are 16,432 of four cards
and 134,459 of five. `omaha4_places.npy` and `omaha5_places.npy` have the place of each, 0 for the
best, by ascending canonical mask: the lowest bytes of all places, then the next bytes. The order is
exact; `python -m tests.tables.omaha_order` computes it, in one minute and in seven.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from facevalue import _core
from facevalue.system.lazy_numpy import np


@cache
def core_order(cards: int) -> _core.OmahaOrder | None:
    """Return all hands of so many cards in order, which the core makes; None for six.

    >>> len(core_order(4).hands()), len(core_order(4).ends()), core_order(6)
    (270725, 16432, None)
    """
    if cards > _core.MOST_ORDERED:
        return None
    return _core.OmahaOrder(cards, np.load(places_file(cards), allow_pickle=False))


def places_file(cards: int) -> Path:
    """Return the file with the places of the starting hands.

    >>> places_file(5).name
    'omaha5_places.npy'
    """
    return Path(__file__).with_name(f"omaha{cards}_places.npy")
