"""Parses ranges: text in any common notation becomes weighted hands of two cards.

A range is items with commas, semicolons or blanks between:

    QQ  AK  AKs  AKo  AsKs  [Ah Kd]        hands: a starting hand, or exact cards
    QQ+  A2s+  77-JJ  A5s-A2s  T9s-65s     rows of starting hands
    AX  AXs  A*s  Kx+                      a card with any lower one; + takes higher cards too
    Kh*h  Kh*                              a card with any other one, of a suit or of all
    15%  top 15%  5%-20%                   the best by the order of `STARTING_HANDS`
    random  any  ATC  XX  *  **            all hands
    AA:0.5  AA=0.5  AA(0.5)  0.5(AA, KK)   a weight from 0 to 1, or a percentage with its sign
    AA@50  50: AQs  [25]AKs[/25]           a weight in percent, with or without its sign
    !AKs                                   without these hands; first of all, all hands but these

If two items hold the same hand, the later one decides: `22+, AA:0` has no aces. `98:50%` is the
hand 98 with a weight, since 98 has no percent sign. Ambiguous text is an error: `AA@1` could mean
one percent of the aces or all of them; either side of `15%:50%` and `15%(50%)` could be the weight.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from facevalue.budget import check_deadline
from facevalue.cards import CARD_PATTERN, RANK_PATTERN, RANKS, SUIT_PATTERN, SUITS, pattern
from facevalue.errors import CardError, LimitError, RangeError
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.starting_hands import all_hands, best_hands, hands_of

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    Weights: TypeAlias = dict[int, Fraction]
    Named: TypeAlias = tuple[int, int, str]
    Items: TypeAlias = list[tuple[Any, Fraction]]  # what an item was read as, and its weight

MOST_CHARACTERS = 1_000_000  # takes some seconds
MOST_DIGITS = 18
FINEST = 10**MOST_DIGITS  # the greatest denominator of a weight

_PLAIN_RANKS = {*RANKS, *RANKS.lower()}
_PLAIN_SUITS = {*SUITS, *SUITS.upper()}
_DIGITS = f"[0-9]{{1,{MOST_DIGITS}}}"
_NUMBER = rf"({_DIGITS}/{_DIGITS}|(?:{_DIGITS})?\.{_DIGITS}|{_DIGITS})"
_DASH = r"\s*[-–—]\s*"  # noqa: RUF001 - editors make the long ones of a hyphen
_TWO_RANKS = f"({RANK_PATTERN})({RANK_PATTERN})"
_BLANKS = r"\s*"
_SEPARATOR = r"\s*[,;]\s*|\s+(?!\s|\)|\[/|\Z)"
_OPENING = rf"\[\s*{_NUMBER}\s*(%?)\s*\]\s*"
_CLOSING = rf"\s*\[/\s*{_NUMBER}\s*%?\s*\]"
_BEFORE = rf"{_NUMBER}\s*(%?)\s*([:(])\s*"
_GROUP_END = r"\s*\)"
_ALL = r"(?i:random|any|atc|xx)|\*\*?"
_NOT = r"!\s*"
_WEIGHT = rf"{_NUMBER}(?:\s*(%))?"
_APART = rf"({CARD_PATTERN})\s+({CARD_PATTERN})"
_NAME = f"{_TWO_RANKS}([SOso]?)"
# How a weight stands behind its hands: what opens it, what closes it, and whether it is in percent.
_BEHIND = (
    (r"\s*[:=]\s*", "", False),
    (r"\s*@\s*", "", True),
    (r"\s*\(\s*", r"\s*\)", False),
)


def parsed(text: str) -> Weights:
    """The hands of a text as masks, each with its weight; some may weigh 0.

    Raises:
        LimitError: the text has more than a million characters.
        RangeError: the text, or a part of it, is not a range; `position` says where.
    """
    # A hand such as `AhKh` first: to compile the patterns takes milliseconds.
    if (
        len(text) == len("AhKh")
        and {*text[::2]} <= _PLAIN_RANKS
        and {*text[1::2]} <= _PLAIN_SUITS
        and (hand := mask_of(text[:2]) | mask_of(text[2:])).bit_count() > 1
    ):
        return {hand: Fraction(1)}
    weights: Weights = {}
    for hands, weight in items_of(text, _hands, all_hands()):
        weights |= dict.fromkeys(hands, weight)
    return weights


def items_of(text: str, hands: Callable[[Reader], Any], everything: object) -> Items:
    """The items of a text with their weights, in order; all games write weights the same way.

    Args:
        text: items separated by commas, semicolons or blanks, with weights before, after or around.
        hands: reads the hands of one item, or raises an error.
        everything: what all hands are read as; a text that starts with `!` starts with them.

    Raises:
        LimitError: the text has more than a million characters.
        RangeError: the text is not a list of items, or `hands` raised it.
    """
    if len(text) > MOST_CHARACTERS:
        message = f"expected a range of up to {MOST_CHARACTERS} characters: {len(text)} given"
        raise LimitError(message, MOST_CHARACTERS)
    reader = Reader(text, hands)
    reader.take(_BLANKS)
    items: Items = [(everything, Fraction(1))] if pattern(_NOT).match(text, reader.place) else []
    items += _items(reader)
    reader.take(_BLANKS)
    if reader.place < len(text):
        raise reader.error("expected a comma between hands")
    return items


class Reader:
    """A text that is being read: the position reached so far, and the function that reads hands."""

    def __init__(self, text: str, hands: Callable[[Reader], Any]) -> None:
        self.text = text
        self.place = 0
        self.hands = hands

    def take(self, wanted: str) -> re.Match[str] | None:
        """The match of a pattern at the current position, which then moves past it, or None."""
        found = pattern(wanted).match(self.text, self.place)
        if found:
            self.place = found.end()
        return found

    def expect(self, wanted: str, message: str) -> re.Match[str]:
        """The same, but raises an error with this message if there is no match."""
        found = self.take(wanted)
        if found is None:
            raise self.error(message)
        return found

    def error(self, message: str, place: int | None = None) -> RangeError:
        """An error that points at a place, by default the current position."""
        return RangeError(message, self.text, self.place if place is None else place)


def _items(reader: Reader, *, is_inner: bool = False) -> Items:
    """Items up to the last separator; items inside a group have no weights of their own."""
    items: Items = []
    is_more = True
    while is_more:
        check_deadline()
        items += [(reader.hands(reader), Fraction(1))] if is_inner else _weighted(reader)
        is_more = reader.take(_SEPARATOR) is not None
    return items


def _weighted(reader: Reader) -> Items:
    """One item or group with its weight, which may stand before, after or around it."""
    start = reader.place
    if reader.take(_NOT):
        return [(reader.hands(reader), Fraction(0))]
    if found := reader.take(_OPENING):
        items = _group(reader, _CLOSING, f"expected [/{found[1]}]", found[1])
        return _all_weighing(items, _weight(reader, found, start, in_percent=True))
    before = pattern(_BEFORE).match(reader.text, start)
    return _read_either_weight(reader, before) if before else _read_weight_behind(reader)


def _read_either_weight(reader: Reader, before: re.Match[str]) -> Items:
    """What starts with a number, which may be the weight or the hands: `50:AA`, `55:0.5`.

    The reading that explains more of the text is right. If both explain the same, a number with a
    percent sign could be either, and one without is a hand.
    """
    readings: list[tuple[int, Items]] = []
    errors: list[RangeError] = []
    for read in (_read_weight_behind, _read_weight_before):
        reader.place = before.start()
        try:
            items = read(reader)
        except RangeError as error:
            errors.append(error)
        else:
            readings.append((reader.place, items))
    if not readings:
        raise max(errors, key=lambda error: error.position)
    reader.place, items = max(readings, key=lambda reading: reading[0])
    if before[2] and [place for place, _ in readings] == [reader.place] * 2:
        message = "expected a weight like 15%@50, since either side could be one"
        raise reader.error(message, before.start())
    return items


def _read_weight_before(reader: Reader) -> Items:
    start = reader.place
    found = reader.expect(_BEFORE, "expected a weight")
    if found[3] == ":":
        hands = reader.hands(reader)
        return [(hands, _weight(reader, found, start, in_percent=True))]
    items = _group(reader, _GROUP_END, "expected a closing bracket")
    return _all_weighing(items, _weight(reader, found, start))


def _all_weighing(items: Items, weight: Fraction) -> Items:
    return [(hands, weight) for hands, _ in items]


def _group(reader: Reader, closing: str, message: str, number: str | None = None) -> Items:
    items = _items(reader, is_inner=True)
    start = reader.place
    end = reader.expect(closing, message)
    if number not in (None, *end.groups()):
        raise reader.error(message, start)
    return items


def _read_weight_behind(reader: Reader) -> Items:
    hands = reader.hands(reader)
    for opening, closing, in_percent in _BEHIND:
        if reader.take(opening):
            start = reader.place
            found = reader.expect(_WEIGHT, "expected a weight")
            reader.expect(closing, "expected a closing bracket")
            return [(hands, _weight(reader, found, start, in_percent=in_percent))]
    return [(hands, Fraction(1))]


def _weight(
    reader: Reader, found: re.Match[str], place: int, *, in_percent: bool = False
) -> Fraction:
    number = _number(reader, found[1], place)
    if in_percent and not found[2] and 0 < number <= 1:
        raise reader.error("expected a percentage with its sign where it is 1 or less", place)
    weight = number / 100 if in_percent or found[2] else number
    if weight > 1:
        raise reader.error("expected a weight from 0 to 1, or a percentage like 50%", place)
    if weight.denominator > FINEST:
        raise reader.error("expected a weight with fewer digits", place)
    return weight


def _number(reader: Reader, text: str, place: int) -> Fraction:
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise reader.error("expected a denominator other than 0", place) from None


# Hands


def _hands(reader: Reader) -> Iterable[int]:
    start = reader.place
    for notation, hands in _NOTATIONS:
        if found := reader.take(notation):
            return hands(reader, found, start)
    raise reader.error("expected a hand like QQ, AKs or AhKh")


def _best(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    bounds = [_number(reader, text, start) / 100 for text in found.groups()]
    if max(bounds) > 1:
        raise reader.error("expected a percentage from 0 to 100", start)
    low, high = sorted([*bounds, Fraction(0)])[-2:]
    return best_hands(low, high)


def _exact(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    # `Ah Kd Qs Jc` may be two hands, or one of Omaha.
    third = pattern(rf"\s+(?={CARD_PATTERN})").match(reader.text, reader.place)
    if third and found.re is pattern(_APART):
        raise reader.error("expected a comma between hands", third.end())
    try:
        return [mask_of(found.groups())]
    except CardError:
        raise reader.error("expected two different cards", start) from None


def _with_any(_reader: Reader, found: re.Match[str], _start: int) -> Iterable[int]:
    """`Kh*h`: the king with every other heart; `Kh*`: the king with every other card."""
    card = mask_of(found[1])
    others = mask_of([rank + found[2] for rank in RANKS]) if found[2] else ~card
    return [hand for hand in all_hands() if hand & card and hand & ~card & others]


def _with_lower(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    """`Kx`: a king with any lower card; `Kx+`: an ace with any lower card too."""
    high, kind = _rank(found[1]), found[2].lower()
    if high == 0 and not found[3]:
        raise reader.error("expected a rank above the twos, since x is any lower one", start)
    highs = range(high, len(RANKS) if found[3] else high + 1)
    return _joined((top, kicker, kind) for top in highs for kicker in range(top))


def _row(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    """A starting hand, or a row of them."""
    first = high, low, kind = _named(reader, found, start)
    if reader.take(r"\+"):
        if high == low:  # `QQ+` are all pairs from queens up
            return _joined((rank, rank, kind) for rank in range(low, len(RANKS)))
        # `KTs+` are all kickers from ten to below the king.
        return _joined((high, kicker, kind) for kicker in range(low, high))
    if reader.take(_DASH):
        start = reader.place
        found = reader.expect(_NAME, "expected a hand after the dash")
        (high, low, kind), (other_high, other_low, other_kind) = sorted(
            (first, _named(reader, found, start))
        )
        lows = range(low, other_low + 1)
        is_alike = kind == other_kind and (high == low) == (other_high == other_low)
        if is_alike and high == other_high:
            return _joined((high, kicker, kind) for kicker in lows)
        if is_alike and high - low == other_high - other_low:
            return _joined((kicker + high - low, kicker, kind) for kicker in lows)
        raise reader.error("expected a row of hands like 77-JJ, A5s-A2s or T9s-65s", start)
    return _hands_of(*first)


def _named(reader: Reader, found: re.Match[str], start: int) -> Named:
    """The places of two ranks, the higher first, and s, o or nothing."""
    ranks = [_rank(text) for text in found.groups()[:2]]
    kind = found[3].lower()
    if ranks[0] == ranks[1] and kind:
        raise reader.error("expected a pair without s or o", start)
    return max(ranks), min(ranks), kind


def _rank(text: str) -> int:
    return RANKS.index(text.upper().replace("10", "T"))


def _hands_of(high: int, low: int, kind: str) -> tuple[int, ...]:
    return hands_of(RANKS[high] + RANKS[low] + kind)


def _joined(names: Iterable[Named]) -> list[int]:
    return [hand for name in names for hand in _hands_of(*name)]


# What hands are written as, and what reads them; the first that matches decides.
_NOTATIONS: tuple[tuple[str, Callable[[Reader, re.Match[str], int], Iterable[int]]], ...] = (
    (rf"(?:(?i:top)\s*)?{_NUMBER}\s*%?{_DASH}{_NUMBER}\s*%", _best),
    (rf"(?:(?i:top)\s*)?{_NUMBER}\s*%", _best),
    (rf"({CARD_PATTERN})[Xx*]({SUIT_PATTERN})?", _with_any),
    (rf"\[\s*({CARD_PATTERN})[\s,]*({CARD_PATTERN})\s*\]", _exact),
    (f"({CARD_PATTERN})({CARD_PATTERN})", _exact),
    (_APART, _exact),
    (rf"({RANK_PATTERN})[Xx*]([SOso]?)(\+?)", _with_lower),
    (_ALL, lambda *_: all_hands()),
    (_NAME, _row),
)
