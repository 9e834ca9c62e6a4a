"""Labels the puzzles of rows: puzzles of the same size together, fractions one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.tables.halves import by_halves
from facevalue.errors import DeadlineError, FaceValueError, LimitError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class RowLabels(NamedTuple):
    """The labels of a puzzle, named as the columns of datasets are.

    Attributes:
        solvable: whether there is a solution.
        solution_count: how many distinct (essential) solutions there are.
        needs_fraction: whether it is solvable, but not with whole results only.
        percentile: how hard it is, 0 to 100; None without a solution.
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
    """The labels of each puzzle, or what is wrong with it.

    Args:
        numbers: the numbers of each puzzle, each an int or a `Fraction`.
        targets: the target of each.
        rules: the rules of each.
        simplest: whether to find the simplest solutions.
        workers: threads that share the puzzles.

    Raises:
        DeadlineError: the time is up.

    >>> from fractions import Fraction
    >>> classic = fv.RULES["classic"]
    >>> rows = [3, 8], [Fraction(1, 2), 12], range(1, 20)
    >>> first, second, third = row_labels(rows, [24] * 3, [classic] * 3, simplest=True)
    >>> first.solution, second.solution, third
    ('3*8', '12/{1/2}', 'a search takes at most 16 numbers, not 19')
    """
    found: list[RowLabels | str] = [""] * len(numbers)
    # Puzzles with the same rules and equally many numbers are labelled together.
    groups: dict[tuple[int, int], list[int]] = {}
    for place, (row, own) in enumerate(watched(zip(numbers, rules, strict=True))):
        groups.setdefault((id(own), len(row)), []).append(place)
    for places in groups.values():
        labels = _label_alike(
            [numbers[place] for place in places],
            [targets[place] for place in places],
            rules[places[0]],
            simplest=simplest,
            workers=workers,
        )
        for place, each in zip(places, watched(labels), strict=True):
            found[place] = each
    return found


def _label_alike(
    numbers: Sequence[Any],
    targets: Sequence[Any],
    rules: fv.Rules,
    **options: Any,  # noqa: ANN401 - passed on
) -> Iterator[RowLabels | str]:
    """The labels of puzzles with the same rules and equally many numbers."""

    def label(start: int, stop: int) -> list[RowLabels]:
        rows = numbers[start:stop], targets[start:stop]
        columns = fv.label_many(*rows, rules, **options).as_dict()
        columns.setdefault("simplest", [None] * (stop - start))
        return list(map(RowLabels._make, zip(*columns.values(), strict=True)))

    for start, _, found in by_halves(label, 0, len(numbers)):
        if isinstance(found, FaceValueError):
            yield label_alone(numbers[start], targets[start], rules)
        else:
            yield from found


def label_alone(numbers: Any, target: Any, rules: fv.Rules) -> RowLabels | str:  # noqa: ANN401 - cells
    """The labels of a puzzle that `label_many` does not take, such as one with fractions."""
    try:
        puzzle = fv.Puzzle(numbers, target, rules)
        rated, solutions = puzzle.difficulty, puzzle.solve()
    except DeadlineError:
        raise
    except LimitError as error:
        return error.problem  # the option in its remedy does not exist for one row of a file
    except FaceValueError as error:
        return str(error)
    if rated is None:
        return RowLabels(False, 0, False, None, None)  # noqa: FBT003 - in the order of the columns
    return RowLabels(
        True,  # noqa: FBT003 - the same
        len(solutions),
        puzzle.needs_fraction,
        rated.percentile,
        str(solutions[0]),
    )
