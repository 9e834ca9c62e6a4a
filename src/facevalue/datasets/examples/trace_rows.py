"""The search traces of a dataset: judged, and limited in length."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import Any, NamedTuple

import facevalue as fv
from facevalue.datasets.examples.search_traces import Trace, trace
from facevalue.errors import FaceValueError, LimitError, quoted
from facevalue.puzzle import PuzzleBatch
from facevalue.randomness import mix64, split_mix64
from facevalue.system.lazy_numpy import np

# A search gives up after this many puzzles in a row whose traces are too long.
MAX_TOO_LONG = 2_000


class TraceMaker:
    """Makes a trace for each row of a shard, and leaves out rows whose traces are too long.

    Args:
        strategy: how to search, one of `STRATEGIES`.
        seed: decides, with the puzzle, in which order a trace tries operations.
        max_lines: the maximum number of lines of a trace.
        count: how many traces each puzzle has.

    Attributes:
        left_out: how many rows were left out.
        traces: the traces of the other rows, by the digest of their puzzle.
    """

    def __init__(self, strategy: str, *, seed: int, max_lines: int, count: int = 1) -> None:
        self._count = count
        self._strategy, self._seed, self._max_lines = strategy, mix64(seed), max_lines
        self.left_out = 0
        self.traces: dict[int, list[JudgedTrace]] = {}
        self._too_long = 0  # in a row

    def choose(self, rows: PuzzleBatch, count: int) -> PuzzleBatch:
        """Return the first `count` rows whose traces are short enough, or fewer.

        Raises:
            LimitError: 2,000 traces in a row are too long.
        """
        indices: list[int] = []
        columns = zip(rows, rows.digests.tolist(), rows.labels.solvable.tolist(), strict=True)
        for index, (puzzle, digest, solvable) in enumerate(columns):
            if len(indices) == count:
                break
            first = self._seed ^ digest
            seeds = [first, *islice(split_mix64(first), self._count - 1)]
            options: dict[str, Any] = {"strategy": self._strategy, "max_lines": self._max_lines}
            found = (trace(puzzle, seed=seed, **options) for seed in seeds)
            short = list(takewhile(lambda each: each.outcome != "stopped", found))
            if len(short) == self._count:
                self._too_long = 0
                self.traces[digest] = [judge_trace(each, solvable=solvable) for each in short]
                indices.append(index)
                continue
            self.left_out += 1
            self._too_long += 1
            if self._too_long >= MAX_TOO_LONG:
                message = f"the traces of {MAX_TOO_LONG:,} puzzles in a row are too long"
                raise LimitError(f"{message}; raise `max_lines`", MAX_TOO_LONG)
        return rows[np.array(indices, np.intp)]


class JudgedTrace(NamedTuple):
    """A trace, and the expression of its solution; None if it found no solution."""

    trace: Trace
    expression: str | None


def judge_trace(candidate: Trace, *, solvable: bool) -> JudgedTrace:
    """Check that the steps of a trace are a solution if and only if the solver found one.

    Raises:
        FaceValueError: the trace is wrong.
    """
    puzzle = candidate.puzzle
    expression, is_right = None, True
    if candidate.steps:
        steps = "\n".join(candidate.steps)
        verdict = fv.check_steps(steps, puzzle.numbers, puzzle.target, puzzle.rules)
        expression, is_right = str(verdict.expression), verdict.correct
    elif candidate.is_solved:  # the target is one of the numbers
        expression, is_right = str(puzzle.target), puzzle.target in puzzle.numbers
    if not is_right or candidate.is_solved != solvable:
        raise FaceValueError(f"the trace with seed {candidate.seed} is wrong: {quoted(puzzle.key)}")
    return JudgedTrace(candidate, expression)
