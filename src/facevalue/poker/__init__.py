"""Poker: evaluates hands in many games, one by one or by the million; ranges and equity.

The winning `Strength` is the greater one, even in low games. Cactus Kev's values, which
`evaluate_many` and `poker.cactus` return, start with 1 for the royal flush: there lower is
stronger.
"""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
