"""What people probably mean by numbers on the command line that look like another puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import attrs

import facevalue as fv
from facevalue.door import AskedPuzzle
from facevalue.queries.parameters import NUMBERS, TARGET
from facevalue.queries.query import Query

# A single number with so many digits is probably one number per digit.
_DIGITS_IN_A_ROW = range(3, 7)


@attrs.frozen
class Meaning:
    """What the arguments of a query probably mean.

    Attributes:
        arguments: the arguments, with a target that was typed as the last number.
        puzzle: the puzzle of a query about numbers; else None.
        remark: a sentence about such a target, or "".
        question: a question about numbers that probably mean another puzzle, or "".
    """

    arguments: dict[str, Any]
    puzzle: AskedPuzzle | None = None
    remark: str = ""
    question: str = ""


def interpret(query: Query, arguments: dict[str, Any]) -> Meaning:
    """Read the arguments of a query, and guess what numbers without a target mean.

    Raises:
        FaceValueError: as for `Query.read_puzzle`.
    """
    if NUMBERS not in query.parameters:
        return Meaning(arguments)
    puzzle = query.read_puzzle(arguments)
    can_have_target = TARGET in query.parameters and not puzzle.has_target
    if not can_have_target or arguments["numbers"].lstrip().startswith("{"):
        return Meaning(arguments, puzzle)
    numbers, rules = puzzle.numbers, puzzle.rules
    reason = _reason_for_target(numbers, rules)
    if not reason:
        question = _question_about(numbers, rules) if query.has_target else ""
        return Meaning(arguments, puzzle, question=question)
    *tiles, last = map(str, numbers)
    meant = {**arguments, "numbers": " ".join(tiles), "target": last, "rules": rules}
    meant.pop("digits", None)
    remark = f"{last} is taken as the target, because {reason}"
    return Meaning(meant, query.read_puzzle(meant), remark)


def _reason_for_target(numbers: Sequence[Fraction], rules: fv.Rules) -> str:
    """Return why the last number is the target, under rules that deal a target, or ""."""
    *tiles, last = numbers
    if not tiles or not (rules.deck.targets or rules.deck.next_is_target):
        return ""
    if rules.size is not None:
        reason = f"the rules {rules.name!r} need {rules.size} numbers"
        return reason if len(tiles) == rules.size else ""
    largest = max(rules.deck_values)
    is_target = max(tiles) <= largest < last
    return f"the largest number of {rules.name!r} is {largest}" if is_target else ""


def _question_about(numbers: Sequence[Fraction], rules: fv.Rules) -> str:
    *others, last = numbers
    countdown = fv.RULES["countdown"]
    if len(others) == countdown.dealt and last > max(countdown.deck_values):
        meant = f"{' '.join(map(str, others))} = {last} --rules countdown"
        return f"{last} counts as a seventh number; did you mean {meant}?"
    digits = str(last)
    is_one = not others and digits.isdigit() and len(digits) in _DIGITS_IN_A_ROW
    # A single number makes only itself, except with functions.
    if is_one and last != rules.target and not rules.functions:
        return f"{digits} is one number; did you mean {' '.join(digits)}?"
    return ""
