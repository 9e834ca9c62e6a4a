"""The daily puzzles: the same for everybody, because the date is the seed."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from types import NoneType
from typing import Any

import attrs
from attrs import field

from facevalue import _core
from facevalue.errors import refuse
from facevalue.options import LARGEST_SEED, of_class, whole_number
from facevalue.puzzle.make.deal import deal, deal_game
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.value import Value, checked

FIRST_DAY = _core.FIRST_DAY


def _iso(date: str | dt.date) -> str:
    return _day(date)[0]


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
    day, number, seed = _day(date)
    return Daily(
        day,
        number,
        seed,
        classic=deal("classic", seed=seed, solvable=True),
        countdown=deal("countdown", seed=seed, solvable=True),
        digits=deal_game("digits", seed=seed, solvable=True),
    )


def _day(date: object) -> tuple[str, int, int]:
    """Return a day such as 2026-01-31, its number and its seed."""
    if isinstance(date, dt.datetime) or not isinstance(date, (str, dt.date, NoneType)):
        refuse("not a date", date)
    day = str(date)
    if date is None:
        day = dt.datetime.now(dt.UTC).date().isoformat()
    elif isinstance(date, str):
        with suppress(ValueError):  # it may have other forms of ISO 8601
            day = dt.date.fromisoformat(date).isoformat()
    return day, *_core.day(day, str(date))
