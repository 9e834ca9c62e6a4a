"""The order of the 169 starting hands: `python -m tests.tables.starting_hands` prints equities.

Every board of five cards, up to suits, is dealt once; on it every two cards are shown down against
every other two, by counting weaker and equal hands row by row. That is a minute of
work; the resulting order is in `facevalue.poker.ranges.starting_hands`.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np

from facevalue import poker
from facevalue.cards import DECK_SIZE, RANKS
from facevalue.poker.hands.canonical import canonical_masks


def boards() -> tuple[np.ndarray, np.ndarray]:
    """A board of each kind up to suits as a mask, and how many boards are of that kind."""
    places = np.array(list(combinations(range(DECK_SIZE), 5)), np.uint64)
    return np.unique(canonical_masks((np.uint64(1) << places).sum(axis=1)), return_counts=True)


def shares(board: int) -> tuple[np.ndarray, np.ndarray]:
    """The places (13 * suit + rank) of the cards left, and how often each two of them win.

    A win counts 2 and a tie 1, against all other two cards.
    """
    left = np.array([place for place in range(DECK_SIZE) if not board >> place & 1])
    first, second = np.triu_indices(len(left), 1)
    bits = np.uint64(1) << left.astype(np.uint64)
    values = poker.evaluate_many(bits[first] | bits[second] | np.uint64(board)).astype(np.int32)
    ordered = np.sort(values)
    # Smaller values are stronger, and impossible hands are neither weaker nor equal.
    weaker = len(ordered) - np.searchsorted(ordered, values, "right")
    equal = np.searchsorted(ordered, values, "right") - np.searchsorted(ordered, values, "left") - 1
    table = np.full((len(left), len(left)), -1, np.int32)
    table[first, second] = table[second, first] = values
    is_weaker = (table[:, None, :] > table[:, :, None]).sum(axis=2)
    is_equal = (table[:, None, :] == table[:, :, None]).sum(axis=2) - 1
    for one, other in ((first, second), (second, first)):
        weaker -= is_weaker[one, other]
        equal -= is_equal[one, other]
    points = np.zeros((len(left), len(left)), np.int64)
    points[first, second] = 2 * weaker + equal
    return left, points


def name(first: int, second: int) -> str:
    """The starting hand of two cards: AA, AKs or AKo."""
    (one, high), (other, low) = sorted(
        (divmod(place, len(RANKS)) for place in (first, second)), key=lambda card: -card[1]
    )
    kind = "" if high == low else "s" if one == other else "o"
    return RANKS[high] + RANKS[low] + kind


def points() -> Counter[str]:
    """The points of each starting hand against any two cards, on all boards: wins count twice."""
    by_places = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    for board, count in zip(*boards(), strict=True):
        left, won = shares(int(board))
        by_places[np.ix_(left, left)] += count * won
    total: Counter[str] = Counter()
    for first, second in combinations(range(DECK_SIZE), 2):
        total[name(first, second)] += int(by_places[first, second])
    return total


def sizes() -> Counter[str]:
    """How many combinations each starting hand has."""
    return Counter(name(*places) for places in combinations(range(DECK_SIZE), 2))


# Boards and opposing hands of one hand, each of which counts 2.
_ALL = 2 * 2_118_760 * 990


if __name__ == "__main__":
    size = sizes()
    won = points()
    for hand in sorted(won, key=lambda hand: won[hand] / size[hand], reverse=True):
        print(hand, won[hand], won[hand] / size[hand] / _ALL)  # noqa: T201 - this is a command
