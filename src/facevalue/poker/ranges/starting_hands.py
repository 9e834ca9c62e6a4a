"""The 169 starting hands of hold'em: pairs, suited and offsuit hands, ordered by strength.

A hand of two cards is a mask (see `masks`). There are 1326: six for each pair, four for each suited
and twelve for each offsuit starting hand.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate

from facevalue import _core
from facevalue.cards import RANKS

_HANDS = {name: tuple(hands) for name, hands in _core.starting_hands()}
# From the best to the worst, by how often a hand wins against two random cards on all boards of
# five; a tie counts half.
STARTING_HANDS = tuple(_HANDS)

_SIZE = len(RANKS)


def hands_of(name: str) -> tuple[int, ...]:
    """Return the hands of a starting hand; two ranks without s or o mean both kinds.

    >>> [len(hands_of(name)) for name in ("AA", "AKs", "AKo", "AK")]
    [6, 4, 12, 16]
    """
    return _HANDS.get(name) or _HANDS[f"{name}s"] + _HANDS[f"{name}o"]


@cache
def all_hands() -> tuple[int, ...]:
    """Return all 1326 hands, the better starting hands first."""
    return tuple(hand for name in STARTING_HANDS for hand in hands_of(name))


@cache
def names_by_hand() -> dict[int, str]:
    """Return the starting hand of each hand."""
    return {hand: name for name in STARTING_HANDS for hand in hands_of(name)}


@cache
def ends() -> tuple[int, ...]:
    """Return where in `all_hands` each starting hand begins, and the end."""
    return (0, *accumulate(len(hands_of(name)) for name in STARTING_HANDS))


@cache
def grid_names() -> tuple[tuple[str, ...], ...]:
    """Return the starting hands as they are usually drawn: aces first, suited above the pairs.

    >>> grid_names()[0][:3], grid_names()[1][:3]
    (('AA', 'AKs', 'AQs'), ('AKo', 'KK', 'KQs'))
    """
    ranks = RANKS[::-1]
    return tuple(
        tuple(
            ranks[min(row, column)]
            + ranks[max(row, column)]
            + ("" if row == column else "s" if row < column else "o")
            for column in range(_SIZE)
        )
        for row in range(_SIZE)
    )
