"""Estimates how long the core needs for a hand of a game."""

from __future__ import annotations

from math import comb

from facevalue.costs import COSTS
from facevalue.poker.hands.games import Game

# Rankings for which the core has a table: where hands are dealt, and where they are in an array.
_DEALT_BY_TABLE = ("high", "short", "low-a5", "low-27")


def hand_seconds(game: Game, *, is_dealt: bool = False, has_board: bool = False) -> float:
    """Estimate how many seconds the core needs to score one hand.

    Args:
        game: the game.
        is_dealt: the hand is dealt first; otherwise it is one of an array.
        has_board: the hands of the array share a board.
    """
    if is_dealt:
        if game.from_hole and not game.is_omaha:
            return COSTS["dealt choices"]
        pair, table, ranking = "dealt pair", "dealt hand", "dealt hand by ranking"
        has_table = game.ranking.name in _DEALT_BY_TABLE
    else:
        pair, table, ranking = "pair", "hand", "hand by ranking"
        has_table = game.ranking.name == "high" and not has_board
    if game.from_hole:
        return COSTS[pair] * comb(game.hole, game.from_hole)
    return COSTS[table if has_table else ranking]
