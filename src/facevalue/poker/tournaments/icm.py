"""ICM: what chip stacks are worth in prize money (the independent chip model)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import attrs

from facevalue import _core
from facevalue.value import Value, as_share

Amounts: TypeAlias = str | Iterable[object]
Stacks: TypeAlias = Amounts | Mapping[str, object]

MAX_STACKS = _core.MOST_STACKS


def _plain(amount: Fraction) -> str:
    """An amount as a decimal if that is exact: 5250, 8250.5 or 1/3."""
    decimal = f"{float(amount):.15g}"
    return decimal if "e" not in decimal and Fraction(decimal) == amount else str(amount)


def _columns(amounts: list[str], values: tuple[Fraction, ...]) -> list[str]:
    """Each amount with its share of the total in percent, all equally wide."""
    total = sum(values)
    width = max(map(len, amounts), default=0)
    shares = [f"{float(100 * value / total) if total else 0:5.2f}" for value in values]
    return [f"{amount:>{width}} ({part} %)" for amount, part in zip(amounts, shares, strict=True)]


def _rounded_up(bound: Fraction) -> str:
    """A bound with two digits, and never below it."""
    up = Context(prec=2, rounding=ROUND_UP)
    return f"{float(up.divide(Decimal(bound.numerator), Decimal(bound.denominator))):.2g}"


@attrs.frozen(repr=False)
class Icm(Value):
    """What each player can expect to win, returned by `icm`.

    `icm(...)[0]` is the prize of the first player; `len` and iteration are over the prizes.

    Attributes:
        stacks: the chips of each player.
        prizes: the expected prize of each player, in the unit of the payouts.
        error_bound: no prize differs from the exact one by more; 0 if the prizes are exact.
        names: the names of the players, if the stacks have names; otherwise empty.
    """

    stacks: tuple[Fraction, ...]
    prizes: tuple[Fraction, ...]
    error_bound: Fraction = Fraction(0)
    names: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """True if the prizes are exact, and not rounded."""
        return not self.error_bound

    def as_dict(self) -> dict[str, Any]:
        """Return the prizes for JSON.

        JSON:
            names?
            prizes (list of share): the prize money that each player can expect.
            exact
            error_bound (share): no prize differs from the exact one by more; 0 if they are exact.
        """
        names = {"names": list(self.names)} if self.names else {}
        return names | {
            "prizes": [as_share(prize) for prize in self.prizes],
            "exact": self.exact,
            "error_bound": as_share(self.error_bound),
        }

    def __getitem__(self, place: int) -> Fraction:
        """The prize of a player, counted from 0."""
        return self.prizes[place]

    def __len__(self) -> int:
        return len(self.prizes)

    def __iter__(self) -> Iterator[Fraction]:
        return iter(self.prizes)

    def __repr__(self) -> str:
        prizes = ", ".join(f"{float(prize):.4f}" for prize in self.prizes)
        bound = "" if self.exact else f"; error at most {_rounded_up(self.error_bound)}"
        return f"<Icm: {prizes}{bound}>"

    def __str__(self) -> str:
        """Return one line per player; the last line is about rounding if there is any."""
        names = self.names or [f"player {number}" for number in range(1, len(self) + 1)]
        width = max(map(len, names), default=0)
        stacks = _columns([_plain(stack) for stack in self.stacks], self.stacks)
        shown = [f"{float(prize):.4f}" for prize in self.prizes]
        prizes = _columns(shown, self.prizes)
        lines = [
            f"{name:<{width}}  stack {stack}  prize {prize}"
            for name, stack, prize in zip(names, stacks, prizes, strict=True)
        ]
        if not self.exact:
            bound = _rounded_up(self.error_bound)
            lines.append(f"rounded: each prize is at most {bound} from the exact one")
        return "\n".join(lines)


def icm(stacks: Stacks, payouts: Amounts) -> Icm:
    """Compute the prize money that each player can expect.

    In the independent chip model (Malmuth and Harville), a player finishes first with the
    probability of their share of all chips; the other places follow in the same way among the
    players who are left. All orders of the paid places are added up, with one sum per set of
    players who may have taken the places before.

    The result is exact if that takes at most a few seconds, by an estimate from the number of
    players and prizes and the size of the stacks: up to 12 players with stacks of six digits, or 20
    players of whom four win prizes. Otherwise prizes are computed in floating-point numbers, and
    `Icm.error_bound` is a proven bound of their error, about 2 in 10^13 of the first prize.

    Args:
        stacks: the chips of each player, 1 to 20 positive numbers; or a string such as
            "5000, 3000, 2000" or "5,250 3,125.50 2,375". All players may have names of 1 to 40
            printable characters: {"Ann": 5000, "Bob": 3000}, "Ann=5000 Bob=3000", or a string with
            lines such as "Ann: 5,000".
        payouts: the prizes, the first place first, at most one per player; numbers of at least 0,
            or a string.

    Returns:
        The expected prizes, in the order of `stacks`. The sum of exact ones is the sum of the
        payouts.

    Raises:
        RuleError: there are too many stacks or payouts, a number is out of bounds, a comma may
            separate thousands or numbers, only some players have names, or two have the same.
        DeadlineError: a deadline passed.

    >>> found = icm([5000, 3000, 2000], [50, 30, 20])
    >>> found.prizes
    (Fraction(1075, 28), Fraction(131, 4), Fraction(202, 7))
    >>> found
    <Icm: 38.3929, 32.7500, 28.8571>
    >>> icm("Ann=5000 Bob=3000", [50, 30]).names
    ('Ann', 'Bob')
    >>> icm(range(1000, 21000, 1000), range(20)).error_bound < 1e-9
    True
    """
    *found, bound, names = _core.icm(stacks, payouts)
    chips, prizes = (tuple(Fraction(*each) for each in row) for row in found)
    return Icm(chips, prizes, Fraction(*bound), tuple(names))
