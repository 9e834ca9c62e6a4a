"""Adapters for training frameworks: one module each, imported only when it is used."""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
