"""Exact answers for games played with numbers and cards."""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
