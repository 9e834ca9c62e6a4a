"""What strategies of push or fold are worth, hand by hand and in fractions."""

from fractions import Fraction

from facevalue.poker import STARTING_HANDS
from facevalue.poker.ranges.starting_hands import hands_of


def measure(stack, ante, push, call, margin):
    """What the small blind wins per hand, and what the best responses could win together.

    Args:
        stack, ante: in big blinds.
        push, call: how often each starting hand is played, by its name.
        margin: returns the share of boards on which a hand wins, minus those on which it loses,
            against another; both are masks.
    """
    stack, ante, pairs = Fraction(stack), Fraction(ante), 0
    pushing, calling = dict.fromkeys(STARTING_HANDS, 0), dict.fromkeys(STARTING_HANDS, 0)
    for name in STARTING_HANDS:
        hand, size = hands_of(name)[0], len(hands_of(name))
        for rival in STARTING_HANDS:
            met = [margin(hand, other) for other in hands_of(rival) if not hand & other]
            pairs += size * len(met)
            showdown = stack * sum(met)
            # Against folding, with which the small blind loses half a big blind and its ante.
            called = call[rival] * showdown + (1 - call[rival]) * len(met) * (1 + ante)
            pushing[name] += size * (called + len(met) * (Fraction(1, 2) + ante))
            calling[rival] += size * push[name] * (len(met) * (1 + ante) - showdown)
    won = sum(push[name] * gain for name, gain in pushing.items())
    best = sum(max(gain, 0) for gain in (*pushing.values(), *calling.values()))
    missed = best - won - sum(call[name] * gain for name, gain in calling.items())
    return won / pairs - Fraction(1, 2) - ante, missed / pairs
