"""Ranges of Omaha: the hands of four to six cards that a player may hold, each with a weight.

A range is items separated by commas or blanks. An item has a place for each card of the hand:

    As          this card
    A           a card of this rank, any suit
    *           any card

`AA**` are all hands with two aces or more, and `AsKs**` all hands with these two cards. After the
places, `ds` keeps double-suited hands (two suits or more have two cards or more), `ss` keeps
single-suited hands (exactly one suit has), and `rainbow` keeps hands in which no suit has.
`random`, `XX` and stars alone are all hands. Weights are written as in hold'em.

`OmahaRange` is not a `Range`, which has starting hands, percentages and a grid for two cards only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from operator import mul
from typing import TYPE_CHECKING, TypeAlias

import attrs

from facevalue.arrays import plain
from facevalue.cards import (
    CARD_PATTERN,
    DECK_SIZE,
    parse_cards,
    pattern,
)
from facevalue.errors import CardError, LimitError, RangeError, quoted
from facevalue.options import whole_number
from facevalue.poker.hands.games import OMAHA_HOLES
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.omaha_items import (
    MOST_HANDS,
    HandPattern,
    hand_pattern,
    masks_of,
    too_many,
)
from facevalue.poker.ranges.parsing import FINEST, items_of
from facevalue.poker.ranges.printing import number
from facevalue.poker.ranges.weighted_hands import exact_weight
from facevalue.value import Value, as_json, as_share, make_trusted

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

    from facevalue.cards import CardsLike
    from facevalue.poker.ranges.parsing import Items
    from facevalue.poker.ranges.weighted_hands import WeightLike

    Masks: TypeAlias = Any  # uint64 array

SIZES = OMAHA_HOLES
# Of a range that can only be written hand by hand: its text must be short enough to be parsed.
MOST_LISTED = 50_000


@attrs.frozen(init=False)
class OmahaRange(Value):
    """The hands of Omaha that a player may hold, each with a weight above 0, up to 1.

    `str` returns a text that parses back to the range. Two ranges are equal if they have the same
    items with the same weights.

    Ranges combine like sets, by weight: `a | b` has the greater weight of each hand, `a & b` the
    lesser, `a - b` the difference, and `~a` what is missing to 1. `in` asks for one hand, or for
    all hands of a text or a range.

    Args:
        text: items such as `AA**`, `AsKs**`, `AAKKds` or `AsKsQhJh`, separated by commas or
            blanks; weights as in `Range.parse`. If two items hold the same hand, the later one
            decides. Or items and hands one by one, or a mapping from them to weights.
        cards: how many cards a hand has, 4 to 6.

    Raises:
        CardError: a hand has an invalid or repeated card.
        RangeError: a part of the text is not a range; `position` counts from 0.
        RuleError: `cards` is not 4 to 6.
        LimitError: the range has more than 2,000,000 hands and is not all hands; its different
            items have more than 4,000,000 together; or the result of an operator has more than
            50,000 hands that can only be written one by one.

    >>> aces = OmahaRange("AA**, AKQJds:0.5")
    >>> len(aces), aces.total, "AsAhAd2c" in aces
    (6997, Fraction(6979, 1), True)
    >>> len(OmahaRange("AA**") & "**KK"), len(OmahaRange("AA**") - "AAKK"), str(~OmahaRange("AA**"))
    (36, 6925, '****, AA**:0')
    """

    FIELDS = ("text", "cards")
    cards: int
    _items: tuple[tuple[HandPattern, Fraction], ...]

    def __init__(
        self,
        text: OmahaRangeLike | Mapping[CardsLike, WeightLike] | Iterable[CardsLike],
        *,
        cards: int = 4,
    ) -> None:
        size = whole_number("cards", cards, SIZES[0], SIZES[-1])
        self.__attrs_init__(cards=size, items=tuple(_items_of(text, size)))
        if not self.is_everything:
            _hands(self)

    @classmethod
    def _with(cls, cards: int, items: Iterable[tuple[HandPattern, Fraction]]) -> Self:
        made = make_trusted(cls, cards=cards, _items=tuple(items))
        if not made.is_everything:
            _hands(made)
        return made

    @classmethod
    def parse(cls, text: str, *, cards: int = 4) -> Self:
        """Returns the range of a text; arguments and errors as for the constructor.

        >>> len(OmahaRange.parse("AAKK"))
        36
        """
        return cls(text, cards=cards)

    @property
    def text(self) -> str:
        """The range as text, as `str` returns it."""
        return str(self)

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: `range`, `hand_size`, `combo_count`, `total_weight`, `share`.

        There is no list of hands, since they may be millions.
        """
        return {
            "range": str(self),
            "hand_size": self.cards,
            "combo_count": len(self),
            "total_weight": as_json(self.total),
            "share": as_share(self.share),
        }

    @property
    def is_everything(self) -> bool:
        """Whether it holds all hands with one weight."""
        last, weight = self._items[-1]
        return last.is_everything and weight > 0

    @property
    def masks(self) -> Masks:
        """The hands as masks, `uint64`, ascending (bit 13 * suit + rank for a card).

        Raises:
            LimitError: there are more than 2,000,000.
        """
        return _hands(self)[0]

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights, in the order of `masks`."""
        weights = [weight for _, weight in self._items]
        return tuple(map(weights.__getitem__, _hands(self)[1].tolist()))

    @property
    def mask_weights(self) -> dict[int, int]:
        """Hands as masks with their weights, scaled to whole numbers.

        The range of all hands is one hand without known cards.
        """
        if self.is_everything:
            return {0: 1}
        hands, places = _hands(self)
        weights = [weight for _, weight in self._items]
        scale = lcm(*(weight.denominator for weight in weights))
        wholes = [weight.numerator * (scale // weight.denominator) for weight in weights]
        return dict(zip(hands.tolist(), map(wholes.__getitem__, places.tolist()), strict=True))

    @property
    def total(self) -> Fraction:
        """The sum of the weights: the number of hands if all weigh 1."""
        if self.is_everything:
            return len(self) * self._items[-1][1]
        import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

        counts = np.bincount(_hands(self)[1], minlength=len(self._items)).tolist()
        weights = (weight for _, weight in self._items)
        return sum(map(mul, counts, weights), Fraction(0))

    @property
    def share(self) -> Fraction:
        """The sum of the weights divided by the number of all hands: 0 to 1."""
        return self.total / comb(DECK_SIZE, self.cards)

    def weight(self, cards: CardsLike) -> Fraction:
        """Returns the weight of a hand, 0 if it is not in the range.

        Args:
            cards: as many cards as a hand has.

        Raises:
            CardError: there are more or fewer, or they are not different cards.

        >>> OmahaRange.parse("AA**:0.5").weight("AsAdKh2c")
        Fraction(1, 2)
        """
        hand = mask_of(cards)
        if hand.bit_count() != self.cards:
            raise CardError(f"expected {self.cards} cards: {quoted(cards)}")
        return next((weight for item, weight in reversed(self._items) if hand in item), Fraction(0))

    def __len__(self) -> int:
        return comb(DECK_SIZE, self.cards) if self.is_everything else len(_hands(self)[0])

    def __contains__(self, hands: OmahaRangeLike | CardsLike) -> bool:
        if isinstance(hands, str) and not is_one_hand(hands, self.cards):
            hands = as_omaha_range(hands, self.cards)
        if not isinstance(hands, OmahaRange):
            return self.weight(hands) > 0
        import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

        return self.is_everything or bool(np.isin(hands.masks, self.masks).all())

    def __or__(self, other: OmahaRangeLike) -> Self:
        rest = self._other(other)
        if rest is None:
            return NotImplemented
        for first, last in ((self, rest), (rest, self)):
            if last._is_plain:  # the later item decides, and nothing weighs more
                new = {each for each, _ in last._items}
                kept = [item for item in first._items if item[0] not in new]
                return self._with(self.cards, [*kept, *last._items])
        return self._with(self.cards, _combined(self, rest, max))

    def __and__(self, other: OmahaRangeLike) -> Self:
        rest = self._other(other)
        if rest is None:
            return NotImplemented
        for one, each in ((self, rest), (rest, self)):
            if one == each or each._items[-1] == (HandPattern(0, (), self.cards), Fraction(1)):
                return self._with(self.cards, one._items)
        return self._with(self.cards, _combined(self, rest, min))

    def __sub__(self, other: OmahaRangeLike) -> Self:
        rest = self._other(other)
        if rest is None:
            return NotImplemented
        if rest._is_plain:
            gone = ((each, Fraction(0)) for each, _ in rest._items)
            return self._with(self.cards, [*self._items, *gone])
        return self._with(
            self.cards, _combined(self, rest, lambda mine, theirs: max(mine - theirs, Fraction(0)))
        )

    def __rsub__(self, other: OmahaRangeLike) -> Self:
        rest = self._other(other)
        return NotImplemented if rest is None else rest - self

    __ror__, __rand__ = __or__, __and__

    def __invert__(self) -> Self:
        everything = (HandPattern(0, (), self.cards), Fraction(1))
        missing = ((each, 1 - weight) for each, weight in self._items)
        return self._with(self.cards, [everything, *missing])

    def _other(self, given: object) -> Self | None:
        """A range to combine with; None for anything else."""
        is_range = isinstance(given, (OmahaRange, str))
        return as_omaha_range(given, self.cards) if is_range else None  # type: ignore[return-value]

    @property
    def _is_plain(self) -> bool:
        return all(weight == 1 for _, weight in self._items)

    def __str__(self) -> str:
        return ", ".join(
            str(each) if weight == 1 else f"{each}:{number(weight)}" for each, weight in self._items
        )

    def __repr__(self) -> str:
        return f"OmahaRange.parse({str(self)!r}, cards={self.cards})"


OmahaRangeLike: TypeAlias = OmahaRange | str


def is_one_hand(text: str, cards: int) -> bool:
    """Whether a text is one hand: only cards, and with commas no more than a hand has.

    >>> is_one_hand("As, Kd, Qh", 4), is_one_hand("AsKsQhJh, AcKcQdJd", 4), is_one_hand("AA**", 4)
    (True, False, False)
    """
    if not pattern(rf"(?:{CARD_PATTERN}|[\s,;])*").fullmatch(text):
        return False
    return len(pattern(CARD_PATTERN).findall(text)) <= cards or not pattern("[,;]").search(text)


def as_omaha_range(given: object, cards: int) -> OmahaRange:
    """Returns a range as it is, or the range of a text.

    Raises:
        RangeError: it is neither, or its hands have another number of cards.

    >>> len(as_omaha_range("AAKK", 4))
    36
    """
    if isinstance(given, OmahaRange):
        if given.cards != cards:
            raise RangeError(f"expected a range of hands of {cards} cards", str(given), 0)
        return given
    if not isinstance(given, str):
        raise RangeError("expected a range", quoted(given), 0)
    return OmahaRange.parse(given, cards=cards)


# Reading


def _items_of(given: Any, cards: int) -> Items:  # noqa: ANN401 - whatever people hand over
    """The items of a text, of a range, of hands one by one, or of a mapping to weights."""
    if isinstance(given, OmahaRange):
        return list(as_omaha_range(given, cards)._items)  # noqa: SLF001 - it is one of ours
    if isinstance(given, str):
        everything = HandPattern(0, (), cards)
        return items_of(given, lambda reader: hand_pattern(reader, cards), everything)
    pieces = given if isinstance(given, Mapping) else plain(given)
    if not isinstance(pieces, Iterable):
        raise RangeError("expected a text, hands, or hands with weights", quoted(given), 0)
    items: Items = []
    for hands in pieces:
        text = hands if isinstance(hands, str) else "".join(map(str, parse_cards(hands)))
        weight = exact_weight(given[hands]) if isinstance(given, Mapping) else Fraction(1)
        found = _items_of(text, cards)
        if weight != 1 and any(each != 1 for _, each in found):
            raise RangeError("expected hands without a weight of their own", text, 0)
        items += [(each, weight * own) for each, own in found]
    if not items:
        raise RangeError("expected hands", quoted(given), 0)
    return items


# Hands


@lru_cache(maxsize=20)
def _hands(found: OmahaRange) -> tuple[Masks, Masks]:
    """The hands of a range, ascending, and the index of the item that gives each its weight."""
    import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

    rows = found._items  # noqa: SLF001 - it is one of ours
    # Of equal items only the last counts. The last one comes first.
    places = sorted({each: place for place, (each, _) in enumerate(rows)}.values(), reverse=True)
    parts = masks_of((rows[place][0] for place in places), str(found))
    hands = np.concatenate(parts)
    items = np.repeat(places, [len(part) for part in parts])
    hands, first = np.unique(hands, return_index=True)  # of equal hands, the one of the last item
    items = items[first]
    weighs = np.array([weight > 0 for _, weight in rows])[items]
    if weighs.sum() > MOST_HANDS:
        raise too_many(str(found))
    hands, items = hands[weighs], items[weighs]
    hands.flags.writeable = False
    return hands, items


def _combined(
    one: OmahaRange, other: OmahaRange, joined: Callable[[Fraction, Fraction], Fraction]
) -> Items:
    """The hands of both ranges one by one, with the weights that come from those in each."""
    import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

    tables = [_hands(each) for each in (one, other)]
    hands = np.union1d(tables[0][0], tables[1][0])
    weights = []
    for each, (held, items) in zip((one, other), tables, strict=True):
        known = np.array([weight for _, weight in each._items], object)  # noqa: SLF001
        column = np.full(len(hands), Fraction(0), object)
        column[np.searchsorted(hands, held)] = known[items]
        weights.append(column.tolist())
    pairs = zip(hands.tolist(), *weights, strict=True)
    items = [(hand, weight) for hand, a, b in pairs if (weight := joined(a, b))]
    if len(items) > MOST_LISTED or any(weight.denominator > FINEST for _, weight in items):
        message = "expected fewer hands and shorter weights: the result is written hand by hand"
        raise LimitError(f"{message}, {len(items)} hands", MOST_LISTED)
    nothing: Items = [(one._items[0][0], Fraction(0))]  # noqa: SLF001
    return [(HandPattern(hand, (), 0), weight) for hand, weight in items] or nothing
