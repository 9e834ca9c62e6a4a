"""A small stack language: the words of Factor's tutorial, exact arithmetic and poker words."""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
