"""`Range`: the hands of two cards that a player may hold, each with a weight."""

from __future__ import annotations

from collections.abc import Mapping
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
from facevalue.value import Value, as_json, as_share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self, TypeAlias

    from facevalue.cards import Card, CardsLike

    RangeLike: TypeAlias = "Range | str"

HAND_SIZE = 2


class Range(Value):
    """The hands of two cards that a player may hold, each with a weight above 0, up to 1.

    `str` returns a short text that parses back to the same hands and weights.

    Args:
        combos: a text, as for `parse`; or hands of two cards with their weights, which are whole
            numbers or fractions from 0 to 1. Hands of weight 0 are left out.

    Raises:
        CardError: a hand is not two different cards.
        RangeError: the text is not a range, or a weight is out of bounds.

    >>> Range({"AhKh": 1, "QsQd": Fraction(1, 2)})
    Range.parse('AhKh, QsQd:0.5')
    >>> queens = Range("QQ+, AKs, KQs:0.5")
    >>> len(queens), queens.total, "AhAd" in queens
    (26, Fraction(24, 1), True)
    """

    # Weights are whole numbers over the least common denominator, so equal ranges have equal
    # content, and counting needs no fractions.
    masks: tuple[int, ...]
    """The hands as masks (bit 13 * suit + rank for a card), in the order of `combos`."""
    _wholes: tuple[int, ...]
    _scale: int

    _fields = ("combos",)

    def __init__(self, combos: str | Mapping[CardsLike, Fraction | int]) -> None:
        if isinstance(combos, str):
            self._set(**_ordered(parsed(combos)))
        elif isinstance(combos, Mapping):
            self._set(**_ordered({hand_mask(cards): _checked(combos[cards]) for cards in combos}))
        else:
            raise RangeError("expected a text, or hands with weights", quoted(combos), 0)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self),)

    def _content(self) -> tuple[object, ...]:
        return self.masks, self._wholes, self._scale

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: `range`, `count`, `total`, `share` and `combos`.

        Weights are whole numbers, or fractions as text; `share` is a fraction and a decimal.
        """
        return {
            "range": str(self),
            "count": len(self),
            "total": as_json(self.total),
            "share": as_share(self.share),
            "combos": [
                {"cards": "".join(map(str, cards)), "weight": as_json(weight)}
                for cards, weight in self.combos.items()
            ],
        }

    @classmethod
    def parse(cls, text: str, *, dead: CardsLike = "") -> Self:
        """Returns the range of a text, in any of the notations that people use.

        Args:
            text: items such as `QQ`, `AKs`, `AhKh`, `QQ+`, `A2s+`, `77-JJ`, `A5s-A2s`, `T9s-65s`,
                `AXs`, `Kx+`, `Kh*h`, `15%`, `5%-20%` (of `STARTING_HANDS`), `random`, `!AKs`, with
                commas or blanks between; a weight is `AA:0.5`, `AA=0.5`, `AA(0.5)`, `0.5(AA, KK)`,
                `AA@50`, `50%:AQs` or `[50]AQs[/50]`.
            dead: cards that no hand may hold.

        Raises:
            RangeError: a part of it is not a range; `position` counts from 0.
            CardError: a dead card is invalid or repeated.

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
        exact = {whole: Fraction(whole, self._scale) for whole in set(self._wholes)}
        return tuple(map(exact.__getitem__, self._wholes))

    @property
    def mask_weights(self) -> dict[int, int]:
        """Hands as masks with their weights, scaled to whole numbers, in the order of `combos`."""
        return dict(zip(self.masks, self._wholes, strict=True))

    @property
    def total(self) -> Fraction:
        """The sum of the weights: the number of hands if all weigh 1."""
        return Fraction(sum(self._wholes), self._scale)

    @property
    def share(self) -> Fraction:
        """The sum of the weights divided by 1326, the number of all hands: 0 to 1."""
        return self.total / len(all_hands())

    def without(self, dead: CardsLike) -> Self:
        """Returns the range without the hands that hold one of these cards.

        Raises:
            CardError: a card is invalid or repeated.

        >>> len(Range.parse("AA").without("As Kd"))
        3
        """
        gone = mask_of(dead)
        if not gone:
            return self
        weights = zip(self.masks, self.weights, strict=True)
        return self._of(**_ordered({hand: weight for hand, weight in weights if not hand & gone}))

    def weight(self, cards: CardsLike) -> Fraction:
        """Returns the weight of a hand, 0 if it is not in the range.

        Args:
            cards: two cards.

        Raises:
            CardError: they are not two different cards.

        >>> Range.parse("AA:0.5").weight("AsAd")
        Fraction(1, 2)
        """
        hand = hand_mask(cards)
        whole = self._wholes[self.masks.index(hand)] if hand in self.masks else 0
        return Fraction(whole, self._scale)

    @property
    def starting_hands(self) -> Mapping[str, Fraction]:
        """The share, 0 to 1, of each of the 169 starting hands that is in the range, in grid order.

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
        """The 13 by 13 grid of starting hands as text; hands partly in the range show a percentage.

        >>> Range.parse("AA, AKs:0.5").grid.splitlines()[0]
        'AA   50%  .    .    .    .    .    .    .    .    .    .    .'
        """
        return grid.text(self.starting_hands)

    @property
    def svg(self) -> str:
        """The 13 by 13 grid of starting hands as an SVG picture."""
        return grid.svg(self.starting_hands, str(self))

    @property
    def html(self) -> str:
        """The 13 by 13 grid of starting hands as an HTML table."""
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
    """Returns a range as it is, or the range of a text.

    Raises:
        RangeError: it is neither, or the text is not a range.

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
    return {"masks": tuple(kept), "_wholes": tuple(wholes), "_scale": scale}


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


def hand_mask(cards: CardsLike) -> int:
    """The mask of a hand.

    Raises:
        CardError: it is not two different cards.
    """
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
