"""Parses ranges: text in any common notation becomes weighted hands of two cards.

A range is items with commas, semicolons or blanks between:

    QQ  AK  AKs  AKo  AsKs  [Ah Kd]        hands: a starting hand, or exact cards
    QQ+  A2s+  77-JJ  A5s-A2s  T9s-65s     rows of starting hands
    15%  5%-20%  random  XX  **            the best by the order of `STARTING_HANDS`; all hands
    AA:0.5  0.5(AA, KK)                    a weight from 0 to 1, or a percentage with its sign
    AA@50  50: AQs  [25]AKs[/25]           a weight in percent, with or without its sign

If two items hold the same hand, the later one decides: `22+, AA:0` has no aces. Ambiguous text is
an error: `AA@1` could mean one percent of the aces, or all of them.
"""

from __future__ import annotations

from fractions import Fraction

from facevalue.budget import check_deadline
from facevalue.cards import CARD_PATTERN, RANK_PATTERN, RANKS, pattern
from facevalue.errors import CardError, LimitError, RangeError
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.starting_hands import all_hands, best_hands, hands_of

TYPE_CHECKING = False
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

_DIGITS = f"[0-9]{{1,{MOST_DIGITS}}}"
_NUMBER = rf"({_DIGITS}/{_DIGITS}|(?:{_DIGITS})?\.{_DIGITS}|{_DIGITS})"
_DASH = r"\s*[-–—]\s*"  # noqa: RUF001 - editors make the long ones of a hyphen
_TWO_RANKS = f"({RANK_PATTERN})({RANK_PATTERN})"
_BLANKS = r"\s*"
_SEPARATOR = r"\s*[,;]\s*|\s+(?!\s|\)|\[/|\Z)"
_OPENING = rf"\[\s*{_NUMBER}\s*(%?)\s*\]\s*"
_CLOSING = rf"\s*\[/\s*{_NUMBER}\s*%?\s*\]"
_GROUP = rf"{_NUMBER}\s*(%?)\s*\(\s*"
_GROUP_END = r"\s*\)"
# A number is a weight if a hand follows the colon: `98:0.5` are nine-eights, `98:AA` are aces.
_FOLLOWS = rf"{_TWO_RANKS}|{CARD_PATTERN}|\[|(?i:random|xx)|\*\*"
_LEAD = rf"{_NUMBER}\s*(%?)\s*:\s*(?!{_DIGITS}/|{_NUMBER}\s*%)"
_SHARE = r"\s*:\s*"
_PERCENT = r"\s*@\s*"
_WEIGHT = rf"{_NUMBER}(?:\s*(%))?"
_ALL = r"(?i:random|xx)|\*\*"
_TOGETHER = f"({CARD_PATTERN})({CARD_PATTERN})"
_APART = rf"({CARD_PATTERN})\s+({CARD_PATTERN})"
_IN_BRACKETS = rf"\[\s*({CARD_PATTERN})[\s,]*({CARD_PATTERN})\s*\]"
_NAME = f"{_TWO_RANKS}([SOso]?)"
_SLICE = rf"{_NUMBER}\s*%?{_DASH}{_NUMBER}\s*%"
_BEST = rf"{_NUMBER}\s*%"


def parsed(text: str) -> Weights:
    """The hands of a text as masks, each with its weight; hands of weight 0 are left out.

    Raises:
        LimitError: the text has more than a million characters.
        RangeError: the text, or a part of it, is not a range; `position` says where.
    """
    weights: Weights = {}
    for hands, weight in items_of(text, _hands, _FOLLOWS):
        weights |= dict.fromkeys(hands, weight)
    return {hand: weight for hand, weight in weights.items() if weight}


def items_of(text: str, hands: Callable[[Reader], Any], start: str) -> Items:
    """The items of a text with their weights, in order; all games write weights the same way.

    Args:
        text: items separated by commas, semicolons or blanks, with weights before, after or around.
        hands: reads the hands of one item, or raises an error.
        start: a pattern for the start of an item.

    Raises:
        LimitError: the text has more than a million characters.
        RangeError: the text is not a list of items, or `hands` raised it.
    """
    if len(text) > MOST_CHARACTERS:
        message = f"expected a range of up to {MOST_CHARACTERS} characters: {len(text)} given"
        raise LimitError(message, MOST_CHARACTERS)
    reader = Reader(text, hands, start)
    reader.take(_BLANKS)
    items = _items(reader)
    reader.take(_BLANKS)
    if reader.place < len(text):
        raise reader.error("expected a comma between hands")
    return items


