"""Reads the items of a range, with weights, for every game that has ranges.

The items of a string are separated by commas, semicolons or spaces. A `Notation` reads the hands of
one item; weights are written the same way in every game:

    AA:0.5  AA=0.5  AA(0.5)  0.5(AA, KK)   a weight from 0 to 1, or a percentage with its sign
    AA@50  50: AQs  [25]AKs[/25]           a weight in percent, with or without its sign
    AA@1, KK@2                             relative weights, if all items of a range have them
    !AKs                                   without these hands; at the start, all other hands

If two items contain the same hand, the later one applies: `22+, AA:0` has no aces. `98:50%` is the
hand 98 with a weight, since 98 has no percent sign. Ambiguous strings are errors: `AA@1` could mean
one percent of the aces or all of them; either side of `15%:50%` and `15%(50%)` could be the weight;
and the percentage in `AA 50%` could be a weight or the best half of all hands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import attrs

from facevalue.budget import check_deadline
from facevalue.cards import foreign_letter, pattern
from facevalue.errors import CardError, LimitError, RangeError, quoted
from facevalue.poker.ranges.items import (
    LARGEST_DENOMINATOR,
    MAX_CHARACTERS,
    MAX_DIGITS,
    exact_weight,
    hand_mask,
)
from facevalue.system.arrays import plain

# What an item was read as, and its weight.
Items: TypeAlias = list[tuple[Any, Fraction]]

HOLE_SIZE = 2  # of hold'em
_LONGEST_HAND = 100  # characters; a longer string is not one hand
_ZERO, _ONE = Fraction(0), Fraction(1)

_DIGITS = f"[0-9]{{1,{MAX_DIGITS}}}"
NUMBER = rf"({_DIGITS}/{_DIGITS}|(?:{_DIGITS})?\.{_DIGITS}|{_DIGITS})"
EVERYTHING = r"(?i:random|any|atc|xx)"
DASH = r"\s*[-–—]\s*"  # noqa: RUF001 - editors make the long ones of a hyphen
_TOP = r"(?:(?i:top)\s*)?"
# Percentages of the best hands: `5%-20%`, and `15%`.
SLICE, BEST = rf"{_TOP}{NUMBER}\s*%?{DASH}{NUMBER}\s*%", rf"{_TOP}{NUMBER}\s*%"
_SPACES = r"\s*"
_SEPARATOR = r"\s*[,;]\s*|\s+(?!\s|\)|\[/|\Z)"
_OPENING = rf"\[\s*{NUMBER}\s*(%?)\s*\]\s*"
_CLOSING = rf"\s*\[/\s*{NUMBER}\s*%?\s*\]"
_BEFORE = rf"{NUMBER}\s*(%?)\s*([:(])\s*"
_NOT = r"!\s*"
_PERCENTAGE = rf"{NUMBER}\s*%(?!\s*[:(\-–—])"  # noqa: RUF001 - which is not before an item
_RELATIVE = rf"[^@%:=!()\[\]]+@\s*{NUMBER}\s*"
_WEIGHT = rf"{NUMBER}(?:\s*(%))?"
# How a weight after its hands starts and ends, and whether it is in percent.
_BEHIND = (
    (r"\s*[:=]\s*", "", False),
    (r"\s*@\s*", "", True),
    (r"\s*\(\s*", r"\s*\)", False),
)


@attrs.frozen
class Notation:
    """How the hands of a game are written in a range.

    Args:
        size: how many cards a hand has.
        read: reads the hands of the item at the position of a `Reader`, or raises its error.
        from_mask: makes an item of one hand, given as a mask.
        everything: returns the item of all hands.
    """

    size: int
    read: Callable[[Reader], Any]
    from_mask: Callable[[int], Any]
    everything: Callable[[], Any]


@attrs.define
class Reader:
    """A string that is being read, and the position reached so far."""

    text: str
    notation: Notation
    place: int = 0
    scale: Fraction | None = None  # the largest relative weight

    def take(self, wanted: str) -> re.Match[str] | None:
        """Match a pattern at the current position and move past it, or return None."""
        found = pattern(wanted).match(self.text, self.place)
        if found:
            self.place = found.end()
        return found

    def expect(self, wanted: str, message: str) -> re.Match[str]:
        """Match a pattern, as `take` does, or raise an error with this message."""
        found = self.take(wanted)
        if found is None:
            raise self.error(message)
        return found

    def error(self, message: str, place: int | None = None) -> RangeError:
        """Make an error that points at a place, by default the current position."""
        position = self.place if place is None else place
        item = re.split("[,;]", self.text[position:], maxsplit=1)[0]
        if letter := foreign_letter(item):
            message = f"unknown rank or suit {letter}"
        return RangeError(message, self.text, position)

    def number(self, text: str, place: int) -> Fraction:
        """Return the number that a string spells; `place` is for the error."""
        try:
            return Fraction(text)
        except ZeroDivisionError:
            raise self.error("expected a denominator other than 0", place) from None

    def shares(self, found: re.Match[str], start: int) -> tuple[Fraction, Fraction]:
        """Return the bounds of the best hands, 0 to 1, from a match of `SLICE` or `BEST`."""
        bounds = [self.number(text, start) / 100 for text in found.groups()]
        if max(bounds) > 1:
            raise self.error("expected a percentage from 0 to 100", start)
        low, high = sorted([*bounds, _ZERO])[-2:]
        return low, high

    def items(self) -> Items:
        """Read the whole string."""
        if len(self.text) > MAX_CHARACTERS:
            message = f"a range may have up to {MAX_CHARACTERS} characters, not {len(self.text)}"
            raise LimitError(message, MAX_CHARACTERS)
        relative = [pattern(_RELATIVE).fullmatch(item) for item in re.split("[,;]", self.text)]
        if all(relative):
            numbers = [found[1] for found in relative if found]
            weights = {self.number(number, self.text.index(number)) for number in numbers}
            if len(weights) > 1 and any(0 < weight <= 1 for weight in weights):
                self.scale = max(weights)
        self.take(_SPACES)
        items = self._list(self._weighted)
        if pattern(rf"\s*{_NOT}").match(self.text):
            items.insert(0, (self.notation.everything(), _ONE))
        self.take(_SPACES)
        if self.place < len(self.text):
            raise self.error("expected a comma between hands")
        return items

    def _list(self, read: Callable[[], Items]) -> Items:
        items: Items = []
        while True:
            check_deadline()
            items += read()
            separator = self.take(_SEPARATOR)
            if separator is None:
                return items
            number = pattern(_PERCENTAGE).match(self.text, self.place)
            if number and not separator[0].strip():
                weight = f"expected @{number[0]} for a weight, or a comma and top {number[0]}"
                raise self.error(f"{weight} for the best hands", self.place)

    def _weighted(self) -> Items:
        """Read one item or group and its weight, which may be before, after or around it."""
        start = self.place
        if self.take(_NOT):
            return [(self.notation.read(self), _ZERO)]
        # In Omaha, brackets without an end such as [/25] are ranks, as in `[98][98]JT`.
        is_weight = self.notation.size == HOLE_SIZE or (
            self.text.startswith("[", start) and self.text.rfind("[/") > start
        )
        if is_weight and (found := self.take(_OPENING)):
            hands = self._list(self._plain)
            end = self.place
            if self.expect(_CLOSING, f"expected [/{found[1]}]")[1] != found[1]:
                raise self.error(f"expected [/{found[1]}]", end)
            weight = self._weight(found, start, in_percent=True)
            return [(item, weight) for item, _ in hands]
        before = pattern(_BEFORE).match(self.text, start)
        if before is None:
            return self._weight_behind()
        # The number may be the weight or the hands: `50:AA`, `55:0.5`. The reading that explains
        # more of the string is right. If both explain the same, a number with a percent sign could
        # be either, and one without it is a hand.
        readings: list[tuple[int, Items]] = []
        errors: list[RangeError] = []
        for read in (self._weight_behind, self._weight_before):
            self.place = start
            try:
                items = read()
            except RangeError as error:
                errors.append(error)
            else:
                readings.append((self.place, items))
        if not readings:
            raise max(errors, key=lambda error: error.position)
        self.place, items = max(readings, key=lambda reading: reading[0])
        if before[2] and [place for place, _ in readings] == [self.place] * 2:
            raise self.error("expected a weight like 15%@50, since either side could be one", start)
        return items

    def _plain(self) -> Items:
        return [(self.notation.read(self), _ONE)]

    def _weight_before(self) -> Items:
        start = self.place
        found = self.expect(_BEFORE, "expected a weight")
        if found[3] == ":":
            hands = self._plain()
        else:
            hands = self._list(self._plain)
            self.expect(r"\s*\)", "expected a closing bracket")
        weight = self._weight(found, start, in_percent=found[3] == ":")
        return [(item, weight) for item, _ in hands]

    def _weight_behind(self) -> Items:
        hands = self.notation.read(self)
        for opening, closing, in_percent in _BEHIND:
            if self.take(opening):
                start = self.place
                found = self.expect(_WEIGHT, "expected a weight")
                self.expect(closing, "expected a closing bracket")
                return [(hands, self._weight(found, start, in_percent=in_percent))]
        return [(hands, _ONE)]

    def _weight(self, found: re.Match[str], place: int, *, in_percent: bool) -> Fraction:
        number = self.number(found[1], place)
        if in_percent and self.scale:
            return number / self.scale
        if in_percent and not found[2] and 0 < number <= 1:
            raise self.error("expected a percent sign after a number of 1 or less", place)
        weight = number / 100 if in_percent or found[2] else number
        if weight > 1:
            raise self.error("expected a weight from 0 to 1, or a percentage like 50%", place)
        if weight.denominator > LARGEST_DENOMINATOR:
            raise self.error("expected a weight with fewer digits", place)
        return weight


def items_of(hands: Any, notation: Notation) -> Items:
    """Return the items of a range, in order, each with its weight, which may be 0.

    Args:
        hands: a string; hands and strings one by one; or a mapping from them to weights.
        notation: reads the strings.

    Raises:
        CardError: a hand has an invalid or repeated card, or the wrong number of cards.
        LimitError: a string has more than a million characters.
        RangeError: a string, or a part of it, is not a range; or a weight is not from 0 to 1.
    """
    if isinstance(hands, str):
        return _items_of_one(hands, notation)
    weights = hands if isinstance(hands, Mapping) else None
    each_hand = hands if weights is not None else plain(hands)
    if not isinstance(each_hand, Iterable):
        message = "a range must be a string, hands, or a mapping from hands to weights"
        raise RangeError(message, quoted(hands), 0)
    items: Items = []
    for hand in each_hand:
        check_deadline()
        if weights is None:
            items += _items_of_one(hand, notation)
        else:
            weight = exact_weight(weights[hand])
            items += [(item, weight) for item in unweighted(hand, notation)]
    return items


def unweighted(hands: Any, notation: Notation) -> list[Any]:
    """Return the items of one hand, or of a string without weights.

    Raises:
        CardError, LimitError, RangeError: as for `items_of`; or the string has weights.
    """
    items = _items_of_one(hands, notation)
    if any(weight != 1 for _, weight in items):
        raise RangeError("these hands must have no weights", hands, 0)
    return [item for item, _ in items]


def _items_of_one(hands: Any, notation: Notation) -> Items:
    """Return the items of one hand or one string."""
    if not isinstance(hands, str):
        return [(notation.from_mask(hand_mask(hands, notation.size)), _ONE)]
    if len(hands) <= _LONGEST_HAND:
        try:
            return [(notation.from_mask(hand_mask(hands, notation.size)), _ONE)]
        except CardError:
            pass
    return Reader(hands, notation).items()
