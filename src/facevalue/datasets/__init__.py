"""Datasets of puzzles, audits of them, search traces, and files of answers."""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
