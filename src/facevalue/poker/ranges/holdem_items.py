"""Reads the items of a range of hands with two cards.

    QQ  AK  AKs  AKo  KsQs  [Ah Kd]        hands: a starting hand, or exact cards
    QQ+  A2s+  77-JJ  A5s-A2s  T9s-65s     runs of starting hands
    AX  AXs  A*s  Kx+                      a card with any lower one; + includes higher cards
    A?                                     a card with any other one, including a pair of aces
    Kh*h  Kh*  Kh?                         a card with any other one, of one suit or of all
    15%  top 15%  5%-20%                   the best, in the order of `STARTING_HANDS`
    random  any  ATC  XX  *  **  ??  ..    all hands

The module `items` says how items are separated and weighted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias

from facevalue.cards import CARD_PATTERN, RANK_PATTERN, RANKS, SUIT_PATTERN, SUITS, pattern
from facevalue.errors import CardError
from facevalue.poker.hands.games import OMAHA_HOLES, omaha_name
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.items import (
    BEST,
    DASH,
    EVERYTHING,
    SLICE,
    Notation,
    Reader,
    items_of,
)
from facevalue.poker.ranges.starting_hands import all_hands, best_hands, hands_of

# Two ranks, 0 to 12, the higher first; then s, o or nothing.
Named: TypeAlias = tuple[int, int, str]

_APART = rf"({CARD_PATTERN})\s+({CARD_PATTERN})"
_NAME = f"({RANK_PATTERN})({RANK_PATTERN})([SOso]?)"


def weights_of(hands: object) -> dict[int, Fraction]:
    """Return the hands of a range as masks, each with its weight, which may be 0.

    Args:
        hands: a string; hands and strings one by one; or a mapping from them to weights.

    Raises:
        CardError: a hand is not two different cards.
        LimitError: a string has more than a million characters.
        RangeError: a string is not a range, or a weight is not from 0 to 1.

    >>> len(weights_of(["AhKh", "QQ"])), set(weights_of({"QQ": 0.1}).values())
    (7, {Fraction(1, 10)})
    """
    weights: dict[int, Fraction] = {}
    for masks, weight in items_of(hands, HOLDEM):
        weights |= dict.fromkeys(masks, weight)
    return weights


def _read_hands(reader: Reader) -> Iterable[int]:
    start = reader.place
    for notation, read in _NOTATIONS:
        if found := reader.take(notation):
            return read(reader, found, start)
    raise reader.error("expected a hand like QQ, AKs or AhKh")


def _read_best(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    return best_hands(*reader.shares(found, start))


def _read_cards(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    # `Ah Kd Qs Jc` may be two hands, or one of Omaha.
    third = pattern(rf"\s+(?={CARD_PATTERN})").match(reader.text, reader.place)
    if third and found.re is pattern(_APART):
        raise reader.error("expected a comma between hands", third.end())
    glued = pattern(f"(?:{CARD_PATTERN})+").match(reader.text, reader.place)
    if glued:
        count = 2 + len(pattern(CARD_PATTERN).findall(glued[0]))
        remedy = f", or a game such as {omaha_name(count)}" if count in OMAHA_HOLES else ""
        raise reader.error(f"expected hands of two cards, not {count}{remedy}")
    try:
        return [mask_of(found.groups())]
    except CardError:
        raise reader.error("expected two different cards", start) from None


def _read_with_any(_reader: Reader, found: re.Match[str], _start: int) -> Iterable[int]:
    """`Kh*h`: the king with every other heart; `Kh*`: the king with every other card."""
    card = mask_of(found[1])
    others = mask_of([rank + found[2] for rank in RANKS]) if found[2] else ~card
    return [hand for hand in all_hands() if hand & card and hand & ~card & others]


def _read_with_any_rank(_reader: Reader, found: re.Match[str], _start: int) -> Iterable[int]:
    """`A?`: an ace with every other card."""
    cards = mask_of([found[1] + suit for suit in SUITS])
    return [hand for hand in all_hands() if hand & cards]


def _read_with_lower(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    """`Kx`: a king with any lower card; `Kx+`: also an ace with any lower card."""
    high, kind = _rank(found[1]), found[2].lower()
    if high == 0 and not found[3]:
        raise reader.error("expected a rank above the twos, since x is any lower one", start)
    highs = range(high, len(RANKS) if found[3] else high + 1)
    return _hands_of(*((top, kicker, kind) for top in highs for kicker in range(top)))


def _read_run(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    """A starting hand, or a run of them."""
    first = high, low, kind = _name(reader, found, start)
    if reader.take(r"\+"):
        if high == low:  # `QQ+` are all pairs from queens up
            return _hands_of(*((rank, rank, kind) for rank in range(low, len(RANKS))))
        # `KTs+` are all kickers from ten to below the king.
        return _hands_of(*((high, kicker, kind) for kicker in range(low, high)))
    if not reader.take(DASH):
        return _hands_of(first)
    start = reader.place
    last = _name(reader, reader.expect(_NAME, "expected a hand after the dash"), start)
    (high, low, kind), (other_high, other_low, other_kind) = sorted((first, last))
    lows = range(low, other_low + 1)
    if kind == other_kind and (high == low) == (other_high == other_low):
        if high == other_high:
            return _hands_of(*((high, kicker, kind) for kicker in lows))
        if high - low == other_high - other_low:
            return _hands_of(*((kicker + high - low, kicker, kind) for kicker in lows))
    raise reader.error("expected a run of hands like 77-JJ, A5s-A2s or T9s-65s", start)


def _name(reader: Reader, found: re.Match[str], start: int) -> Named:
    low, high = sorted(map(_rank, found.groups()[:2]))
    kind = found[3].lower()
    if low == high and kind:
        raise reader.error("expected a pair without s or o", start)
    return high, low, kind


def _rank(text: str) -> int:
    return RANKS.index(text.upper().replace("10", "T"))


def _hands_of(*names: Named) -> list[int]:
    return [hand for high, low, kind in names for hand in hands_of(RANKS[high] + RANKS[low] + kind)]


# Patterns of hands, and the functions that read them; the first pattern that matches is used.
_NOTATIONS: tuple[tuple[str, Callable[[Reader, re.Match[str], int], Iterable[int]]], ...] = (
    (SLICE, _read_best),
    (BEST, _read_best),
    (rf"({CARD_PATTERN})[Xx*?]({SUIT_PATTERN})?", _read_with_any),
    (rf"\[\s*({CARD_PATTERN})[\s,]*({CARD_PATTERN})\s*\]", _read_cards),
    (f"({CARD_PATTERN})({CARD_PATTERN})", _read_cards),
    (_APART, _read_cards),
    (rf"({RANK_PATTERN})[Xx*]([SOso]?)(\+?)", _read_with_lower),
    (rf"({RANK_PATTERN})\?", _read_with_any_rank),
    (rf"{EVERYTHING}|\*\*?|\?\?|\.\.", lambda *_: all_hands()),
    (_NAME, _read_run),
)
HOLDEM = Notation(2, _read_hands, lambda hand: (hand,), all_hands)
