"""The types that functions accept, for your annotations.

>>> import facevalue as fv
>>> from facevalue.typing import NumbersLike
>>> def is_solvable(numbers: NumbersLike) -> bool:
...     return bool(fv.solve(numbers))
>>> is_solvable("8 8 3 3")
True
"""

from facevalue.cards import CardLike, CardsLike
from facevalue.datasets.files.sources import Source
from facevalue.datasets.tables.engines import RunOptions, StageProgress
from facevalue.poker.draws.pay_tables import PayTableLike
from facevalue.poker.equities.equity_result import Progress
from facevalue.poker.hands.games import GameLike
from facevalue.poker.ranges.holdem import RangeLike
from facevalue.poker.ranges.items import WeightLike
from facevalue.poker.ranges.omaha import OmahaRangeLike
from facevalue.poker.ranges.outs import HandsLike
from facevalue.puzzle.make.difficulty import DifficultyLike
from facevalue.puzzle.model.digest import Splits
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rows import PuzzlesLike, RowsLike, TargetsLike
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.notation.syntax import SyntaxLike, SyntaxName
from facevalue.puzzle.search.solve import Distinct, Method

__all__ = [
    "CardLike",
    "CardsLike",
    "DifficultyLike",
    "Distinct",
    "GameLike",
    "HandsLike",
    "Method",
    "NumberLike",
    "NumbersLike",
    "OmahaRangeLike",
    "PayTableLike",
    "Progress",
    "PuzzlesLike",
    "RangeLike",
    "RowsLike",
    "RulesLike",
    "RunOptions",
    "Source",
    "Splits",
    "StageProgress",
    "SyntaxLike",
    "SyntaxName",
    "TargetsLike",
    "WeightLike",
]
