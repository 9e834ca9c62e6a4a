"""Labels the puzzles of rows; puzzles with the same rules and size are labelled together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.tables.halves import by_halves
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
    for indices in groups.values():
        labelled = _label_alike(
            [numbers[index] for index in indices],
            [targets[index] for index in indices],
            rules[indices[0]],
            simplest=simplest,
            workers=workers,
        )
        for index, row in zip(indices, watched(labelled), strict=True):
            labels[index] = row
    return labels


def _label_alike(
    numbers: Sequence[Any], targets: Sequence[Any], rules: fv.Rules, **options: Any
) -> Iterator[RowLabels | str]:
    """Yield the labels of puzzles with the same rules and the same size."""

    def label(start: int, stop: int) -> list[RowLabels]:
        rows = numbers[start:stop], targets[start:stop]
        columns = fv.label_many(*rows, rules, **options).as_dict()
        columns.setdefault("simplest", [None] * (stop - start))
        return list(map(RowLabels._make, zip(*columns.values(), strict=True)))

    for _, _, result in by_halves(label, 0, len(numbers)):
        if isinstance(result, FaceValueError):
            # The remedy of a limit names an option that a row of a file does not have.
            yield result.problem if isinstance(result, LimitError) else str(result)
        else:
            yield from result
