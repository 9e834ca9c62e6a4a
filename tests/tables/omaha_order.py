"""The points of the 16,432 Omaha starting hands: `python -m tests.tables.omaha_order FILE`.

Each hand of four cards is shown down against every other on all boards of five, exactly. Boards
that differ only by their suits are dealt once, and hands that do so are one starting hand. The file
is the one that `facevalue.poker.ranges.omaha_order` reads. All boards take about ten minutes of one
thread. An interrupted run resumes from its file of points, whose name ends in `.npz`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from facevalue import _core
from facevalue.options import worker_count
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.ranges.omaha_order import HAND_COUNT, all_hands
from facevalue.system.files import atomic_file
from tests.promises.in_steps import compute_in_steps
from tests.tables.starting_hands import boards

STEP = 500  # boards between two writes of the points


def main(arguments: list[str] | None = None) -> None:
    """Compute the points of all hands and write the points of each starting hand."""
    parser = argparse.ArgumentParser(prog="python -m tests.tables.omaha_order", description=__doc__)
    parser.add_argument("output", type=Path, help="the .npy file to write")
    parser.add_argument("--workers", type=int, default=2, help="threads")
    given = parser.parse_args(arguments)
    worker_count(given.workers)
    masks, counts = boards()
    points = np.zeros(HAND_COUNT, np.uint64)

    def add_boards(part: slice) -> None:
        weights = counts[part].astype(np.uint64)
        points[...] += _core.omaha_points(masks[part], weights, given.workers)

    compute_in_steps(given.output, points, len(masks), STEP, add_boards)
    with atomic_file(given.output) as file:
        np.save(file, points_by_class(points))


def points_by_class(points: np.ndarray) -> np.ndarray:
    """Return the mean points of the hands of each starting hand, by ascending canonical mask."""
    _, class_of, sizes = np.unique(
        canonical_masks(all_hands()), return_inverse=True, return_counts=True
    )
    sums = np.zeros(len(sizes), np.uint64)
    np.add.at(sums, class_of, points)
    means, rest = np.divmod(sums, sizes.astype(np.uint64))
    if rest.any():
        sys.exit("the boards are not all boards: hands that differ by suits have other points")
    return means


if __name__ == "__main__":
    main()
