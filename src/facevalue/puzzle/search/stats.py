"""`Stats`: what a search did."""

from __future__ import annotations

import attrs

from facevalue.value import Value


@attrs.frozen(repr=False)
class Stats(Value):
    """The statistics of a search so far.

    Args:
        candidates: how many raw candidates the puzzle has; None where rules allow functions.
        searched: look-ups in tables, or candidates that were tried. There are fewer look-ups, or 0,
            if the tables of an earlier puzzle were used again.
        seconds: the time spent in the core.
        handled: how many candidates each thread of a walk handled; empty for a search.

    JSON:
        candidates (count or null): how many expressions there are to search; null if unknown.
        searched (count): how many candidates or table entries were looked at.
        seconds (amount or null): a time; null if nobody was timed.
        handled (list of count): how many candidates each worker walked through.

    >>> from facevalue.puzzle.search.solve import solve
    >>> solve("8 8 3 3").stats.candidates
    1920
    """

    candidates: int | None
    searched: int
    seconds: float
    handled: tuple[int, ...]
