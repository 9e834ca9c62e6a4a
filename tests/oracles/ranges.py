"""The hands of an item of a hold'em range, found by trying every hand: slow, and easy to read."""

from __future__ import annotations

import re
from itertools import combinations

from facevalue import Card
from facevalue.cards import RANKS
from facevalue.poker import STARTING_HANDS

DECK = [*map(Card, range(51, -1, -1))]
HANDS = [*combinations(DECK, 2)]  # the higher card first


def name(hand: tuple[Card, Card]) -> str:
    """The starting hand of a hand, such as AKs."""
    high, low = hand
    kind = "" if high.rank == low.rank else "s" if high.suit == low.suit else "o"
    return high.rank + low.rank + kind


def is_in(hand: tuple[Card, Card], item: str) -> bool:  # noqa: PLR0911 - one return per form
    """Whether a hand belongs to an item such as QQ, A2s+, T9s-65s, AK-87s, Kx+, A? or Kh*h."""
    if item == "random":
        return True
    high, low = (RANKS.index(card.rank) for card in hand)
    if match := re.fullmatch(r"(..)\*([cdhs]?)", item):
        card = Card(match[1])
        return card in hand and any(
            other.suit == (match[2] or other.suit) for other in hand if other != card
        )
    if match := re.fullmatch(r"(.)\?", item):
        return match[1] in name(hand)[:2]
    if match := re.fullmatch(r"(.)x([so]?)(\+?)", item):
        rank = RANKS.index(match[1])
        is_high = high >= rank if match[3] else high == rank
        return high > low and name(hand).endswith(match[2]) and is_high
    if match := re.fullmatch(r"([^+-]{2})([so]?)(?:(\+)|-(..)([so]?))?", item):
        one = [RANKS.index(rank) for rank in match[1]]
        if not name(hand).endswith(match[2] or match[5] or ""):
            return False
        if match[3]:
            last = [12, 12] if one[0] == one[1] else [one[0], one[0] - 1]
        else:
            last = [RANKS.index(rank) for rank in match[4] or match[1]]
        steps = [high - one[0], low - one[1]]
        is_between = min(one[1], last[1]) <= low <= max(one[1], last[1])
        moves_top = one[0] != last[0]
        return is_between and steps[0] == (steps[1] if moves_top else 0)
    return "".join(map(str, hand)) == item


def hands_of(item: str) -> list[tuple[Card, Card]]:
    """The hands of an item, in the order of ranges."""
    return [hand for hand in HANDS if is_in(hand, item)]


def best(percent: int) -> list[tuple[Card, Card]]:
    """The hands of the best starting hands that are not more than a percentage of all hands."""
    names: set[str] = set()
    for starting_hand in STARTING_HANDS:
        more = names | {starting_hand}
        if 100 * sum(name(hand) in more for hand in HANDS) > percent * len(HANDS):
            break
        names = more
    return [hand for hand in HANDS if name(hand) in names]
