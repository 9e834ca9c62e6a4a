"""The options of rules: the words that they may be, what these mean, and their checks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from facevalue.errors import LimitError, RuleError, quoted
from facevalue.options import MAX_DIGITS, as_whole, row_named
from facevalue.puzzle.model.decks import DECKS, DeckSpec
from facevalue.puzzle.model.functions import FUNCTIONS
from facevalue.puzzle.model.operations import SYMBOLS
from facevalue.puzzle.model.scoring import SCORINGS, Scoring

Row = TypeVar("Row")

MAX_NUMBERS = 1000
# What an ace or a face card may count as.
LARGEST_CARD = 14
LARGEST_NUMBER = 10**MAX_DIGITS - 1

USES: Mapping[str, str] = MappingProxyType(
    {"all": "Use every number exactly once", "any": "Use each number at most once"}
)
ORDERS: Mapping[str, str] = MappingProxyType({"any": "in any order", "given": "in the given order"})
GROUPINGS: Mapping[str, str] = MappingProxyType(
    {
        "any": "any parentheses",
        "flat": "no parentheses; the usual precedence applies",
        "left": "no parentheses; strictly from left to right, without precedence",
        "forth": "only a.(b.(c.d)) and (a.b).(c.d)",
        "orders": "any parentheses; the walk method tries every order of the operations",
    }
)
FORTH_NUMBERS = 4  # Both groupings of the Forth program have exactly four numbers.


def yes_or_no(name: str, value: object) -> bool:
    """Check an option that is True or False, or "yes" or "no" in a spelling, and return it.

    Raises:
        RuleError: the value is something else.

    >>> yes_or_no("join", "yes"), yes_or_no("join", False)
    (True, False)
    """
    if isinstance(value, bool):
        return value
    word = value.casefold() if isinstance(value, str) else ""
    if word not in _YES_OR_NO:
        raise RuleError(f"{name} must be yes or no, not {quoted(value)}")
    return _YES_OR_NO[word]


_YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}


def read_operators(name: str, value: object) -> str:
    """Return the operators in the usual order, each once."""
    if not isinstance(value, str) or not value or not set(value) <= set(SYMBOLS):
        message = f"{name} must be one or more of {SYMBOLS}, not {quoted(value)}"
        written = value if isinstance(value, str) else ""
        if used := [row for row in FUNCTIONS.values() if row.symbol in written]:
            names = " ".join(row.name for row in used)
            message += f"; `functions={names}` allows {' '.join(row.symbol for row in used)}"
        raise RuleError(message)
    return "".join(symbol for symbol in SYMBOLS if symbol in value)


def read_functions(name: str, value: object) -> str:
    """Return the names of functions in the usual order, each once."""
    if not isinstance(value, str) or not set(value.split()) <= set(FUNCTIONS):
        known = f"some of {', '.join(FUNCTIONS)}, with spaces between"
        raise RuleError(f"{name} must be {known}, not {quoted(value)}")
    return " ".join(word for word in FUNCTIONS if word in value.split())


def read_size(name: str, value: object) -> int:
    """Check how many numbers a puzzle has."""
    number = as_whole(value)
    if number is None or not 1 <= number <= MAX_NUMBERS:
        raise RuleError(f"{name} must be 1 to {MAX_NUMBERS} or None, not {quoted(value)}")
    return number


def read_target(name: str, value: object) -> int:
    """Check a target: any integer that Python can print."""
    number = as_whole(value)
    if number is None:
        raise RuleError(f"{name} must be a whole number, not {quoted(value)}")
    if abs(number) > LARGEST_NUMBER:
        message = f"a target may have at most {MAX_DIGITS} digits: {quoted(value)}"
        raise LimitError(message, MAX_DIGITS)
    return number


def read_deck(deck: str | DeckSpec) -> DeckSpec:
    """Return a deck from its name in `DECKS`, or a custom deck."""
    return _row("deck", deck, DECKS, DeckSpec)


def read_scoring(scoring: str | Scoring) -> Scoring:
    """Return a scoring system from its name in `SCORINGS`, or a custom one."""
    return _row("scoring", scoring, SCORINGS, Scoring)


def _row(what: str, value: object, rows: Mapping[str, Row], kind: type[Row]) -> Row:
    """Return the row with that name, or a custom one from its value or its fields."""
    if isinstance(value, dict):
        try:
            return kind(**value)
        except TypeError as error:  # a field is missing or unknown
            raise RuleError(f"{what}: {error}") from None
    return value if isinstance(value, kind) else row_named(what, value, rows)
