"""The door to the core, which answers most queries itself: arguments in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from facevalue import _core
from facevalue.poker.hands.game_rows import ROWS
from facevalue.puzzle.notation.tables import number_tables

if TYPE_CHECKING:
    from facevalue.poker.equities.equity_result import Progress

# The names of the queries that the core answers.
_POKER_QUERIES = frozenset(_core.poker_query_parameters())
CORE_QUERIES = _POKER_QUERIES.union(_core.query_parameters())


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


def size_of_puzzle(arguments: Mapping[str, Any], *, any_size: bool) -> tuple[int, int, int]:
    """Read the numbers, the target and the rules in the arguments of a query.

    Returns:
        How many numbers there are, and the largest numerator or denominator, without its sign, of
        the numbers and of the target.

    Raises:
        FaceValueError: as for `Puzzle`; with `any_size`, numbers may have 4300 digits.
    """
    return number_tables().size_of(_ENCODER.encode(arguments), any_size)


split_digits = _core.split_digits


def json_line(content: object) -> str:
    """Return an object as one line of JSON."""
    return json.dumps(content, ensure_ascii=False)


@cache
def _games() -> _core.GameRows:
    return _core.GameRows(json.dumps(ROWS))
