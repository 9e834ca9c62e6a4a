"""The result of `equity`: the share of each player, and how it was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from facevalue.errors import RuleError, counted, quoted, shortened, shown_name
from facevalue.options import of_class, one_of, whole_number
from facevalue.value import Value, as_share, checked, keep, paragraph, table

# Called with the work done and the total, which is 0 if it is not known.
Progress: TypeAlias = Callable[[int, int], object]


@attrs.frozen(kw_only=True, repr=False)
class Share(Value):
    """The wins, ties and losses of one player; each deal counts with the weights of its hands.

    Attributes:
        win: the deals that the player wins alone; in hi-lo games, the high halves.
        tie: the deals that the player shares with others.
        lose: all other deals.
        low_win: the low halves that the player wins alone; None in games without a low half.
        low_tie: the low halves that the player shares; None in games without a low half.
        scoop: the deals in which the player wins the whole pot alone; None in games without a low
            half.
        equity: the average share of the pot, 0 to 1, exact for the deals counted.
        standard_error: the standard error of a sampled equity, from the variance of the deals'
            shares; None if all deals were counted.
    """

    win: int = attrs.field(validator=checked(whole_number, 0))
    tie: int = attrs.field(validator=checked(whole_number, 0))
    lose: int = attrs.field(validator=checked(whole_number, 0))
    low_win: int | None = None
    low_tie: int | None = None
    scoop: int | None = None
    equity: Fraction = attrs.field(validator=checked(of_class, Fraction))
    standard_error: float | None = None

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.equity <= 1:
            raise RuleError(f"equity must be a fraction from 0 to 1, not {quoted(self.equity)}")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Fraction:
            """Compute the equity of one of two hands at its first use; the core leaves it out."""
            if name != "equity":
                raise AttributeError(f"a Share has no attribute {name!r}")
            share = ratio(2 * self.win + self.tie, 2 * (self.win + self.tie + self.lose))
            keep(self, equity=share)
            return share

    def __float__(self) -> float:
        """Return the equity as a float."""
        return float(self.equity)

    def __repr__(self) -> str:
        low = "" if self.low_win is None else f", low win {self.low_win}, low tie {self.low_tie}"
        low += "" if self.scoop is None else f", scoop {self.scoop}"
        counts = f"win {self.win}, tie {self.tie}, lose {self.lose}{low}"
        return f"<Share: {_percent(self).strip()}, {counts}>"

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as JSON, with `equity` as a fraction and a decimal."""
        return super().as_dict() | {"equity": as_share(self.equity)}


def _print_all(hands: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, hands))


