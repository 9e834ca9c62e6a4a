"""What equity tells: the share of each player, and how it was found."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm, sqrt

from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    # Told how much of long work is done, and of how much: 0 where that is not known.
    Progress: TypeAlias = Callable[[int, int], object]

    Counts: TypeAlias = Sequence[Sequence[int]]  # [player][how many others share the half pot]
    # [player][others who share the high half][others who share the low half]
    Both: TypeAlias = Sequence[Counts]
    # Deals, and who wins how many: of the pot or its high half, of its low half, of the high half
    # where there is a low one too, and of both; the last is wanted of samples only.
    Tally: TypeAlias = tuple[int, Counts, Counts | None, Counts | None, Both | None]


class Share(Value):
    """What a player wins; deals are counted with the weights of the hands.

    `win` are the deals that the player wins alone, `tie` those shared with others, `lose` the rest;
    where the pot is split between high and low they are those of the high half, and `low_win` and
    `low_tie` those of the low half (else None). `equity` is the share of all pots, 0 to 1, exact
    as to the deals counted; `standard_error` is None where these are all deals, and else how far
    the equity is usually off, found from how the shares of the deals vary.
    """

    __slots__ = ("win", "tie", "lose", "low_win", "low_tie", "equity", "standard_error")

    win: int
    tie: int
    lose: int
    low_win: int | None
    low_tie: int | None
    equity: Fraction
    standard_error: float | None

    def __init__(
        self,
        *,
        win: int,
        tie: int,
        lose: int,
        low_win: int | None = None,
        low_tie: int | None = None,
        equity: Fraction,
        standard_error: float | None = None,
    ) -> None:
        self._set(win=win, tie=tie, lose=lose, low_win=low_win, low_tie=low_tie)
        self._set(equity=equity, standard_error=standard_error)


class Equity(Value):
    """What `equity` gives: a `Share` for each player, and how it was found.

    `method` is "exact" or "sampled", `deals` the number of deals that were counted, with the
    weights of the hands multiplied up to whole numbers; `hands` are the players' as text.
    """

    __slots__ = ("game", "hands", "players", "deals", "method")

    game: str
    hands: tuple[str, ...]
    players: tuple[Share, ...]
    deals: int
    method: str

    def __init__(
        self,
        *,
        game: str,
        hands: tuple[str, ...],
        players: tuple[Share, ...],
        deals: int,
        method: str,
    ) -> None:
        self._set(game=game, hands=hands, players=players, deals=deals, method=method)

    @property
    def exact(self) -> bool:
        """Whether all deals were counted."""
        return self.method == "exact"

    def __str__(self) -> str:
        width = max(map(len, self.hands))
        lines = (
            f"{hand:<{width}}  {_percent(share)}  win {share.win}  tie {share.tie}"
            f"  lose {share.lose}" + _low_text(share)
            for hand, share in zip(self.hands, self.players, strict=True)
        )
        return "\n".join([*lines, f"{self.method}, {self.deals} deals"])


def _percent(share: Share) -> str:
    text = f"{float(100 * share.equity):8.4f}%"
    error = share.standard_error
    return text if error is None else f"{text} ± {100 * error:.4f}"


def _low_text(share: Share) -> str:
    return "" if share.low_win is None else f"  low win {share.low_win}  tie {share.low_tie}"


def shares_of(tally: Tally, *, is_exact: bool) -> tuple[Share, ...]:
    """The share of each player by what was counted: deals, and who wins how many of them."""
    return tuple(_share(tally, player, is_exact=is_exact) for player in range(len(tally[1])))


def _share(tally: Tally, player: int, *, is_exact: bool) -> Share:
    deals, whole, lows, *_ = tally
    high, low = whole[player], lows[player] if lows else None
    pot = _pot(len(whole))
    pots = sum(part * count for part, count in _parts(tally, player, pot))
    share = Fraction(pots, pot * deals)
    tie = sum(high[1:])
    return Share(
        win=high[0],
        tie=tie,
        lose=deals - high[0] - tie,
        low_win=low[0] if low else None,
        low_tie=sum(low[1:]) if low else None,
        equity=share,
        standard_error=None if is_exact else _error(tally, player, share),
    )


@cache
def _pot(players: int) -> int:
    """So many chips, and each half of the pot can be shared by any of the players."""
    return 2 * lcm(*range(1, players + 1))


def _parts(tally: Tally, player: int, pot: int) -> list[tuple[int, int]]:
    """The chips that the player wins at once, and how often; two may come in the same deal."""
    _, high, low, halved, _ = tally
    if not low or not halved:
        return [(pot // winners, count) for winners, count in enumerate(high[player], 1)]
    parts = []
    for winners, (wins, halves) in enumerate(zip(high[player], halved[player], strict=True), 1):
        parts += [(pot // winners, wins - halves), (pot // 2 // winners, halves)]
    return parts + [(pot // 2 // winners, wins) for winners, wins in enumerate(low[player], 1)]


def _error(tally: Tally, player: int, share: Fraction) -> float:
    """The standard error of a share: the root of the deals' variance over their number."""
    deals, high, *_, both = tally
    pot = _pot(len(high))
    squares = sum(part * part * count for part, count in _parts(tally, player, pot))
    # (high + low)^2 is more than high^2 + low^2 where the player wins parts of both halves.
    for winners, counts in enumerate(both[player] if both else (), 1):
        for low_winners, count in enumerate(counts, 1):
            squares += 2 * (pot // 2 // winners) * (pot // 2 // low_winners) * count
    return sqrt((Fraction(squares, pot * pot * deals) - share * share) / deals)
