"""Long computations in steps: an interrupted one resumes where it was."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from facevalue.system.files import atomic_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def compute_in_steps(
    output: Path, points: np.ndarray, count: int, step: int, compute: Callable[[slice], None]
) -> None:
    """Compute points, and write them after each step to a file, from which a new run resumes.

    Args:
        output: the file that the command writes in the end; the points are in OUTPUT.npz.
        points: the array that `compute` changes.
        count: how many boards or sets of cards there are.
        step: how many of them are computed between two writes.
        compute: computes the points of some of them.
    """
    kept = output.with_name(output.name + ".npz")
    done = 0
    if kept.exists():
        with np.load(kept) as file:
            done, points[...] = int(file["done"]), file["points"]
    while done < count:
        part = slice(done, min(done + step, count))
        compute(part)
        done = part.stop
        with atomic_file(kept) as file:
            np.savez(file, done=done, points=points)
        sys.stderr.write(f"{done:,} of {count:,}\n")
