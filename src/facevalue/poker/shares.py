"""What equity tells: the share of each player, and how it was found."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Counts: TypeAlias = Sequence[Sequence[int]]  # [player][how many others share the half pot]
    # Deals, and who wins how many: of the pot or its high half, of its low half, of both halves.
    Tally: TypeAlias = tuple[int, Counts, Counts | None, Counts | None]


class Share(Value):
    """What a player wins; deals are counted with the weights of the hands.

    `win` are the deals that the player wins alone, `tie` those shared with others, `lose` the rest;
    where the pot is split between high and low they are those of the high half, and `low_win` and
    `low_tie` those of the low half (else None). `equity` is the share of all pots, 0 to 1, exact
    as to the deals counted; `standard_error` is None where these are all deals, and else how far
    the equity is usually off (in hi-lo games, at most).
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

    @property
    def boards(self) -> int:
        """The deals: where every hand is known, the boards."""
        return self.deals

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
    deals, high, low, halved = tally
    return tuple(
        _share(
            deals,
            row,
            low[player] if low else None,
            halved[player] if halved else None,
            is_exact=is_exact,
        )
        for player, row in enumerate(high)
    )


def _share(
    deals: int,
    high: Sequence[int],
    low: Sequence[int] | None,
    halved: Sequence[int] | None,
    *,
    is_exact: bool,
) -> Share:
    pots = _pots(high)
    if low and halved:
        pots += (_pots(low) - _pots(halved)) / 2
    share = pots / deals
    tie = sum(high[1:])
    return Share(
        win=high[0],
        tie=tie,
        lose=deals - high[0] - tie,
        low_win=low[0] if low else None,
        low_tie=sum(low[1:]) if low else None,
        equity=share,
        standard_error=None if is_exact else _error(deals, share, None if low else high),
    )


def _pots(counted: Sequence[int]) -> Fraction:
    return sum((Fraction(count, others + 1) for others, count in enumerate(counted)), Fraction(0))


def _error(deals: int, share: Fraction, high: Sequence[int] | None) -> float:
    """The standard error; where the pot has two halves, the greatest that it can be."""
    square = share
    if high:
        square = sum(
            (Fraction(count, (others + 1) ** 2) for others, count in enumerate(high)), Fraction(0)
        )
        square /= deals
    return sqrt((square - share * share) / deals)
