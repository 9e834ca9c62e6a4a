"""Finds the rows for which a call on many rows fails, by bisection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from facevalue.errors import DeadlineError, FaceValueError

Result = TypeVar("Result")


def by_halves(
    call: Callable[[int, int], Result], start: int, stop: int
) -> Iterator[tuple[int, int, Result | FaceValueError]]:
    """Call a function on the rows from `start` up to `stop`, and on each half if it fails.

    Args:
        call: a function of the first row and the row after the last one.
        start: the first row.
        stop: the row after the last one; above `start`.

    Returns:
        An iterator of `(start, stop, result)` for parts of the rows, in order. For a single row
        that fails, the result is its error.

    Raises:
        DeadlineError: the time is up.

    >>> from facevalue import Puzzle
    >>> rows = ["3 8", "x", "6 6 5 2"]
    >>> for part in by_halves(lambda *bounds: list(map(Puzzle, rows[slice(*bounds)])), 0, 3):
    ...     print(part)
    (0, 1, [Puzzle('3 8', 24, 'classic')])
    (1, 2, NotationError('expected a number', 'x', 0))
    (2, 3, [Puzzle('6 6 5 2', 24, 'classic')])
    """
    result: Result | FaceValueError
    try:
        result = call(start, stop)
    except DeadlineError:
        raise
    except FaceValueError as error:
        if stop - start > 1:
            middle = (start + stop) // 2
            yield from by_halves(call, start, middle)
            yield from by_halves(call, middle, stop)
            return
        result = error
    yield start, stop, result
