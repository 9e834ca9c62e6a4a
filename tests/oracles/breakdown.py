"""What a hand has on a board, as players name it: a short version of the core's breakdown.

Cards are ids, rank * 4 + suit; a hand has two, and a board three to five.
"""

from collections import Counter

from facevalue import poker

FLUSH, STRAIGHT = (poker.MADE_HANDS.index(name) for name in ("Flush", "Straight"))


def made_hand(hand, board):
    """The name of what the hole cards add to the board."""
    strength = poker.evaluate([*hand, *board])
    category, ranks = strength.category, [card // 4 for card in hand]
    shared = Counter(card // 4 for card in board)
    if len(board) == 5 and strength == poker.evaluate(board):
        return "Nothing"  # everybody has what the board has
    is_shared = category == "Four of a Kind" and max(shared.values()) == 4
    if category in poker.MADE_HANDS[: STRAIGHT + 1] and not is_shared:
        return category
    is_pair, paired = ranks[0] == ranks[1], [rank for rank in ranks if rank in shared]
    if category == "Three of a Kind" and paired:
        return "Set" if is_pair else "Trips"
    if len(set(paired)) == 2:
        return "Two Pair"
    if is_pair or paired:
        above = sum(rank > (paired or ranks)[0] for rank in shared)
        best = "Overpair" if is_pair else "Top Pair"
        return (best, "Middle Pair", "Low Pair")[min(above, 2)]
    return "Ace High" if 12 in ranks else "Nothing"


def draw(hand, board):
    """The name of what the hand may become with the next card."""
    made = poker.MADE_HANDS.index(made_hand(hand, board))
    suits = Counter(card % 4 for card in [*hand, *board])
    is_flush = made > FLUSH and any(suits[card % 4] == 4 for card in hand)
    own, shared = ({card // 4 for card in cards} for cards in ([*hand, *board], board))
    outs = [r for r in range(13) if top(own | {r}) > max(top(own), top(shared | {r}))]
    is_straight = made > STRAIGHT and bool(outs)
    if is_flush:
        return "Flush and Straight Draw" if is_straight else "Flush Draw"
    if is_straight:
        return "Open-Ended Straight Draw" if len(outs) > 1 else "Gutshot"
    return "No Draw"


def top(ranks):
    """The highest rank of a straight, -1 without one; the ace is also below the two."""
    row = ranks | ({-1} if 12 in ranks else set())
    return max((high for high in range(3, 13) if row >= set(range(high - 4, high + 1))), default=-1)
