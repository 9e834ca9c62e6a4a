"""Pay tables of video poker: what each hand pays, as rows of data, and the exact return.

The rows have the names and payouts under which players know the machines; wizardofodds.com lists
the same tables with their returns. Payouts are per coin with five coins bet, so a royal flush pays
800.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from facevalue import _core
from facevalue.budget import watched
from facevalue.cards import RANKS, SUITS
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of, row_named, text, whole_number
from facevalue.poker.hands.games import MAX_JOKERS
from facevalue.poker.hands.rankings import HAND_SIZE as _HAND
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import Value, checked

_SUITS = len(SUITS)
_JOKER = len(RANKS)  # the rank of a joker, above the ace
_TEN, _JACK, _KING, _ACE = (RANKS.index(rank) for rank in "TJKA")
_STRAIGHTS = [frozenset(range(low, low + _HAND)) for low in range(len(RANKS) - _HAND + 1)]
_STRAIGHTS.append(frozenset((_ACE, 0, 1, 2, 3)))
_TABLES_KEPT = 4  # of 25 MB each


@attrs.frozen
class _Hand:
    """The features of a hand of five that pay tables depend on.

    Attributes:
        counts: how often each rank occurs among the cards that are not wild.
        wild: how many cards are wild.
        one_suit: whether the cards that are not wild have one suit.
    """

    counts: Mapping[int, int]
    wild: int
    one_suit: bool

    def has_kind(self, size: int, ranks: range = range(_JOKER)) -> bool:
        """Return whether the hand has `size` of a kind in one of the ranks, with its wild cards."""
        return any(self.counts.get(rank, 0) + self.wild >= size for rank in ranks)

    def has_kicker(self, ranks: tuple[int, ...]) -> bool:
        """Return whether the hand has four of a kind and a fifth card of one of the ranks."""
        return sorted(self.counts.values()) == [1, 4] and any(
            self.counts.get(rank) == 1 for rank in ranks
        )

    def is_straight(self) -> bool:
        is_single = all(count == 1 for count in self.counts.values())
        return is_single and any(self.counts.keys() <= straight for straight in _STRAIGHTS)

    def is_royal(self) -> bool:
        return self.one_suit and self.is_straight() and min(self.counts, default=_TEN) >= _TEN


_LOW, _MIDDLE = range(3), range(3, _ACE)  # twos to fours, fives to kings
# Each hand that a pay table may name, and when a hand of five is one.
_PAID: Mapping[str, Callable[[_Hand], bool]] = MappingProxyType(
    {
        "royal flush": lambda hand: hand.wild == 0 and hand.is_royal(),
        "four deuces": lambda hand: hand.wild == 4,
        "wild royal flush": _Hand.is_royal,
        "five of a kind": lambda hand: hand.has_kind(5),
        "straight flush": lambda hand: hand.one_suit and hand.is_straight(),
        "four aces with 2, 3 or 4": lambda hand: (
            hand.has_kind(4, range(_ACE, _JOKER)) and hand.has_kicker((0, 1, 2))
        ),
        "four 2s, 3s or 4s with A, 2, 3 or 4": lambda hand: (
            hand.has_kind(4, _LOW) and hand.has_kicker((0, 1, 2, _ACE))
        ),
        "four aces": lambda hand: hand.has_kind(4, range(_ACE, _JOKER)),
        "four 2s, 3s or 4s": lambda hand: hand.has_kind(4, _LOW),
        "four 5s to kings": lambda hand: hand.has_kind(4, _MIDDLE),
        "four of a kind": lambda hand: hand.has_kind(4),
        "full house": lambda hand: len(hand.counts) <= 2,
        "flush": lambda hand: hand.one_suit,
        "straight": _Hand.is_straight,
        "three of a kind": lambda hand: hand.has_kind(3),
        "two pair": lambda hand: sorted(hand.counts.values())[-2:] == [2, 2] or hand.has_kind(3),
        "kings or better": lambda hand: hand.has_kind(2, range(_KING, _JOKER)),
        "jacks or better": lambda hand: hand.has_kind(2, range(_JACK, _JOKER)),
        "tens or better": lambda hand: hand.has_kind(2, range(_TEN, _JOKER)),
    }
)


def _checked_pays(pays: Any) -> dict[str, int]:
    if not hasattr(pays, "items") or not pays:
        raise RuleError(f"pays must map names of hands to payouts, not {quoted(pays)}")
    found = {}
    for name, payout in pays.items():
        hand = one_of("hand", name, _PAID)
        found[hand] = whole_number(f"the payout for {hand}", payout, 0, _core.LARGEST_PAYOUT)
    return found


@attrs.frozen(repr=False)
class PayTable(Value):
    """The payouts of a video poker machine per coin: one of `PAY_TABLES`, or a custom table.

    A hand that fits several names gets the largest payout.

    Attributes:
        name: its name, shown in results.
        pays: the payout per coin for each paying hand, 0 to 100,000. The hands have the names in
            `PAYING_HANDS`.
        is_deuces_wild: whether twos are wild.
        jokers: how many jokers the deck has, 0 to 2. They are wild.

    Raises:
        RuleError: a hand has no such name, or a payout or the number of jokers is out of bounds.

    >>> PayTable("flushes only", {"flush": 10}).expected_return() > 0
    True
    """

    name: str = attrs.field(validator=checked(text, is_needed=True))
    _pays: dict[str, int] = attrs.field(converter=_checked_pays, hash=False)
    is_deuces_wild: bool = False
    jokers: int = attrs.field(default=0, validator=checked(whole_number, 0, MAX_JOKERS))

    @property
    def pays(self) -> Mapping[str, int]:
        """The payout per coin for each paying hand."""
        return MappingProxyType(self._pays)

    @property
    def deck_size(self) -> int:
        """How many cards are in the deck, 52 to 54."""
        return len(RANKS) * _SUITS + self.jokers

    def expected_return(self) -> Fraction:
        """Compute the exact return per coin of a player who always holds the best cards.

        This takes about a second: the best of 32 ways to hold is found for each of the 2,598,960
        hands (2,869,685 with a joker).

        Raises:
            DeadlineError: a deadline passed.

        >>> round(float(PAY_TABLES["jacks-or-better"].expected_return()), 10)
        0.9954390437
        """
        sums = draw_sums(self)
        return Fraction(sums.best_total(), sums.denominator * comb(self.deck_size, _HAND))

    def payouts(self) -> NDArray[np.int32]:
        """The payout of each hand of five, in the order of the core's `draw_sums`.

        Cards are numbered 4 * rank + suit, jokers come last.
        """
        by_kind = self._payouts_by_kind()
        cards = np.arange(self.deck_size)
        ranks, suits = cards // _SUITS, 1 << (cards % _SUITS)
        suits[ranks == _JOKER] = 0
        if self.is_deuces_wild:
            suits[ranks == 0] = 0
        ranks[ranks > _JOKER] = _JOKER
        kinds, suit_sets = np.zeros(1, np.int32), np.zeros(1, np.uint8)
        # Sets of `size` cards with the highest card `top` start with all smaller sets below `top`.
        for size in range(1, _HAND + 1):
            below = [comb(top, size - 1) for top in cards]
            multisets = np.array([comb(rank + size - 1, size) for rank in ranks], np.int32)
            kinds = np.concatenate(
                [kinds[:count] + multisets[top] for top, count in enumerate(below)]
            )
            suit_sets = np.concatenate(
                [suit_sets[:count] | np.uint8(suits[top]) for top, count in enumerate(below)]
            )
        one_suit = (suit_sets & (suit_sets - 1)) == 0
        return np.ascontiguousarray(by_kind[one_suit.astype(np.intp), kinds])

    def _payouts_by_kind(self) -> NDArray[np.int32]:
        """The payouts by whether there is one suit, and by the number of the multiset of ranks."""
        wild_ranks = {_JOKER, 0} if self.is_deuces_wild else {_JOKER}
        found = np.zeros((2, comb(_JOKER + _HAND, _HAND)), np.int32)
        for ranks in watched(combinations_with_replacement(range(_JOKER + 1), _HAND)):
            natural = [rank for rank in ranks if rank not in wild_ranks]
            counts = {rank: natural.count(rank) for rank in natural}
            number = sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))
            for one_suit in (False, True):
                hand = _Hand(counts, _HAND - len(natural), one_suit)
                payout = (pay for name, pay in self._pays.items() if _PAID[name](hand))
                found[int(one_suit), number] = max(payout, default=0)
        return found


PayTableLike: TypeAlias = PayTable | str
# The hands that pay the same in most games.
_ROYALS = {"royal flush": 800, "straight flush": 50}
_PAIRS = {"straight": 4, "three of a kind": 3, "two pair": 2, "jacks or better": 1}
_BONUS_PAIRS = {"three of a kind": 3, "two pair": 1, "jacks or better": 1}


def _jacks(full_house: int, flush: int) -> dict[str, int]:
    return _ROYALS | {"four of a kind": 25, "full house": full_house, "flush": flush} | _PAIRS


_ROWS = (
    PayTable("jacks-or-better", _jacks(9, 6)),
    PayTable("jacks-or-better-9-5", _jacks(9, 5)),
    PayTable("jacks-or-better-8-6", _jacks(8, 6)),
    PayTable("jacks-or-better-8-5", _jacks(8, 5)),
    PayTable("jacks-or-better-7-5", _jacks(7, 5)),
    PayTable("jacks-or-better-6-5", _jacks(6, 5)),
    PayTable(
        "bonus-poker",
        _jacks(8, 5) | {"four aces": 80, "four 2s, 3s or 4s": 40},
    ),
    PayTable(
        "double-bonus",
        _ROYALS
        | {"four aces": 160, "four 2s, 3s or 4s": 80, "four 5s to kings": 50}
        | {"full house": 10, "flush": 7, "straight": 5}
        | _BONUS_PAIRS,
    ),
    PayTable(
        "double-double-bonus",
        _ROYALS
        | {"four aces with 2, 3 or 4": 400, "four 2s, 3s or 4s with A, 2, 3 or 4": 160}
        | {"four aces": 160, "four 2s, 3s or 4s": 80, "four 5s to kings": 50}
        | {"full house": 9, "flush": 6, "straight": 4}
        | _BONUS_PAIRS,
    ),
    PayTable(
        "deuces-wild",
        {"royal flush": 800, "four deuces": 200, "wild royal flush": 25, "five of a kind": 15}
        | {"straight flush": 9, "four of a kind": 5, "full house": 3, "flush": 2, "straight": 2}
        | {"three of a kind": 1},
        is_deuces_wild=True,
    ),
    PayTable(
        "not-so-ugly-deuces",
        {"royal flush": 800, "four deuces": 200, "wild royal flush": 25, "five of a kind": 16}
        | {"straight flush": 10, "four of a kind": 4, "full house": 4, "flush": 3, "straight": 2}
        | {"three of a kind": 1},
        is_deuces_wild=True,
    ),
    PayTable(
        "joker-poker",
        {"royal flush": 800, "five of a kind": 200, "wild royal flush": 100, "straight flush": 50}
        | {"four of a kind": 20, "full house": 7, "flush": 5, "straight": 3}
        | {"three of a kind": 2, "two pair": 1, "kings or better": 1},
        jokers=1,
    ),
)
PAYING_HANDS = tuple(_PAID)
PAY_TABLES: Mapping[str, PayTable] = MappingProxyType({row.name: row for row in _ROWS})


def pay_table_named(given: object) -> PayTable:
    """Return the pay table with a name in `PAY_TABLES`, in upper or lower case.

    A `PayTable` is returned unchanged.

    Raises:
        RuleError: no pay table has that name; the message suggests the nearest name or lists all.

    >>> pay_table_named("Bonus-Poker").pays["four aces"]
    80
    """
    if isinstance(given, PayTable):
        return given
    return row_named("pay table", given, PAY_TABLES)


@lru_cache(maxsize=_TABLES_KEPT)
def draw_sums(table: PayTable) -> _core.DrawSums:
    """The sums of payouts over all draws; the last few tables are cached."""
    return _core.draw_sums(table.payouts(), table.deck_size)
