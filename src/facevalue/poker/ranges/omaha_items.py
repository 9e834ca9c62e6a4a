"""Reads the items of an Omaha range: cards, ranks and places for any card."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import attrs

from facevalue.budget import check_deadline
from facevalue.cards import DECK_SIZE, RANK_PATTERN, RANKS, SUIT_PATTERN, SUITS, pattern
from facevalue.errors import CardError, LimitError, quoted
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.items import EVERYTHING, Notation, Reader
from facevalue.poker.ranges.printing import hand_text
from facevalue.value import Value

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Masks: TypeAlias = Any  # uint64 array

MOST_HANDS = 2_000_000
MOST_MADE = 2 * MOST_HANDS  # including repeated ones and those with weight 0
_PLACE = rf"(?:(?:{RANK_PATTERN})(?:{SUIT_PATTERN})?|\*)"
# How many suits may have two cards or more.
_SUIT_PAIRS = {"ds": (2, 4), "ss": (1, 1), "rainbow": (0, 0)}
_END = r"(?=[\s,;:=@()\[]|\Z)"
_PLANE = (1 << len(RANKS)) - 1
_ALL_CARDS = (1 << DECK_SIZE) - 1


@attrs.frozen
class HandPattern(Value):
    """One item of a range: cards, ranks, any cards, and optionally a rule for the suits.

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
        ranks = "".join(RANKS[rank] for rank in self.ranks)
        return f"{hand_text(self.known)}{ranks}{'*' * self.others}{self.suits}"

    def __contains__(self, hand: int) -> bool:
        rest = hand & ~self.known
        return (
            not self.known & ~hand
            and all(
                (rest & _cards_of_rank(rank)).bit_count() >= count
                for rank, count in Counter(self.ranks).items()
            )
            and self._has_suits([plane.bit_count() > 1 for plane in _planes(hand)])
        )

    def _has_suits(self, pairs: list[Any]) -> Any:  # noqa: ANN401 - of one hand or of an array
        """Whether hands have the suits; `pairs` says for each suit if it has two cards or more."""
        if not self.suits:
            return True
        low, high = _SUIT_PAIRS[self.suits]
        count = sum(pairs)
        return (low <= count) & (count <= high)

    @property
    def is_everything(self) -> bool:
        """Whether every hand fits."""
        return not (self.known or self.ranks or self.suits)

    def masks(self) -> Masks:
        """Return all hands that fit, as masks, in any order.

        Raises:
            LimitError: there are too many.
        """
        import numpy as np  # noqa: PLC0415 - only ranges need NumPy

        check_deadline()
        bases = [self.known]
        for rank, count in Counter(self.ranks).items():
            cards = _bits(_cards_of_rank(rank) & ~self.known)
            choices = [*map(sum, combinations(cards, count))]
            bases = [base | choice for base in bases for choice in choices]
        if len(bases) * comb(DECK_SIZE - self.known.bit_count(), self.others) > MOST_MADE:
            raise too_many(str(self))
        # All subsets of the cards with this size, as masks.
        bits = np.array(_bits(_ALL_CARDS & ~self.known), np.uint64)
        sets, lasts = np.zeros(1, np.uint64), np.array([-1])
        for _ in range(self.others):
            counts = len(bits) - 1 - lasts  # of cards after the last one
            before = np.repeat(np.cumsum(counts) - counts, counts)
            lasts = np.repeat(lasts + 1, counts) + np.arange(counts.sum()) - before
            sets = np.repeat(sets, counts) | bits[lasts]
        hands = np.concatenate([(sets | b)[sets & b == 0] for b in np.array(bases, np.uint64)])
        if self.ranks and self.others:  # a hand with more cards of a rank was made several times
            hands = np.unique(hands)
        if self.suits:
            pairs = [(plane & (plane - 1) != 0).astype("uint8") for plane in _planes(hands)]
            hands = hands[self._has_suits(pairs)]
        return hands


def _read_pattern(reader: Reader) -> HandPattern:
    start, size = reader.place, reader.notation.size
    if reader.take(EVERYTHING + _END):
        return HandPattern(0, (), size)
    found = reader.take(rf"({_PLACE}{{{size}}})(?:\$?((?i:ds|ss|rainbow)))?{_END}")
    if found is None:
        reader.take(f"{_PLACE}*")
        raise reader.error(f"expected a hand of {size} cards, like AA{'*' * (size - 2)}")
    places = pattern(_PLACE).findall(found[1])
    ranks = [place for place in places if pattern(RANK_PATTERN).fullmatch(place)]
    cards = [place for place in places if place != "*" and place not in ranks]
    try:
        known = mask_of(cards)
    except CardError:
        raise reader.error("expected different cards", start) from None
    numbers = sorted((RANKS.index(rank.upper().replace("10", "T")) for rank in ranks), reverse=True)
    for rank, count in Counter(numbers).items():
        if (_cards_of_rank(rank) & ~known).bit_count() < count:
            raise reader.error("expected at most four cards of a rank", start)
    return HandPattern(known, tuple(numbers), places.count("*"), (found[2] or "").lower())


@cache
def omaha_notation(size: int) -> Notation:
    """Return the notation of hands with so many cards."""
    return Notation(
        size,
        _read_pattern,
        lambda hand: HandPattern(hand, (), 0),
        lambda: HandPattern(0, (), size),
    )


def too_many(text: str) -> LimitError:
    """Make the error for a range of too many hands."""
    message = f"a range may have up to {MOST_HANDS} hands, or all hands: {quoted(text)}"
    return LimitError(message, MOST_HANDS)


def _bits(cards: int) -> list[int]:
    return [1 << place for place in range(DECK_SIZE) if cards >> place & 1]


def _planes(hands: Any) -> list[Any]:  # noqa: ANN401 - one hand or an array
    """The ranks of each suit."""
    return [hands >> len(RANKS) * suit & _PLANE for suit in range(len(SUITS))]


@cache
def _cards_of_rank(rank: int) -> int:
    return sum(1 << (len(RANKS) * suit + rank) for suit in range(len(SUITS)))
