"""Poker: what a hand is worth in many games, one by one and by the million; ranges of hands.

A `Strength` is greater when it wins, in low games too. Cactus Kev's values, which `evaluate_many`
and `poker.cactus` give, count from 1, the royal flush: there less is stronger.
"""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
