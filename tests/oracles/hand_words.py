"""A slow and obvious version of what hands are called, with cards as pairs (rank, suit)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.oracles.poker import ACE, FOUR_CARDS, THREE_CARDS, few, groups
from tests.oracles.poker import category as high_category

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracles.poker import Card

NAMES = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine"}
NAMES |= {10: "Ten", 11: "Jack", 12: "Queen", 13: "King", 14: "Ace", 1: "Ace"}
SENTENCES = {
    "Straight Flush": "{first} high",
    "Four of a Kind": "{firsts}",
    "Full House": "{firsts} full of {seconds}",
    "Flush": "{first} high",
    "Straight": "{first} high",
    "Three of a Kind": "{firsts}",
    "Two Pair": "{firsts} and {seconds}",
    "One Pair": "{firsts}",
    "High Card": "{first}",
    "One Card": "{first}",
    "Two Cards": "{first} high",
    "Three Cards": "{first} high",
    "Badugi": "{first} high",
}
BADUGI = ["", "One Card", "Two Cards", "Three Cards", "Badugi"]


def words_of(ranking: str, hand: Sequence[Card]) -> tuple[str, str, list[Card]]:
    """The category, the description, and the cards, the most important first."""
    is_ace_low = ranking in ("low-a5", "low-8", "badugi")
    ranks = {card: 1 if card[0] == ACE and is_ace_low else card[0] for card in hand}
    times = Counter(ranks.values())
    order = sorted(hand, key=lambda card: (times[ranks[card]], ranks[card], card[1]), reverse=True)
    wheel = {"high": 5, "short": 9, "three-card": 3, "four-card": 4}.get(ranking, 0)
    is_wheel = set(ranks.values()) == {ACE, *range(wheel - len(hand) + 2, wheel + 1)}
    if is_wheel:
        order = order[1:] + order[:1]
    category = category_of(ranking, hand, is_wheel=is_wheel)
    different = [rank for _, rank in groups(ranks.values())]
    if is_wheel:
        different = different[1:] + different[:1]
    first, second = NAMES[different[0]], NAMES[different[1]] if different[1:] else ""
    if category == "Straight Flush" and different[0] == ACE and len(hand) == 5:
        return category, "Royal Flush", order
    if category == "Low":
        return category, f"{first}-{second.lower()} low", order
    firsts, seconds = (name + ("es" if name == "Six" else "s") for name in (first, second))
    sentence = SENTENCES[category].format(first=first, firsts=firsts, seconds=seconds)
    return category, f"{category}, {sentence}", order


def category_of(ranking: str, hand: Sequence[Card], *, is_wheel: bool) -> str:
    """Straights and flushes only count in some rankings, and aces are not always low."""
    if ranking == "badugi":
        return BADUGI[len(hand)]
    for name, order in (("three-card", THREE_CARDS), ("four-card", FOUR_CARDS)):
        if ranking == name:
            return order[few(tuple(hand), order)[0]]
    name = high_category(hand, 6 if ranking == "short" else 2)
    if ranking in ("high", "short"):
        return name
    is_flush = len({suit for _, suit in hand}) == 1
    if ranking in ("low-a5", "low-8") and name in ("Straight Flush", "Flush", "Straight"):
        name = "High Card"
    if ranking == "low-27" and {rank for rank, _ in hand} == {ACE, 2, 3, 4, 5} and not is_wheel:
        name = "Flush" if is_flush else "High Card"
    return "Low" if name == "High Card" else name
