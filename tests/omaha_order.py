"""The order of the 16,432 Omaha starting hands: `python -m tests.omaha_order omaha.csv`.

Each hand of four cards is shown down against every other on all boards of five, exactly. Boards
that differ only by their suits are dealt once, and hands that do so are one row: the best first,
with how many hands it stands for and their points, 2 for a win and 1 for a tie. All boards take
about ten minutes of one thread. An interrupted run resumes from its file of points, whose name ends
in `.npz`.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np

from facevalue import _core
from facevalue.cards import DECK_SIZE
from facevalue.files import atomic_file
from facevalue.options import worker_count
from facevalue.poker.hands.masks import highest_first
from tests.starting_hands import boards, canonical_masks

HOLE = 4
# What a hand could win: 2 points from each rival on each board.
MOST_POINTS = 2 * comb(DECK_SIZE - HOLE, 5) * comb(DECK_SIZE - HOLE - 5, HOLE)
STEP = 500  # boards between two writes of the points


def main(arguments: list[str] | None = None) -> None:
    """Compute the points of all hands and write their order."""
    parser = argparse.ArgumentParser(prog="python -m tests.omaha_order", description=__doc__)
    parser.add_argument("output", type=Path, help="the CSV file to write")
    parser.add_argument("--workers", type=int, default=2, help="threads")
    given = parser.parse_args(arguments)
    worker_count(given.workers)
    masks, counts = boards()
    kept = given.output.with_name(given.output.name + ".npz")
    done, points = load(kept)
    while done < len(masks):
        step = slice(done, min(done + STEP, len(masks)))
        points += _core.omaha_points(masks[step], counts[step].astype(np.uint64), given.workers)
        done = step.stop
        with atomic_file(kept) as file:
            np.savez(file, done=done, points=points)
        sys.stderr.write(f"{done:,} of {len(masks):,} boards\n")
    with atomic_file(given.output) as file:
        file.write(table(points).encode())


def load(path: Path) -> tuple[int, np.ndarray]:
    """Return how many boards are done, and the points of all hands so far."""
    if not path.exists():
        return 0, np.zeros(comb(DECK_SIZE, HOLE), np.uint64)
    with np.load(path) as kept:
        return int(kept["done"]), kept["points"]


def table(points: np.ndarray) -> str:
    """Return the rows as CSV, the best first: hand, hands, points, equity."""
    hands = hand_masks()
    kinds, kind_of, counts = np.unique(
        canonical_masks(hands), return_inverse=True, return_counts=True
    )
    sums = np.zeros(len(kinds), np.uint64)
    np.add.at(sums, kind_of, points)
    rows = sorted(
        zip(kinds.tolist(), counts.tolist(), sums.tolist(), strict=True),
        key=lambda row: (-Fraction(row[2], row[1]), row[0]),
    )
    lines = ["hand,hands,points,equity"]
    for mask, count, total in rows:
        hand = "".join(map(str, highest_first(mask)))
        lines.append(f"{hand},{count},{total},{total / (count * MOST_POINTS):.9f}")
    return "\n".join(lines) + "\n"


def hand_masks() -> np.ndarray:
    """All hands as masks, ascending, which is the order of the core."""
    places = np.array(list(combinations(range(DECK_SIZE), HOLE)), np.uint64)
    return np.sort((np.uint64(1) << places).sum(axis=1))


if __name__ == "__main__":
    main()
