"""Labels the puzzles of rows; puzzles with the same rules and size are labelled together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.tables.job import by_halves
from facevalue.errors import FaceValueError, LimitError


class RowLabels(NamedTuple):
    """The labels of a puzzle, with the names of the columns in datasets.

    Attributes:
        solvable: whether there is a solution.
        solution_count: how many distinct (essential) solutions there are.
        needs_fraction: whether there are solutions, and all have a fraction among their results.
        percentile: the difficulty, 0 to 100; None without a solution.
        solution: the simplest solution as a string; None without one, or if not requested.
    """

    solvable: bool
    solution_count: int
    needs_fraction: bool
    percentile: float | None
    solution: str | None


LABEL_TYPES: dict[str, type] = dict(
    zip(RowLabels._fields, (bool, int, bool, float, str), strict=True)
)


def row_labels(
    numbers: Sequence[Any],
    targets: Sequence[Any],
    rules: Sequence[fv.Rules],
    *,
    simplest: bool,
    workers: int = 1,
) -> list[RowLabels | str]:
    """Return the labels of each puzzle, or a message that says what is wrong with it.

    Args:
        numbers: the numbers of each puzzle, as ints and `Fraction`s.
        targets: the target of each puzzle.
        rules: the rules of each puzzle.
        simplest: whether to find the simplest solutions.
        workers: how many threads share the puzzles.

    Raises:
        DeadlineError: the time is up.

    >>> from fractions import Fraction
    >>> classic = fv.RULES["classic"]
    >>> rows = [3, 8], [Fraction(1, 2), 12], range(1, 20)
    >>> first, second, third = row_labels(rows, [24] * 3, [classic] * 3, simplest=True)
    >>> first.solution, second.solution, third
    ('3*8', '12/{1/2}', 'a search takes at most 16 numbers, not 19')
    """
    labels: list[RowLabels | str] = [""] * len(numbers)
    # Label puzzles with the same rules and the same size together.
    groups: dict[tuple[int, int], list[int]] = {}
    for index, (puzzle, game) in enumerate(watched(zip(numbers, rules, strict=True))):
        groups.setdefault((id(game), len(puzzle)), []).append(index)

    def label(indices: Sequence[int], start: int, stop: int) -> list[RowLabels]:
        chosen = indices[start:stop]
        rows = [numbers[index] for index in chosen], [targets[index] for index in chosen]
        game = rules[chosen[0]]
        columns = fv.label_many(*rows, game, simplest=simplest, workers=workers).as_dict()
        columns.setdefault("simplest", [None] * len(chosen))
        return list(map(RowLabels._make, zip(*columns.values(), strict=True)))

    for indices in groups.values():
        for start, stop, result in by_halves(partial(label, indices), 0, len(indices)):
            found: Sequence[RowLabels | str]
            if isinstance(result, FaceValueError):
                # The remedy of a limit names an option that a row of a file does not have.
                found = [result.problem if isinstance(result, LimitError) else str(result)]
            else:
                found = result
            for index, row in zip(indices[start:stop], watched(found), strict=True):
                labels[index] = row
    return labels