class Reader:
    """A text that is being read: the position reached so far, and the function that reads hands."""

    def __init__(self, text: str, hands: Callable[[Reader], Any], start: str) -> None:
        self.text = text
        self.place = 0
        self.hands = hands
        self.lead = f"{_LEAD}(?={start})"

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
    if found := reader.take(_OPENING):
        items = _group(reader, _CLOSING, f"expected [/{found[1]}]", found[1])
        return _all_weighing(items, _weight(reader, found, start, in_percent=True))
    if found := reader.take(_GROUP):
        items = _group(reader, _GROUP_END, "expected a closing bracket")
        return _all_weighing(items, _weight(reader, found, start))
    if found := reader.take(reader.lead):
        hands = reader.hands(reader)
        return [(hands, _weight(reader, found, start, in_percent=True))]
    return [(reader.hands(reader), _weight_behind(reader))]


def _all_weighing(items: Items, weight: Fraction) -> Items:
    return [(hands, weight) for hands, _ in items]


def _group(reader: Reader, closing: str, message: str, number: str | None = None) -> Items:
    items = _items(reader, is_inner=True)
    start = reader.place
    end = reader.expect(closing, message)
    if number not in (None, *end.groups()):
        raise reader.error(message, start)
    return items


def _weight_behind(reader: Reader) -> Fraction:
    # After a percentage such as 15%, a colon and a number would be ambiguous.
    is_percentage = reader.text[: reader.place].endswith("%")
    for sign, in_percent in ((_SHARE, False), (_PERCENT, True)):
        if not (is_percentage and sign == _SHARE) and reader.take(sign):
            start = reader.place
            found = reader.expect(_WEIGHT, "expected a weight")
            return _weight(reader, found, start, in_percent=in_percent)
    return Fraction(1)


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
    if reader.take(_ALL):
        return all_hands()
    if found := reader.take(_SLICE) or reader.take(_BEST):
        return _best(reader, found, start)
    if found := reader.take(_IN_BRACKETS) or reader.take(_TOGETHER) or reader.take(_APART):
        return [_exact(reader, found, start)]
    found = reader.expect(_NAME, "expected a hand like QQ, AKs or AhKh")
    first = _named(reader, found, start)
    if reader.take(r"\+"):
        return _climbing(*first)
    if reader.take(_DASH):
        start = reader.place
        found = reader.expect(_NAME, "expected a hand after the dash")
        return _between(reader, first, _named(reader, found, start), start)
    return _hands_of(*first)


def _best(reader: Reader, found: re.Match[str], start: int) -> Iterable[int]:
    bounds = [_number(reader, text, start) / 100 for text in found.groups()]
    if max(bounds) > 1:
        raise reader.error("expected a percentage from 0 to 100", start)
    low, high = sorted([*bounds, Fraction(0)])[-2:]
    return best_hands(low, high)


def _exact(reader: Reader, found: re.Match[str], start: int) -> int:
    # `Ah Kd Qs Jc` may be two hands, or one of Omaha.
    third = pattern(rf"\s+(?={CARD_PATTERN})").match(reader.text, reader.place)
    if third and found.re is pattern(_APART):
        raise reader.error("expected a comma between hands", third.end())
    try:
        return mask_of(found.groups())
    except CardError:
        raise reader.error("expected two different cards", start) from None


def _named(reader: Reader, found: re.Match[str], start: int) -> Named:
    """The places of two ranks, the higher first, and s, o or nothing."""
    ranks = [RANKS.index(text.upper().replace("10", "T")) for text in found.groups()[:2]]
    kind = found[3].lower()
    if ranks[0] == ranks[1] and kind:
        raise reader.error("expected a pair without s or o", start)
    return max(ranks), min(ranks), kind


def _hands_of(high: int, low: int, kind: str) -> tuple[int, ...]:
    return hands_of(RANKS[high] + RANKS[low] + kind)


def _climbing(high: int, low: int, kind: str) -> list[int]:
    """`QQ+` are all pairs from queens up, `KTs+` all kickers from ten to below the king."""
    if high == low:
        return _joined((rank, rank, kind) for rank in range(low, len(RANKS)))
    return _joined((high, kicker, kind) for kicker in range(low, high))


def _between(reader: Reader, first: Named, second: Named, place: int) -> list[int]:
    (high, low, kind), (other_high, other_low, other_kind) = sorted((first, second))
    lows = range(low, other_low + 1)
    is_alike = kind == other_kind and (high == low) == (other_high == other_low)
    if is_alike and high == other_high:
        return _joined((high, kicker, kind) for kicker in lows)
    if is_alike and high - low == other_high - other_low:
        return _joined((kicker + high - low, kicker, kind) for kicker in lows)
    raise reader.error("expected a row of hands like 77-JJ, A5s-A2s or T9s-65s", place)


def _joined(names: Iterable[Named]) -> list[int]:
    return [hand for name in names for hand in _hands_of(*name)]
