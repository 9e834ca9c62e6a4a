"""ICM: what chip stacks are worth in prize money (the independent chip model)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from facevalue import _core

Amounts: TypeAlias = str | Iterable[object]

MAX_STACKS = _core.MOST_STACKS


def icm(stacks: Amounts, payouts: Amounts) -> tuple[Fraction, ...]:
    """Compute the prize money that each player can expect.

    In the independent chip model (Malmuth and Harville), a player finishes first with the
    probability of their share of all chips; the other places follow in the same way among the
    players who are left. All orders of up to ten players are added up: one sum per set of players
    who have already finished, so ten players take a few milliseconds.

    Args:
        stacks: the chips of each player, 1 to 10 positive numbers; or a string such as
            "5000, 3000, 2000" or "5,250 3,125 2,375".
        payouts: the prizes, the first place first, at most one per player; numbers of at least 0,
            or a string.

    Returns:
        The expected prize of each player, in the order of `stacks`. Their sum is the sum of the
        payouts.

    Raises:
        RuleError: there are too many stacks or payouts, a number is out of bounds, or a comma may
            separate thousands or numbers.
        DeadlineError: a deadline passed.

    >>> icm([5000, 3000, 2000], [50, 30, 20])
    (Fraction(1075, 28), Fraction(131, 4), Fraction(202, 7))
    """
    return tuple(Fraction(*prize) for prize in _core.icm(stacks, payouts))
