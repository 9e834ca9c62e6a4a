"""Labels the puzzles of rows: those of equally many numbers together, odd ones one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import facevalue as fv
from facevalue.budget import watched
from facevalue.errors import DeadlineError, FaceValueError, LimitError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class RowLabels(NamedTuple):
    """The labels of a puzzle, named as the columns of data sets are.

    Attributes:
        solvable: whether there is a solution.
        solution_count: how many distinct (essential) solutions there are.
        needs_fraction: whether it is solvable, but not with whole results only.
        percentile: how hard it is, 0 to 100; None without a solution.
        solution: the simplest solution as text; None without one, or if it was not asked for.
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
    games: Sequence[fv.Rules],
    *,
    simplest: bool,
    workers: int = 1,
) -> list[RowLabels | str]:
    """The labels of each puzzle, or what is wrong with it.

    Args:
        numbers: the numbers of each puzzle, as a file has them.
        targets: the target of each; None for that of its rules.
        games: the rules of each.
        simplest: whether to find the simplest solutions.
        workers: threads that share the puzzles.

    Raises:
        DeadlineError: the time is up.

    >>> classic = fv.RULES["classic"]
    >>> rows = [3, 8], ["1/2", 12], "x"
    >>> first, second, third = row_labels(rows, [24, None, 24], [classic] * 3, simplest=True)
    >>> first.solution, second.solution, third
    ('3*8', '12/{1/2}', "expected a number: 'x'")
    """
    found: list[RowLabels | str] = [""] * len(numbers)
    # Puzzles with the same rules and equally many numbers are labelled together.
    groups: dict[tuple[int, int], list[int]] = {}
    for place, (row, rules) in enumerate(watched(zip(numbers, games, strict=True))):
        size = len(row) if isinstance(row, (list, tuple)) else -1
        groups.setdefault((id(rules), size), []).append(place)
    for places in groups.values():
        rules = games[places[0]]
        rows = [numbers[place] for place in places]
        goals = [targets[place] for place in places]
        goals = [rules.target if goal is None else goal for goal in goals]
        labels = _labels(rows, goals, rules, simplest=simplest, workers=workers)
        for place, each in zip(places, watched(labels), strict=True):
            found[place] = each
    return found


def _labels(
    numbers: list[Any],
    targets: list[Any],
    rules: fv.Rules,
    **options: Any,  # noqa: ANN401 - passed on
) -> Iterator[RowLabels | str]:
    """The labels of puzzles; those that cannot be labelled together are found by halves."""
    try:
        found = fv.label_many(numbers, targets, rules, **options)
    except DeadlineError:
        raise
    except FaceValueError:
        middle = len(numbers) // 2
        if not middle:
            yield _alone(numbers[0], targets[0], rules)
            return
        yield from _labels(numbers[:middle], targets[:middle], rules, **options)
        yield from _labels(numbers[middle:], targets[middle:], rules, **options)
        return
    columns = found.as_dict()
    columns.setdefault("simplest", [None] * len(numbers))
    yield from map(RowLabels._make, zip(*columns.values(), strict=True))


def _alone(numbers: Any, target: Any, rules: fv.Rules) -> RowLabels | str:  # noqa: ANN401 - cells
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
