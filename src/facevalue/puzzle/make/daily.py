"""The puzzles of a day: the same for everybody, from a seed that is the date."""

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
    """The puzzles of a day; see `daily`.

    Attributes:
        date: the day, such as "2026-01-31".
        number: which day it is, counted from 1 on 1 January 2026.
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
        """The fields as `json.dumps` writes them, and the first day as `first`."""
        return super().as_dict() | {"first": FIRST_DAY}


def daily(date: dt.date | str | None = None) -> Daily:
    """Show the puzzles of a day, the same for everybody.

    All of them have a solution.

    They are what `deal` deals for the game, or `deal_game` for Digits, with `solvable=True` and the
    date as seed: 20260131 for 31 January 2026.

    Args:
        date: a `datetime.date`, or a text such as "2026-01-31", from 2026-01-01 on; None for today
            in UTC.

    Raises:
        RuleError: it is not a day, or an earlier one.

    >>> today = daily("2026-01-31")
    >>> today.number, today.classic == deal(seed=20260131, solvable=True)
    (31, True)
    """
    found = _day(date)
    number = found.toordinal() - _day(FIRST_DAY).toordinal() + 1
    if number < 1:
        raise RuleError(f"the first day is {FIRST_DAY}: {quoted(str(date))}")
    seed = found.year * 10_000 + found.month * 100 + found.day
    return Daily(
        found.isoformat(),
        number,
        seed,
        classic=deal("classic", seed=seed, solvable=True),
        countdown=deal("countdown", seed=seed, solvable=True),
        digits=deal_game("digits", seed=seed, solvable=True),
    )


def _day(given: object) -> dt.date:
    if given is None:
        return dt.datetime.now(dt.UTC).date()
    if isinstance(given, dt.datetime) or not isinstance(given, (str, dt.date)):
        raise RuleError(f"date must be a date or a string such as 2026-01-31, not {quoted(given)}")
    try:
        return dt.date.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        raise RuleError(f"date must be like 2026-01-31, not {quoted(given)}") from None
