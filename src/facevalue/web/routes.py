"""The routes of the API, one for each query: reads requests and checks the limits."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import facevalue as fv
from facevalue.options import make_object
from facevalue.queries import QUERIES
from facevalue.queries.query import find_parameter, split_digits
from facevalue.web.limits import LIMITS, check_limit, check_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from facevalue.queries import Query
    from facevalue.queries.parameters import Parameter

    Arguments = dict[str, Any]
    Call = Callable[[], object]

ROUTES: Mapping[str, Query] = MappingProxyType(
    {f"/api/{query.name}": query for query in QUERIES.values() if "http" in query.interfaces}
)


def read_query(query_string: bytes, query: Query) -> Arguments:
    """Read the arguments in the query string of a URL, without empty ones.

    A list may be repeated with one item each, because many clients encode lists like this.

    Raises:
        RuleError: an unknown parameter, an invalid value, a parameter that is given twice, or a
            query string that is not UTF-8.
    """
    arguments: Arguments = {}
    try:
        pairs = parse_qsl(query_string.decode("ascii"), errors="strict")
    except UnicodeDecodeError:
        raise fv.RuleError("the query is not UTF-8") from None
    parameters = query.parameters_of("http")
    for name, value in pairs:
        parameter = find_parameter(name, parameters)
        if parameter.repeats:
            arguments[parameter.name] = (*arguments.get(parameter.name, ()), parameter.parse(value))
        elif parameter.name in arguments and parameter.kind.is_item(value):
            arguments[parameter.name] += f",{parameter.parse(value)}"
        elif parameter.name in arguments:
            raise fv.RuleError(f"{parameter.name} is given twice")
        else:
            arguments[parameter.name] = parameter.parse(value)
    return arguments


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

    This is quick. It parses the numbers in `arguments`.

    Raises:
        RuleError: a required parameter is missing.
        LimitError: a limit is exceeded.
        FaceValueError: invalid numbers.
    """
    query.check_needed(arguments)
    query.check_target(arguments)
    puzzle = None
    if query.has_numbers:
        puzzle = query.read_puzzle(arguments)
        arguments |= {"numbers": puzzle.numbers, "rules": puzzle.rules}
        arguments |= {"target": puzzle.target} if query.has_target else {}
    elif "numbers" in arguments:
        given = split_digits(arguments), arguments.get("target"), arguments.get("rules", "classic")
        numbers, target, rules = fv.puzzle.read_puzzle(*given, any_size=True)
        arguments |= {"numbers": numbers, "target": target, "rules": rules}
    for parameter in query.parameters_of("http"):
        if parameter.limit and parameter.name in arguments:
            _check(parameter, arguments[parameter.name])
        elif parameter.limit == "solutions":
            arguments[parameter.name] = LIMITS["solutions"]
    for name, amount in query.amounts(arguments).items():
        check_limit(name, amount)
    return lambda: query.call(arguments, puzzle).as_json()


def _check(parameter: Parameter, value: Any) -> None:  # noqa: ANN401 - depends on the parameter
    """Check a value against the limit of its parameter."""
    if parameter.limit == "size":
        check_numbers([fv.puzzle.parse_number(value, any_size=True)])
    elif parameter.limit == "range":
        check_limit("range", len(value))
    elif parameter.name == "size":
        for size in value:
            check_limit("numbers", size)
    elif parameter.repeats or parameter.name == "numbers":
        check_limit(parameter.limit, len(value))
        if parameter.name == "numbers":
            check_numbers(value)
        for player in value if parameter.name == "players" else ():
            check_limit("range", len(player))
    else:
        check_limit(parameter.limit, value)
