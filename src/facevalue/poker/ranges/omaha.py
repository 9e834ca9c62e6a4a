"""Ranges of Omaha: the hands of four to six cards that a player may hold, each with a weight.

The items of a range are separated by commas or spaces. An item has one part for each card:

    As          this card
    A           a card of this rank, any suit
    *           any card

`AA**` are all hands with two aces or more, and `AsKs**` all hands with these two cards. After the
places, `ds` keeps double-suited hands (two suits or more have two cards or more), `ss` keeps
single-suited hands (exactly one suit has two cards or more), and `rainbow` keeps hands in which no
suit has two. `random`, `XX` and stars alone are all hands. With four or five cards, `15%` and
`5%-20%` are the best hands by equity against a random hand. Weights are written as in hold'em.

`OmahaRange` is not a `Range`, which has starting hands and a grid for two cards only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import starmap
from math import comb, lcm
from operator import mul
from typing import Any, Self, TypeAlias

import attrs

from facevalue import _core
from facevalue.cards import DECK_SIZE, CardsLike
from facevalue.errors import RangeError, refuse
from facevalue.options import whole_number
from facevalue.poker.hands.games import OMAHA_HOLES
from facevalue.poker.hands.masks import Masks
from facevalue.poker.ranges.items import WeightLike, hand_mask, items_of
from facevalue.poker.ranges.omaha_order import core_order
from facevalue.system.lazy_numpy import np
from facevalue.value import Value, as_json, as_share, make_trusted

MAX_HANDS = _core.MAX_OMAHA_HANDS
# Of a range that must be written hand by hand: its string must be short enough to be parsed.
MAX_LISTED = _core.MAX_OMAHA_LISTED


def _operator(how: str) -> Callable[[OmahaRange, OmahaRangeLike], OmahaRange]:
    """Make a method for two ranges an operator, of which the other side may be a string."""

    def operate(self: OmahaRange, other: OmahaRangeLike) -> OmahaRange:
        if not isinstance(other, (OmahaRange, str)):
            return NotImplemented
        return _combined(self, as_omaha_range(other, self.cards), how)

    return operate


@attrs.frozen(init=False)
class OmahaRange(Value):
    """The hands of Omaha that a player may hold, each with a weight above 0, up to 1.

    `str` returns a string that parses back to the range. Two ranges are equal if they have the same
    items with the same weights.

    Ranges combine like sets, by weight: `a | b` has the larger weight of each hand, `a & b` the
    smaller one, `a - b` the difference, and `~a` what is missing to 1. `in` looks up one hand, or
    all hands of a string or a range.

    Args:
        text: items such as `AA**`, `AsKs**`, `AAKKds`, `AsKsQhJh` or `15%`, separated by commas
            or spaces; weights as in `Range.parse`. If two items contain the same hand, the later
            one counts. Or items and hands one by one, or a mapping from them to weights.
        cards: how many cards a hand has, 4 to 6.

    Raises:
        CardError: a hand has an invalid or repeated card.
        RangeError: a part of the string is not a range; `position` counts from 0.
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
    text: str
    """The range as a string, as `str` returns it."""
    cards: int
    _items: _core.OmahaHands = attrs.field(eq=False)
    _order: _core.OmahaOrder | None = attrs.field(eq=False)  # if an item is a percentage

    def __init__(
        self,
        text: OmahaRangeLike | Mapping[CardsLike, WeightLike] | Iterable[CardsLike],
        *,
        cards: int = 4,
    ) -> None:
        size = whole_number("cards", cards, OMAHA_HOLES[0], OMAHA_HOLES[-1])
        given = as_omaha_range(text, size) if isinstance(text, OmahaRange) else _read(text, size)
        self.__attrs_init__(given.text, size, given._items, given._order)  # noqa: SLF001

    @classmethod
    def parse(cls, text: str, *, cards: int = 4) -> Self:
        """Parse a range; arguments and errors as for the constructor.

        >>> len(OmahaRange.parse("AAKK"))
        36
        """
        return cls(text, cards=cards)

    def as_dict(self) -> dict[str, Any]:
        """Return JSON: `range`, `hand_size`, `combo_count`, `total_weight` and `share`.

        There is no list of hands, since there may be millions.

        JSON:
            range
            hand_size (count): how many cards a hand of the range has.
            combo_count, total_weight, share
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
        """True if it is all hands with one weight."""
        return self._items.is_everything

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
        return tuple(map(self._exact_weights().__getitem__, _hands(self)[1].tolist()))

    def _exact_weights(self) -> list[Fraction]:
        """Return the weights of the items."""
        return list(starmap(Fraction, self._items.weights))

    @property
    def mask_weights(self) -> dict[int, int]:
        """Hands as masks with their weights, scaled to whole numbers.

        The range of all hands is one hand without known cards.
        """
        if self.is_everything:
            return {0: 1}
        hands, places = _hands(self)
        weights = self._items.weights
        scale = lcm(*(denominator for _, denominator in weights))
        wholes = [above * (scale // below) for above, below in weights]
        return dict(zip(hands.tolist(), map(wholes.__getitem__, places.tolist()), strict=True))

    @property
    def total(self) -> Fraction:
        """The sum of the weights: the number of hands if all weigh 1."""
        weights = self._exact_weights()
        if self.is_everything:
            return len(self) * weights[-1]
        counts = np.bincount(_hands(self)[1], minlength=len(weights)).tolist()
        return sum(map(mul, counts, weights), Fraction(0))

    @property
    def share(self) -> Fraction:
        """The sum of the weights divided by the number of all hands; from 0 to 1."""
        return self.total / comb(DECK_SIZE, self.cards)

    def weight(self, cards: CardsLike) -> Fraction:
        """Return the weight of a hand, 0 if it is not in the range.

        Args:
            cards: as many cards as a hand has.

        Raises:
            CardError: there are more or fewer, or they are not different cards.

        >>> OmahaRange.parse("AA**:0.5").weight("AsAdKh2c")
        Fraction(1, 2)
        """
        return Fraction(*self._items.weight(hand_mask(cards, self.cards), self._order))

    def __len__(self) -> int:
        return comb(DECK_SIZE, self.cards) if self.is_everything else len(_hands(self)[0])

    def __contains__(self, hands: OmahaRangeLike | CardsLike) -> bool:
        if isinstance(hands, str) and not is_one_hand(hands, self.cards):
            hands = as_omaha_range(hands, self.cards)
        if not isinstance(hands, OmahaRange):
            return self.weight(hands) > 0
        return self.is_everything or bool(np.isin(hands.masks, self.masks).all())

    __or__ = __ror__ = _operator("|")
    __and__ = __rand__ = _operator("&")
    __sub__ = _operator("-")

    def __rsub__(self, other: OmahaRangeLike) -> OmahaRange:
        if not isinstance(other, (OmahaRange, str)):
            return NotImplemented
        return _combined(as_omaha_range(other, self.cards), self, "-")

    def __invert__(self) -> OmahaRange:
        return _checked(self._items.inverse(), self._order)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"OmahaRange.parse({str(self)!r}, cards={self.cards})"


OmahaRangeLike: TypeAlias = OmahaRange | str


def is_one_hand(text: str, cards: int) -> bool:
    """Return whether a string is one hand: only cards, and with commas at most `cards` of them.

    >>> is_one_hand("As, Kd, Qh", 4), is_one_hand("AsKsQhJh, AcKcQdJd", 4), is_one_hand("AA**", 4)
    (True, False, False)
    """
    return _core.is_one_hand(text, cards)


def as_omaha_range(hands: object, cards: int) -> OmahaRange:
    """Return a range as it is, or the range of a string.

    Raises:
        RangeError: it is neither, or its hands have the wrong number of cards.

    >>> len(as_omaha_range("AAKK", 4))
    36
    """
    if isinstance(hands, OmahaRange):
        if hands.cards != cards:
            refuse("wrong range size", str(hands), hands.cards, cards)
        return hands
    if not isinstance(hands, str):
        raise RangeError("a range must be an OmahaRange or a string", hands, 0)
    return OmahaRange.parse(hands, cards=cards)


def _read(hands: Any, size: int) -> OmahaRange:
    """Read a string; strings and hands one by one; or a mapping from them to weights."""
    given = [(hands, None)] if isinstance(hands, str) else list(items_of(hands, size))
    has_percentages = any(isinstance(item, str) and "%" in item for item, _ in given)
    order = core_order(size) if has_percentages else None
    items = _core.OmahaItems(size, order)
    for item, weight in given:
        items.add(item, weight)
    made = items.range()
    if made is None:
        refuse("empty range", hands)
    return _checked(made, order)


def _checked(items: _core.OmahaHands, order: _core.OmahaOrder | None) -> OmahaRange:
    """Return the range of items, which raises an error if it has too many hands."""
    made = make_trusted(OmahaRange, text=str(items), cards=items.size, _items=items, _order=order)
    if not made.is_everything:
        _hands(made)
    return made


def _combined(one: OmahaRange, other: OmahaRange, how: str) -> OmahaRange:
    order = one._order or other._order  # noqa: SLF001 - they are ours
    return _checked(one._items.combined(other._items, how, order), order)  # noqa: SLF001 - likewise


# A range of two million hands takes 24 MB.
@lru_cache(maxsize=10)
def _hands(hands: OmahaRange) -> tuple[Masks, Masks]:
    """The hands of a range, ascending, and the index of the item that gives each its weight."""
    masks, items = hands._items.hands(hands._order)  # noqa: SLF001 - they are ours
    for column in (masks, items):
        column.flags.writeable = False
    return masks, items
