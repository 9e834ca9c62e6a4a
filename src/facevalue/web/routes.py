"""The routes of the API, one for each query: reads requests and checks the limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

import facevalue as fv
from facevalue.errors import LimitError
from facevalue.options import make_object
from facevalue.queries import QUERIES, Query
from facevalue.queries.arguments import find_parameter

Arguments = dict[str, Any]
Call = Callable[[], bytes]

ROUTES: Mapping[str, Query] = {
    f"/api/{query.name}": query for query in QUERIES.values() if query.in_http
}
# The name of a limit, the maximum, and what the message calls the amount.
_ROWS = (
    ("body", 64 * 1024, "bytes in a body"),
    ("query", 8 * 1024, "bytes in a query"),
    ("numbers", 7, "numbers"),
    ("size", 10**12, "as the numerator or denominator of a number"),
    ("solutions", 200, "solutions"),
    ("targets", 10_000, "targets"),
    ("players", 10, "players"),
    ("samples", 2_000_000, "samples"),
    ("generated", 20, "puzzles"),
    ("range", 2000, "characters in a range"),
    ("history", 20_000, "characters in a hand history"),
)
LIMITS: Mapping[str, int] = {name: limit for name, limit, _ in _ROWS}
_COUNTED = {name: counted for name, _, counted in _ROWS}


def check_limit(name: str, amount: int) -> None:
    """Refuse an amount above the limit with this name.

    Raises:
        LimitError: the amount is above the limit.

    >>> check_limit("players", 10)
    >>> check_limit("players", 11)
    Traceback (most recent call last):
    facevalue.errors.LimitError: the server takes at most 10 players, not 11
    """
    limit = LIMITS[name]
    if amount > limit:
        counted = _COUNTED[name]
        raise LimitError(f"the server takes at most {limit:,} {counted}, not {amount:,}", limit)


def read_query(query_string: bytes, query: Query) -> Arguments:
    """Read the arguments in the query string of a URL, without empty ones.

    A list may be repeated, because many clients encode lists like this.

    Raises:
        RuleError: an unknown parameter, an invalid value, a parameter that is given twice, or a
            query string that is not UTF-8.
    """
    given: dict[str, list[str]] = {}
    try:
        pairs = parse_qsl(query_string.decode("ascii"), errors="strict")
    except UnicodeDecodeError:
        raise fv.RuleError("the query is not UTF-8") from None
    parameters = query.parameters_of("http")
    for name, value in pairs:
        given.setdefault(find_parameter(name, parameters).name, []).append(value)
    return {
        parameter.name: tuple(map(parameter.parse, given[parameter.name]))
        if parameter.repeats
        else parameter.parse(parameter.combine(given[parameter.name]))
        for parameter in parameters
        if parameter.name in given
    }


def read_body(body: bytes, query: Query) -> Arguments:
    """Read the arguments in a JSON object, without null.

    Raises:
        RuleError: the body is not a JSON object; an unknown parameter, or an invalid value.
    """
    try:
        content = json.loads(body, object_pairs_hook=make_object)
    except fv.RuleError:
        raise
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise fv.RuleError('the body must be a JSON object such as {"answer": "8/(3-8/3)"}')
    parameters = query.parameters_of("http")
    pairs = ((find_parameter(name, parameters), value) for name, value in content.items())
    return {
        parameter.name: parameter.read_json(value)
        for parameter, value in pairs
        if value is not None
    }


def prepare(query: Query, arguments: Arguments) -> Call:
    """Check the limits of the server, and return a function that answers the request.

    This is quick. It replaces the numbers in `arguments` by their size.

    Raises:
        RuleError: a required parameter is missing.
        LimitError: a limit is exceeded.
        FaceValueError: invalid numbers.
    """
    asked = query.complete(arguments)
    arguments |= query.measure(arguments)
    given = {**query.defaults, **arguments}
    for parameter in query.parameters_of("http"):
        kind, value = parameter.kind, given[parameter.name]
        if value is not None:
            for name, amount in kind.amounts(value, given):
                check_limit(name, amount)
        elif kind.cap:
            asked[parameter.name] = LIMITS[kind.cap]

    def call() -> bytes:
        return query.answer(asked).text.encode()

    return call
