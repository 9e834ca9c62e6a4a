"""The routes of the API, one for each query: how a request is read, and the limits that apply."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import facevalue as fv
from facevalue.options import make_object
from facevalue.queries import QUERIES
from facevalue.queries.query import find_parameter
from facevalue.web.limits import LIMITS, check_limit, check_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from facevalue.queries import Query
    from facevalue.queries.parameters import Parameter

    Given = dict[str, Any]
    Call = Callable[[], object]

ROUTES: Mapping[str, Query] = MappingProxyType(
    {f"/api/{query.name}": query for query in QUERIES.values() if "http" in query.interfaces}
)


def read_query(text: bytes, query: Query) -> Given:
    """The values of the parameters in the query of an address; empty ones are left out.

    Raises:
        RuleError: an unknown parameter, one given twice, a value of another kind, or text that is
            not UTF-8.
    """
    given: Given = {}
    try:
        pairs = parse_qsl(text.decode("ascii"), errors="strict")
    except UnicodeDecodeError:
        raise fv.RuleError("the query is not UTF-8") from None
    rows = query.parameters_of("http")
    for name, value in pairs:
        row = find_parameter(name, rows)
        if row.repeats:
            given[row.name] = (*given.get(row.name, ()), row.parse(value))
        elif row.name in given:
            raise fv.RuleError(f"{row.name} is given twice")
        else:
            given[row.name] = row.parse(value)
    return given


def read_body(body: bytes, query: Query) -> Given:
    """The values of the parameters in a JSON object; null is the same as nothing.

    Raises:
        RuleError: it is not a JSON object; an unknown parameter, or a value of another kind.
    """
    try:
        found = json.loads(body, object_pairs_hook=make_object)
    except fv.RuleError:
        raise
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise fv.RuleError('the body must be a JSON object such as {"answer": "8/(3-8/3)"}')
    rows = query.parameters_of("http")
    named = ((find_parameter(name, rows), value) for name, value in found.items())
    return {row.name: row.read_json(value) for row, value in named if value is not None}


def prepare(query: Query, given: Given) -> Call:
    """Check the limits of the server, and return the call that answers a request.

    Numbers that are given become exact numbers. What this does is quick.

    Raises:
        RuleError: a parameter is missing.
        LimitError: a limit is exceeded.
        FaceValueError: the numbers are not numbers.
    """
    query.check_needed(given)
    query.check_target(given)
    if query.has_numbers:
        puzzle = query.read_puzzle(given)
        given |= {"numbers": puzzle.numbers, "rules": puzzle.rules}
        given |= {"target": puzzle.target} if query.has_target else {}
    elif "numbers" in given:
        given["numbers"] = fv.puzzle.parse_numbers(given["numbers"], any_size=True)
    for row in query.parameters_of("http"):
        if row.limit and row.name in given:
            _check(row, given[row.name])
        elif row.limit == "solutions":
            given[row.name] = LIMITS["solutions"]
    for name, amount in query.amounts(given).items():
        check_limit(name, amount)
    return lambda: query.call(given).as_json()


def _check(row: Parameter, value: Any) -> None:  # noqa: ANN401 - by the parameter
    """Check a value against the limit of its parameter."""
    if row.limit == "size":
        check_numbers([fv.puzzle.parse_number(value, any_size=True)])
    elif row.limit == "range":
        check_limit("range", len(value))
    elif row.name == "size":
        for size in value:
            check_limit("numbers", size)
    elif row.repeats or row.name == "numbers":
        check_limit(row.limit, len(value))
        if row.name == "numbers":
            check_numbers(value)
        for player in value if row.name == "players" else ():
            check_limit("range", len(player))
    else:
        check_limit(row.limit, value)
