"""Finds the rows for which a call on many rows fails, by halving them until they are alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from facevalue.errors import DeadlineError, FaceValueError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Result = TypeVar("Result")


def by_halves(
    call: Callable[[int, int], Result], start: int, stop: int
) -> Iterator[tuple[int, int, Result | FaceValueError]]:
    """Call a function with the first row and the one after the last; halve the rows if it fails.

    Returns:
        An iterator of these two places and the result for the rows between them; or, for a single
        row that fails, the error.

    Raises:
        DeadlineError: the time is up.

    >>> from facevalue import Puzzle
    >>> texts = ["3 8", "x", "6 6 5 2"]
    >>> for found in by_halves(lambda *rows: list(map(Puzzle, texts[slice(*rows)])), 0, 3):
    ...     print(found)
    (0, 1, [Puzzle('3 8', 24, 'classic')])
    (1, 2, NotationError('expected a number', 'x', 0))
    (2, 3, [Puzzle('6 6 5 2', 24, 'classic')])
    """
    found: Result | FaceValueError
    try:
        found = call(start, stop)
    except DeadlineError:
        raise
    except FaceValueError as error:
        if stop - start > 1:
            middle = (start + stop) // 2
            yield from by_halves(call, start, middle)
            yield from by_halves(call, middle, stop)
            return
        found = error
    yield start, stop, found
