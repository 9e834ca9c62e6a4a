"""`Range`: the hands of two cards that a player may hold, each with a weight."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import attrs

from facevalue.errors import LimitError, RangeError, quoted
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.parsing import FINEST, parsed
from facevalue.poker.ranges.printing import printed
from facevalue.poker.ranges.starting_hands import all_hands, grid_names, hands_of
from facevalue.poker.ranges.weighted_hands import hand_mask, masks_of, weights_of
from facevalue.value import Value, as_json, as_share, make_trusted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, Self

    from facevalue.cards import Card, CardsLike
    from facevalue.poker.ranges.weighted_hands import WeightLike


@attrs.frozen(init=False)
class Range(Value):
    """The hands of two cards that a player may hold, each with a weight above 0, up to 1.

    `str` returns a short text that parses back to the same hands and weights.

    Ranges combine like sets, hand by hand and with exact weights; a text can stand for the other
    range. `a | b` has the greater of the two weights of each hand, and `a & b` the smaller. `a - b`
    takes the weight in `b` away, down to 0: hands that weigh 1 in `b` are gone. `~a` is what each
    of the 1326 hands lacks to the weight 1: the hands that are not in `a`, if all weigh 1.

    `hands in a` asks for weights above 0: of one hand, or of all hands of a text or a range.

    Args:
        combos: a text, as for `parse`; hands one by one; or a mapping from hands to weights, which
            are numbers from 0 to 1. A hand is two cards, or a text that may stand for several
            hands, such as "QQ+". A float is the decimal that Python prints: 0.1 is one tenth. If
            a hand comes twice, the last one decides. Hands of weight 0 are left out.

    Raises:
        CardError: a hand is not two different cards.
        RangeError: a text is not a range, or a weight is out of bounds.
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
        weights = _held(combos) if isinstance(combos, Range) else weights_of(combos)
        for name, content in _ordered(weights).items():
            object.__setattr__(self, name, content)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self),)

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: `range`, `combo_count`, `total_weight`, `share` and `combos`.

        Weights are whole numbers, or fractions as text; `share` is a fraction and a decimal.
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
        # Some of the hands: all 1326 would take a tenth of the time of a question on a flop.
        step = len(self.masks) // 64 + 1
        return hash((len(self.masks), self.masks[::step], self._wholes[::step], self._scale))

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
        return make_trusted(cls, **_ordered(parsed(text))).without(dead)

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
        held = _held(self).items()
        return make_trusted(
            type(self), **_ordered({hand: weight for hand, weight in held if not hand & gone})
        )

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
        held = _held(self)
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

    def __contains__(self, hands: RangeLike | CardsLike) -> bool:
        wanted = hands.masks if isinstance(hands, Range) else masks_of(hands)
        return set(self.masks).issuperset(wanted)

    def __or__(self, other: RangeLike) -> Self:
        return self._with(other, max)

    def __and__(self, other: RangeLike) -> Self:
        return self._with(other, min)

    def __sub__(self, other: RangeLike) -> Self:
        return self._with(other, lambda mine, theirs: max(mine - theirs, _NONE))

    def __rsub__(self, other: RangeLike) -> Self:
        return self._with(other, lambda mine, theirs: max(theirs - mine, _NONE))

    __ror__, __rand__ = __or__, __and__

    def __invert__(self) -> Self:
        held = _held(self)
        return make_trusted(
            type(self), **_ordered({hand: 1 - held.get(hand, _NONE) for hand in all_hands()})
        )

    def _with(self, other: RangeLike, combined: Callable[[Fraction, Fraction], Fraction]) -> Self:
        """The range whose weights come from those in this range and in another."""
        if not isinstance(other, (Range, str)):
            return NotImplemented
        mine, theirs = _held(self), _held(as_range(other))
        hands = mine | theirs
        weights = {h: combined(mine.get(h, _NONE), theirs.get(h, _NONE)) for h in hands}
        if any(weight.denominator > FINEST for weight in weights.values()):
            raise LimitError("the weights have too many digits; round them", FINEST)
        return make_trusted(type(self), **_ordered(weights))

    def __str__(self) -> str:
        return _printed_before(self)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.html


RangeLike: TypeAlias = Range | str


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
def _mask_weights(given: Range) -> dict[int, int]:
    return dict(zip(given.masks, given._wholes, strict=True))  # noqa: SLF001 - it is ours


@lru_cache(maxsize=100)
def _printed_before(given: Range) -> str:
    return printed(_held(given))


def _held(given: Range) -> dict[int, Fraction]:
    return dict(zip(given.masks, given.weights, strict=True))


_NONE = Fraction(0)


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
