"""Ranges: the hands of two cards that a player may hold, each with a weight."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from types import MappingProxyType

from facevalue.errors import CardError, RangeError, quoted
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.parsing import FINEST, parsed
from facevalue.poker.ranges.printing import printed
from facevalue.poker.ranges.starting_hands import all_hands, grid_names, hands_of
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Self, TypeAlias

    from facevalue.cards import Card, CardsLike

    RangeLike: TypeAlias = "Range | str"

HAND_SIZE = 2


class Range(Value):
    """The hands of two cards that a player may hold, each with a weight above 0, up to 1.

    `Range.parse` reads one; `str` is short and parses back to the same hands and weights.

    Args:
        combos: hands of two cards with their weights, whole numbers or fractions 0 to 1; those
            of weight 0 are left out.

    Raises:
        CardError: a hand is not two different cards.
        RangeError: a weight is none.

    >>> Range({"AhKh": 1, "QsQd": Fraction(1, 2)})
    Range.parse('AhKh, QsQd:0.5')
    >>> queens = Range.parse("QQ+, AKs, KQs:0.5")
    >>> len(queens), queens.total, "AhAd" in queens
    (26, Fraction(24, 1), True)
    """

    # Weights are whole numbers over one scale, the least that fits all of them: equal ranges have
    # equal content, and who counts with them needs no fractions.
    __slots__ = ("masks", "wholes", "scale")

    masks: tuple[int, ...]
    """The hands as masks (bit 13 * suit + rank for a card), in the order of `combos`."""
    wholes: tuple[int, ...]
    """The weights in the order of `combos`: whole numbers of parts, `scale` of which are 1."""
    scale: int

    def __init__(self, combos: Mapping[CardsLike, Fraction | int]) -> None:
        self._set(**_ordered({_hand(cards): _checked(combos[cards]) for cards in combos}))

    @classmethod
    def parse(cls, text: str, *, dead: CardsLike = "") -> Self:
        """The range that a text means, in any of the ways in which people write ranges.

        Args:
            text: items such as `QQ`, `AKs`, `AhKh`, `QQ+`, `A2s+`, `77-JJ`, `A5s-A2s`, `T9s-65s`,
                `15%`, `5%-20%` (of `STARTING_HANDS`), `random`, with commas or blanks between; a
                weight is `AA:0.5`, `0.5(AA, KK)`, `AA@50`, `50%:AQs` or `[50]AQs[/50]`.
            dead: cards that no hand may hold.

        Raises:
            RangeError: any part of it is no range; `position` counts from 0.
            CardError: a dead card is none, or repeated.

        >>> str(Range.parse("qq+ ako, AKs 2s5s"))
        'QQ+, AK, 5s2s'
        """
        if not isinstance(text, str):
            raise RangeError("expected a range as text", quoted(text), 0)
        return cls._of(**_ordered(parsed(text))).without(dead)

    @property
    def combos(self) -> Mapping[tuple[Card, Card], Fraction]:
        """The hands, the higher card first, and their weights, in the order of `str`."""
        return MappingProxyType(dict(zip(map(two_cards, self.masks), self.weights, strict=True)))

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights, in the order of `combos`."""
        exact = {whole: Fraction(whole, self.scale) for whole in set(self.wholes)}
        return tuple(map(exact.__getitem__, self.wholes))

    @property
    def holding(self) -> dict[int, int]:
        """Hands as masks, each with its weight as a whole number of parts, in the same order."""
        return dict(zip(self.masks, self.wholes, strict=True))

    @property
    def total(self) -> Fraction:
        """The sum of the weights: of hands that all weigh 1, how many there are."""
        return Fraction(sum(self.wholes), self.scale)

    @property
    def share(self) -> Fraction:
        """The sum of the weights as a share, 0 to 1, of all 1326 hands."""
        return self.total / len(all_hands())

    def without(self, dead: CardsLike) -> Self:
        """The hands that hold none of the cards, with their weights.

        Raises:
            CardError: a card is none, or repeated.

        >>> len(Range.parse("AA").without("As Kd"))
        3
        """
        gone = mask_of(dead)
        if not gone:
            return self
        weights = zip(self.masks, self.weights, strict=True)
        return self._of(**_ordered({hand: weight for hand, weight in weights if not hand & gone}))

    def weight(self, cards: CardsLike) -> Fraction:
        """The weight of a hand; 0 if it is not in the range.

        Raises:
            CardError: it is not two different cards.

        >>> Range.parse("AA:0.5").weight("AsAd")
        Fraction(1, 2)
        """
        hand = _hand(cards)
        whole = self.wholes[self.masks.index(hand)] if hand in self.masks else 0
        return Fraction(whole, self.scale)

    @property
    def starting_hands(self) -> Mapping[str, Fraction]:
        """The share, 0 to 1, of each of the 169 starting hands, row by row as the grid shows them.

        >>> Range.parse("AsAd, KK").starting_hands["AA"]
        Fraction(1, 6)
        """
        held = dict(zip(self.masks, self.weights, strict=True))
        return MappingProxyType(
            {
                name: sum((held.get(hand, Fraction(0)) for hand in hands), Fraction(0)) / len(hands)
                for row in grid_names()
                for name in row
                for hands in [hands_of(name)]
            }
        )

    @property
    def grid(self) -> str:
        """The grid of 13 by 13 starting hands as text: names, percentages of what is partly in.

        >>> Range.parse("AA, AKs:0.5").grid.splitlines()[0]
        'AA   50%  .    .    .    .    .    .    .    .    .    .    .'
        """
        return grid.text(self.starting_hands)

    @property
    def svg(self) -> str:
        """The grid of 13 by 13 starting hands as an SVG picture."""
        return grid.svg(self.starting_hands, str(self))

    @property
    def html(self) -> str:
        """The grid of 13 by 13 starting hands as an HTML table."""
        return grid.html(self.starting_hands, str(self))

    def __len__(self) -> int:
        return len(self.masks)

    def __iter__(self) -> Iterator[tuple[Card, Card]]:
        return iter(self.combos)

    def __contains__(self, cards: CardsLike) -> bool:
        return self.weight(cards) > 0

    def __str__(self) -> str:
        return _printed_before(self)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.html


