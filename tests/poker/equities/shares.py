"""The share of the pot of each player, from the counts of deals, in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from facevalue.poker import Game

    Counts = Sequence[int]  # by the set of winners, a bit for each player


class Share(NamedTuple):
    """As `poker.Share`, with the square of the standard error."""

    win: int
    tie: int
    lose: int
    low_win: int | None
    low_tie: int | None
    scoop: int | None
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
    both: Counts | None = None,
) -> list[Share]:
    """The share of each player; the counts are as in `PotCounts` of the core."""
    players = len(high).bit_length() - 1
    pot = 2 * lcm(*range(2, players + 1))  # chips, of which every player's share is whole

    def part(winners: int, player: int) -> int:
        return pot // winners.bit_count() if winners >> player & 1 else 0

    shares = []
    for player in range(players):
        alone, sets = 1 << player, range(1, len(high))
        # Pairs of an amount of chips and how often the player wins it.
        parts = [(part(winners, player), high[winners]) for winners in sets]
        if low and halved:  # a deal with a low half may count twice
            for winners in sets:
                chips = part(winners, player)
                lows = halved[winners] + low[winners]
                parts += [(chips, -halved[winners]), (chips // 2, lows)]
        share = Fraction(sum(chips * count for chips, count in parts), pot * deals)
        squares = sum(chips * chips * count for chips, count in parts)
        # (high + low)^2 is more than high^2 + low^2 where the player wins parts of both halves.
        for winners, count in enumerate(both or ()):
            lows, highs = divmod(winners, len(high))
            if lows:
                squares += part(highs, player) * part(lows, player) // 2 * count
        variance = Fraction(squares, pot * pot * deals) - share * share
        win, tie = high[alone], ties_in(high, player)
        shares.append(
            Share(
                *(win, tie, deals - win - tie),
                *((low[alone], ties_in(low, player)) if low else (None, None)),
                both[alone] + both[alone | alone << players] if both else None,
                *(share, variance / deals),
            )
        )
    return shares


def ties_in(counts: Counts, player: int) -> int:
    """How often a player is one of several winners."""
    return sum(counts[winners] for winners in several(counts) if winners >> player & 1)


def ties_of(counts: Counts) -> dict[tuple[int, ...], int]:
    """How often several players share, by their places."""
    return {
        tuple(player for player in range(len(counts)) if winners >> player & 1): counts[winners]
        for winners in several(counts)
        if counts[winners]
    }


def several(counts: Counts) -> list[int]:
    """The sets of two and more players."""
    return [winners for winners in range(len(counts)) if winners.bit_count() > 1]
