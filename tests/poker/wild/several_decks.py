"""A slow and obvious comparison of hands from several decks, in which a card may occur twice."""

from collections import Counter
from itertools import combinations, product

# From the weakest to the strongest.
KINDS = ["high card", "pair", "two pairs", "three", "straight", "flush", "full house", "four"]
KINDS += ["straight flush", "five"]
SHAPES = {(5,): "five", (4, 1): "four", (3, 2): "full house", (3, 1, 1): "three"}
SHAPES |= {(2, 2, 1): "two pairs", (2, 1, 1, 1): "pair"}


def high(cards, kinds=KINDS, lowest=2):
    """The kind of five cards, which may be equal, and the ranks that decide between equal kinds."""
    ranks = sorted(("..23456789TJQKA".index(card.rank) for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    is_flush = len({card.suit for card in cards}) == 1
    found = []
    if shape := SHAPES.get(tuple(count for _, count in groups)):
        found.append((kinds.index(shape), [rank for rank, _ in groups]))
    if ranks == [14, *range(lowest + 3, lowest - 1, -1)]:
        ranks = [lowest + 3]
    elif ranks == [*range(ranks[0], ranks[0] - 5, -1)]:
        ranks = ranks[:1]
    if len(ranks) == 1:
        found.append((kinds.index("straight flush" if is_flush else "straight"), ranks))
    found.append((kinds.index("flush" if is_flush else "high card"), ranks))
    return max(found)


def short(cards):
    return high(cards, [*KINDS[:5], "full house", "flush", *KINDS[7:]], 6)


def ace_to_five(cards):
    groups = Counter("A23456789TJQK".index(card.rank) for card in cards).items()
    ranks, counts = zip(*sorted(groups, key=lambda group: (-group[1], -group[0])), strict=True)
    return [-count for count in counts], [-rank for rank in ranks]


def deuce_to_seven(cards):
    kind, ranks = high(cards, lowest=99)
    return -kind, [-rank for rank in ranks]


def any_five(hand, board):
    return combinations(hand + board, 5)


def two_and_three(hand, board):
    return (a + b for a, b in product(combinations(hand, 2), combinations(board, 3)))


GAMES = {
    "holdem": (high, any_five),
    "shortdeck": (short, any_five),
    "omaha": (high, two_and_three),
    "stud": (high, any_five),
    "razz": (ace_to_five, any_five),
    "deuce7": (deuce_to_seven, any_five),
}


def winners(hands, board, game):
    """The places of the hands that win."""
    ranking, ways = GAMES[game]
    best = [max(map(ranking, ways(hand, board))) for hand in hands]
    return tuple(place for place, key in enumerate(best) if key == max(best))
