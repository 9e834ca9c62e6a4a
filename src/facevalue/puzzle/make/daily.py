"""The daily puzzles: the same for everybody, because the date is the seed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import attrs
from attrs import field

from facevalue.errors import RuleError, quoted
from facevalue.options import LARGEST_SEED, of_class, whole_number
from facevalue.puzzle.make.deal import deal, deal_game
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.value import Value, checked

# The first day; number 1.
FIRST_DAY = "2026-01-01"


def _iso(date: str | dt.date) -> str:
    return _day(date).isoformat()


def _puzzles(name: str, puzzles: object) -> tuple[Puzzle, ...]:
    return tuple(of_class(f"each of {name}", it, Puzzle) for it in of_class(name, puzzles, tuple))


@attrs.frozen(repr=False)
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

    date: str = field(converter=_iso)
    number: int = field(validator=checked(whole_number, 1))
    seed: int = field(validator=checked(whole_number, 0, LARGEST_SEED))
    classic: Puzzle = field(kw_only=True, validator=checked(of_class, Puzzle))
    countdown: Puzzle = field(kw_only=True, validator=checked(of_class, Puzzle))
    digits: tuple[Puzzle, ...] = field(kw_only=True, validator=checked(_puzzles))

    def __str__(self) -> str:
        return "\n".join(map(str, (self.classic, self.countdown, *self.digits)))

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON, and the first day as `first`.

        JSON:
            date (text): a day, in UTC.
            number (integer): the number of the day.
            seed (count or null): the seed; null if nothing is random.
            first (text): the first day.
            classic (puzzle): the 24 puzzle of the day.
            countdown (puzzle): the Countdown round of the day.
            digits (game): the Digits game of the day.

        JSON of `game`:
            numbers, target, rules, cards
            targets (list of number): the targets of a game of several rounds.
        """
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
