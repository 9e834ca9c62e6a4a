"""ICM: what chip stacks are worth in prize money (the independent chip model)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from facevalue.amounts import exact_number, split_amounts
from facevalue.budget import check_deadline
from facevalue.errors import RuleError, counted, quoted

Amounts: TypeAlias = str | Iterable[object]

MAX_STACKS = 10


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
    chips, prizes = _parse_amounts("a stack", stacks), _parse_amounts("a payout", payouts)
    if not 1 <= len(chips) <= MAX_STACKS:
        raise RuleError(f"icm takes 1 to {MAX_STACKS} stacks")
    if not all(chips):
        raise RuleError("every stack must be greater than 0; leave out players without chips")
    if len(prizes) > len(chips):
        raise RuleError(
            f"there are {len(prizes)} payouts, but only {counted(len(chips), 'player')}"
        )
    total = sum(chips)
    worth = [Fraction(0)] * len(chips)
    # The probability that exactly the players of a set have taken the first places.
    sets = {0: Fraction(1)}
    for prize in prizes:
        following: dict[int, Fraction] = {}
        for finished, probability in sets.items():
            check_deadline()
            left = total - sum(chip for place, chip in enumerate(chips) if finished >> place & 1)
            for place, chip in enumerate(chips):
                if not finished >> place & 1:
                    is_next = probability * chip / left
                    worth[place] += prize * is_next
                    larger = finished | 1 << place
                    following[larger] = following.get(larger, Fraction(0)) + is_next
        sets = following
    return tuple(worth)


def _parse_amounts(name: str, given: Amounts) -> list[Fraction]:
    """The numbers, one more than the largest number of stacks at most."""
    if isinstance(given, str):
        given = split_amounts(given)
    if not hasattr(given, "__iter__"):
        raise RuleError(f"expected a list of numbers, each {name}: {quoted(given)}")
    return [exact_number(name, amount) for amount in islice(given, MAX_STACKS + 1)]
