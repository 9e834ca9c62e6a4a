"""What strategies of push or fold are worth, in fractions, from how hands win, tie and lose."""

from fractions import Fraction
from functools import cache
from itertools import chain
from math import lcm
from typing import NamedTuple

from facevalue.poker import STARTING_HANDS
from facevalue.poker.equities.preflop import BOARDS, matchups
from facevalue.poker.ranges.starting_hands import hands_of


@cache
def showdowns():
    """For two starting hands: pairs of hands without a common card, and, over all pairs and boards,
    how often the first one wins and ties."""
    found = {}
    for name in STARTING_HANDS:
        hand, size = hands_of(name)[0], len(hands_of(name))
        for rival in STARTING_HANDS:
            met = [matchups().of(hand, other) for other in hands_of(rival) if not hand & other]
            found[name, rival] = tuple(
                size * count
                for count in (len(met), sum(row[0] for row in met), sum(row[1] for row in met))
            )
    return found


def outcomes(stacks, ante, small, big, worth):
    """What the small blind and the big blind win.

    Returns it for when the small blind folds, when the big blind folds, and when the small blind
    wins, ties or loses all-in.

    Args:
        stacks: of the small blind, the big blind, and players who have folded.
        worth: returns what each stack is worth.
    """
    stacks, ante = list(map(Fraction, stacks)), Fraction(ante)
    dead = ante * (len(stacks) - 2)
    rest = [stack - ante for stack in stacks[2:]]
    before = worth(stacks)

    def after(first, second):
        left = worth([stacks[0] + first, stacks[1] + second, *rest])
        return left[0] - before[0], left[1] - before[1]

    stack = min(stacks[:2])
    return (
        after(-small - ante, small + ante + dead),
        after(big + ante + dead, -big - ante),
        after(stack + dead, -stack),
        after(dead / 2, dead / 2),
        after(-stack, stack + dead),
    )


class Measured(NamedTuple):
    """What strategies are worth.

    Attributes:
        expectations: what each player wins per hand.
        missed: what the best response of each player could win more.
        gains: for each player, what acting gains against folding, by starting hand: per hand of
            the player.
    """

    expectations: tuple[Fraction, Fraction]
    missed: tuple[Fraction, Fraction]
    gains: tuple[dict[str, Fraction], dict[str, Fraction]]


def whole(shares):
    """Whole numbers in the proportions of fractions, and how many make one."""
    unit = lcm(*(Fraction(share).denominator for share in shares.values()))
    return {name: int(share * unit) for name, share in shares.items()}, unit


def measure(won, push, call):
    """Measure how often each starting hand is played, by its name, with the outcomes of a hand."""
    numbers, unit = whole(dict(enumerate(chain(*won))))
    push, pushes = whole(push)
    call, calls = whole(call)
    folded, stolen, wins, ties, losses = zip(*[iter(numbers.values())] * 2, strict=True)
    gains = [dict.fromkeys(STARTING_HANDS, 0), dict.fromkeys(STARTING_HANDS, 0)]
    pairs_of, uncalled = dict.fromkeys(STARTING_HANDS, 0), 0
    for (name, rival), (pairs, won_boards, tied_boards) in showdowns().items():
        lost_boards = pairs * BOARDS - won_boards - tied_boards
        met = pairs * BOARDS
        pairs_of[name] += pairs
        called = [
            won_boards * wins[player] + tied_boards * ties[player] + lost_boards * losses[player]
            for player in (0, 1)
        ]
        pushed = call[rival] * called[0] + (calls - call[rival]) * met * stolen[0]
        gains[0][name] += pushed - calls * met * folded[0]
        gains[1][rival] += push[name] * (called[1] - met * stolen[1])
        uncalled += met * (push[name] * stolen[1] + (pushes - push[name]) * folded[1])
    total = unit * BOARDS * sum(pairs_of.values())
    won_more, missed = [], []
    for mine, gained, own, other in zip(
        (push, call), gains, (pushes, calls), (calls, pushes), strict=True
    ):
        won_more.append(
            Fraction(sum(mine[name] * gain for name, gain in gained.items()), total * own * other)
        )
        best = Fraction(sum(max(gain, 0) for gain in gained.values()), total * other)
        missed.append(best - won_more[-1])
    first = Fraction(folded[0], unit) + won_more[0]
    second = Fraction(uncalled, total * pushes) + won_more[1]
    by_hand = tuple(
        {
            name: Fraction(gain, unit * BOARDS * pairs_of[name] * other)
            for name, gain in gained.items()
        }
        for gained, other in zip(gains, (calls, pushes), strict=True)
    )
    return Measured((first, second), tuple(missed), by_hand)
