"""`Range`: the hands of two cards that a player may hold, each with a weight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain
from math import lcm
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from facevalue.cards import Card, CardsLike
from facevalue.errors import LimitError, RangeError
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.holdem_items import HOLDEM, weights_of
from facevalue.poker.ranges.items import LARGEST_DENOMINATOR, WeightLike, hand_mask, unweighted
from facevalue.poker.ranges.printing import print_groups
from facevalue.poker.ranges.starting_hands import all_hands, grid_names, hands_of
from facevalue.value import Value, as_json, as_share, keep, make_trusted


@attrs.frozen(init=False)
class Range(Value):
    """The hands of two cards that a player may hold, each with a weight above 0, up to 1.

    `str` returns a short string that parses back to the same hands and weights.

    Ranges combine like sets, hand by hand and with exact weights; the other range may be a string.
    For each hand, `a | b` has the larger of the two weights, `a & b` has the smaller one, and
    `a - b` subtracts the weight in `b`, down to 0. `~a` has 1 minus the weight of each of the 1326
    hands.

    `hands in a` is true if one hand, or each hand of a string or a range, has a weight above 0.

    Args:
        combos: a string, as for `parse`; hands one by one; or a mapping from hands to weights,
            which are numbers from 0 to 1. A hand is two cards, or a string that may mean several
            hands, such as "QQ+". A float is the decimal that Python prints: 0.1 is one tenth. If
            a hand is repeated, the last one counts. Hands of weight 0 are left out.

    Raises:
        CardError: a hand is not two different cards.
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

    # Weights are whole numbers over the least common denominator, so equal ranges have equal
    # content, and counting needs no fractions.
    FIELDS = ("combos",)
    masks: tuple[int, ...]
    """The hands as masks (bit 13 * suit + rank for a card), in the order of `combos`."""
    _wholes: tuple[int, ...]
    _scale: int

    def __init__(
        self, combos: RangeLike | Mapping[CardsLike, WeightLike] | Iterable[CardsLike]
    ) -> None:
        weights = _weights(combos) if isinstance(combos, Range) else weights_of(combos)
        keep(self, **_slots(weights))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self),)

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
        # Some of the hands: hashing all 1326 would make a call on a flop 10 % slower.
        step = len(self.masks) // 64 + 1
        return hash((len(self.masks), self.masks[::step], self._wholes[::step], self._scale))

    @classmethod
    def parse(cls, text: str, *, dead: CardsLike = "") -> Range:
        """Parse a range in any of the usual notations.

        Args:
            text: items such as `QQ`, `AKs`, `AhKh`, `QQ+`, `A2s+`, `77-JJ`, `A5s-A2s`, `T9s-65s`,
                `AXs`, `Kx+`, `Kh*h`, `15%`, `5%-20%` (of `STARTING_HANDS`), `random`, `!AKs`,
                separated by commas or spaces. Write a weight as `AA:0.5`, `AA=0.5`, `AA(0.5)`,
                `0.5(AA, KK)`, `AA@50`, `50%:AQs` or `[50]AQs[/50]`.
            dead: cards that no hand may contain.

        Raises:
            RangeError: a part of it is not a range; `position` counts from 0.
            CardError: a dead card is invalid or repeated.

        >>> str(Range.parse("qq+ ako, AKs 2s5s"))
        'QQ+, AK, 5s2s'
        """
        if not isinstance(text, str):
            raise RangeError("a range must be a string", text, 0)
        return range_of(weights_of(text)).without(dead)

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
        return _mask_weights(self).copy()

    @property
    def total(self) -> Fraction:
        """The sum of the weights: the number of hands if all weigh 1."""
        return Fraction(sum(self._wholes), self._scale)

    @property
    def share(self) -> Fraction:
        """The sum of the weights divided by 1326, the number of all hands; from 0 to 1."""
        return self.total / len(all_hands())

    def without(self, dead: CardsLike) -> Range:
        """Return the range without the hands that contain one of these cards.

        Raises:
            CardError: a card is invalid or repeated.

        >>> len(Range.parse("AA").without("As Kd"))
        3
        """
        gone = mask_of(dead)
        if not gone:
            return self
        left = {hand: weight for hand, weight in _weights(self).items() if not hand & gone}
        return range_of(left)

    def weight(self, cards: CardsLike) -> Fraction:
        """Return the weight of a hand, 0 if it is not in the range.

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
        """How much of each of the 169 starting hands is in the range, 0 to 1, in grid order.

        >>> Range.parse("AsAd, KK").starting_hands["AA"]
        Fraction(1, 6)
        """
        weights = _mask_weights(self)
        return MappingProxyType(
            {
                name: Fraction(
                    sum(weights.get(hand, 0) for hand in hands_of(name)),
                    self._scale * len(hands_of(name)),
                )
                for names in grid_names()
                for name in names
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
        return len(self.masks)

    def __iter__(self) -> Iterator[tuple[Card, Card]]:
        return iter(self.combos)

    def __contains__(self, hands: RangeLike | CardsLike) -> bool:
        if isinstance(hands, Range):
            return set(self.masks).issuperset(hands.masks)
        return set(self.masks).issuperset(chain.from_iterable(unweighted(hands, HOLDEM)))

    def __or__(self, other: RangeLike) -> Range:
        return self._combine(other, max)

    def __and__(self, other: RangeLike) -> Range:
        return self._combine(other, min)

    def __sub__(self, other: RangeLike) -> Range:
        return self._combine(other, lambda mine, theirs: max(mine - theirs, _ZERO))

    def __rsub__(self, other: RangeLike) -> Range:
        return self._combine(other, lambda mine, theirs: max(theirs - mine, _ZERO))

    __ror__, __rand__ = __or__, __and__

    def __invert__(self) -> Range:
        weights = _weights(self)
        missing = {hand: 1 - weights.get(hand, _ZERO) for hand in all_hands()}
        return range_of(missing)

    def _combine(self, other: RangeLike, weigh: Callable[[Fraction, Fraction], Fraction]) -> Range:
        """Return the range whose weights are computed from those in this range and in another."""
        if not isinstance(other, (Range, str)):
            return NotImplemented
        mine, theirs = _weights(self), _weights(as_range(other))
        weights = {
            hand: weigh(mine.get(hand, _ZERO), theirs.get(hand, _ZERO)) for hand in mine | theirs
        }
        if any(weight.denominator > LARGEST_DENOMINATOR for weight in weights.values()):
            raise LimitError("the weights have too many digits; round them", LARGEST_DENOMINATOR)
        return range_of(weights)

    def __str__(self) -> str:
        return _print(self)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.html


RangeLike: TypeAlias = Range | str


def as_range(hands: object) -> Range:
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
    return _parse(hands)


# The same ranges are often used again.
_parse = lru_cache(maxsize=100)(Range.parse)


@lru_cache(maxsize=100)
def _mask_weights(hands: Range) -> dict[int, int]:
    return dict(zip(hands.masks, hands._wholes, strict=True))  # noqa: SLF001 - it is ours


@lru_cache(maxsize=100)
def _print(hands: Range) -> str:
    groups: dict[int, set[int]] = defaultdict(set)
    for hand, whole in zip(hands.masks, hands._wholes, strict=True):  # noqa: SLF001 - they are ours
        groups[whole].add(hand)
    scale = hands._scale  # noqa: SLF001 - likewise
    return print_groups({Fraction(whole, scale): group for whole, group in groups.items()})


def _weights(hands: Range) -> dict[int, Fraction]:
    return dict(zip(hands.masks, hands.weights, strict=True))


_ZERO = Fraction(0)


def range_of(weights: Mapping[int, Fraction]) -> Range:
    """Make a range from masks of hands and their weights.

    >>> range_of({0b11: Fraction(1, 2)})
    Range.parse('3c2c:0.5')
    """
    return make_trusted(Range, **_slots(weights))


def _slots(weights: Mapping[int, Fraction]) -> dict[str, Any]:
    """Return the content of a range: hands in order, without weights of 0."""
    # Most hands share a few fractions, and hashing a fraction takes longer than everything else.
    fractions = {id(weight): weight for weight in weights.values()}
    if not all(fractions.values()):
        weights = {hand: weight for hand, weight in weights.items() if weight}
    scale = lcm(*(weight.denominator for weight in fractions.values()))
    scaled = {key: int(weight * scale) for key, weight in fractions.items()}
    hands = sorted(weights, key=_places().__getitem__)
    wholes = [scaled[id(weights[hand])] for hand in hands]
    return {"masks": tuple(hands), "_wholes": tuple(wholes), "_scale": scale}


@cache
def _places() -> dict[int, int]:
    """Return the place of each hand in `Range.combos`: by the higher card, then by the other."""
    by_ids = sorted(all_hands(), key=lambda hand: [-card.id for card in highest_first(hand)])
    return {hand: place for place, hand in enumerate(by_ids)}


@cache
def two_cards(hand: int) -> tuple[Card, Card]:
    """Return the cards of a hand that is given as a mask, the higher first.

    >>> two_cards(0b11)
    (Card.parse('3c'), Card.parse('2c'))
    """
    high, low = highest_first(hand)
    return high, low
