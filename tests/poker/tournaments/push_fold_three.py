"""What strategies of push or fold with three players are worth, in floats, deal by deal."""

from itertools import product
from typing import NamedTuple

import numpy as np

from facevalue import _core, poker
from facevalue.poker import STARTING_HANDS
from facevalue.poker.equities.preflop import BOARDS
from tests.poker.tournaments.push_fold import showdowns

SIZE = len(STARTING_HANDS)
BUTTON, SMALL, BIG = SEATS = range(3)
DECISIONS = (
    *("button_push", "small_blind_call", "small_blind_push"),
    *("big_blind_call_button", "big_blind_call_small_blind", "big_blind_call_both"),
)
# The player of each decision, and who else is all-in before it: True, or False for a fold.
PLAYERS = (BUTTON, SMALL, SMALL, BIG, BIG, BIG)


class Model(NamedTuple):
    """How often three starting hands meet, and the share of a pot that each wins.

    Attributes:
        deals: of the hands of the button, the small blind and the big blind.
        two: the equity of a starting hand against another.
        three: the equity of a starting hand against two others, which come first.
    """

    deals: np.ndarray
    two: np.ndarray
    three: np.ndarray


def model(seed):
    deals, won = (
        array.reshape(SIZE, SIZE, SIZE).astype(float)
        for array in _core.three_way(poker.GAMES["holdem"].core, seed)
    )
    two = np.array(
        [
            (won_boards + tied / 2) / (pairs * BOARDS)
            for pairs, won_boards, tied in showdowns().values()
        ]
    ).reshape(SIZE, SIZE)
    three = np.divide(won, 12 * 192 * deals, out=np.zeros_like(won), where=deals > 0)
    return Model(deals, two, three)


def seen_by(array, *seats):
    """An array over the hands of some seats as an array over the hands of all three."""
    order = np.argsort(seats)
    shape = [SIZE if seat in seats else 1 for seat in SEATS]
    return array.transpose(order).reshape(shape)


def payoffs(found, model, who):
    """What each seat wins if these are all-in, pot by pot: one for each level of the stacks."""
    stacks = [float(stack) for stack in found.stacks]
    ante, small, big = map(float, (found.ante, found.small_blind, found.big_blind))
    posted = [ante, ante + small, ante + big]
    paid = [stacks[seat] if seat in who else posted[seat] for seat in SEATS]
    if len(who) < 2:  # the blinds and antes go to the one who is left
        last = who[0] if who else BIG
        return [np.full((1, 1, 1), sum(posted) * (seat == last) - posted[seat]) for seat in SEATS]
    won = [np.full((1, 1, 1), -amount) for amount in paid]
    below = 0
    for level in sorted({stacks[seat] for seat in who}):
        pot = sum(min(level, amount) - min(below, amount) for amount in paid)
        in_pot = [seat for seat in who if stacks[seat] >= level]
        for seat in in_pot:
            others = [other for other in in_pot if other != seat]
            if not others:
                share = 1
            elif len(others) == 1:
                share = seen_by(model.two, seat, *others)
            else:
                share = seen_by(model.three, *others, seat)
            won[seat] = won[seat] + pot * share
        below = level
    return won


def acts(found):
    """How often each starting hand acts, by decision."""
    return [
        np.array([float(getattr(found, name).starting_hands[hand]) for hand in STARTING_HANDS])
        for name in DECISIONS
    ]


def measure(found, model, shares):
    """What each seat wins per hand, and what the best response of each decision gains."""
    lines = list(product((False, True), repeat=3))  # who is all-in
    # The decision of each seat in a line: the big blind decides nothing if both others fold.
    calls = {(True, False): 3, (False, True): 4, (True, True): 5}
    taken = [
        (0, 1 if line[BUTTON] else 2, calls.get((line[BUTTON], line[SMALL]))) for line in lines
    ]
    reach, won = [], []
    for line, decisions in zip(lines, taken, strict=True):
        part = model.deals
        for seat, decision in enumerate(decisions):
            if decision is None:
                part = part * (not line[BIG])  # only one of the two lines counts
                continue
            share = shares[decision] if line[seat] else 1 - shares[decision]
            part = part * seen_by(share, seat)
        reach.append(part)
        won.append(payoffs(found, model, [seat for seat in SEATS if line[seat]]))
    total = model.deals.sum()
    expectations = [
        sum((part * each[seat]).sum() for part, each in zip(reach, won, strict=True)) / total
        for seat in SEATS
    ]
    gains = []
    for decision, seat in enumerate(PLAYERS):
        others = tuple(other for other in SEATS if other != seat)
        worth = {}
        for is_in in (True, False):
            worth[is_in] = np.zeros(SIZE)
            for line, decisions, each in zip(lines, taken, won, strict=True):
                if decisions[seat] != decision or line[seat] != is_in:
                    continue
                part = model.deals
                for other in others:
                    number = decisions[other]
                    if number is None:
                        part = part * (not line[BIG])
                    else:
                        share = shares[number] if line[other] else 1 - shares[number]
                        part = part * seen_by(share, other)
                worth[is_in] += (part * each[seat]).sum(axis=others)
        gains.append((worth[True] - worth[False]) / total)
    missed = [
        (np.maximum(gain, 0) - share * gain).sum()
        for gain, share in zip(gains, shares, strict=True)
    ]
    return expectations, missed
