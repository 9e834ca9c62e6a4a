"""The public list: every name of `facevalue`, and where it stands."""

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
from facevalue.puzzle.check import check
from facevalue.puzzle.check_many import check_many
from facevalue.puzzle.check_steps import check_steps
from facevalue.puzzle.expression import Expression
from facevalue.puzzle.grader import EXTRACTS, Grader
from facevalue.puzzle.judging import Reason
from facevalue.puzzle.many import count_many, solvable_many, solve_many
from facevalue.puzzle.notation import NOTATIONS
from facevalue.puzzle.reach import Reachable, reachable
from facevalue.puzzle.reach_many import reachable_many
from facevalue.puzzle.rules import RULES, Rules
from facevalue.puzzle.solve import Solutions, Stats, solve, table
from facevalue.puzzle.syntax import SYNTAXES, Syntax
from facevalue.puzzle.verdict import Verdict
from facevalue.puzzle.whole_game import TILES, Tally, WholeGame, whole_game

__all__ = [
    "EXTRACTS",
    "NOTATIONS",
    "RULES",
    "SYNTAXES",
    "TILES",
    "Candidates",
    "Card",
    "CardError",
    "Deck",
    "Expression",
    "FaceValueError",
    "Grader",
    "LimitError",
    "NotationError",
    "RangeError",
    "Reachable",
    "Reason",
    "RuleError",
    "Rules",
    "Solutions",
    "Stats",
    "Syntax",
    "Tally",
    "Verdict",
    "WholeGame",
    "candidates",
    "check",
    "check_many",
    "check_steps",
    "count_many",
    "parse_cards",
    "poker",
    "reachable",
    "reachable_many",
    "solvable_many",
    "solve",
    "solve_many",
    "table",
    "whole_game",
]
