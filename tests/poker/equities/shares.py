"""The share of the pot of each player, from the counts of deals, in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from facevalue.poker import Game

    Counts = Sequence[Sequence[int]]


class Share(NamedTuple):
    """As `poker.Share`, with the square of the standard error."""

    win: int
    tie: int
    lose: int
    low_win: int | None
    low_tie: int | None
    equity: Fraction
    variance: Fraction


def core_rules(game: Game) -> tuple[str, str | None, int, int, int]:
    """The rankings and the numbers of cards of a game, for the walks of the core."""
    return game.ranking.name, game.low and game.low.name, game.hole, game.board, game.from_hole


def shares_of(
    deals: int,
    high: Counts,
    low: Counts | None = None,
    halved: Counts | None = None,
    both: Sequence[Counts] | None = None,
) -> list[Share]:
    """The share of each player; the counts are as in `PotCounts` of the core."""
    pot = 2 * lcm(*range(2, len(high) + 1))  # chips, of which every player's share is whole
    shares = []
    for player, wins in enumerate(high):
        # Pairs of an amount of chips and how often the player wins it.
        parts = [(pot // winners, count) for winners, count in enumerate(wins, 1)]
        if low and halved:  # a deal with a low half may count twice
            for winners, (count, lows) in enumerate(
                zip(halved[player], low[player], strict=True), 1
            ):
                half = pot // 2 // winners
                parts += [(pot // winners, -count), (half, count), (half, lows)]
        share = Fraction(sum(chips * count for chips, count in parts), pot * deals)
        squares = sum(chips * chips * count for chips, count in parts)
        # (high + low)^2 is more than high^2 + low^2 where the player wins parts of both halves.
        for winners, row in enumerate(both[player] if both else (), 1):
            for low_winners, count in enumerate(row, 1):
                squares += 2 * (pot // 2 // winners) * (pot // 2 // low_winners) * count
        variance = Fraction(squares, pot * pot * deals) - share * share
        lows = (low[player][0], sum(low[player][1:])) if low else (None, None)
        counts = wins[0], sum(wins[1:]), deals - sum(wins)
        shares.append(Share(*counts, *lows, share, variance / deals))
    return shares
