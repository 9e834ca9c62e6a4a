"""What people probably mean by numbers on the command line that look like another puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import attrs

import facevalue as fv
from facevalue.queries.arguments import split_digits
from facevalue.queries.query import Query

# A single number with so many digits is probably one number per digit.
_DIGITS_IN_A_ROW = range(3, 7)


@attrs.frozen
class _Typed:
    """Numbers without a target, and their rules."""

    numbers: tuple[Fraction, ...]
    rules: fv.Rules


def _read_typed(query: Query, arguments: Mapping[str, Any]) -> _Typed | None:
    """Return the numbers if they have no target; None if they do, or are invalid."""
    numbers = arguments.get("numbers")
    if not {"numbers", "target"} <= query.defaults.keys() or arguments.get("target") is not None:
        return None
    if not isinstance(numbers, str) or numbers.lstrip().startswith("{"):
        return None
    try:
        rules = arguments.get("rules", query.defaults["rules"])
        spelling = split_digits(arguments)
        if fv.puzzle.read_spelling(spelling).target is None:
            found, _, exact_rules = fv.puzzle.read_puzzle(spelling, None, rules)
            return _Typed(found, exact_rules)
    except fv.FaceValueError:  # the query raises it again
        pass
    return None


def find_target(query: Query, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Find a target that was typed as the last number, under rules that deal a target.

    Returns:
        The arguments and "", or the arguments with the target and a sentence that says so.
    """
    given = dict(arguments)
    typed = _read_typed(query, arguments)
    if typed is None or len(typed.numbers) == 1:
        return given, ""
    rules, deck = typed.rules, typed.rules.deck
    *tiles, last = typed.numbers
    largest = max(rules.deck_values)
    if not (deck.targets or deck.next_is_target):
        return given, ""
    if rules.size is not None:
        is_target = len(tiles) == rules.size
        reason = f"the rules {rules.name!r} need {rules.size} numbers"
    else:
        is_target = max(tiles) <= largest < last
        reason = f"the largest number of {rules.name!r} is {largest}"
    if not is_target:
        return given, ""
    given |= {"numbers": " ".join(map(str, tiles)), "target": str(last)}
    return given | {"rules": rules}, f"{last} is taken as the target, because {reason}"


def guess_meaning(query: Query, arguments: Mapping[str, Any]) -> str:
    """Return a question about numbers that probably mean another puzzle, or ""."""
    typed = _read_typed(query, arguments)
    if typed is None or not query.has_target:
        return ""
    *numbers, last = typed.numbers
    countdown = fv.RULES["countdown"]
    if len(numbers) == countdown.dealt and last > max(countdown.deck_values):
        meant = f"{' '.join(map(str, numbers))} = {last} --rules countdown"
        return f"{last} counts as a seventh number; did you mean {meant}?"
    digits = str(last)
    is_one = not numbers and digits.isdigit() and len(digits) in _DIGITS_IN_A_ROW
    # A single number makes only itself, except with functions.
    if is_one and last != typed.rules.target and not typed.rules.functions:
        return f"{digits} is one number; did you mean {' '.join(digits)}?"
    return ""
