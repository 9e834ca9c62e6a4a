"""The daily puzzles: the same for everybody, because the date is the seed."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import attrs

from facevalue.errors import RuleError, quoted
from facevalue.options import of_class, seed_number, whole_number
from facevalue.puzzle.make.deal import deal, deal_game
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.value import Value

if TYPE_CHECKING:
    from typing import Any

# The first day; number 1.
FIRST_DAY = "2026-01-01"


@attrs.frozen(init=False, repr=False)
class Daily(Value):
    """The puzzles of a day, returned by `daily`.

    Attributes:
        date: the day, such as "2026-01-31".
        number: the number of the day; 1 January 2026 is 1.
        seed: the seed of its deals: the date as a number, such as 20260131.
        classic: a hand of 24.
        countdown: a round of Countdown.
        digits: the five rounds of a game of Digits, with rising targets.
    """

    date: str
    number: int
    seed: int
    classic: Puzzle
    countdown: Puzzle
    digits: tuple[Puzzle, ...]

    def __init__(
        self,
        date: str | dt.date,
        number: int,
        seed: int,
        *,
        classic: Puzzle,
        countdown: Puzzle,
        digits: tuple[Puzzle, ...],
    ) -> None:
        self.__attrs_init__(
            date=_day(date).isoformat(),
            number=whole_number("number", number, 1),
            seed=seed_number(seed),
            classic=of_class("classic", classic, Puzzle),
            countdown=of_class("countdown", countdown, Puzzle),
            digits=of_class("digits", digits, tuple),
        )
        for puzzle in digits:
            of_class("each of digits", puzzle, Puzzle)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON, and the first day as `first`."""
        return super().as_dict() | {"first": FIRST_DAY}


def daily(date: dt.date | str | None = None) -> Daily:
    """Show the puzzles of a day, the same for everybody.

    All of them have a solution. `deal` (for Digits, `deal_game`) returns the same puzzles with
    `solvable=True` and the date as the seed: 20260131 for 31 January 2026.

    Args:
        date: a `datetime.date`, or a string such as "2026-01-31", from 2026-01-01 on; None for
            today in UTC.

    Raises:
        RuleError: it is not a date, or is before the first day.

    >>> today = daily("2026-01-31")
    >>> today.number, today.classic == deal(seed=20260131, solvable=True)
    (31, True)
    """
    day = _day(date)
    number = day.toordinal() - _day(FIRST_DAY).toordinal() + 1
    if number < 1:
        raise RuleError(f"the first day is {FIRST_DAY}, which is after {quoted(str(date))}")
    seed = day.year * 10_000 + day.month * 100 + day.day
    return Daily(
        day.isoformat(),
        number,
        seed,
        classic=deal("classic", seed=seed, solvable=True),
        countdown=deal("countdown", seed=seed, solvable=True),
        digits=deal_game("digits", seed=seed, solvable=True),
    )


def _day(day: object) -> dt.date:
    if day is None:
        return dt.datetime.now(dt.UTC).date()
    if isinstance(day, dt.datetime) or not isinstance(day, (str, dt.date)):
        raise RuleError(f"date must be a date or a string such as 2026-01-31, not {quoted(day)}")
    try:
        return dt.date.fromisoformat(day) if isinstance(day, str) else day
    except ValueError:
        raise RuleError(f"date must look like 2026-01-31, not {quoted(day)}") from None
