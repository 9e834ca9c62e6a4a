"""Poker: what a hand is worth in many games, one by one and by the million; ranges of hands.

A `Strength` is greater when it wins, in low games too. Cactus Kev's values, which `evaluate_many`
and `poker.cactus` give, count from 1, the royal flush: there less is stronger.
"""

from importlib import import_module

from facevalue.poker import cactus
from facevalue.poker.games import GAMES, Game
from facevalue.poker.many import count_categories, evaluate_many, masks
from facevalue.poker.match import Match, showdown
from facevalue.poker.rankings import RANKINGS, Ranking
from facevalue.poker.starting import STARTING_HANDS
from facevalue.poker.strength import Strength, evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from facevalue.poker.odds import equity, range_equities
    from facevalue.poker.omaha_ranges import OmahaRange
    from facevalue.poker.ranges import Range
    from facevalue.poker.shares import Equity, Share
    from facevalue.poker.table import MATCHUPS, hand_number, matchup, matrix

# Loaded when asked for: they need fractions, which take longer to load than all that hands need.
_LATE = {
    "MATCHUPS": "table",
    "Equity": "shares",
    "Share": "shares",
    "equity": "odds",
    "range_equities": "odds",
    "OmahaRange": "omaha_ranges",
    "Range": "ranges",
    "hand_number": "table",
    "matchup": "table",
    "matrix": "table",
}

__all__ = [
    "GAMES",
    "MATCHUPS",
    "RANKINGS",
    "STARTING_HANDS",
    "Equity",
    "Game",
    "Match",
    "OmahaRange",
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
    "matchup",
    "matrix",
    "range_equities",
    "showdown",
]


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module 'facevalue.poker' has no attribute {name!r}")
    module = import_module(f"facevalue.poker.{_LATE[name]}")
    return globals().setdefault(name, getattr(module, name))