def as_range(given: object) -> Range:
    """The range itself, or the range of a text.

    Raises:
        RangeError: it is neither, or the text is no range.

    >>> len(as_range("KK+"))
    12
    """
    if isinstance(given, Range):
        return given
    if not isinstance(given, str):
        raise RangeError("expected a range", quoted(given), 0)
    return _parsed_before(given)


@lru_cache(maxsize=100)
def _parsed_before(text: str) -> Range:
    return Range.parse(text)


@lru_cache(maxsize=100)
def _printed_before(given: Range) -> str:
    return printed(dict(zip(given.masks, given.weights, strict=True)))


def _ordered(weights: Mapping[int, Fraction]) -> dict[str, Any]:
    """The content of a range: hands in order, without those of weight 0."""
    kept = sorted((hand for hand, weight in weights.items() if weight), key=_key)
    scale = lcm(*{weights[hand].denominator for hand in kept})
    wholes = (weights[hand].numerator * (scale // weights[hand].denominator) for hand in kept)
    return {"masks": tuple(kept), "wholes": tuple(wholes), "scale": scale}


@cache
def _key(hand: int) -> tuple[int, ...]:
    return tuple(-card.id for card in two_cards(hand))


@cache
def two_cards(hand: int) -> tuple[Card, Card]:
    """The cards of a hand that is given as a mask, the higher first.

    >>> two_cards(0b11)
    (Card.parse('3c'), Card.parse('2c'))
    """
    low, high = sorted(cards_of(hand), key=lambda card: card.id)
    return high, low


def _hand(cards: CardsLike) -> int:
    hand = mask_of(cards)
    if hand.bit_count() != HAND_SIZE:
        raise CardError(f"expected two cards: {quoted(cards)}")
    return hand


def _checked(weight: object) -> Fraction:
    if isinstance(weight, (int, Fraction)) and not isinstance(weight, bool):
        exact = Fraction(weight)
        if 0 <= exact <= 1 and exact.denominator <= FINEST:
            return exact
    wanted = "expected a weight, a whole number or a fraction from 0 to 1"
    raise RangeError(wanted, quoted(weight), 0)
