"""The equity of each hand of a range against another range, also as a grid of starting hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT
from facevalue.cards import Card, CardsLike
from facevalue.errors import counted
from facevalue.poker.equities.equity_result import Progress
from facevalue.poker.hands.games import GameLike, game_without_wild_cards
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.holdem import RangeLike
from facevalue.poker.ranges.items import hand_mask
from facevalue.poker.ranges.starting_hands import STARTING_HANDS, hands_of
from facevalue.value import Value, as_share, freeze

_TITLE = "Equity of each hand"


@attrs.frozen(repr=False)
class RangeEquities(Value, Mapping[tuple[Card, Card], Fraction]):
    """The equity of each hand of a range, 0 to 1, returned by `range_equities`.

    A mapping from two cards, the higher first, to fractions; a hand may also be looked up as a
    string such as "AsKs". Notebooks show it as a grid of starting hands.

    Attributes:
        equities: the equity of each hand, in the order of the range.
    """

    equities: Mapping[tuple[Card, Card], Fraction] = attrs.field(converter=freeze)

    def __getitem__(self, hand: CardsLike) -> Fraction:
        found = self.equities.get(hand) if isinstance(hand, tuple) else None
        if found is not None:
            return found
        high, low = highest_first(hand_mask(hand))
        return self.equities[high, low]

    def __iter__(self) -> Iterator[tuple[Card, Card]]:
        return iter(self.equities)

    def __len__(self) -> int:
        return len(self.equities)

    def __hash__(self) -> int:
        return hash(tuple(self.equities.items()))

    @property
    def starting_hands(self) -> Mapping[str, Fraction]:
        """The mean equity of the hands of each starting hand in the range, the best class first.

        The order is the order of `STARTING_HANDS`; classes without a hand in the range are missing.
        """
        by_hand = {mask_of(hand): share for hand, share in self.items()}
        found = {}
        for name in STARTING_HANDS:
            parts = [by_hand[hand] for hand in hands_of(name) if hand in by_hand]
            if parts:
                found[name] = sum(parts, Fraction(0)) / len(parts)
        return MappingProxyType(found)

    @property
    def grid(self) -> str:
        """The 13 by 13 grid of starting hands with their mean equity in percent."""
        return grid.percentages(self.starting_hands)

    @property
    def svg(self) -> str:
        """The 13 by 13 grid of starting hands as an SVG picture, filled by their mean equity."""
        return grid.svg(grid.complete(self.starting_hands), _TITLE)

    @property
    def html(self) -> str:
        """The 13 by 13 grid of starting hands as an HTML table, filled by their mean equity."""
        return grid.html(grid.complete(self.starting_hands), _TITLE)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.html

    def as_dict(self) -> dict[str, Any]:
        """Return JSON: the equity of each hand and of each starting hand.

        JSON:
            equities (share by name): the equity of each hand of the range.
            starting_hands (share by name): the mean equity of the hands of each starting hand.
        """
        return {
            "equities": {"".join(map(str, hand)): as_share(share) for hand, share in self.items()},
            "starting_hands": {
                name: as_share(share) for name, share in self.starting_hands.items()
            },
        }

    def __str__(self) -> str:
        return self.grid

    def __repr__(self) -> str:
        if not self:
            return "<RangeEquities: no hands>"
        low, high = min(self.values()), max(self.values())
        return (
            f"<RangeEquities: {counted(len(self), 'hand')}, {float(low):.4f} to {float(high):.4f}>"
        )


def range_equities(
    hero: RangeLike,
    villain: RangeLike,
    *,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: GameLike = "holdem",
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
    progress: Progress | None = None,
) -> RangeEquities:
    """Compute the exact equity of each hand of a range.

    Args:
        hero: a `Range`, a string such as "QQ+, AKs", or two cards.
        villain: the same.
        board: the known board cards, up to five.
        dead: cards that cannot come.
        game: "holdem" or "shortdeck", or a `Game` with the same cards and rankings.
        workers: the number of threads, 1 to 64.
        limit: the maximum number of seconds that it may take, by an estimate made before it starts;
            None for no limit.
        progress: called as in `equity`.

    Returns:
        A mapping from the hands of hero's range to their equity, 0 to 1, without the hands that
        share a card with every hand of villain's.

    Raises:
        CardError: a card is invalid or repeated, or there are too many.
        LimitError: it would take longer than `limit` (the message gives an estimate), as large
            ranges do before the flop with dead cards.
        RangeError: a string is not a range.
        RuleError: it is another game, or `workers` is not 1 to 64.

    >>> found = range_equities("AA, 72o", "KK")
    >>> found
    <RangeEquities: 18 hands, 0.1210 to 0.8195>
    >>> round(float(found["AsAh"]), 4), round(float(found.starting_hands["72o"]), 4)
    (0.8195, 0.121)
    """
    equities = _core.equities_of_hands(
        game_without_wild_cards(game).core,
        *(hero, villain, board, dead, workers, limit, progress),
    )
    return RangeEquities(equities)
