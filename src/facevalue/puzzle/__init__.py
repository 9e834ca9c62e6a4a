"""Number puzzles: rules, notations, solving, judging answers, making puzzles."""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
