"""Poker: what a hand is worth in many games, one by one and by the million; ranges of hands.

A `Strength` is greater when it wins, in low games too. Cactus Kev's values, which `evaluate_many`
and `poker.cactus` give, count from 1, the royal flush: there less is stronger.
"""

from facevalue.poker import cactus
from facevalue.poker.equity import Equity, Share, equity, range_equities
from facevalue.poker.games import GAMES, Game
from facevalue.poker.many import count_categories, evaluate_many, masks
from facevalue.poker.match import Match, showdown
from facevalue.poker.ranges import Range
from facevalue.poker.rankings import RANKINGS, Ranking
from facevalue.poker.starting import STARTING_HANDS
from facevalue.poker.strength import Strength, evaluate
from facevalue.poker.table import hand_number, matrix

__all__ = [
    "GAMES",
    "RANKINGS",
    "STARTING_HANDS",
    "Equity",
    "Game",
    "Match",
    "Range",
    "Ranking",
    "Share",
    "Strength",
    "cactus",
    "count_categories",
    "equity",
    "evaluate",
    "evaluate_many",
    "hand_number",
    "masks",
    "matrix",
    "range_equities",
    "showdown",
]
