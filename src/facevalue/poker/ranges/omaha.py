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

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, lcm

from facevalue.budget import check_deadline
from facevalue.cards import (
    CARD_PATTERN,
    DECK_SIZE,
    RANK_PATTERN,
    RANKS,
    SUIT_PATTERN,
    SUITS,
    pattern,
)
from facevalue.errors import CardError, LimitError, RangeError, quoted
from facevalue.options import whole_number
from facevalue.poker.hands.games import OMAHA_HOLES
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.ranges.parsing import items_of
from facevalue.poker.ranges.printing import number
from facevalue.value import Value, as_json, as_share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self, TypeAlias

    from facevalue.cards import CardsLike
    from facevalue.poker.ranges.parsing import Reader

    OmahaRangeLike: TypeAlias = "OmahaRange | str"
    Masks: TypeAlias = Any  # uint64 array

SIZES = OMAHA_HOLES
MOST_HANDS = 2_000_000
_MOST_MADE = 2 * MOST_HANDS  # repeated ones included
_PLACE = rf"(?:(?:{RANK_PATTERN})(?:{SUIT_PATTERN})?|\*)"
_KEPT = {"ds": (2, 4), "ss": (1, 1), "rainbow": (0, 0)}  # suits that have two cards or more
_ALL = r"(?i:random|any|atc|xx)"
_END = r"(?=[\s,;:=@()\[]|\Z)"
_START = rf"{_PLACE}|\[|{_ALL}"
_PLANE = (1 << len(RANKS)) - 1
_ALL_CARDS = (1 << DECK_SIZE) - 1


class HandPattern(Value):
    """One item of a range: cards, ranks, any cards, and perhaps a rule for the suits.

    Args:
        known: the cards that are named, as a mask.
        ranks: the ranks, 0 to 12, of the cards that are named without a suit, highest first.
        others: how many cards can be any.
        suits: "ds", "ss", "rainbow" or "".
    """

    known: int
    ranks: tuple[int, ...]
    others: int
    suits: str = ""

    def __str__(self) -> str:
        cards = sorted(cards_of(self.known), key=lambda card: -card.id)
        ranks = (RANKS[rank] for rank in self.ranks)
        return "".join([*map(str, cards), *ranks, "*" * self.others, self.suits])

    def __contains__(self, hand: int) -> bool:
        rest = hand & ~self.known
        has_ranks = all(
            _of_rank(rest, rank).bit_count() >= count for rank, count in Counter(self.ranks).items()
        )
        return has_ranks and self.known & ~hand == 0 and self._has_suits(hand)

    def _has_suits(self, hand: int) -> bool:
        if not self.suits:
            return True
        planes = [hand >> len(RANKS) * suit & _PLANE for suit in range(len(SUITS))]
        least, most = _KEPT[self.suits]
        return least <= sum(plane.bit_count() > 1 for plane in planes) <= most

    @property
    def is_everything(self) -> bool:
        """Whether every hand fits."""
        return not (self.known or self.ranks or self.suits)

    def masks(self) -> Masks:
        """All hands that fit, as masks, in any order.

        Raises:
            LimitError: there are too many.
        """
        import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

        check_deadline()
        wanted = Counter(self.ranks).items()
        of_ranks = (combinations(_bits(_of_rank(~self.known, rank)), n) for rank, n in wanted)
        bases = _joined([self.known], [list(map(sum, each)) for each in of_ranks])
        if len(bases) * comb(DECK_SIZE - self.known.bit_count(), self.others) > _MOST_MADE:
            raise _too_many(str(self))
        rest = _subsets(_ALL_CARDS & ~self.known, self.others)
        made = [(rest | base)[rest & base == 0] for base in np.array(bases, np.uint64)]
        hands = np.concatenate(made)
        # A hand with more cards of a rank than are named is made several times.
        return self._kept(np.unique(hands) if self.ranks and self.others else hands)

    def _kept(self, hands: Masks) -> Masks:
        if not self.suits:
            return hands
        planes = [hands >> len(RANKS) * suit & _PLANE for suit in range(len(SUITS))]
        pairs = sum((plane & (plane - 1) != 0).astype("uint8") for plane in planes)
        least, most = _KEPT[self.suits]
        return hands[(pairs >= least) & (pairs <= most)]


