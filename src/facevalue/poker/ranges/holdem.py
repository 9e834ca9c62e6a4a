"""`Range`: the hands of two cards that a player may hold, each with a weight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import starmap
from math import comb, lcm
from operator import mul
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, CardsLike
from facevalue.errors import RangeError
from facevalue.options import whole_number
from facevalue.poker.hands.games import SHORT_DECK, missing_cards
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.items import HOLE_SIZE, WeightLike, hand_mask, items_of
from facevalue.poker.ranges.starting_hands import hands_of
from facevalue.value import Value, as_json, as_share, keep, make_again, make_trusted


def _operator(
    combine: Callable[[Range, _core.HandWeights], _core.HandWeights],
) -> Callable[[Range, RangeLike], Range]:
    """Make a method for two ranges an operator, of which the other side may be a string."""

    def operate(self: Range, other: RangeLike) -> Range:
        if not isinstance(other, (Range, str)):
            return NotImplemented
        return range_of(combine(self, as_range(other, self.deck)._hands), self.deck)  # noqa: SLF001 - it is ours

    return operate


@attrs.frozen(init=False)
class Range(Value):
    """The hands of two cards that a player may hold, each with a weight above 0, up to 1.

    `str` returns a short string that parses back to the same hands and weights.

    Ranges combine like sets, hand by hand and with exact weights; the other range may be a string.
    For each hand, `a | b` has the larger of the two weights, `a & b` has the smaller one, and
    `a - b` subtracts the weight in `b`, down to 0. `~a` has 1 minus the weight of each of the 1326
    hands, or of the 630 of a short deck.

    `hands in a` is true if one hand, or each hand of a string or a range, has a weight above 0.

    Args:
        combos: a string, as for `parse`; hands one by one; or a mapping from hands to weights,
            which are numbers from 0 to 1. A hand is two cards, or a string that may mean several
            hands, such as "QQ+". A float is the decimal that Python prints: 0.1 is one tenth. If
            a hand is repeated, the last one counts. Hands of weight 0 are left out.
        deck: the cards of the game, 52 or 36; hands that are not in a short deck are left out.
            Percentages and shares are of the hands of the deck.

    Raises:
        CardError: a hand is not two different cards.
        RuleError: `deck` is neither 52 nor 36.
        RangeError: a string is not a range, or a weight is out of bounds.
        LimitError: weights of `a - b` would have denominators above 10^18.

    >>> Range({"AhKh": 1, "QsQd": 0.5})
    Range.parse('AhKh, QsQd:0.5')
    >>> queens = Range(["QQ+", "AKs"]) | "KQs:0.5"
    >>> len(queens), queens.total, "AhAd" in queens, "AKs" in queens, "AK" in queens
    (26, Fraction(24, 1), True, True, False)
    >>> str(queens & "AA, KQs"), str(queens - "QQ+, KQs:0.25"), len(~queens)
    ('AA, KQs:0.5', 'AKs, KQs:0.25', 1304)
    """

    FIELDS = ("combos", "deck")
    _hands: _core.HandWeights
    deck: int
    """How many cards the deck has: 52, or 36 of a short deck."""

    def __init__(
        self,
        combos: RangeLike | Mapping[CardsLike, WeightLike] | Iterable[CardsLike],
        *,
        deck: int = DECK_SIZE,
    ) -> None:
        size = whole_number("deck", deck, SHORT_DECK, DECK_SIZE)
        keep(self, _hands=_dealt(_read(combos, size), size), deck=size)

    def __reduce__(self) -> tuple[object, ...]:
        return make_again, (type(self), {"combos": str(self), "deck": self.deck})

    def as_dict(self) -> dict[str, Any]:
        """Return JSON: `range`, `combo_count`, `total_weight`, `share` and `combos`.

        Weights are whole numbers, or fractions as strings; `share` is a fraction and a decimal.

        JSON:
            range (text): the range in its shortest notation.
            combo_count (count): how many hands the range contains.
            total_weight (number): the sum of the weights.
            share
            combos (list of combo): every hand of the range with its weight.

        JSON of `combo`:
            cards
            weight (number): the weight of the hand.
        """
        return {
            "range": str(self),
            "combo_count": len(self),
            "total_weight": as_json(self.total),
            "share": as_share(self.share),
            "combos": [
                {"cards": list(map(str, cards)), "weight": as_json(weight)}
                for cards, weight in self.combos.items()
            ],
        }

    def __hash__(self) -> int:
        return hash(self._hands)

    @classmethod
    def parse(cls, text: str, *, dead: CardsLike = "", deck: int = DECK_SIZE) -> Range:
        """Parse a range in any of the usual notations.

        Args:
            text: items such as `QQ`, `AKs`, `AhKh`, `QQ+`, `A2s+`, `77-JJ`, `A5s-A2s`, `T9s-65s`,
                `AXs`, `Kx+`, `Kh*h`, `15%`, `5%-20%` (of `STARTING_HANDS`), `random`, `!AKs`, or
                groups such as `broadway` and `suited connectors`, separated by commas or spaces.
                Write a weight as `AA:0.5`, `AA=0.5`, `AA(0.5)`, `0.5(AA, KK)`, `AA@50`, `AA@0.5`,
                `50%:AQs` or `[50]AQs[/50]`.
            dead: cards that no hand may contain.
            deck: 52 or 36, as for the constructor.

        Raises:
            RangeError: a part of it is not a range; `position` counts from 0.
            CardError: a dead card is invalid or repeated.
            RuleError: `deck` is neither 52 nor 36.

        >>> str(Range.parse("qq+ ako, AKs 2s5s"))
        'QQ+, AK, 5s2s'
        >>> str(Range.parse("3%")), str(Range.parse("3%", deck=36))
        ('99+', 'QQ+')
        """
        if not isinstance(text, str):
            raise RangeError("a range must be a string", text, 0)
        return cls(text, deck=deck).without(dead)

    @property
    def masks(self) -> tuple[int, ...]:
        """The hands as masks (bit 13 * suit + rank for a card), in the order of `combos`."""
        return self._hands.masks

    @property
    def combos(self) -> Mapping[tuple[Card, Card], Fraction]:
        """The hands, the higher card first, and their weights, in the order of `str`."""
        return MappingProxyType(dict(zip(map(two_cards, self.masks), self.weights, strict=True)))

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights, in the order of `combos`."""
        exact = list(starmap(Fraction, self._hands.weights))
        return tuple(map(exact.__getitem__, self._hands.places))

    @property
    def mask_weights(self) -> dict[int, int]:
        """Hands as masks with their weights, scaled to whole numbers, in the order of `combos`."""
        return _mask_weights(self).copy()

    @property
    def total(self) -> Fraction:
        """The sum of the weights: the number of hands if all weigh 1."""
        wholes, scale = _scaled(self._hands)
        return Fraction(sum(map(mul, self._hands.counts, wholes)), scale)

    @property
    def share(self) -> Fraction:
        """The sum of the weights divided by 1326, or 630, the number of all hands; from 0 to 1."""
        return self.total / comb(self.deck, HOLE_SIZE)

    def without(self, dead: CardsLike) -> Range:
        """Return the range without the hands that contain one of these cards.

        Raises:
            CardError: a card is invalid or repeated.

        >>> len(Range.parse("AA").without("As Kd"))
        3
        """
        gone = mask_of(dead)
        return range_of(self._hands.without(gone), self.deck) if gone else self

    def weight(self, cards: CardsLike) -> Fraction:
        """Return the weight of a hand, 0 if it is not in the range.

        Args:
            cards: two cards.

        Raises:
            CardError: they are not two different cards.

        >>> Range.parse("AA:0.5").weight("AsAd")
        Fraction(1, 2)
        """
        return Fraction(*self._hands.weight(hand_mask(cards)))

    @property
    def starting_hands(self) -> Mapping[str, Fraction]:
        """How much of each of the 169 starting hands is in the range, 0 to 1, in grid order.

        >>> Range.parse("AsAd, KK").starting_hands["AA"]
        Fraction(1, 6)
        """
        wholes, scale = _scaled(self._hands)
        return MappingProxyType(
            {
                name: Fraction(sum(map(mul, counts, wholes)), scale * len(hands_of(name)))
                for name, counts in self._hands.starting_hands
            }
        )

    @property
    def grid(self) -> str:
        """The 13 by 13 grid of starting hands; hands partly in the range show a percentage.

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
        return len(self._hands)

    def __iter__(self) -> Iterator[tuple[Card, Card]]:
        return iter(self.combos)

    def __contains__(self, hands: RangeLike | CardsLike) -> bool:
        if isinstance(hands, Range):
            return self._hands.contains_all(hands._hands)  # noqa: SLF001 - it is ours
        given = hands if isinstance(hands, str) else hand_mask(hands)
        return self._hands.contains(given, self.deck)

    @_operator
    def __or__(self, other: _core.HandWeights) -> _core.HandWeights:
        return self._hands.larger(other)

    @_operator
    def __and__(self, other: _core.HandWeights) -> _core.HandWeights:
        return self._hands.smaller(other)

    @_operator
    def __sub__(self, other: _core.HandWeights) -> _core.HandWeights:
        return self._hands.minus(other)

    @_operator
    def __rsub__(self, other: _core.HandWeights) -> _core.HandWeights:
        return other.minus(self._hands)

    __ror__, __rand__ = __or__, __and__

    def __invert__(self) -> Range:
        return range_of(self._hands.inverse(), self.deck)

    def __str__(self) -> str:
        return str(self._hands)

    def __repr__(self) -> str:
        deck = f", deck={self.deck}" if self.deck != DECK_SIZE else ""
        return f"Range.parse({str(self)!r}{deck})"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.html


RangeLike: TypeAlias = Range | str


def as_range(hands: object, deck: int = DECK_SIZE) -> Range:
    """Return a range as it is, or the range of a string.

    Raises:
        RangeError: it is neither, or the string is not a range.

    >>> len(as_range("KK+"))
    12
    """
    if isinstance(hands, Range):
        return hands
    if not isinstance(hands, str):
        raise RangeError("a range must be a Range or a string", hands, 0)
    return _parse(hands, deck=deck)


# The same ranges are often used again.
_parse = lru_cache(maxsize=100)(Range.parse)


@lru_cache(maxsize=100)
def _mask_weights(hands: Range) -> dict[int, int]:
    found = hands._hands  # noqa: SLF001 - it is ours
    wholes, _ = _scaled(found)
    return dict(zip(found.masks, map(wholes.__getitem__, found.places), strict=True))


def _scaled(hands: _core.HandWeights) -> tuple[list[int], int]:
    """Return the different weights as whole numbers over their least common denominator."""
    scale = lcm(*(denominator for _, denominator in hands.weights))
    return [above * (scale // below) for above, below in hands.weights], scale


def range_of(hands: _core.HandWeights, deck: int = DECK_SIZE) -> Range:
    """Return the range of hands of the core, without those that are not in the deck.

    >>> range_of(_core.read_range("AA:0.5", 52))
    Range.parse('AA:0.5')
    """
    return make_trusted(Range, _hands=_dealt(hands, deck), deck=deck)


def _dealt(hands: _core.HandWeights, deck: int) -> _core.HandWeights:
    """Return the hands that are in the deck."""
    return hands if deck == DECK_SIZE else hands.without(missing_cards(deck))


def _read(combos: Any, deck: int) -> _core.HandWeights:
    if isinstance(combos, Range):
        return combos._hands  # noqa: SLF001 - it is ours
    if isinstance(combos, str):
        return _core.read_range(combos, deck)
    items = _core.HoldemItems(deck)
    for hands, weight in items_of(combos, HOLE_SIZE):
        items.add(hands, weight)
    return items.range()


@cache
def two_cards(hand: int) -> tuple[Card, Card]:
    """Return the cards of a hand that is given as a mask, the higher first.

    >>> two_cards(0b11)
    (Card.parse('3c'), Card.parse('2c'))
    """
    high, low = highest_first(hand)
    return high, low
