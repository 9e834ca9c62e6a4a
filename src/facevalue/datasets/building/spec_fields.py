"""Reads the fields of a spec, from Python or from TOML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any, TypeAlias

from facevalue.datasets.building.templates import TEMPLATES, Template
from facevalue.errors import RuleError, quoted
from facevalue.options import as_whole, one_of
from facevalue.puzzle import Rules, split_bounds

SplitShares: TypeAlias = tuple[tuple[str, float], ...]
SizeWeights: TypeAlias = tuple[tuple[int, float], ...]

_NAME = re.compile(r"\w{1,40}", re.ASCII)


def named_or_custom(what: str, value: Any, rows: Mapping[str, Any]) -> Any:
    """Return a known name, or a custom `Rules` or `Template` unless it equals a named one."""
    if isinstance(value, (Rules, Template)):
        return value.name if rows.get(value.name) == value else value
    return one_of(what, value, rows)


def read_template(template: str | Template | Mapping[str, Any] | None) -> Any:
    """Return the name of a template, or a custom template, which TOML has as a table."""
    custom: Any = Template.from_dict(template) if isinstance(template, dict) else template
    return None if custom is None else named_or_custom("template", custom, TEMPLATES)


def read_number(number: int | None) -> Any:
    """Convert a number to `int` or `float`, which TOML can represent."""
    given: Any = number
    whole = as_whole(given)
    if whole is None:
        return float(given) if isinstance(given, Real) and not isinstance(given, bool) else given
    return whole


def read_numbers(numbers: int | Iterable[int] | None) -> Any:
    """Convert the lists of TOML to tuples."""
    given: Any = numbers
    are_several = isinstance(given, (list, range, tuple))
    return tuple(map(read_number, given)) if are_several else read_number(given)


def read_pair(bounds: Iterable[float] | None) -> Any:
    """Convert the lowest and the highest percentile."""
    given: Any = bounds
    return read_numbers(given)


def read_share(name: str, share: Any) -> float:
    """Return a share from 0 to 1 as a float."""
    is_number = isinstance(share, (int, float)) and not isinstance(share, bool)
    if not is_number or not 0 <= share <= 1:
        raise RuleError(f"{name} must be a share from 0 to 1, not {quoted(share)}")
    return float(share)


def read_weights(
    weights: Mapping[int, float] | Iterable[tuple[int, float]] | None,
) -> SizeWeights | None:
    """Return pairs of a size and its weight, ascending; keys may be strings, as in TOML."""
    if weights is None:
        return None
    problem = f"weights must map sizes to numbers above 0, not {quoted(weights)}"
    try:
        pairs: dict[int, Any] = {int(size): weight for size, weight in dict(weights).items()}
    except (TypeError, ValueError):
        raise RuleError(problem) from None
    for weight in pairs.values():
        is_number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
        if not is_number or not 0 < weight < float("inf"):
            raise RuleError(problem)
    whole = ((size, int(it) if it == int(it) else it) for size, it in pairs.items())
    return tuple(sorted(whole))


def read_splits(value: Mapping[str, float] | Iterable[tuple[str, float]]) -> SplitShares:
    """Return pairs of the name of a split and its share, which add up to 1."""
    try:
        shares = dict(value)
    except (TypeError, ValueError):
        raise RuleError(f"splits must map names to shares, not {quoted(value)}") from None
    for name, share in shares.items():
        is_name = _NAME.fullmatch(str(name))
        if not is_name or isinstance(share, bool) or not isinstance(share, (int, float)):
            problem = f"invalid split {quoted(name)}"
            raise RuleError(f"{problem}: the name has letters and digits, the share is a number")
    split_bounds(shares)  # checks that they add up to 1
    return tuple(shares.items())
