"""Filters of Omaha hands: suits, as in AA**ds and :xxyy, and pairs of ranks, as in $np."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from facevalue.cards import RANKS, SUITS
from facevalue.poker.hands.masks import Masks, mask_of
from facevalue.system.lazy_numpy import np

# How many suits may have two cards or more.
_SUIT_PAIRS = {"ds": (2, 4), "ss": (1, 1), "rainbow": (0, 0)}
_RANK_PAIRS = {"np": 0, "op": 1, "tp": 2}
_PLANE = (1 << len(RANKS)) - 1


def print_filters(filters: tuple[str, ...]) -> str:
    """The filters as they are read; the first word for suits needs no dollar sign."""
    signs = ("$" if word in _RANK_PAIRS or at else "" for at, word in enumerate(filters))
    return "".join(
        f":{word}" if is_suit_pattern(word) else sign + word
        for sign, word in zip(signs, filters, strict=True)
    )


def is_suit_pattern(word: str) -> bool:
    """Return whether a filter is a letter for the suit of each card, such as xxyy."""
    return word not in _SUIT_PAIRS and word not in _RANK_PAIRS


def fits_filter(hand: int, word: str) -> bool:
    """Return whether a hand passes a filter."""
    return bool(_fits(_planes(hand), word, int.bit_count))


def filter_hands(hands: Masks, filters: tuple[str, ...]) -> Masks:
    """The hands that pass all filters; the same as `fits_filter`, for arrays."""
    for word in filters:
        planes = [plane.astype(np.uint16) for plane in _planes(hands)]
        hands = hands[_fits(planes, word, _bit_counts().__getitem__)]
    return hands


def _fits(planes: list[Any], word: str, size: Callable[[Any], Any]) -> Any:
    """Whether one hand or each of many passes a filter, given the ranks of each suit.

    `size` counts the ranks.
    """
    if word in _RANK_PAIRS:
        once = twice = more = 0
        for plane in planes:
            once, twice, more = once | plane, twice | once & plane, more | twice & plane
        return (more == 0) & (size(twice) == _RANK_PAIRS[word])
    counts = [size(plane) for plane in planes]
    if word in _SUIT_PAIRS:
        low, high = _SUIT_PAIRS[word]
        pairs = sum([count > 1 for count in counts])
        return (low <= pairs) & (pairs <= high)
    fits = True
    for cards, suits in _suits_by_count(word).items():
        fits &= sum([count == cards for count in counts]) == suits
    return fits


@cache
def _suits_by_count(word: str) -> Mapping[int, int]:
    """How many suits of a pattern such as xxyy have so many cards."""
    return Counter(Counter(word).values())


@cache
def _bit_counts() -> Any:
    """How many ranks each set of ranks has."""
    return np.array([plane.bit_count() for plane in range(_PLANE + 1)], np.uint8)


def _planes(hands: Any) -> list[Any]:
    """The ranks of each suit."""
    return [hands >> len(RANKS) * suit & _PLANE for suit in range(len(SUITS))]


@cache
def cards_of_rank(rank: int) -> int:
    """Return the mask of the four cards of a rank."""
    return mask_of([RANKS[rank] + suit for suit in SUITS])
