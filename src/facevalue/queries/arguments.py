"""What queries read from the arguments of a call, whatever their function is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from facevalue.options import one_of
from facevalue.queries.kinds import NumbersSize
from facevalue.queries.parameter import Parameter

# Puzzles of so few numbers are quick, unless the numbers are large.
_FEW, _SMALL = 4, 1000


def find_parameter(name: str, parameters: Iterable[Parameter]) -> Parameter:
    """Return the parameter with this name.

    Raises:
        RuleError: there is no such parameter; the message suggests the nearest name.
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    return by_name.get(name) or by_name[one_of("parameter", name, by_name)]


def has_few_numbers(arguments: Mapping[str, Any]) -> bool:
    """Return whether a query about numbers of this `NumbersSize` is quick."""
    size: NumbersSize = arguments["numbers"]
    return size.count <= _FEW and size.largest <= _SMALL
