"""Datasets of puzzles: build, audit and label them, make search traces, grade completions."""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
