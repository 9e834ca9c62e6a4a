"""What model trainers plug in: one file per framework, none of which is loaded until it is used."""

from facevalue.names import lazy

__getattr__, __dir__, __all__ = lazy(__name__)