@attrs.frozen(kw_only=True, repr=False)
class Equity(Value):
    """How much of the pot each player wins on average, returned by `equity`.

    `equity(...)[0]` is the `Share` of the first player; `len` and iteration are over the players.

    Attributes:
        game: the name of the game.
        players: a `Share` for each player.
        deals: how many deals were counted, with the weights of the hands scaled to whole numbers.
        method: "exact" or "sampled".
        seed: the seed of the samples; None if all deals were counted.
        ties: how many deals several players share, by the places of these players, as in
            `ties[0, 2]`; in hi-lo games, how many high halves. Sets of players that never share
            are left out.
        names: the names of the players in a hand history, "" for others; empty without a history.
    """

    FIELDS = ("game", "hands", "players", "deals", "method", "seed", "ties", "names")
    game: str
    # Printed when somebody reads them: for ranges, this can take as long as everything else.
    _hands: tuple[object, ...] = attrs.field(converter=tuple, eq=_print_all)
    players: tuple[Share, ...] = attrs.field(converter=tuple)
    deals: int = attrs.field(validator=checked(whole_number, 1))
    method: str = attrs.field(validator=checked(one_of, ("exact", "sampled")))
    seed: int | None = None
    ties: dict[tuple[int, ...], int] = attrs.field(factory=dict, hash=False)
    names: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if len(self.hands) != len(self.players):
            raise RuleError("there must be one hand for each player")
        if self.names and len(self.names) != len(self.players):
            raise RuleError("there must be one name for each player, or none")
        for share in self.players:
            of_class("players", share, Share)
            if share.win + share.tie + share.lose != self.deals:
                counts = f"{share.win} won, {share.tie} tied and {share.lose} lost"
                raise RuleError(f"{counts} do not add up to {self.deals} deals")
        if sum(share.equity for share in self.players) != 1:
            raise RuleError("the equities of all players must add up to 1")
        for place, share in enumerate(self.players):
            shared = sum(deals for places, deals in self.ties.items() if place in places)
            if share.tie != shared:
                raise RuleError(f"player {place} ties {share.tie} deals, but `ties` has {shared}")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> dict[tuple[int, ...], int]:
            """Find the ties of two hands at their first use; the core leaves them out."""
            if name != "ties":
                raise AttributeError(f"an Equity has no attribute {name!r}")
            shared = self.players[0].tie
            ties = {(0, 1): shared} if shared else {}
            keep(self, ties=ties)
            return ties

    @property
    def hands(self) -> tuple[str, ...]:
        """Each player's hand or range, as a string."""
        return _print_all(self._hands)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON: `game`, `method`, `exact`, `deals` and the players.

        JSON:
            game
            method (one of exact, sampled): `exact` if all deals were counted, otherwise
                `sampled`.
            exact (boolean): whether all deals were counted and none sampled.
            deals (count): how many deals were counted.
            seed
            names? (list of text): the names of the players, if the input has them; "" for a player
                without a name.
            players (list of player): the result of each player.
            ties_by_players (list of tie): how many deals several players share.

        JSON of `tie`:
            winners (list of count): the places of these players in `players`, from 0.
            deals (count): the deals that they share; in hi-lo games, the high halves.

        JSON of `player`:
            hand (text): the hand or the range of the player.
            win (count): deals won.
            tie (count): deals tied.
            lose (count): deals lost.
            low_win (count or null): deals whose low half was won; null without a low half.
            low_tie (count or null): deals whose low half was tied; null without a low half.
            scoop (count or null): deals of which the player wins the whole pot alone; null without
                a low half.
            equity (share): the average share of the pot, exact and as a decimal.
            standard_error (amount or null): null if exact, or for a single prompt.
        """
        names = {"names": list(self.names)} if self.names else {}
        return {
            "game": self.game,
            "method": self.method,
            "exact": self.exact,
            "deals": self.deals,
            "seed": self.seed,
            **names,
            "players": [
                {"hand": hand, **share.as_dict()}
                for hand, share in zip(self.hands, self.players, strict=True)
            ],
            "ties_by_players": [
                {"winners": list(places), "deals": deals} for places, deals in self.ties.items()
            ],
        }

    def __getitem__(self, place: int) -> Share:
        """The share of a player, counted from 0."""
        return self.players[place]

    def __len__(self) -> int:
        return len(self.players)

    def __iter__(self) -> Iterator[Share]:
        return iter(self.players)

    @property
    def exact(self) -> bool:
        """True if all deals were counted, and none sampled."""
        return self.method == "exact"

    def __repr__(self) -> str:
        shares = [
            f"{shortened(hand)} {_percent(share).strip()}"
            for hand, share in zip(self.hands, self.players, strict=True)
        ]
        return f"<Equity: {', '.join(shares)}; {self._counted()}>"

    def _repr_html_(self) -> str:
        has_low = any(share.low_win is not None for share in self.players)
        header = (
            *("player",) * bool(self.names),
            "hand",
            "equity",
            "win",
            "tie",
            "lose",
            *("low win", "low tie") * has_low,
        )
        rows = (
            (
                *names,
                hand,
                _percent(share).strip(),
                *(share.win, share.tie, share.lose),
                *(share.low_win, share.low_tie) * has_low,
            )
            for names, hand, share in zip(self._columns(), self.hands, self.players, strict=True)
        )
        return table(rows, header) + paragraph(f"{self.game}, {self._counted()}")

    def _columns(self) -> list[tuple[str, ...]]:
        """For each player, the name to print, if there are names."""
        return [(shown_name(name),) for name in self.names] or [()] * len(self)

    def _counted(self) -> str:
        return f"{self.method}, {counted(self.deals, 'deal')}"

    def __str__(self) -> str:
        width = max(map(len, self.hands))
        names = max((len(name) for names in self._columns() for name in names), default=0)
        lines = (
            "".join(f"{name:<{names}}  " for name in shown)
            + f"{hand:<{width}}  {_percent(share)}  win {share.win}  tie {share.tie}"
            f"  lose {share.lose}"
            + ("" if share.low_win is None else f"  low win {share.low_win}  tie {share.low_tie}")
            + ("" if share.scoop is None else f"  scoop {share.scoop}")
            for shown, hand, share in zip(self._columns(), self.hands, self.players, strict=True)
        )
        return "\n".join([*lines, self._counted()])


def _percent(share: Share) -> str:
    shown = f"{float(100 * share.equity):8.4f}%"
    error = share.standard_error
    return shown if error is None else f"{shown} ± {100 * error:.4f}"


def ratio(part: int, whole: int) -> Fraction:
    """Return `Fraction(part, whole)` 3x faster, for `part` of 0 or more and `whole` of 1 or more.

    >>> ratio(6, 8)
    Fraction(3, 4)
    """
    common = gcd(part, whole)
    made: Any = object.__new__(Fraction)
    made._numerator, made._denominator = part // common, whole // common  # noqa: SLF001 - the two slots of a `Fraction`
    return made  # type: ignore[no-any-return]
