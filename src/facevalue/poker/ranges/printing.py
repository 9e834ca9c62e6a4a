"""Prints weighted hands of two cards as a short text, which `parsing` reads back."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from math import comb
from typing import TYPE_CHECKING

from facevalue.cards import DECK_SIZE, RANKS
from facevalue.poker.hands.masks import cards_of
from facevalue.poker.ranges.starting_hands import STARTING_HANDS, hands_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction
    from typing import TypeAlias

    # The first and the last of a row of starting hands, as (high, low); then with s, o or nothing.
    Ends: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
    Row: TypeAlias = tuple[tuple[int, int], tuple[int, int], str]

_MOST_DECIMALS = 18
_ALL = comb(DECK_SIZE, 2)  # hands; to list them takes a millisecond
_LEAST_WHOLE = 4  # hands of a suited starting hand
# Two connectors are shorter as a list than with a dash.
_LEAST_SLIDE = 3


def printed(weights: Mapping[int, Fraction]) -> str:
    """The text of weighted hands, or `0%` if there are none.

    >>> from fractions import Fraction
    >>> from facevalue.poker.ranges.starting_hands import all_hands
    >>> printed(dict.fromkeys(all_hands(), Fraction(1, 2)))
    'random:0.5'
    """
    groups: dict[Fraction, set[int]] = defaultdict(set)
    for hand, weight in weights.items():
        groups[weight].add(hand)
    parts = []
    for weight in sorted(groups, reverse=True):
        items = _items(groups[weight])
        text = ", ".join(items)
        if weight != 1:
            shown = number(weight)
            text = f"{text}:{shown}" if len(items) == 1 else f"{shown}({text})"
        parts.append(text)
    return ", ".join(parts) or "0%"


def hand_text(hand: int) -> str:
    """The cards of a hand, the higher first.

    >>> hand_text(hands_of("AKs")[0])
    'AcKc'
    """
    return "".join(map(str, sorted(cards_of(hand), key=lambda card: -card.id)))


def number(weight: Fraction) -> str:
    """A weight as a decimal where that is exact and short, else as a fraction.

    >>> from fractions import Fraction
    >>> number(Fraction(3, 8)), number(Fraction(1, 3))
    ('0.375', '1/3')
    """
    for decimals in range(_MOST_DECIMALS + 1):
        scaled = weight * 10**decimals
        if scaled.denominator == 1:
            whole, part = divmod(scaled.numerator, 10**decimals)
            return f"{whole}.{part:0{decimals}}" if decimals else str(whole)
    return str(weight)


def _items(hands: set[int]) -> list[str]:
    if len(hands) == _ALL:
        return ["random"]
    may_be_whole = STARTING_HANDS if len(hands) >= _LEAST_WHOLE else ()
    whole = {name for name in may_be_whole if hands.issuperset(hands_of(name))}
    left = hands.difference(chain.from_iterable(map(hands_of, whole)))
    exact = sorted(left, key=lambda hand: sorted(-card.id for card in cards_of(hand)))
    rows = sorted(_rows(whole), key=_place) if whole else []
    return [*map(_row_text, rows), *map(hand_text, exact)]


def _place(row: Row) -> tuple[int, int, int, str]:
    (high, low), _, kind = row
    return high != low, -high, -low, {"": "", "s": "1", "o": "2"}[kind]


def _rows(whole: set[str]) -> Iterator[Row]:
    """The starting hands in as few rows as possible: pairs, kickers, connectors."""
    ranks = range(len(RANKS))
    for low, high in _runs(rank for rank in ranks if RANKS[rank] * 2 in whole):
        yield (high, high), (low, low), ""
    suited, offsuit = (
        {
            ((high, top), (high, low))
            for high in range(len(RANKS))
            for low, top in _runs(k for k in range(high) if RANKS[high] + RANKS[k] + kind in whole)
        }
        for kind in "so"
    )
    both = suited & offsuit
    yield from ((*row, "") for row in both)
    for rows, kind in ((suited - both, "s"), (offsuit - both, "o")):
        yield from ((*row, kind) for row in _with_slides(rows))


def _with_slides(rows: set[Ends]) -> Iterator[Ends]:
    """The same rows, with single hands of the same gap, such as T9s 98s 87s, joined into one."""
    single = {first for first, last in rows if first == last}
    for gap in range(1, len(RANKS)):
        highs = [high for high, low in single if high - low == gap]
        for low, high in _runs(sorted(highs)):
            if high - low + 1 >= _LEAST_SLIDE:
                yield (high, high - gap), (low, low - gap)
                single -= {(rank, rank - gap) for rank in range(low, high + 1)}
    yield from ((hand, hand) for hand in single)
    yield from (row for row in rows if row[0] != row[1])


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of consecutive numbers."""
    runs: list[list[int]] = []
    for each in numbers:
        if runs and runs[-1][1] == each - 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    return ((first, last) for first, last in runs)


def _row_text(row: Row) -> str:
    (high, top), (last_high, low), kind = row
    first, last = (f"{RANKS[h]}{RANKS[k]}{kind}" for h, k in ((high, top), (last_high, low)))
    if first == last:
        return first
    # "+" stands for pairs up to the aces, or for kickers up to the rank below the top card.
    is_pairs = high == top == len(RANKS) - 1
    is_kickers = high == last_high and top == high - 1
    return f"{last}+" if is_pairs or is_kickers else f"{first}-{last}"
