"""What queries read from the arguments of a call, whatever their function is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import facevalue as fv
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of
from facevalue.queries.parameter import Parameter

# Puzzles of so few numbers are quick, unless the numbers are large.
_FEW, _SMALL = 4, 1000


def split_digits(arguments: Mapping[str, Any]) -> Any:
    """Return the numbers; with the argument `digits`, the first word is one number per digit."""
    numbers = arguments["numbers"]
    if not arguments.get("digits") or not isinstance(numbers, str):
        return numbers
    digits, *rest = numbers.split(maxsplit=1) or [""]
    if not (digits.isascii() and digits.isdigit()):
        raise RuleError(f"digits must be a run of digits such as 4878, not {quoted(digits)}")
    return " ".join([*digits, *rest])


def in_given(error: fv.NotationError, arguments: Mapping[str, Any]) -> fv.NotationError:
    """Return an error about numbers from `split_digits` as an error about the numbers given."""
    given = arguments["numbers"]
    if error.text != split_digits(arguments):
        return error  # about the target
    position = error.position + len(given) - len(error.text)  # digits are never wrong
    return fv.NotationError(error.args[0], given, position, error.part)


def find_parameter(name: str, parameters: Iterable[Parameter]) -> Parameter:
    """Return the parameter with this name.

    Raises:
        RuleError: there is no such parameter; the message suggests the nearest name.
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    return by_name.get(name) or by_name[one_of("parameter", name, by_name)]


def has_few_numbers(arguments: Mapping[str, Any]) -> bool:
    """Return whether a query about so few numbers is quick."""
    numbers = arguments["numbers"]
    parts = (part for number in numbers for part in number.as_integer_ratio())
    return len(numbers) <= _FEW and max(map(abs, parts)) <= _SMALL
