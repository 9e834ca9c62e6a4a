"""Poker: what a hand is worth in many games, one by one and by the million; ranges of hands.

A `Strength` is greater when it wins, in low games too. Cactus Kev's values, which `evaluate_many`
and `poker.cactus` give, count from 1, the royal flush: there less is stronger.
"""

from importlib import import_module

from facevalue.poker import cactus
from facevalue.poker.hands.batch import count_categories, evaluate_many, masks
from facevalue.poker.hands.games import GAMES, Game
from facevalue.poker.hands.rankings import RANKINGS, Ranking
from facevalue.poker.hands.showdown import ShowdownResult, showdown
from facevalue.poker.hands.strength import Strength, evaluate
from facevalue.poker.ranges.starting_hands import STARTING_HANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from facevalue.poker.equities.equity import equity, range_equities
    from facevalue.poker.equities.equity_result import Equity, Share
    from facevalue.poker.equities.preflop import MATCHUP_COUNT, equity_matrix, hand_index, matchup
    from facevalue.poker.ranges.holdem import Range
    from facevalue.poker.ranges.omaha import OmahaRange

# Loaded when asked for: they need fractions, which take longer to load than all that hands need.
_LATE = {
    "MATCHUP_COUNT": "equities.preflop",
    "Equity": "equities.equity_result",
    "Share": "equities.equity_result",
    "equity": "equities.equity",
    "range_equities": "equities.equity",
    "OmahaRange": "ranges.omaha",
    "Range": "ranges.holdem",
    "hand_index": "equities.preflop",
    "matchup": "equities.preflop",
    "equity_matrix": "equities.preflop",
}

__all__ = [
    "GAMES",
    "MATCHUP_COUNT",
    "RANKINGS",
    "STARTING_HANDS",
    "Equity",
    "Game",
    "OmahaRange",
    "Range",
    "Ranking",
    "Share",
    "ShowdownResult",
    "Strength",
    "cactus",
    "count_categories",
    "equity",
    "equity_matrix",
    "evaluate",
    "evaluate_many",
    "hand_index",
    "masks",
    "matchup",
    "range_equities",
    "showdown",
]


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module 'facevalue.poker' has no attribute {name!r}")
    module = import_module(f"facevalue.poker.{_LATE[name]}")
    return globals().setdefault(name, getattr(module, name))
