"""Ranges of Omaha: the hands of four to six cards that a player may hold, each with a weight.

The items of a range are separated by commas or spaces. An item has one part for each card:

    As          this card
    A           a card of this rank, any suit
    *           any card

`AA**` are all hands with two aces or more, and `AsKs**` all hands with these two cards. After the
places, `ds` keeps double-suited hands (two suits or more have two cards or more), `ss` keeps
single-suited hands (exactly one suit has two cards or more), and `rainbow` keeps hands in which no
suit has two. `random`, `XX` and stars alone are all hands. With four cards, `15%` and `5%-20%` are
the best hands by equity against a random hand. Weights are written as in hold'em.

`OmahaRange` is not a `Range`, which has starting hands and a grid for two cards only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from operator import mul
from typing import Any, Self, TypeAlias

import attrs

from facevalue import _core
from facevalue.cards import DECK_SIZE, CardsLike
from facevalue.errors import LimitError, RangeError, quoted
from facevalue.options import whole_number
from facevalue.poker.hands.games import OMAHA_HOLES
from facevalue.poker.hands.masks import Masks
from facevalue.poker.ranges.items import LARGEST_DENOMINATOR, WeightLike, hand_mask
from facevalue.poker.ranges.omaha_items import (
    MAX_HANDS,
    HandPattern,
    Item,
    masks_of_each,
    omaha_notation,
    too_many,
)
from facevalue.poker.ranges.omaha_reader import Items, items_of
from facevalue.system.lazy_numpy import np
from facevalue.value import Value, as_json, as_share, make_trusted

# Of a range that must be written hand by hand: its string must be short enough to be parsed.
MAX_LISTED = 50_000


def _operator(
    combine: Callable[[OmahaRange, OmahaRange], OmahaRange],
) -> Callable[[OmahaRange, OmahaRangeLike], OmahaRange]:
    """Make a method for two ranges an operator, of which the other side may be a string."""

    def operate(self: OmahaRange, other: OmahaRangeLike) -> OmahaRange:
        if not isinstance(other, (OmahaRange, str)):
            return NotImplemented
        return combine(self, as_omaha_range(other, self.cards))

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
    cards: int
    _items: tuple[tuple[Item, Fraction], ...]

    def __init__(
        self,
        text: OmahaRangeLike | Mapping[CardsLike, WeightLike] | Iterable[CardsLike],
        *,
        cards: int = 4,
    ) -> None:
        size = whole_number("cards", cards, OMAHA_HOLES[0], OMAHA_HOLES[-1])
        if isinstance(text, OmahaRange):
            items: Items = [*as_omaha_range(text, size)._items]  # noqa: SLF001 - it is one of ours
        else:
            items = items_of(text, omaha_notation(size))
        if not items:
            raise RangeError("a range must have at least one hand", quoted(text), 0)
        self.__attrs_init__(cards=size, items=tuple(items))
        if not self.is_everything:
            _hands(self)  # raises an error if there are too many

    def _with(self, *items: tuple[Item, Fraction]) -> Self:
        """Return the range of other items."""
        made = make_trusted(type(self), cards=self.cards, _items=items)
        if not made.is_everything:
            _hands(made)
        return made

    @classmethod
    def parse(cls, text: str, *, cards: int = 4) -> Self:
        """Parse a range; arguments and errors as for the constructor.

        >>> len(OmahaRange.parse("AAKK"))
        36
        """
        return cls(text, cards=cards)

    @property
    def text(self) -> str:
        """The range as a string, as `str` returns it."""
        return str(self)

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
        counts = np.bincount(_hands(self)[1], minlength=len(self._items)).tolist()
        weights = (weight for _, weight in self._items)
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
        hand = hand_mask(cards, self.cards)
        return next((weight for item, weight in reversed(self._items) if hand in item), Fraction(0))

    def __len__(self) -> int:
        return comb(DECK_SIZE, self.cards) if self.is_everything else len(_hands(self)[0])

    def __contains__(self, hands: OmahaRangeLike | CardsLike) -> bool:
        if isinstance(hands, str) and not is_one_hand(hands, self.cards):
            hands = as_omaha_range(hands, self.cards)
        if not isinstance(hands, OmahaRange):
            return self.weight(hands) > 0
        return self.is_everything or bool(np.isin(hands.masks, self.masks).all())

    @_operator
    def __or__(self, rest: OmahaRange) -> OmahaRange:
        for first, last in ((self, rest), (rest, self)):
            if last._is_plain:  # the later item counts, and no weight is larger
                patterns = {item for item, _ in last._items}
                return self._with(*(i for i in first._items if i[0] not in patterns), *last._items)
        return self._combine(rest, max)

    @_operator
    def __and__(self, rest: OmahaRange) -> OmahaRange:
        everything = (HandPattern(0, (), self.cards), Fraction(1))
        for one, two in ((self, rest), (rest, self)):
            if one == two or two._items[-1] == everything:
                return self._with(*one._items)
        return self._combine(rest, min)

    @_operator
    def __sub__(self, rest: OmahaRange) -> OmahaRange:
        if rest._is_plain:
            return self._with(*self._items, *((item, Fraction(0)) for item, _ in rest._items))
        return self._combine(rest, lambda mine, theirs: max(mine - theirs, Fraction(0)))

    @_operator
    def __rsub__(self, rest: OmahaRange) -> OmahaRange:
        return rest - self

    __ror__, __rand__ = __or__, __and__

    def __invert__(self) -> Self:
        everything = (HandPattern(0, (), self.cards), Fraction(1))
        return self._with(everything, *((item, 1 - weight) for item, weight in self._items))

    @property
    def _is_plain(self) -> bool:
        return all(weight == 1 for _, weight in self._items)

    def _combine(self, other: Self, weigh: Callable[[Fraction, Fraction], Fraction]) -> Self:
        """Return the hands of both ranges one by one, with weights computed from both."""
        tables = [_hands(self), _hands(other)]
        hands = np.union1d(tables[0][0], tables[1][0])
        columns = []
        for items, (masks, places) in zip((self._items, other._items), tables, strict=True):
            column = np.full(len(hands), Fraction(0), object)
            weights = np.array([weight for _, weight in items], object)
            column[np.searchsorted(hands, masks)] = weights[places]
            columns.append(column.tolist())
        combined = [
            (HandPattern(hand, (), 0), weight)
            for hand, mine, theirs in zip(hands.tolist(), *columns, strict=True)
            if (weight := weigh(mine, theirs))
        ]
        too_fine = any(weight.denominator > LARGEST_DENOMINATOR for _, weight in combined)
        if len(combined) > MAX_LISTED or too_fine:
            problem = "their weights have too many digits" if too_fine else "there are too many"
            message = f"the {len(combined)} hands of the result cannot be listed: {problem}"
            raise LimitError(message, MAX_LISTED)
        nothing: tuple[Item, Fraction] = (self._items[0][0], Fraction(0))
        return self._with(*(combined or (nothing,)))

    def __str__(self) -> str:
        return ", ".join(
            str(item)
            if weight == 1
            else f"{item}:{_core.weight_text((weight.numerator, weight.denominator))}"
            for item, weight in self._items
        )

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
            message = f"the range must have hands of {cards} cards, not {hands.cards}"
            raise RangeError(message, str(hands), 0)
        return hands
    if not isinstance(hands, str):
        raise RangeError("a range must be an OmahaRange or a string", hands, 0)
    return OmahaRange.parse(hands, cards=cards)


# A range of two million hands takes 18 MB.
@lru_cache(maxsize=10)
def _hands(hands: OmahaRange) -> tuple[Masks, Masks]:
    """The hands of a range, ascending, and the index of the item that gives each its weight."""
    items = hands._items  # noqa: SLF001 - it is one of ours
    # Only the last of several equal items counts. Later items come first.
    places = sorted({item: place for place, (item, _) in enumerate(items)}.values(), reverse=True)
    parts = masks_of_each((items[place][0] for place in places), hands)
    short = np.array(places, np.min_scalar_type(len(items)))
    owners = np.repeat(short, [len(part) for part in parts])
    # Of equal hands, keep the one from the last item.
    masks, first = np.unique(np.concatenate(parts), return_index=True)
    has_weight = np.array([weight > 0 for _, weight in items])[owners[first]]
    if has_weight.sum() > MAX_HANDS:
        raise too_many(str(hands))
    masks, owners = masks[has_weight], owners[first][has_weight]
    masks.flags.writeable = False
    return masks, owners
