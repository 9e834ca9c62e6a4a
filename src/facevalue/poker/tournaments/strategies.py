"""The strategies of push or fold: floats find them, integers prove how good they are.

The solver is CFR+ (Tammelin 2014) with averages weighted by the square of the iteration, in floats.
From time to time the hands that both players seem to mix are made indifferent. The strategies are
then rounded to millionths, and what the best responses to them would win is computed in integers:
the result does not depend on the floats.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm
from typing import TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from facevalue.budget import check_deadline
from facevalue.poker.equities.preflop import BOARDS, SHORT_DECK_BOARDS, counts, number_of
from facevalue.poker.ranges.holdem import Range, range_of
from facevalue.poker.ranges.starting_hands import STARTING_HANDS, hands_of

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

SMALL_BLIND = Fraction(1, 2)
EXPLOITABLE = Fraction(1, 10**6)  # big blinds
_UNIT = 10**6  # strategies are whole numbers of millionths
_ROUND = 100  # iterations between two checks of the result
_NEARLY = 1e-3  # probabilities closer than this to 0 or 1 are rounded
_MIXED = 1e-2  # hands closer than this to 0 or 1 are taken to be played one way


# What both players do, what the small blind wins, and what the best responses of both could win.
Strategies: TypeAlias = tuple[Range, Range, Fraction, Fraction]


@attrs.frozen(eq=False)
class _Showdowns:
    """What happens when two starting hands are all-in, for all pairs of them.

    Attributes:
        names: the starting hands of the deck.
        boards: how many boards there are.
        pairs: how many pairs of hands without a common card two starting hands have.
        margins: wins minus losses of these pairs on all boards.
    """

    names: tuple[str, ...]
    boards: int
    pairs: Integers
    margins: Integers


@cache
def _showdowns(ranking: str) -> _Showdowns:
    wins, ties = counts(ranking)
    names = tuple(name for name in STARTING_HANDS if wins[number_of(hands_of(name)[0])].max() >= 0)
    start = np.cumsum([0, *(len(hands_of(name)) for name in names)])[:-1]
    order = [number_of(hand) for name in names for hand in hands_of(name)]
    boards = SHORT_DECK_BOARDS if ranking == "short" else BOARDS
    is_pair = wins >= 0
    margin = np.where(is_pair, 2 * wins.astype(np.int64) + ties - boards, 0)
    summed = []
    for table in (is_pair.astype(np.int64), margin):
        check_deadline()
        by_hand = table[np.ix_(order, order)]
        check_deadline()
        summed.append(np.add.reduceat(np.add.reduceat(by_hand, start, 0), start, 1))
    return _Showdowns(names, boards, *summed)


@attrs.frozen
class Blinds:
    """The game with one stack and ante. Gains are against folding.

    Attributes:
        ranking: the name of the order of hands, which also determines the deck.
        stack: the smaller stack in big blinds.
        ante: the ante of each player in big blinds.
    """

    ranking: str
    stack: Fraction
    ante: Fraction

    def solve(self) -> Strategies:
        """Find strategies that are good enough by the exact result."""
        showdowns = _showdowns(self.ranking)
        pairs = showdowns.pairs
        all_in = float(self.stack) / showdowns.boards * showdowns.margins
        steal = float(1 + self.ante) * pairs
        folding = float(SMALL_BLIND + self.ante) * pairs.sum(1)
        by_call, by_push = all_in - steal, steal - all_in.T
        base = steal.sum(1) + folding
        size = len(showdowns.names)
        # Regrets of acting and of folding, sums of strategies and of their weights.
        regrets = np.ones((2, 2, size))
        sums, weights = np.zeros((2, size)), 0
        push = call = np.full(size, 0.5)
        iteration = 0
        while True:
            check_deadline()
            for _ in range(_ROUND):
                iteration += 1
                push = _match(regrets[0], by_call @ call + base, push)
                call = _match(regrets[1], by_push @ push, call)
                sums[0] += iteration**2 * push
                sums[1] += iteration**2 * call
                weights += iteration**2
            mean = sums / weights
            for push_mean, call_mean in (mean, _balance(mean, by_call, by_push, base)):
                gains = np.stack((by_call @ call_mean + base, by_push @ push_mean))
                missed = np.maximum(gains, 0) - gains * np.stack((push_mean, call_mean))
                if missed.sum() <= EXPLOITABLE * pairs.sum():
                    found = self.measure(_round(push_mean), _round(call_mean))
                    if found[-1] <= EXPLOITABLE:
                        return found

    def measure(self, push: Integers, call: Integers) -> Strategies:
        """Compute the exact result of strategies that are whole numbers of millionths."""
        showdowns = _showdowns(self.ranking)
        pairs, margins = showdowns.pairs, showdowns.margins
        terms = self.stack / showdowns.boards, 1 + self.ante, SMALL_BLIND + self.ante
        scale = lcm(*(term.denominator for term in terms))
        all_in, steal, fold_loss = (int(term * scale) for term in terms)
        whole = pairs.sum(1) * _UNIT
        # As integers of Python, since the products are beyond 64 bits.
        exact = (array.astype(object) for array in (margins @ call, whole - pairs @ call, whole))
        margin, folds, every = exact
        pushing = all_in * margin + steal * folds + fold_loss * every
        margin, pushes = (array.astype(object) for array in (margins.T @ push, pairs.T @ push))
        calling = steal * pushes - all_in * margin
        won, called = pushing @ push, calling @ call
        best = sum(gain for gain in (*pushing, *calling) if gain > 0)
        unit = _UNIT * _UNIT * int(pairs.sum()) * scale
        return (
            _as_range(showdowns.names, push),
            _as_range(showdowns.names, call),
            Fraction(won, unit) - SMALL_BLIND - self.ante,
            Fraction(best * _UNIT - won - called, unit),
        )


def _match(regrets: Floats, gains: Floats, share: Floats) -> Floats:
    """Regret matching: the next probabilities to act, after the regrets are updated."""
    act, fold = regrets
    np.maximum(act + gains * (1 - share), 0, out=act)
    np.maximum(fold - gains * share, 0, out=fold)
    total = act + fold
    total[total == 0] = 1
    following: Floats = act / total
    return following


def _balance(mean: Floats, by_call: Floats, by_push: Floats, base: Floats) -> Floats:
    """Change the strategies so that hands played both ways gain and lose nothing by either.

    The other hands are always or never played. If there is no such strategy, return `mean`.
    """
    is_mixed = np.abs(mean - 0.5) < 0.5 - _MIXED
    push_mixed, call_mixed = is_mixed
    push, call = balanced = np.where(is_mixed, 0, np.rint(mean))
    try:
        call[call_mixed] = np.linalg.solve(
            by_call[np.ix_(push_mixed, call_mixed)], -(by_call @ call + base)[push_mixed]
        )
        push[push_mixed] = np.linalg.solve(
            by_push[np.ix_(call_mixed, push_mixed)], -(by_push @ push)[call_mixed]
        )
    except np.linalg.LinAlgError:  # also if the numbers of mixed hands differ
        return mean
    return np.clip(balanced, 0, 1)


def _round(shares: Floats) -> Integers:
    rounded: Integers = np.rint(shares * _UNIT).astype(np.int64)
    rounded[shares < _NEARLY] = 0
    rounded[shares > 1 - _NEARLY] = _UNIT
    return rounded


def _as_range(names: tuple[str, ...], shares: Integers) -> Range:
    return range_of(
        {
            hand: Fraction(share, _UNIT)
            for name, share in zip(names, shares.tolist(), strict=True)
            for hand in hands_of(name)
        }
    )
