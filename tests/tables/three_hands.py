"""The equities of all three hands before the flop: `python -m tests.tables.three_hands FILE.npy`.

Hands that differ only by a renaming of suits are computed once: six cards are one of 962,988 sets,
and make three hands in 15 ways. That is an array of shape (962988, 15, 3) with the points of each
hand: on each of the 1,370,754 boards, a pot has six points, which the winners share. `equities`
looks three hands up.

All sets take about two days of one thread. An interrupted run resumes from its file of points,
whose name ends in `.npz`.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np

from facevalue import _core
from facevalue.cards import RANKS, SUITS
from facevalue.options import worker_count
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import FULL_DECK, bits_of, subsets
from facevalue.system.files import atomic_file
from tests.promises.in_steps import compute_in_steps

STEP = 5000  # sets of six cards between two writes of the points
BOARDS = comb(46, 5)
POT = 6  # points
# The places 0 to 5 of the cards of each hand, in all ways.
WAYS = [
    ((0, first), tuple(second), tuple(place for place in rest if place not in second))
    for first in range(1, 6)
    for rest in [[place for place in range(1, 6) if place != first]]
    for second in ([rest[0], rest[1]], [rest[0], rest[2]], [rest[0], rest[3]])
]
_CHUNK = 2**20  # sets that are renamed at once


def main(arguments: list[str] | None = None) -> None:
    """Compute the points of all hands and write them."""
    parser = argparse.ArgumentParser(prog="python -m tests.tables.three_hands", description=__doc__)
    parser.add_argument("output", type=Path, help="the .npy file to write")
    parser.add_argument("--workers", type=int, default=2, help="threads")
    given = parser.parse_args(arguments)
    worker_count(given.workers)
    sets = six_cards()
    points = np.zeros((len(sets), len(WAYS), 3), np.uint32)

    def compute(part: slice) -> None:
        points[part] = [points_of(cards, given.workers) for cards in sets[part].tolist()]

    compute_in_steps(given.output, points, len(sets), STEP, compute)
    with atomic_file(given.output) as file:
        np.save(file, points)


@cache
def six_cards() -> np.ndarray:
    """The sets of six cards, up to a renaming of suits, as ascending masks."""
    sets = np.sort(subsets(bits_of(FULL_DECK), 6))
    chunks = (sets[start : start + _CHUNK] for start in range(0, len(sets), _CHUNK))
    return np.concatenate([chunk[canonical_masks(chunk) == chunk] for chunk in chunks])


def points_of(cards: int, workers: int = 1) -> list[list[int]]:
    """The points of the three hands that six cards make, in all `WAYS`."""
    found = []
    for hands in all_hands(cards):
        _, sets = _core.walk_hands(hands, 0, 0, workers)
        shared = [POT // max(winners.bit_count(), 1) * sets[winners] for winners in range(8)]
        found.append([sum(shared[s] for s in range(8) if s >> place & 1) for place in range(3)])
    return found


def all_hands(cards: int) -> list[list[int]]:
    """The masks of three hands that six cards make, in all `WAYS`."""
    bits = [1 << place for place in range(cards.bit_length()) if cards >> place & 1]
    return [[sum(bits[place] for place in hand) for hand in way] for way in WAYS]


def equities(points: np.ndarray, hands: list[int]) -> list[Fraction]:
    """Look up the equities of three hands, given as masks, in the array of all points."""
    renamed = max((rename(hands, order) for order in permutations(range(len(SUITS)))), key=sum)
    six = int(np.searchsorted(six_cards(), np.uint64(sum(renamed))))
    ways = all_hands(sum(renamed))
    way = next(number for number, way in enumerate(ways) if set(way) == set(renamed))
    row = points[six, way].tolist()
    return [Fraction(row[ways[way].index(hand)], POT * BOARDS) for hand in renamed]


def rename(hands: list[int], order: tuple[int, ...]) -> list[int]:
    """The hands with their suits in another order."""
    suits = [(len(RANKS) * suit, len(RANKS) * place) for place, suit in enumerate(order)]
    return [
        sum((hand >> suit & (1 << len(RANKS)) - 1) << place for suit, place in suits)
        for hand in hands
    ]


if __name__ == "__main__":
    main()
