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
from facevalue.puzzle.judge.batch import check_many
from facevalue.puzzle.judge.check import check
from facevalue.puzzle.judge.check_steps import check_steps
from facevalue.puzzle.judge.grader import EXTRACTS, Grader
from facevalue.puzzle.judge.still_solvable import still_solvable
from facevalue.puzzle.judge.verdict import Verdict
from facevalue.puzzle.make.deal import Deal, deal, deals
from facevalue.puzzle.make.difficulty import Difficulty, difficulty
from facevalue.puzzle.make.generate import Rows, Wanted, generate
from facevalue.puzzle.make.hint import Hint, hint
from facevalue.puzzle.make.labels import Labels, label_many
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.make.round import SCORINGS, Round, Scoring
from facevalue.puzzle.model.decks import STOCKS, Stock
from facevalue.puzzle.model.rules import RULES, Rules
from facevalue.puzzle.notation.evaluation import Reason
from facevalue.puzzle.notation.expression import Expression
from facevalue.puzzle.notation.notations import NOTATIONS
from facevalue.puzzle.notation.syntax import SYNTAXES, Syntax
from facevalue.puzzle.search.batch import count_many, solvable_many, solve_many
from facevalue.puzzle.search.candidates import Candidates, candidates
from facevalue.puzzle.search.closest import Closest
from facevalue.puzzle.search.reach import Reachable, reachable
from facevalue.puzzle.search.reach_batch import reachable_many
from facevalue.puzzle.search.solve import Solutions, Stats, closest, solve, table
from facevalue.puzzle.search.whole_game import TILES, Tally, WholeGame, whole_game

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
