"""Exact answers for games played with numbers and cards."""

from facevalue import poker
from facevalue.cards import Card, Deck, parse_cards
from facevalue.errors import (
    CardError,
    FaceValueError,
    LimitError,
    NotationError,
    RangeError,
    RuleError,
)
from facevalue.puzzle.candidates import Candidates, candidates
from facevalue.puzzle.expression import Expression
from facevalue.puzzle.many import count_many, solvable_many, solve_many
from facevalue.puzzle.notation import NOTATIONS
from facevalue.puzzle.rules import RULES, Rules
from facevalue.puzzle.solve import Solutions, Stats, solve, table

__all__ = [
    "NOTATIONS",
    "RULES",
    "Candidates",
    "Card",
    "CardError",
    "Deck",
    "Expression",
    "FaceValueError",
    "LimitError",
    "NotationError",
    "RangeError",
    "RuleError",
    "Rules",
    "Solutions",
    "Stats",
    "candidates",
    "count_many",
    "parse_cards",
    "poker",
    "solvable_many",
    "solve",
    "solve_many",
    "table",
]
