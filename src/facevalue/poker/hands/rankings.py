"""Rankings: which hands are strong, and what hands are called. The core defines how they rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import attrs

from facevalue import _core
from facevalue.cards import RANKS, Card, CardsLike, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import row_named, true_or_false
from facevalue.value import Value, make_trusted

# How a hand of each category is described, the strongest first. `one` and `many` are the names of
# its ranks, the most frequent first.
SENTENCES = {
    "Straight Flush": "Straight Flush, {one[0]} high",
    "Four of a Kind": "Four of a Kind, {many[0]}",
    "Full House": "Full House, {many[0]} full of {many[1]}",
    "Flush": "Flush, {one[0]} high",
    "Straight": "Straight, {one[0]} high",
    "Three of a Kind": "Three of a Kind, {many[0]}",
    "Two Pair": "Two Pair, {many[0]} and {many[1]}",
    "One Pair": "One Pair, {many[0]}",
    "High Card": "High Card, {one[0]}",
    "Low": "{one[0]}-{second} low",
    "One Card": "One Card, {one[0]}",
    "Two Cards": "Two Cards, {one[0]} high",
    "Three Cards": "Three Cards, {one[0]} high",
    "Badugi": "Badugi, {one[0]} high",
}
CATEGORIES = tuple(SENTENCES)[:9]  # of high hands, as Cactus Kev counts them
_SWAPPED = {"Full House": "Flush", "Flush": "Full House"}
# The categories under the rankings in which a card can improve a hand, the strongest first.
ORDERS = {"high": CATEGORIES, "short": tuple(_SWAPPED.get(each, each) for each in CATEGORIES)}
_OF_EQUAL_RANKS = {
    (4, 1): "Four of a Kind",
    (3, 2): "Full House",
    (3, 1, 1): "Three of a Kind",
    (2, 2, 1): "Two Pair",
    (2, 1, 1, 1): "One Pair",
}
_BADUGI = {1: "One Card", 2: "Two Cards", 3: "Three Cards", 4: "Badugi"}
_NAMES = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"]
_NAMES += ["Jack", "Queen", "King", "Ace"]
ACE = len(RANKS) - 1
# Below the two; as a negative index into `_NAMES` it is the ace again.
_LOW_ACE = -1
HAND_SIZE = 5


@attrs.frozen(init=False, eq=False)
class Ranking(Value):
    """A way to rank hands: one of `RANKINGS`. You cannot make other rankings.

    Attributes:
        name: its name in `RANKINGS`.
        summary: what wins, in one sentence.
        is_low: whether the lowest hand wins. Either way, the winner has the greater `Strength`.
        is_ace_low: whether the ace is below the two.
        has_sequences: whether straights and flushes count.
        wheel: the top rank 0 to 12 of the straight in which the ace is the lowest card, or None.
        cards: how many cards play.
    """

    name: str
    summary: str
    is_low: bool
    is_ace_low: bool
    has_sequences: bool
    wheel: int | None
    cards: int

    def __init__(self) -> None:
        raise TypeError("rankings are fixed: use one of poker.RANKINGS")

    def __repr__(self) -> str:
        return f"RANKINGS[{self.name!r}]"

    def as_item(self) -> str:
        """Return the name."""
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return ranking_named, (self.name,)

    # There is one object for each ranking.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def category(self, cards: CardsLike) -> str:
        """Return the category of a hand, given the cards that play.

        Raises:
            CardError: a card is invalid or repeated, or there are not five (in badugi one to four).

        >>> RANKINGS["high"].category("7H 7S 7D AS AC")
        'Full House'
        """
        hand = parse_cards(cards)
        if self.cards == HAND_SIZE:
            return self.category_of(self._ranks(hand), one_suit=len({c.suit for c in hand}) == 1)
        if len(hand) not in _BADUGI:
            raise CardError(f"a {self.name} hand has 1 to {self.cards} cards, not {len(hand)}")
        return _BADUGI[len(hand)]

    def category_of(self, ranks: Sequence[int], *, one_suit: bool) -> str:
        """Return the category of five ranks, 0 to 12, which are all of one suit or not.

        Raises:
            CardError: they are not five ranks, or all are equal.
            RuleError: `one_suit` is not True or False.

        >>> RANKINGS["high"].category_of([12, 3, 2, 1, 0], one_suit=False)
        'Straight'
        """
        is_one_suit = true_or_false("one_suit", one_suit)
        counts = tuple(sorted(Counter(ranks).values(), reverse=True))
        if sum(counts) != HAND_SIZE or counts == (HAND_SIZE,):
            message = "a hand must have five ranks, at most four of them equal, not"
            raise CardError(f"{message} {quoted(ranks)}")
        if counts in _OF_EQUAL_RANKS:
            return _OF_EQUAL_RANKS[counts]
        is_flush = self.has_sequences and is_one_suit
        if self.has_sequences and straight_top(ranks, self.wheel) is not None:
            return "Straight Flush" if is_flush else "Straight"
        if is_flush:
            return "Flush"
        return "Low" if self.is_low else "High Card"

    def description(self, cards: CardsLike) -> str:
        """Describe the hand as people say it at the table; errors as for `category`.

        >>> RANKINGS["high"].description("5h 4c 3d 2s Ah")
        'Straight, Five high'
        """
        hand = self.arranged(cards)
        category, ranks = self.category(hand), self._ranks(hand)
        if category == "Straight Flush" and ranks[0] == ACE:
            return "Royal Flush"
        different = list(dict.fromkeys(ranks))
        one = [_NAMES[rank] for rank in different]
        second = one[1].lower() if len(one) > 1 else ""
        return SENTENCES[category].format(
            one=one, many=[name + ("es" if name == "Six" else "s") for name in one], second=second
        )

    def arranged(self, cards: CardsLike) -> tuple[Card, ...]:
        """Return the cards sorted by how frequent their ranks are, then by rank, from the top.

        Raises:
            CardError: a card is invalid or repeated.

        >>> " ".join(map(str, RANKINGS["high"].arranged("As 5h 4c 3d 2s")))
        '5h 4c 3d 2s As'
        """
        hand = sorted(parse_cards(cards), key=lambda card: -card.id)
        ranks = self._ranks(hand)
        count = Counter(ranks)
        order = sorted(range(len(hand)), key=lambda place: (-count[ranks[place]], -ranks[place]))
        in_order = [hand[place] for place in order]
        is_wheel = self.has_sequences and _is_wheel(ranks, self.wheel)
        return tuple(in_order[1:] + in_order[:1] if is_wheel else in_order)

    def _ranks(self, cards: Iterable[Card]) -> list[int]:
        ranks = (card.id // 4 for card in cards)
        return [_LOW_ACE if rank == ACE and self.is_ace_low else rank for rank in ranks]


def straight_top(ranks: Sequence[int], wheel: int | None = 3) -> int | None:
    """Return the top rank of a straight; None if five different ranks, 0 to 12, are not one.

    >>> straight_top([12, 0, 1, 2, 3]), straight_top([4, 0, 1, 2, 5])
    (3, None)
    """
    if _is_wheel(ranks, wheel):
        return wheel
    return max(ranks) if max(ranks) - min(ranks) == HAND_SIZE - 1 else None


def _is_wheel(ranks: Sequence[int], wheel: int | None) -> bool:
    return wheel is not None and set(ranks) == {ACE, *range(wheel - 3, wheel + 1)}


_SUMMARIES = {
    "high": "The usual hands, from a royal flush down; the ace is high, and low in 5-4-3-2-A.",
    "short": "As high, but a flush beats a full house, and 9-8-7-6-A is a straight.",
    "low-a5": "The lowest hand wins; aces are low, straights and flushes do not count. "
    "The best is 5-4-3-2-A.",
    "low-8": "As low-a5, but only five different ranks of eight or lower make a hand.",
    "low-27": "The lowest of the usual poker hands wins; aces are high, straights and flushes "
    "count. The best is 7-5-4-3-2 in two suits or more.",
    "badugi": "Cards of different ranks and suits play: more of them beat fewer, then the lower "
    "ones win; aces are low. The best is 4-3-2-A in four suits.",
}
RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {
        name: make_trusted(
            Ranking,
            name=name,
            summary=_SUMMARIES[name],
            is_low=is_low,
            is_ace_low=is_ace_low,
            has_sequences=has_sequences,
            wheel=wheel,
            cards=cards,
        )
        for name, is_low, is_ace_low, has_sequences, wheel, cards in _core.rankings()
    }
)


def ranking_named(ranking: str | Ranking) -> Ranking:
    """Return the ranking with that name in `RANKINGS`; a `Ranking` is returned as it is.

    Raises:
        RuleError: no ranking has that name.

    >>> ranking_named("low-8").cards
    5
    """
    return ranking if isinstance(ranking, Ranking) else row_named("ranking", ranking, RANKINGS)
