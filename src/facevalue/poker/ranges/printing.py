"""Prints weighted hands of two cards as a short string, which `holdem_items` reads back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from math import comb
from typing import TypeAlias

from facevalue.cards import DECK_SIZE, RANKS
from facevalue.poker.hands.masks import cards_of, highest_first
from facevalue.poker.ranges.starting_hands import hands_of, names_by_hand

# The first and the last of a run of starting hands, as (high, low); then s, o or nothing.
Row: TypeAlias = tuple[tuple[int, int], tuple[int, int], str]

_MAX_DECIMALS = 18
_HAND_COUNT = comb(DECK_SIZE, 2)
_SHORTEST_SLIDE = 3  # two connectors are shorter as a list than with a dash


def print_groups(groups: Mapping[Fraction, set[int]]) -> str:
    """Return the hands of each weight as a string; without hands it is `0%`.

    >>> from fractions import Fraction
    >>> from facevalue.poker.ranges.starting_hands import all_hands
    >>> print_groups({Fraction(1, 2): set(all_hands())})
    'random:0.5'
    """
    parts = []
    for weight in sorted(groups, reverse=True):
        items = _items(groups[weight])
        text = ", ".join(items)
        if weight != 1:
            decimal = print_weight(weight)
            text = f"{text}:{decimal}" if len(items) == 1 else f"{decimal}({text})"
        parts.append(text)
    return ", ".join(parts) or "0%"


def hand_text(hand: int) -> str:
    """Return the cards of a hand, the highest first.

    >>> hand_text(hands_of("AKs")[0])
    'AcKc'
    """
    return "".join(map(str, highest_first(hand)))


def print_weight(weight: Fraction) -> str:
    """Return a weight as a decimal if that is exact and short, else as a fraction.

    >>> from fractions import Fraction
    >>> print_weight(Fraction(3, 8)), print_weight(Fraction(1, 3))
    ('0.375', '1/3')
    """
    for decimals in range(_MAX_DECIMALS + 1):
        scaled = weight * 10**decimals
        if scaled.denominator == 1:
            whole, part = divmod(scaled.numerator, 10**decimals)
            return f"{whole}.{part:0{decimals}}" if decimals else str(whole)
    return str(weight)


def _items(hands: set[int]) -> list[str]:
    """Yield runs of whole starting hands, pairs first; then the other hands, one by one."""
    if len(hands) == _HAND_COUNT:
        return ["random"]
    counts = Counter(map(names_by_hand().__getitem__, hands))
    whole = {name for name, count in counts.items() if count == len(hands_of(name))}
    left = hands.difference(chain.from_iterable(map(hands_of, whole)))
    single = sorted(left, key=lambda hand: sorted(-card.id for card in cards_of(hand)))
    rows = []
    for (high, top), (last_high, low), kind in _rows(whole) if whole else ():
        first, last = f"{RANKS[high]}{RANKS[top]}{kind}", f"{RANKS[last_high]}{RANKS[low]}{kind}"
        # "+" means pairs up to the aces, or kickers up to the rank below the top card.
        are_pairs = high == top == len(RANKS) - 1
        are_kickers = high == last_high and top == high - 1
        text = f"{last}+" if are_pairs or are_kickers else f"{first}-{last}"
        place = (high != top, -high, -top, ("", "s", "o").index(kind))
        rows.append((place, first if first == last else text))
    return [*(text for _, text in sorted(rows)), *map(hand_text, single)]


def _rows(whole: set[str]) -> Iterator[Row]:
    """Yield the starting hands in as few runs as possible: pairs, kickers, connectors."""
    for low, high in _runs(rank for rank, name in enumerate(RANKS) if name * 2 in whole):
        yield (high, high), (low, low), ""
    kickers: dict[tuple[str, int], list[int]] = defaultdict(list)
    for name in whole:
        if name[2:]:
            kickers[name[2:], RANKS.index(name[0])].append(RANKS.index(name[1]))
    suited, offsuit = (
        {
            ((high, top), (high, low))
            for (of_kind, high), ranks_below in kickers.items()
            if of_kind == kind
            for low, top in _runs(sorted(ranks_below))
        }
        for kind in "so"
    )
    both = suited & offsuit
    yield from ((*ends, "") for ends in both)
    for rows, kind in ((suited - both, "s"), (offsuit - both, "o")):
        # Join single hands with the same gap, such as T9s 98s 87s.
        single = {first for first, last in rows if first == last}
        by_gap: dict[int, list[int]] = defaultdict(list)
        for high, low in single:
            by_gap[high - low].append(high)
        for gap, highs in by_gap.items():
            for low, high in _runs(sorted(highs)):
                if high - low + 1 >= _SHORTEST_SLIDE:
                    yield (high, high - gap), (low, low - gap), kind
                    single -= {(rank, rank - gap) for rank in range(low, high + 1)}
        yield from ((hand, hand, kind) for hand in single)
        yield from ((first, last, kind) for first, last in rows if first != last)


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of consecutive numbers."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ((first, last) for first, last in runs)
