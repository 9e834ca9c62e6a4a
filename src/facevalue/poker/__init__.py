"""Poker: what a hand is worth in many games, one by one and by the million.

A `Strength` is greater when it wins, in low games too. Cactus Kev's values, which `evaluate_many`
and `poker.cactus` give, count from 1, the royal flush: there less is stronger.
"""

from facevalue.poker import cactus
from facevalue.poker.games import GAMES, Game
from facevalue.poker.many import count_categories, evaluate_many, masks
from facevalue.poker.match import Match, showdown
from facevalue.poker.rankings import RANKINGS, Ranking
from facevalue.poker.strength import Strength, evaluate

__all__ = [
    "GAMES",
    "RANKINGS",
    "Game",
    "Match",
    "Ranking",
    "Strength",
    "cactus",
    "count_categories",
    "evaluate",
    "evaluate_many",
    "masks",
    "showdown",
]
