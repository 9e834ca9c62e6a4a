"""Shares computed from counted deals, compared with shares computed deal by deal."""

import random
from fractions import Fraction
from math import sqrt
from statistics import pvariance

import numpy as np
import pytest

from facevalue import _core
from facevalue.poker import GAMES, equity
from facevalue.poker.hands.masks import mask_of
from tests.poker.equities.shares import core_rules, shares_of


def drawn(players, deals, seed):
    """The winners of the high half and the low half of some deals, maybe without a low hand."""
    rng, everybody = random.Random(seed), range(players)
    return [
        (
            rng.sample(everybody, rng.randint(1, players)),
            rng.sample(everybody, rng.randint(0, players)),
        )
        for _ in range(deals)
    ]


def tally_of(deals, players):
    """The counts that the core would give."""
    high, low, halved = ([0] * 2**players for _ in range(3))
    both = [0] * 4**players
    for winners in deals:
        highs, lows = (sum(1 << player for player in half) for half in winners)
        high[highs] += 1
        halved[highs] += bool(lows)
        low[lows] += bool(lows)
        both[highs | lows << players] += 1
    return len(deals), high, low, halved, both


def won(player, highs, lows):
    half = Fraction(1, 2) if lows else Fraction(1)
    share = half / len(highs) if player in highs else Fraction(0)
    return share + (half / len(lows) if player in lows else 0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_standard_error_of_hi_lo_agrees_with_single_deals(players):
    deals = drawn(players, 200, seed=players)
    shares = shares_of(*tally_of(deals, players))
    for player, share in enumerate(shares):
        pots = [won(player, *deal) for deal in deals]
        assert sum(pots) / len(deals) == share.equity
        assert sqrt(pvariance(pots) / len(deals)) == pytest.approx(sqrt(share.variance))


def test_who_always_wins_half_has_no_error():
    deals = [([0], [1]), ([1], [0])] * 5
    for share in shares_of(*tally_of(deals, 2)):
        assert (Fraction(1, 2), 0) == (share.equity, share.variance)


@pytest.mark.parametrize("game", ["omaha8", "stud8", "razz", "holdem"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_shares_of_samples_are_as_their_counts_say(game, players):
    row, cards = GAMES[game], list(range(52))
    random.Random(players).shuffle(cards)
    hands = [cards[7 * place : 7 * place + row.hole] for place in range(players)]
    found = equity(*hands, game=game, samples=5000, seed=players)
    one_each = [np.array([mask_of(hand)], np.uint64) for hand in hands]
    counts = _core.simulate(
        [(hand, np.ones(1, np.uint64)) for hand in one_each],
        core_rules(row),
        *(0, 0, 5000, players, 1),
    )
    for share, expected in zip(found.players, shares_of(*counts), strict=True):
        *rest, variance = expected
        assert tuple(rest) == tuple(getattr(share, name) for name in expected._fields[:-1])
        assert share.standard_error == sqrt(variance)


def test_sampled_hi_lo_is_within_five_of_its_standard_errors():
    hands, board = ("AsKs2h3h", "4c5d8c7d"), "Ts6h2c"
    exact = equity(*hands, board=board, game="omaha8")
    for seed in range(5):
        sampled = equity(*hands, board=board, game="omaha8", samples=5000, seed=seed)
        for share, near in zip(exact.players, sampled.players, strict=True):
            assert share.standard_error is None
            assert abs(share.equity - near.equity) <= 5 * near.standard_error
