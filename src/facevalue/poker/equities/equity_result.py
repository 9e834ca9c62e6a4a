"""The result of `equity`: the share of each player, and how it was found."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, TypeAlias

import attrs

from facevalue.errors import RuleError, quoted
from facevalue.options import of_class, one_of, whole_number
from facevalue.value import Value, as_share, make_trusted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    Counts: TypeAlias = Sequence[Sequence[int]]  # [player][how many others share the half pot]
    # [player][others who share the high half][others who share the low half]
    Both: TypeAlias = Sequence[Counts]
    # The number of deals, then how many each player wins: the pot or its high half; the low half;
    # the high half in deals with a low half; and both halves, which only samples need.
    PotCounts: TypeAlias = tuple[int, Counts, Counts | None, Counts | None, Both | None]

# Called with the work done and the total, which is 0 if it is not known.
Progress: TypeAlias = Callable[[int, int], object]


@attrs.frozen(kw_only=True, repr=False)
class Share(Value):
    """What one player wins; deals count with the weights of the hands.

    Attributes:
        win: the deals that the player wins alone; in hi-lo games, the high halves.
        tie: the deals that the player shares with others.
        lose: all other deals.
        low_win: the low halves that the player wins alone; None in games without a low half.
        low_tie: the low halves that the player shares; None in games without a low half.
        equity: the average share of the pot, 0 to 1, exact for the deals counted.
        standard_error: the standard error of a sampled equity, from the variance of the deals'
            shares; None if all deals were counted.
    """

    win: int
    tie: int
    lose: int
    low_win: int | None = None
    low_tie: int | None = None
    equity: Fraction
    standard_error: float | None = None

    def __attrs_post_init__(self) -> None:
        for name in ("win", "tie", "lose"):
            whole_number(name, getattr(self, name), 0)
        of_class("equity", self.equity, Fraction)
        if not 0 <= self.equity <= 1:
            raise RuleError(f"equity must be a fraction from 0 to 1, not {quoted(self.equity)}")

    def as_dict(self) -> dict[str, Any]:
        """The fields as `json.dumps` writes them; `equity` as a fraction and as a decimal."""
        return super().as_dict() | {"equity": as_share(self.equity)}


@attrs.frozen(kw_only=True, repr=False)
class Equity(Value):
    """How much of the pot each player wins on average, returned by `equity`.

    `answer[0]` is the `Share` of the first player; `len` and iteration go over the players.

    Attributes:
        game: the name of the game.
        hands: each player's hand or range, as text.
        players: a `Share` for each player.
        deals: how many deals were counted, with the weights of the hands scaled to whole numbers.
        method: "exact" or "sampled".
        seed: the seed of the samples; None if all deals were counted.
    """

    game: str
    hands: tuple[str, ...] = attrs.field(converter=tuple)
    players: tuple[Share, ...] = attrs.field(converter=tuple)
    deals: int
    method: str
    seed: int | None = None

    def __attrs_post_init__(self) -> None:
        one_of("method", self.method, ("exact", "sampled"))
        whole_number("deals", self.deals, 1)
        if len(self.hands) != len(self.players):
            raise RuleError("expected a hand for each player")
        for share in self.players:
            of_class("players", share, Share)
            if share.win + share.tie + share.lose != self.deals:
                counts = f"{share.win} won, {share.tie} tied and {share.lose} lost"
                raise RuleError(f"{counts} are not {self.deals} deals")
        if sum(share.equity for share in self.players) != 1:
            raise RuleError("the equities of all players must add up to 1")

    def as_dict(self) -> dict[str, Any]:
        """What `json.dumps` writes: `game`, `method`, `exact`, `deals`, and each player's share."""
        return {
            "game": self.game,
            "method": self.method,
            "exact": self.exact,
            "deals": self.deals,
            "seed": self.seed,
            "players": [
                {"hand": hand, **share.as_dict()}
                for hand, share in zip(self.hands, self.players, strict=True)
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
        """Whether all deals were counted, and none sampled."""
        return self.method == "exact"

    def __str__(self) -> str:
        width = max(map(len, self.hands))
        lines = (
            f"{hand:<{width}}  {_percent(share)}  win {share.win}  tie {share.tie}"
            f"  lose {share.lose}"
            + ("" if share.low_win is None else f"  low win {share.low_win}  tie {share.low_tie}")
            for hand, share in zip(self.hands, self.players, strict=True)
        )
        return "\n".join([*lines, f"{self.method}, {self.deals} deals"])


def _percent(share: Share) -> str:
    text = f"{float(100 * share.equity):8.4f}%"
    error = share.standard_error
    return text if error is None else f"{text} ± {100 * error:.4f}"


def shares_of(counts: PotCounts, *, is_exact: bool) -> tuple[Share, ...]:
    """The share of each player, from the counts of deals."""
    return tuple(_share(counts, player, is_exact=is_exact) for player in range(len(counts[1])))


def _share(counts: PotCounts, player: int, *, is_exact: bool) -> Share:
    deals, whole, lows, *_ = counts
    high, low = whole[player], lows[player] if lows else None
    pot = _pot(len(whole))
    pots = sum(part * count for part, count in _parts(counts, player, pot))
    share = ratio(pots, pot * deals)
    tie = sum(high[1:])
    return make_trusted(
        Share,
        win=high[0],
        tie=tie,
        lose=deals - high[0] - tie,
        low_win=low[0] if low else None,
        low_tie=sum(low[1:]) if low else None,
        equity=share,
        standard_error=None if is_exact else _error(counts, player, share),
    )


def ratio(part: int, whole: int) -> Fraction:
    """What `Fraction(part, whole)` is, in a third of the time: 0 or more, of 1 or more.

    >>> ratio(6, 8)
    Fraction(3, 4)
    """
    common = gcd(part, whole)
    made: Any = object.__new__(Fraction)
    made._numerator, made._denominator = part // common, whole // common  # noqa: SLF001 - the two slots of a `Fraction`
    return made  # type: ignore[no-any-return]


@cache
def _pot(players: int) -> int:
    """A number of chips for the pot of which every player's share is whole."""
    return 2 * lcm(*range(2, players + 1))


def _parts(counts: PotCounts, player: int, pot: int) -> list[tuple[int, int]]:
    """Pairs of an amount of chips that the player wins and how often; a deal may count in two."""
    _, high, low, halved, _ = counts
    if not low or not halved:
        return [(pot // winners, count) for winners, count in enumerate(high[player], 1)]
    parts = []
    for winners, (wins, halves) in enumerate(zip(high[player], halved[player], strict=True), 1):
        parts += [(pot // winners, wins - halves), (pot // 2 // winners, halves)]
    return parts + [(pot // 2 // winners, wins) for winners, wins in enumerate(low[player], 1)]


def _error(counts: PotCounts, player: int, share: Fraction) -> float:
    """The standard error of a share: the root of the deals' variance over their number."""
    deals, high, *_, both = counts
    pot = _pot(len(high))
    squares = sum(part * part * count for part, count in _parts(counts, player, pot))
    # (high + low)^2 is more than high^2 + low^2 where the player wins parts of both halves.
    for winners, row in enumerate(both[player] if both else (), 1):
        for low_winners, count in enumerate(row, 1):
            squares += 2 * (pot // 2 // winners) * (pot // 2 // low_winners) * count
    return sqrt((Fraction(squares, pot * pot * deals) - share * share) / deals)
