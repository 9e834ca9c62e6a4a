"""The order of Omaha's starting hands: `python -m tests.tables.omaha_order CARDS FILE`.

Each hand of four or five cards is shown down against every other on all boards of five, exactly.
Hands that differ only by their suits are one starting hand. The file is the one that
`facevalue.poker.ranges.omaha_order` reads. One thread takes about one minute for four cards and
seven for five. An interrupted run resumes from its file of points, whose name ends in `.npz`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from facevalue import _core
from facevalue.options import worker_count
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import FULL_DECK, bits_of, subsets
from facevalue.system.files import atomic_file
from tests.promises.in_steps import compute_in_steps

STEP = 200  # kinds of boards between two writes of the points


def main(arguments: list[str] | None = None) -> None:
    """Compute the points of each starting hand and write the places."""
    parser = argparse.ArgumentParser(prog="python -m tests.tables.omaha_order", description=__doc__)
    parser.add_argument("cards", type=int, choices=(4, 5), help="cards of a hand")
    parser.add_argument("output", type=Path, help="the .npy file to write")
    parser.add_argument("--workers", type=int, default=2, help="threads")
    given = parser.parse_args(arguments)
    worker_count(given.workers)
    hands, _ = starting_hands(given.cards)
    boards = _core.boards_by_ranks()
    points = np.zeros(len(hands), np.uint64)

    def add_boards(part: slice) -> None:
        points[...] += _core.omaha_points(hands, boards[part], given.workers)

    compute_in_steps(given.output, points, len(boards), STEP, add_boards)
    with atomic_file(given.output) as file:
        np.save(file, places(points))


def starting_hands(cards: int) -> tuple[np.ndarray, np.ndarray]:
    """The canonical masks of the starting hands, ascending, and how many hands each has."""
    hands = subsets(bits_of(FULL_DECK), cards)
    return np.unique(canonical_masks(hands), return_counts=True)


def places(points: np.ndarray) -> np.ndarray:
    """The places of starting hands with these points: their lowest bytes, then the next ones."""
    found = np.empty(len(points), "<u4")
    found[np.argsort(points, kind="stable")[::-1]] = np.arange(len(points))
    width = (len(points).bit_length() + 7) // 8
    return np.ascontiguousarray(found.view(np.uint8).reshape(-1, 4)[:, :width].T)


if __name__ == "__main__":
    main()
