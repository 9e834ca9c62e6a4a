"""Exact answers for games played with numbers and cards.

The names stand in `facevalue.public`, which is loaded when one of them is first asked for: who
wants poker only does not wait for puzzles.
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from facevalue.public import *  # noqa: F403 - for type checkers all names stand here


def __getattr__(name: str) -> object:
    # A name with one underscore is the core, which the rooms import and which is no public name.
    public = None if name == "_core" else import_module("facevalue.public")
    if hasattr(public, name):
        # Kept here: the next time it is found at once.
        return globals().setdefault(name, getattr(public, name))
    raise AttributeError(f"module 'facevalue' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module("facevalue.public").__all__})
