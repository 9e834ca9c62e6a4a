"""The door to the core, which answers most queries itself: arguments in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from facevalue import _core
from facevalue.poker.hands import histories
from facevalue.poker.hands.game_rows import ROWS
from facevalue.puzzle.model.rules import Rules
from facevalue.puzzle.notation.spelling import rules_of
from facevalue.puzzle.notation.tables import number_tables

if TYPE_CHECKING:
    from facevalue.poker.equities.equity_result import Progress

# The names of the queries that the core answers.
_POKER_QUERIES = frozenset(_core.poker_query_parameters())
CORE_QUERIES = _POKER_QUERIES.union(_core.query_parameters())

is_history, number_deals = histories.is_history, histories.number_deals


def _plain(value: Any) -> object:
    """A value as an argument: custom rules as their fields, and fractions as strings."""
    return str(value) if isinstance(value, Fraction) else value.as_item()


_ENCODER = json.JSONEncoder(default=_plain)


def ask_core(
    name: str, arguments: Mapping[str, Any], progress: Progress | None = None
) -> tuple[str, bool]:
    """Return the result of a query as JSON, and whether it is found.

    Args:
        name: the name of the query.
        arguments: the arguments by their name.
        progress: called as in `poker.equity`, if the query is about poker.

    Raises:
        FaceValueError: as for the function of the query.
    """
    given = _ENCODER.encode(arguments)
    if name in _POKER_QUERIES:
        return _core.ask_about_poker(_games(), name, given, progress)
    return number_tables().query(name, given)


@attrs.frozen
class AskedPuzzle:
    """The puzzle in the arguments of a query.

    Attributes:
        numbers: the numbers.
        target: the target, or the default of the rules.
        rules: the rules.
        has_target: whether the arguments contain the target.
    """

    numbers: tuple[Fraction, ...]
    target: Fraction
    rules: Rules
    has_target: bool


def read_puzzle(
    arguments: Mapping[str, Any], *, any_size: bool = False, without_target: str = ""
) -> AskedPuzzle:
    """Read the numbers, the target and the rules in the arguments of a query.

    Args:
        arguments: `numbers`, which may contain all three, and `rules`; optionally `target` and
            `digits`.
        any_size: whether numbers may have 4300 digits.
        without_target: the name of a query that takes no target, or "".

    Raises:
        RuleError: two targets, or a target that the query does not take.
        FaceValueError: as for `Puzzle`, but the rules may need more or fewer numbers.
    """
    target, rules = arguments.get("target"), arguments["rules"]
    found = number_tables().read_puzzle(
        arguments["numbers"],
        target,
        rules,
        any_size=any_size,
        compares_cards=True,
        digits=bool(arguments.get("digits")),
        without_target=without_target,
    )
    has_target = found.has_target or target is not None
    exact_rules = rules_of(found.named_rules, rules)
    return AskedPuzzle(found.numbers, found.target, exact_rules, has_target)


def size_of_puzzle(arguments: Mapping[str, Any], *, any_size: bool) -> tuple[int, int, int]:
    """Read the numbers, the target and the rules in the arguments of a query.

    Returns:
        How many numbers there are, and the largest numerator or denominator, without its sign, of
        the numbers and of the target.

    Raises:
        FaceValueError: as for `Puzzle`; with `any_size`, numbers may have 4300 digits.
    """
    return number_tables().size_of(_ENCODER.encode(arguments), any_size)


def json_line(content: object) -> str:
    """Return an object as one line of JSON."""
    return json.dumps(content, ensure_ascii=False)


@cache
def _games() -> _core.GameRows:
    return _core.GameRows(json.dumps(ROWS))
