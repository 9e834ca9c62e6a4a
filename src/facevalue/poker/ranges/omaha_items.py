"""One item of an Omaha range: cards, ranks and places for any card, and how it is read."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import attrs

from facevalue.budget import check_deadline
from facevalue.cards import (
    DECK_SIZE,
    RANK_PATTERN,
    RANKS,
    SUIT_PATTERN,
    SUITS,
    pattern,
)
from facevalue.errors import CardError, LimitError, quoted
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from facevalue.poker.ranges.parsing import Reader

    Masks: TypeAlias = Any  # uint64 array

MOST_HANDS = 2_000_000
_MOST_MADE = 2 * MOST_HANDS  # repeated ones and those with weight 0 included
_PLACE = rf"(?:(?:{RANK_PATTERN})(?:{SUIT_PATTERN})?|\*)"
_KEPT = {"ds": (2, 4), "ss": (1, 1), "rainbow": (0, 0)}  # suits that have two cards or more
_ALL = r"(?i:random|any|atc|xx)"
_END = r"(?=[\s,;:=@()\[]|\Z)"
_PLANE = (1 << len(RANKS)) - 1
_ALL_CARDS = (1 << DECK_SIZE) - 1


@attrs.frozen
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
        if not has_ranks or self.known & ~hand:
            return False
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
        if not (self.ranks or self.others):
            return self._kept(np.array([self.known], np.uint64))
        bases = [self.known]
        for rank, count in Counter(self.ranks).items():
            choices = [*map(sum, combinations(_bits(_of_rank(~self.known, rank)), count))]
            bases = [base | choice for base in bases for choice in choices]
        if len(bases) * comb(DECK_SIZE - self.known.bit_count(), self.others) > _MOST_MADE:
            raise too_many(str(self))
        # All subsets of the cards with this size, as masks.
        bits = np.array(_bits(_ALL_CARDS & ~self.known), np.uint64)
        sets, lasts = np.zeros(1, np.uint64), np.array([-1])
        for _ in range(self.others):
            counts = len(bits) - 1 - lasts  # of cards behind the last one
            before = np.repeat(np.cumsum(counts) - counts, counts)
            lasts = np.repeat(lasts + 1, counts) + np.arange(counts.sum()) - before
            sets = np.repeat(sets, counts) | bits[lasts]
        rest = sets
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


def hand_pattern(reader: Reader, cards: int) -> HandPattern:
    """The item at the place of the reader.

    Raises:
        RangeError: there is none.
    """
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
    numbers = sorted((RANKS.index(rank.upper().replace("10", "T")) for rank in ranks), reverse=True)
    if any(_of_rank(~known, rank).bit_count() < numbers.count(rank) for rank in numbers):
        raise reader.error("expected at most four cards of a rank", start)
    suits = (found[2] or "").lower()
    return HandPattern(known, tuple(numbers), places.count("*"), suits)


def masks_of(items: Iterable[HandPattern], text: str) -> list[Masks]:
    """The hands of each item of a range, as masks; `text` is the range, for the error.

    Raises:
        LimitError: there are too many in all.
    """
    made, count = [], 0
    for each in items:
        made.append(each.masks())
        count += len(made[-1])
        if count > _MOST_MADE:
            raise too_many(text)
    return made


def too_many(text: str) -> LimitError:
    """The error for a range of too many hands."""
    message = f"a range may have up to {MOST_HANDS} hands, or all hands: {quoted(text)}"
    return LimitError(message, MOST_HANDS)


def _bits(cards: int) -> list[int]:
    return [1 << place for place in range(DECK_SIZE) if cards >> place & 1]


def _of_rank(cards: int, rank: int) -> int:
    four: int = sum(1 << (len(RANKS) * suit + rank) for suit in range(len(SUITS)))
    return cards & four
