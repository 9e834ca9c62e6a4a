"""Two cards of hold'em before the flop: their class among 169, and how often they win."""

from __future__ import annotations

from typing import Any

import attrs

from facevalue.cards import Card, CardsLike
from facevalue.errors import CardError
from facevalue.options import whole_number
from facevalue.poker.equities.equity import equity
from facevalue.poker.equities.equity_result import Share
from facevalue.poker.hands.games import HOLDEM_HOLE
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.ranges.starting_hands import STARTING_HANDS, hands_of, names_by_hand
from facevalue.value import Value, checked


@attrs.frozen(kw_only=True, repr=False)
class StartingHand(Value):
    """Two cards of hold'em, returned by `starting_hand`.

    Attributes:
        cards: the two cards, the highest first.
        name: the class of the hand, such as "AKs": one of `STARTING_HANDS`.
        combos: how many hands the class has: 4, 6 or 12.
        place: the place of the class among the 169 by equity, from 1 (the best).
        share: how often the hand wins against a random hand, over all boards, exactly.
    """

    cards: tuple[Card, ...]
    name: str
    combos: int
    place: int = attrs.field(validator=checked(whole_number, 1, len(STARTING_HANDS)))
    share: Share

    @property
    def category(self) -> str:
        """The category of the two cards: "One Pair" or "High Card"."""
        return "High Card" if self.name[2:] else "One Pair"

    @property
    def description(self) -> str:
        """The hand in words: "AKs, number 8 of 169 starting hands"."""
        return f"{self.name}, number {self.place} of {len(STARTING_HANDS)} starting hands"

    def as_dict(self) -> dict[str, Any]:
        """Return JSON with the keys of a `Strength`, and with `starting_hand`.

        JSON of `starting_hand`:
            name, combo_count
            place (place): the place among the 169 starting hands, from 1 (the best).
            equity, win, tie, lose
        """
        cards, share = [str(card) for card in self.cards], self.share.as_dict()
        numbers = {name: share[name] for name in ("equity", "win", "tie", "lose")}
        about = {"name": self.name, "combo_count": self.combos, "place": self.place, **numbers}
        return {
            "game": "holdem",
            "cards": cards,
            "board": [],
            "cactus_kev": None,
            "category": self.category,
            "description": self.description,
            "best": cards,
            "starting_hand": about,
        }

    def __repr__(self) -> str:
        equity = f"{float(self.share.equity):.1%}"
        return f"<StartingHand: {''.join(map(str, self.cards))}, {self.description}, {equity}>"

    def __str__(self) -> str:
        return (
            f"{self.description}\n"
            f"{self.combos} combinations\n"
            f"equity {float(100 * self.share.equity):.4f}% against a random hand"
        )


def starting_hand(cards: CardsLike) -> StartingHand:
    """Describe two cards of hold'em before the flop.

    The first call loads the table of match-ups, or computes it, which takes a few seconds.

    Raises:
        CardError: they are not two different cards.

    >>> found = starting_hand("AhKh")
    >>> found.name, found.place, found.share.win, round(float(found.share.equity), 4)
    ('AKs', 8, 1389004215, 0.6704)
    """
    mask = mask_of(cards)
    if mask.bit_count() != HOLDEM_HOLE:
        raise CardError(f"a starting hand has 2 cards, not {mask.bit_count()}")
    name = names_by_hand()[mask]
    return StartingHand(
        cards=highest_first(mask),
        name=name,
        combos=len(hands_of(name)),
        place=STARTING_HANDS.index(name) + 1,
        share=equity(highest_first(mask), "random")[0],
    )
