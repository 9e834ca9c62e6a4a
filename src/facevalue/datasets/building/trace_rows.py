"""The search traces of a dataset: judged, and limited in length."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import facevalue as fv
from facevalue.datasets.building.search_traces import trace
from facevalue.errors import FaceValueError, LimitError, quoted
from facevalue.randomness import mix64

if TYPE_CHECKING:
    from facevalue.datasets.building.search_traces import Trace
    from facevalue.puzzle import PuzzleBatch

# A search gives up after this many puzzles in a row whose traces are too long.
MAX_TOO_LONG = 2_000


class TraceMaker:
    """Makes a trace for each row of a shard, and leaves out rows whose traces are too long.

    Args:
        strategy: how to search, one of `STRATEGIES`.
        seed: decides, with the puzzle, in which order a trace tries operations.
        max_lines: the maximum length of a trace.

    Attributes:
        left_out: how many rows were left out.
        traces: the traces of the others, by the digest of the puzzle.
    """

    def __init__(self, strategy: str, *, seed: int, max_lines: int) -> None:
        self._strategy, self._seed, self._max_lines = strategy, mix64(seed), max_lines
        self.left_out = 0
        self.traces: dict[int, JudgedTrace] = {}
        self._too_long = 0  # in a row

    def choose(self, rows: PuzzleBatch, most: int) -> PuzzleBatch:
        """Return the first rows whose traces are short enough, up to `most` of them.

        Raises:
            LimitError: 2,000 traces in a row are too long.
        """
        import numpy as np  # noqa: PLC0415 - NumPy is loaded only for arrays

        places: list[int] = []
        columns = zip(rows, rows.digests.tolist(), rows.labels.solvable.tolist(), strict=True)
        for place, (puzzle, digest, solvable) in enumerate(columns):
            if len(places) == most:
                break
            seed = self._seed ^ digest
            found = trace(puzzle, self._strategy, seed=seed, max_lines=self._max_lines)
            if found.outcome != "stopped":
                self._too_long = 0
                self.traces[digest] = judge_trace(found, solvable=solvable)
                places.append(place)
                continue
            self.left_out += 1
            self._too_long += 1
            if self._too_long >= MAX_TOO_LONG:
                message = f"the traces of {MAX_TOO_LONG:,} puzzles in a row are too long"
                raise LimitError(f"{message}; raise `max_lines`", MAX_TOO_LONG)
        return rows[np.array(places, np.intp)]


class JudgedTrace(NamedTuple):
    """A trace, and the expression that its steps make; None if it found no solution."""

    trace: Trace
    expression: str | None


def judge_trace(found: Trace, *, solvable: bool) -> JudgedTrace:
    """Judge a trace: its steps must be a solution, if the solver says that there is one.

    Raises:
        FaceValueError: the trace is wrong.
    """
    puzzle = found.puzzle
    expression, is_right = None, True
    if found.steps:
        steps = "\n".join(found.steps)
        verdict = fv.check_steps(steps, puzzle.numbers, puzzle.target, puzzle.rules)
        expression, is_right = str(verdict.expression), verdict.correct
    elif found.is_solved:  # by a number that is given
        expression, is_right = str(puzzle.target), puzzle.target in puzzle.numbers
    if not is_right or found.is_solved != solvable:
        raise FaceValueError(f"the trace with the seed {found.seed} is wrong: {quoted(puzzle.key)}")
    return JudgedTrace(found, expression)
