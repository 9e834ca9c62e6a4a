"""Loads the public names of a package on first use, from the imports in its stub `__init__.pyi`.

For example, code that uses poker does not import puzzles. A public name is one line in the stub of
its package, which type checkers and editors read as well.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parent
# Stubs import each name on one line, under the same name, which makes it public (PEP 484).
_IMPORT = re.compile(r"^from (\S+) import (\w+) as \2$", re.MULTILINE)


# What people look for under another name.
GUESSES = {
    "Hand": "write a hand as a string: facevalue.poker.evaluate('Ah Kh Qh Jh Th')",
    "Board": "write a board as a string: facevalue.poker.equity('AhKh', 'QQ', board='2c7d9h')",
    "Evaluator": "call facevalue.poker.evaluate('Ah Kh Qh Jh Th')",
    "Game24": "call facevalue.solve('8 8 3 3')",
    "Countdown": "call facevalue.solve('75 50 2 3 8 7 -> 812', rules='countdown')",
    "compare": "call facevalue.poker.winners('AhKh', 'QsQd', board='2c7d9h')",
    "hints": "call facevalue.hint('8 8 3 3', level=2)",
    "is_solvable": "call facevalue.count('8 8 3 3'), which is 0 without a solution",
    "play": "run facevalue play in a shell",
    "random": "call facevalue.deal(), or facevalue.generate(count=10)",
    "rate": "call facevalue.difficulty('8 8 3 3')",
    "reward": "call facevalue.Grader().score('<answer>8/(3-8/3)</answer>', '8 8 3 3')",
    "score": "call facevalue.Grader().score('<answer>8/(3-8/3)</answer>', '8 8 3 3')",
    "solvable": "call facevalue.count('8 8 3 3'), which is 0 without a solution",
    "solve24": "call facevalue.solve('8 8 3 3')",
    "validate": "call facevalue.check('8/(3-8/3)', '8 8 3 3')",
    "Solver": "call facevalue.solve('8 8 3 3')",
    "verify": "call facevalue.check('8/(3-8/3)', '8 8 3 3')",
}


def stub_of(package: str) -> Path:
    """Return the path of the stub of a package."""
    return FOLDER.joinpath(*package.split(".")[1:], "__init__.pyi")


def public_names(package: str) -> dict[str, str]:
    """Return the modules that define the public names of a package, by name.

    >>> public_names("facevalue")["Card"]
    'facevalue.cards'
    """
    imports = _IMPORT.findall(stub_of(package).read_text(encoding="utf-8"))
    # A module itself, such as facevalue.poker, is imported from its package.
    return {name: f"{home}.{name}" if home == package else home for home, name in imports}


def packages() -> list[str]:
    """Return the packages with public names.

    >>> packages()[0], "facevalue.poker" in packages()
    ('facevalue', True)
    """
    below = sorted(stub.parent.name for stub in FOLDER.glob("*/__init__.pyi"))
    return ["facevalue", *(f"facevalue.{name}" for name in below)]


def describe_unknown(package: str, name: str) -> str:
    """Say that a package has no such name, and where something with this name is.

    >>> describe_unknown("facevalue", "equity")
    "module 'facevalue' has no attribute 'equity'; it is facevalue.poker.equity"
    """
    others = [other for other in packages() if name in public_names(other)]
    remedy = f"it is {others[0]}.{name}" if others else GUESSES.get(name, "")
    message = f"module {package!r} has no attribute {name!r}"
    return f"{message}; {remedy}" if remedy else message


def lazy(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__`, `__dir__` and `__all__` of a package.

    >>> get, names, _ = lazy("facevalue.poker")
    >>> get("evaluate").__name__, "evaluate" in names()
    ('evaluate', True)
    """
    modules, here = public_names(package), sys.modules[package]

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(describe_unknown(package, name), name=name, obj=here)
        module = import_module(modules[name])
        value = module if modules[name] == f"{package}.{name}" else getattr(module, name)
        setattr(here, name, value)  # for the next use
        return value

    def names() -> list[str]:
        return sorted({*modules, *(name for name in vars(here) if name.startswith("__"))})

    return get, names, sorted(name for name in modules if not name.startswith("_"))
