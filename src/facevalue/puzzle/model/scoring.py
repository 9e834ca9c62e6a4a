"""Scoring: how many points an answer earns. `SCORINGS` has the scoring systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Real
from types import MappingProxyType

import attrs
from attrs import field
from attrs.validators import optional

from facevalue.errors import RuleError, quoted
from facevalue.options import text, whole_number, whole_numbers
from facevalue.value import Value, checked

MAX_POINTS = 10**9


def _pairs(points: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    rows = points if isinstance(points, (list, tuple)) else ()
    pairs = [whole_numbers("points", row, 0, MAX_POINTS) for row in rows]
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise RuleError(f"points must be pairs of a distance and points, not {quoted(points)}")
    return tuple((distance, worth) for distance, worth in pairs)


@attrs.frozen(repr=False)
class Scoring(Value):
    """The points for the answers of a round.

    Args:
        name: the name of the scoring system.
        points: pairs of a distance from the target and the points for an answer that close,
            nearest first.
        no_solution: the points for correctly claiming that there is no solution.
        seconds: how long a player may think; None for as long as they like.
        source: where the points are published.

    Raises:
        RuleError: an option has a value that is not allowed.

    >>> Scoring("close", ((0, 3), (1, 1))).points_for(1)
    1
    """

    name: str = field(validator=checked(text, is_needed=True))
    points: tuple[tuple[int, int], ...] = field(converter=_pairs)
    no_solution: int = field(default=0, kw_only=True, validator=checked(whole_number, 0))
    seconds: int | None = field(
        default=None, kw_only=True, validator=optional(checked(whole_number, 1))
    )
    source: str = field(default="", kw_only=True, validator=checked(text))

    def points_for(self, distance: Fraction | int) -> int:
        """Return the points for an answer at a distance from the target; 0 if it is too far away.

        Raises:
            RuleError: the distance is not a number.

        >>> [SCORINGS["countdown"].points_for(distance) for distance in (0, 1, 5, 6, 11)]
        [10, 7, 7, 5, 0]
        """
        if not isinstance(distance, Real):
            raise RuleError(f"distance must be a number, not {quoted(distance)}")
        return next((points for most, points in self.points if distance <= most), 0)

    def __str__(self) -> str:
        return self.name

    def as_item(self) -> object:
        """Return the name of a row, or the fields of a custom scoring."""
        return self.name if SCORINGS.get(self.name) == self else self.as_dict()


_ROWS = (
    Scoring("exact", ((0, 10),), no_solution=10, source="As in Countdown for the exact target"),
    Scoring(
        "countdown",
        ((0, 10), (5, 7), (10, 5)),
        seconds=30,
        source="Countdown, Channel 4: 10 exact, 7 within 5, 5 within 10",
    ),
    Scoring(
        "stars",
        ((0, 3), (10, 2), (25, 1)),
        source="Digits, 2023: three stars exact, two within 10, one within 25",
    ),
)
SCORINGS: Mapping[str, Scoring] = MappingProxyType({row.name: row for row in _ROWS})
