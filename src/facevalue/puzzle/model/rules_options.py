"""The options of rules: the words that they may be and what these mean; decks and scoring."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from facevalue.errors import RuleError
from facevalue.options import MAX_DIGITS, row_named
from facevalue.puzzle.model.decks import DECKS, DeckSpec
from facevalue.puzzle.model.scoring import SCORINGS, Scoring

Row = TypeVar("Row")

MAX_NUMBERS = 1000
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
