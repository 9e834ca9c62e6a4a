"""Rankings: which hands are strong, and what hands are called. The core defines how they rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import attrs

from facevalue import _core
from facevalue.cards import Card, CardsLike, parse_cards
from facevalue.options import row_named, true_or_false
from facevalue.value import Value, make_trusted

CATEGORIES = tuple(_core.categories("high"))  # of high hands, as Cactus Kev counts them
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
            CardError: a card is invalid or repeated, or there are not as many as play (in badugi
                one to four).

        >>> RANKINGS["high"].category("7H 7S 7D AS AC")
        'Full House'
        """
        return _core.category(self.name, _ids(cards))

    def category_of(self, ranks: Sequence[int], *, one_suit: bool) -> str:
        """Return the category of a hand's ranks, 0 to 12, which are all of one suit or not.

        Five equal ranks, which wild cards or several decks make, are "Five of a Kind".

        Raises:
            CardError: they are not as many ranks as play.
            RuleError: `one_suit` is not True or False.

        >>> RANKINGS["high"].category_of([12, 3, 2, 1, 0], one_suit=False)
        'Straight'
        """
        return _core.category_of_ranks(self.name, ranks, true_or_false("one_suit", one_suit))

    def description(self, cards: CardsLike) -> str:
        """Describe the hand as people say it at the table; errors as for `category`.

        >>> RANKINGS["high"].description("5h 4c 3d 2s Ah")
        'Straight, Five high'
        """
        return _core.description(self.name, _ids(cards))

    def arranged(self, cards: CardsLike) -> tuple[Card, ...]:
        """Return the cards sorted by how frequent their ranks are, then by rank, from the top.

        Raises:
            CardError: a card is invalid or repeated.

        >>> " ".join(map(str, RANKINGS["high"].arranged("As 5h 4c 3d 2s")))
        '5h 4c 3d 2s As'
        """
        return tuple(map(Card, _core.arranged(self.name, _ids(cards))))


def _ids(cards: CardsLike) -> list[int]:
    return [card.id for card in parse_cards(cards)]


_SUMMARIES = {
    "high": "The usual hands, from a royal flush down; the ace is high, and low in 5-4-3-2-A.",
    "short": "As high, but a flush beats a full house, and 9-8-7-6-A is a straight.",
    "three-card": "The best three cards: straight flush, three of a kind, straight, flush, pair, "
    "high card. With three cards a straight is rarer than a flush.",
    "four-card": "The best four cards: four of a kind, straight flush, three of a kind, flush, "
    "straight, two pair, pair, high card.",
    "low-a5": "The lowest hand wins; aces are low, straights and flushes do not count. "
    "The best is 5-4-3-2-A.",
    "low-8": "As low-a5, but only five different ranks of eight or lower make a hand.",
    "low-27": "The lowest of the usual poker hands wins; aces are high, straights and flushes "
    "count. The best is 7-5-4-3-2 in two suits or more.",
    "badugi": "Cards of different ranks and suits play: more of them beat fewer, then the lower "
    "ones win; aces are low. The best is 4-3-2-A in four suits.",
    "badugi-27": "As badugi, but aces are high. The best is 5-4-3-2 in four suits.",
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
