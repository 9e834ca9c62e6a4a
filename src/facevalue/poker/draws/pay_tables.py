"""Pay tables of video poker: what each hand pays, and the exact return.

The core has the rows, the hands that they name, and the sums over all draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

import attrs

from facevalue import _core
from facevalue.cards import DECK_SIZE
from facevalue.options import text, whole_number
from facevalue.poker.hands.games import MAX_JOKERS
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import Value, checked


def _as_coins(parts: tuple[int, int]) -> int | Fraction:
    coins = Fraction(*parts)
    return coins.numerator if coins.denominator == 1 else coins


def _checked_pays(pays: object) -> dict[str, int | Fraction]:
    return {hand: _as_coins(parts) for hand, parts in _core.checked_pays(pays)}


@attrs.frozen(repr=False)
class PayTable(Value):
    """The payouts of a video poker machine per coin: one of `PAY_TABLES`, or a custom table.

    A hand that fits several names gets the largest payout.

    Attributes:
        name: its name, shown in results.
        pays: the payout per coin for each paying hand, 0 to 100,000, exactly: 9, "1.5" or
            Fraction(3, 2); or a string such as "royal-flush=800, flush=1.5", whose items may also
            be on several lines. The hands have the names in `PAYING_HANDS`, in any spelling.
        is_deuces_wild: whether twos are wild.
        jokers: how many jokers the deck has, 0 to 2. They are wild.

    Raises:
        RuleError: a hand has no such name or is named twice, or a payout or the number of jokers is
            out of bounds.

    >>> PayTable("flushes only", {"flush": 10}).expected_return() > 0
    True
    >>> dict(PayTable("half coins", "Royal Flush=800, 4 of a kind=22.5").pays)
    {'royal flush': 800, 'four of a kind': Fraction(45, 2)}
    """

    name: str = attrs.field(validator=checked(text, is_needed=True))
    _pays: dict[str, int | Fraction] = attrs.field(converter=_checked_pays, hash=False)
    is_deuces_wild: bool = False
    jokers: int = attrs.field(default=0, validator=checked(whole_number, 0, MAX_JOKERS))

    @property
    def pays(self) -> Mapping[str, int | Fraction]:
        """The payout per coin for each paying hand."""
        return MappingProxyType(self._pays)

    @property
    def deck_size(self) -> int:
        """How many cards are in the deck, 52 to 54."""
        return DECK_SIZE + self.jokers

    def expected_return(self) -> Fraction:
        """Compute the exact return per coin of a player who always holds the best cards.

        This takes about a second: the best of 32 ways to hold is found for each of the 2,598,960
        hands (2,869,685 with a joker).

        Raises:
            DeadlineError: a deadline passed.

        >>> round(float(PAY_TABLES["jacks-or-better"].expected_return()), 10)
        0.9954390437
        """
        return Fraction(*draw_sums(self).expected_return())

    def payouts(self) -> NDArray[np.int32]:
        """The payout of each hand of five, in the order of the core's `draw_sums`.

        They are in the largest part of a coin in which all payouts are whole numbers.
        Cards are numbered 4 * rank + suit, jokers come last.
        """
        return _core.payouts(self._pays, self.is_deuces_wild, self.jokers)


PayTableLike: TypeAlias = PayTable | str
Pays: TypeAlias = Mapping[str, object] | str
PAYING_HANDS = tuple(_core.paying_hands())
PAY_TABLES: Mapping[str, PayTable] = MappingProxyType(
    {
        name: PayTable(
            name, {hand: Fraction(*parts) for hand, parts in pays}, is_deuces_wild, jokers
        )
        for name, pays, is_deuces_wild, jokers in _core.pay_tables()
    }
)


def pay_table_named(given: object, pays: Pays | None = None) -> PayTable:
    """Return the pay table with a name in `PAY_TABLES`, in any spelling.

    Args:
        given: a name such as "deuces-wild", "Deuces Wild", "9/6" or "Jacks or Better 9/6". A
            `PayTable` is returned unchanged.
        pays: other payouts for the deck of this pay table, as for `PayTable`.

    Raises:
        RuleError: no pay table has that name (the message suggests the nearest name or lists all),
            the payouts are wrong, or the deck does not have a hand that pays.

    >>> pay_table_named("8/5 Bonus Poker").pays["four aces"]
    80
    >>> pay_table_named("deuces wild", "four deuces=200").name
    'custom deuces-wild'
    """
    table = given if isinstance(given, PayTable) else _row(given)
    if pays is None:
        return table
    custom = table.replace(pays=pays)
    _core.check_pays(table.name, custom.pays, table.is_deuces_wild, table.jokers)
    return custom.replace(name=_core.CUSTOM_PAY_TABLE + table.name)


def _row(given: object) -> PayTable:
    if type(given) is str and given in PAY_TABLES:
        return PAY_TABLES[given]
    return PAY_TABLES[_core.pay_table_named(given)]


def draw_sums(table: PayTable) -> _core.DrawSums:
    """The sums of payouts over all draws; the core keeps the last few."""
    return _core.draw_sums(dict(table.pays), table.is_deuces_wild, table.jokers)
