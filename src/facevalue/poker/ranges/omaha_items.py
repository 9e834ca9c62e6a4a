"""Reads the items of an Omaha range, also in the notation of ProPokerTools.

    AsKs**  AAKK  AA                       cards, ranks and any cards: * . or x at the end; missing
                                           cards can be any
    RROO  RRON                             any ranks, different for different letters of R O N P
    [AKQJ][AKQJ]**  [As,Kd]***             a card of these ranks, or one of these cards
    JJ**+  JT98+  JT98-8765                ranks that go up, or down, in step
    ds  ss  rainbow                        two suits or more, exactly one suit, no suit with two
                                           cards or more; also $ds, $ss, $rainbow
    $np  $op  $tp                          no pair, one pair, two pairs
    AA:xxyy                                suits: equal letters for cards of one suit
    15%  top 15%  5%-20%                   the best hands of four cards, see `omaha_order`
    random  any  ATC  XX  ****             all hands

Filters such as `ds`, `$np` and `:xxyy` follow the cards and can be combined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, permutations, product
from math import comb, perm, prod
from operator import or_
from typing import TypeAlias

import attrs

from facevalue.budget import check_deadline
from facevalue.cards import (
    CARD_PATTERN,
    DECK_SIZE,
    RANK_PATTERN,
    RANKS,
    Card,
    pattern,
)
from facevalue.errors import LimitError, quoted
from facevalue.poker.hands.masks import FULL_DECK, Masks, bits_of, hand_text, mask_of, subsets
from facevalue.poker.ranges.omaha_filters import (
    cards_of_rank,
    filter_hands,
    fits_filter,
    is_suit_pattern,
    print_filters,
)
from facevalue.poker.ranges.omaha_order import HOLE, best_hands
from facevalue.poker.ranges.omaha_reader import BEST, EVERYTHING, SLICE, Notation, Reader
from facevalue.system.lazy_numpy import np
from facevalue.value import Value

MAX_HANDS = 2_000_000
MAX_MADE = 2 * MAX_HANDS  # including repeated ones and those with weight 0
_ANY = "[*.]"
_LIST = rf"\[[\s,]*(?:(?:{CARD_PATTERN}|{RANK_PATTERN})[\s,]*)+\]"
_PLACE = rf"(?:{CARD_PATTERN}|{RANK_PATTERN}|{_LIST}|[RONPronp]|{_ANY})"
_SUIT_WORDS = "ds|ss|rainbow"
_FILTER = rf"\$?(?i:{_SUIT_WORDS})|\$(?i:np|op|tp)|:[w-zW-Z]+"
_END = r"(?=[\s,;:=@()]|\[/|\Z)"
_MAX_WAYS = 50_000  # to fill the places of an item with cards and ranks


@attrs.frozen
class HandPattern(Value):
    """One item of a range: cards, ranks, any cards, and optionally rules for suits and pairs.

    Args:
        known: the cards that are named, as a mask.
        ranks: the ranks, 0 to 12, of the cards that are named without a suit, highest first.
        others: how many cards can be any.
        filters: "ds", "ss", "rainbow", "np", "op", "tp" or a pattern of suits such as "xxyy".
    """

    known: int
    ranks: tuple[int, ...]
    others: int
    filters: tuple[str, ...] = ()

    def __str__(self) -> str:
        ranks = "".join(RANKS[rank] for rank in self.ranks)
        return f"{hand_text(self.known)}{ranks}{'*' * self.others}{print_filters(self.filters)}"

    def __contains__(self, hand: int) -> bool:
        rest = hand & ~self.known
        return (
            not self.known & ~hand
            and all(
                (rest & cards_of_rank(rank)).bit_count() >= count
                for rank, count in Counter(self.ranks).items()
            )
            and all(fits_filter(hand, word) for word in self.filters)
        )

    @property
    def is_everything(self) -> bool:
        """True if every hand fits."""
        return not (self.known or self.ranks or self.filters)

    def masks(self) -> Masks:
        """Return all hands that fit, as masks, in any order.

        Raises:
            LimitError: there are too many.
        """
        check_deadline()
        if not (self.ranks or self.others):
            return filter_hands(np.array([self.known], np.uint64), self.filters)
        bases = [self.known]
        for rank, count in Counter(self.ranks).items():
            cards = bits_of(cards_of_rank(rank) & ~self.known)
            choices = [*map(sum, combinations(cards, count))]
            bases = [base | choice for base in bases for choice in choices]
        if len(bases) * comb(DECK_SIZE - self.known.bit_count(), self.others) > MAX_MADE:
            raise too_many(str(self))
        sets = subsets(bits_of(FULL_DECK & ~self.known), self.others)
        hands = np.concatenate([(sets | b)[sets & b == 0] for b in np.array(bases, np.uint64)])
        if self.ranks and self.others:  # a hand with more cards of a rank was made several times
            hands = _sorted_once(hands)
        return filter_hands(hands, self.filters)


@attrs.frozen
class AnyOf(Value):
    """An item that stands for several patterns, such as `RROO` or `JT98-8765`.

    Args:
        text: how it is written, with its filters.
        patterns: a hand fits if it fits one of them.
        filters: as for `HandPattern`, for all of them.
    """

    text: str
    patterns: tuple[HandPattern | BestHands, ...] = attrs.field(eq=False)
    filters: tuple[str, ...] = ()
    is_everything = False

    def __str__(self) -> str:
        return self.text + print_filters(self.filters)

    def __contains__(self, hand: int) -> bool:
        fits = all(fits_filter(hand, word) for word in self.filters)
        return fits and any(hand in hands for hands in self.patterns)

    def masks(self) -> Masks:
        """Return all hands that fit, as masks, in any order.

        Raises:
            LimitError: there are too many.
        """
        parts = masks_of_each(self.patterns, self)
        return filter_hands(_sorted_once(np.concatenate(parts)), self.filters)


Item: TypeAlias = HandPattern | AnyOf


@attrs.frozen
class BestHands(Value):
    """The hands of four cards between two shares, 0 to 1, of all hands in order."""

    low: Fraction
    high: Fraction

    def __contains__(self, hand: int) -> bool:
        return hand in self.masks()

    def masks(self) -> Masks:
        """Return the hands as masks, the best first."""
        return best_hands(self.low, self.high)


def masks_of_each(items: Iterable[Item | BestHands], hands: object) -> list[Masks]:
    """Return the hands of each item of a range or of a part of one, which errors quote.

    Raises:
        LimitError: there are too many.
    """
    parts: list[Masks] = []
    made = 0
    for item in items:
        parts.append(item.masks())
        made += len(parts[-1])
        if made > MAX_MADE:
            raise too_many(str(hands))
    return parts


def _sorted_once(hands: Masks) -> Masks:
    """Return each hand once, ascending; `numpy.unique` takes five times as long."""
    hands = np.sort(hands)
    # A function, because the fuzzer would keep the operands of `!=` in memory.
    return hands[np.append(np.not_equal(hands[:-1], hands[1:]), [True])] if len(hands) else hands


# Reading


def _read_item(reader: Reader) -> Item:
    start, size = reader.place, reader.notation.size
    if found := reader.take(f"{EVERYTHING}((?:{_FILTER})*){_END}"):
        return HandPattern(0, (), size, _read_filters(reader, found[1], start))
    if found := reader.take(SLICE) or reader.take(BEST):
        if size != HOLE:
            raise reader.error(f"percentages are for hands of {HOLE} cards, not {size}", start)
        best = BestHands(*reader.shares(found, start))
        text = "-".join(f"{number}%" for number in found.groups())
        ends = reader.expect(f"((?:{_FILTER})*){_END}", "expected a comma after a percentage")
        return AnyOf(text, (best,), _read_filters(reader, ends[1], start))
    row = rf"((?:{_PLACE}){{0,{size}}}?)([Xx]*)"
    found = reader.take(rf"{row}(\+|\s*[-–—]\s*{row})?((?:{_FILTER})*){_END}")  # noqa: RUF001
    if found is None or found.end() == start:
        reader.take(f"{_PLACE}*")
        raise reader.error(f"expected a hand of {size} cards, like AA{'*' * (size - 2)}")
    filters = _read_filters(reader, found[6], start)
    text, patterns = _read_places(reader, found[1], found[2], start)
    if found[3] == "+":
        return AnyOf(f"{text}+", _climb(reader, patterns, None, start), filters)
    if found[3]:
        end, others = _read_places(reader, found[4], found[5], found.start(4))
        return AnyOf(f"{text}-{end}", _climb(reader, patterns, others, start), filters)
    if len(patterns) == 1:
        return attrs.evolve(patterns[0], filters=filters)
    return AnyOf(text, patterns, filters)


def _read_filters(reader: Reader, text: str, start: int) -> tuple[str, ...]:
    size = reader.notation.size
    filters = tuple(word.lower().strip("$:") for word in pattern(_FILTER).findall(text))
    if any(is_suit_pattern(word) and len(word) != size for word in filters):
        raise reader.error(f"expected {size} letters for the suits, like xxyy", start)
    return filters


def _read_places(
    reader: Reader, text: str, rest: str, start: int
) -> tuple[str, tuple[HandPattern, ...]]:
    """The places of an item as they are printed, and all ways to fill them with cards and ranks."""
    size, any_card = reader.notation.size, pattern(_ANY).fullmatch
    places = pattern(_PLACE).findall(text)
    choices = [_read_choices(place) for place in places if not any_card(place)]
    any_count = len(places) - len(choices) + len(rest)
    missing = size - len(choices) - any_count
    if missing < 0 or (any_count and missing):
        place = start + len(text + rest)
        raise reader.error(f"expected a hand of {size} cards, like AA{'*' * (size - 2)}", place)
    variables = sorted({words[0] for words in choices} & set("RONP"))
    if prod(map(len, choices)) * perm(len(RANKS), len(variables)) > _MAX_WAYS:
        raise reader.error("expected fewer cards and ranks in brackets", start)
    patterns: dict[HandPattern, None] = {}
    message = ""
    for ranks in permutations(RANKS, len(variables)):
        values = dict(zip(variables, ranks, strict=True))
        for chosen in product(*choices):
            words = [values.get(word, word) for word in chosen]
            cards = [word for word in words if len(word) > 1]
            numbers = sorted((RANKS.index(word) for word in words if len(word) == 1), reverse=True)
            known = reduce(or_, map(mask_of, cards), 0)
            if known.bit_count() < len(cards):
                message = "expected different cards"
            elif any(
                (cards_of_rank(rank) & ~known).bit_count() < count
                for rank, count in Counter(numbers).items()
            ):
                message = "expected at most four cards of a rank"
            else:
                patterns[HandPattern(known, tuple(numbers), any_count + missing)] = None
    if not patterns:
        raise reader.error(message, start)
    named = (words[0] if len(words) == 1 else f"[{''.join(words)}]" for words in choices)
    return "".join(named) + "*" * any_count, tuple(patterns)


def _read_choices(place: str) -> list[str]:
    """The cards, ranks or variable that a place may be."""
    words = pattern(f"{CARD_PATTERN}|{RANK_PATTERN}|[RONPronp]").findall(place)
    return [
        str(Card.parse(word))
        if pattern(CARD_PATTERN).fullmatch(word)
        else word.upper().replace("10", "T")
        for word in words
    ]


def _climb(
    reader: Reader,
    first: tuple[HandPattern, ...],
    last: tuple[HandPattern, ...] | None,
    start: int,
) -> tuple[HandPattern, ...]:
    """The hands of `JT98-8765`, or of `JT98+` up to the aces."""
    ends = (*first, *(last or ()))
    one = ends[0]
    shapes = {
        (end.others, *(rank - end.ranks[0] for rank in end.ranks)) for end in ends if end.ranks
    }
    if any(end.known or not end.ranks for end in ends) or len(shapes) > 1 or len(first) > 1:
        raise reader.error("expected ranks that go up or down in step, like JT98-8765", start)
    low, high = sorted((one.ranks[0], ends[-1].ranks[0]))
    if last is None:
        high = len(RANKS) - 1
        if low == high and one.ranks[-1] != high:
            raise reader.error("expected a rank below the ace before +", start)
    return tuple(
        attrs.evolve(one, ranks=tuple(rank + top - one.ranks[0] for rank in one.ranks))
        for top in range(high, low - 1, -1)
    )


@cache
def omaha_notation(size: int) -> Notation:
    """Return the notation of hands with `size` cards."""
    return Notation(
        size,
        _read_item,
        lambda hand: HandPattern(hand, (), 0),
        lambda: HandPattern(0, (), size),
    )


def too_many(text: str) -> LimitError:
    """Make the error for a range of too many hands."""
    message = f"a range may have up to {MAX_HANDS} hands, or all hands: {quoted(text)}"
    return LimitError(message, MAX_HANDS)
