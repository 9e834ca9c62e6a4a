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
from facevalue.puzzle.closest import Closest
from facevalue.puzzle.deal import Deal, deal, deals
from facevalue.puzzle.difficulty import Difficulty, difficulty
from facevalue.puzzle.expression import Expression
from facevalue.puzzle.generate import Rows, Wanted, generate
from facevalue.puzzle.grader import EXTRACTS, Grader
from facevalue.puzzle.hint import Hint, hint
from facevalue.puzzle.judging import Reason
from facevalue.puzzle.labels import Labels, label_many
from facevalue.puzzle.many import count_many, solvable_many, solve_many
from facevalue.puzzle.notation import NOTATIONS
from facevalue.puzzle.puzzle import Puzzle
from facevalue.puzzle.reach import Reachable, reachable
from facevalue.puzzle.reach_many import reachable_many
from facevalue.puzzle.round import SCORINGS, Round, Scoring
from facevalue.puzzle.rules import RULES, Rules
from facevalue.puzzle.solve import Solutions, Stats, closest, solve, table
from facevalue.puzzle.still_solvable import still_solvable
from facevalue.puzzle.stocks import STOCKS, Stock
from facevalue.puzzle.syntax import SYNTAXES, Syntax
from facevalue.puzzle.verdict import Verdict
from facevalue.puzzle.whole_game import TILES, Tally, WholeGame, whole_game

__all__ = [
    "EXTRACTS",
    "NOTATIONS",
    "RULES",
    "SCORINGS",
    "STOCKS",
    "SYNTAXES",
    "TILES",
    "Candidates",
    "Card",
    "CardError",
    "Closest",
    "Deal",
    "Deck",
    "Difficulty",
    "Expression",
    "FaceValueError",
    "Grader",
    "Hint",
    "Labels",
    "LimitError",
    "NotationError",
    "Puzzle",
    "RangeError",
    "Reachable",
    "Reason",
    "Round",
    "Rows",
    "RuleError",
    "Rules",
    "Scoring",
    "Solutions",
    "Stats",
    "Stock",
    "Syntax",
    "Tally",
    "Verdict",
    "Wanted",
    "WholeGame",
    "candidates",
    "check",
    "check_many",
    "check_steps",
    "closest",
    "count_many",
    "deal",
    "deals",
    "difficulty",
    "generate",
    "hint",
    "label_many",
    "parse_cards",
    "poker",
    "reachable",
    "reachable_many",
    "solvable_many",
    "solve",
    "solve_many",
    "still_solvable",
    "table",
    "whole_game",
]