class OmahaRange(Value):
    """The hands of Omaha that a player may hold, each with a weight above 0, up to 1.

    `str` returns a text that parses back to the range. Two ranges are equal if they have the same
    items with the same weights.

    Args:
        text: items such as `AA**`, `AsKs**`, `AAKKds` or `AsKsQhJh`, separated by commas or
            blanks; weights as in `Range.parse`. If two items hold the same hand, the later one
            decides.
        cards: how many cards a hand has, 4 to 6.

    Raises:
        RangeError: a part of the text is not a range; `position` counts from 0.
        RuleError: `cards` is not 4 to 6.
        LimitError: the range has more than 2,000,000 hands and is not all hands.

    >>> aces = OmahaRange("AA**, AKQJds:0.5")
    >>> len(aces), aces.total, "AsAhAd2c" in aces
    (6997, Fraction(6979, 1), True)
    """

    cards: int
    _items: tuple[tuple[HandPattern, Fraction], ...]

    _fields = ("text", "cards")

    def __init__(self, text: str, *, cards: int = 4) -> None:
        if not isinstance(text, str):
            raise RangeError("expected a range as text", quoted(text), 0)
        size = whole_number("cards", cards, SIZES[0], SIZES[-1])
        items = items_of(
            text, lambda reader: _hand_pattern(reader, size), _START, HandPattern(0, (), size)
        )
        self._set(cards=size, _items=tuple(items))
        if not self.is_everything:
            _hands(self)

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

    def _content(self) -> tuple[object, ...]:
        return self.cards, self._items

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
        items = Counter(_hands(self)[1].tolist())
        return sum((count * self._items[item][1] for item, count in items.items()), Fraction(0))

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
        return next((weight for each, weight in reversed(self._items) if hand in each), Fraction(0))

    def __len__(self) -> int:
        return comb(DECK_SIZE, self.cards) if self.is_everything else len(_hands(self)[0])

    def __contains__(self, cards: CardsLike) -> bool:
        return self.weight(cards) > 0

    def __str__(self) -> str:
        return ", ".join(
            str(each) if weight == 1 else f"{each}:{number(weight)}" for each, weight in self._items
        )

    def __repr__(self) -> str:
        return f"OmahaRange.parse({str(self)!r}, cards={self.cards})"


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


def _hand_pattern(reader: Reader, cards: int) -> HandPattern:
    start = reader.place
    if reader.take(_ALL + _END):
        return HandPattern(0, (), cards)
    found = reader.take(rf"({_PLACE}{{{cards}}})(?:\$?((?i:ds|ss|rainbow)))?{_END}")
    if found is None:
        reader.take(f"{_PLACE}*")
        raise reader.error(f"expected a hand of {cards} cards, like AA{'*' * (cards - 2)}")
    places = pattern(_PLACE).findall(found[1])
    ranks = [place for place in places if pattern(RANK_PATTERN).fullmatch(place)]
    named = [place for place in places if place != "*" and place not in ranks]
    try:
        known = mask_of(named) if named else 0
    except CardError:
        raise reader.error("expected different cards", start) from None
    numbers = sorted((_rank(rank) for rank in ranks), reverse=True)
    if any(_of_rank(~known, rank).bit_count() < numbers.count(rank) for rank in numbers):
        raise reader.error("expected at most four cards of a rank", start)
    suits = (found[2] or "").lower()
    return HandPattern(known, tuple(numbers), places.count("*"), suits)


def _rank(text: str) -> int:
    return RANKS.index(text.upper().replace("10", "T"))


# Hands


@lru_cache(maxsize=20)
def _hands(found: OmahaRange) -> tuple[Masks, Masks]:
    """The hands of a range, ascending, and the index of the item that gives each its weight."""
    import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

    parts = [each.masks() for each, _ in found._items]  # noqa: SLF001 - it is one of ours
    hands = np.concatenate(parts[::-1])
    items = np.repeat(np.arange(len(parts))[::-1], [len(part) for part in parts[::-1]])
    hands, first = np.unique(hands, return_index=True)  # of equal hands, the one of the last item
    items = items[first]
    weighs = np.array([weight > 0 for _, weight in found._items])[items]  # noqa: SLF001
    if weighs.sum() > MOST_HANDS:
        raise _too_many(str(found))
    hands, items = hands[weighs], items[weighs]
    hands.flags.writeable = False
    return hands, items


def _too_many(text: str) -> LimitError:
    message = f"a range may have up to {MOST_HANDS} hands, or all hands: {quoted(text)}"
    return LimitError(message, MOST_HANDS)


def _subsets(cards: int, size: int) -> Masks:
    """All subsets of the cards with this size, as masks."""
    import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

    bits = np.array(_bits(cards), np.uint64)
    sets, lasts = np.zeros(1, np.uint64), np.array([-1])
    for _ in range(size):
        counts = len(bits) - 1 - lasts  # of cards behind the last one
        before = np.repeat(np.cumsum(counts) - counts, counts)
        lasts = np.repeat(lasts + 1, counts) + np.arange(counts.sum()) - before
        sets = np.repeat(sets, counts) | bits[lasts]
    return sets


def _joined(bases: list[int], choices: list[list[int]]) -> list[int]:
    for each in choices:
        bases = [base | choice for base in bases for choice in each]
    return bases


def _bits(cards: int) -> list[int]:
    return [1 << place for place in range(DECK_SIZE) if cards >> place & 1]


def _of_rank(cards: int, rank: int) -> int:
    four: int = sum(1 << (len(RANKS) * suit + rank) for suit in range(len(SUITS)))
    return cards & four
