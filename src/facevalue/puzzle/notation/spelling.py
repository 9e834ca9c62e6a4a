"""A puzzle in one string: numbers, then "-> target" or "= target", then "(rules)"; or JSON.

Other common spellings are read: "[3, 6, 25] 952", "100, 10, 4 : 118", "190: 10 19",
"krypto: 6 25 7 1 13 -> 18", "Target: 98 | Numbers: [44 19 35]".
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs

from facevalue import _core
from facevalue.errors import NotationError, RuleError, quoted
from facevalue.options import true_or_false
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.notation.tables import number_tables


@attrs.frozen
class Spelling:
    """The parts of a string that spells a puzzle.

    Attributes:
        numbers: the numbers.
        target: the target; None if there is none.
        rules: the name or the fields of the rules; None if there are none.
        cards: the cards in a JSON object; None if there are none.
    """

    numbers: Any
    target: Any = None
    rules: Any = None
    cards: Any = None


def read_spelling(text: str) -> Spelling:
    """Read the parts of a string: numbers, then "-> target" or "= target", then "(rules)"; or JSON.

    A colon also separates numbers and target. If only one side is a single number, that is the
    target, and it may come first. The name of rules in `RULES` may also be at the start, with a
    colon.

    Raises:
        NotationError: a bracket is misplaced, or an object is not JSON or has no numbers; a colon
            between two single numbers; a label that is repeated.
        RuleError: the rules or a key are given twice.

    >>> read_spelling("6 6 5 2 -> 17 (forth)")
    Spelling(numbers='6 6 5 2 ', target=' 17 ', rules='forth', cards=None)
    """
    return Spelling(*number_tables().parts(check_string(text)))


def check_string(text: object) -> str:
    """Return a string that spells a puzzle.

    Raises:
        NotationError: it is not a string.
    """
    if not isinstance(text, str):
        raise NotationError("a puzzle must be a string", text, 0)
    return text


def read_puzzle(
    numbers: NumbersLike,
    target: NumberLike | None,
    rules: RulesLike,
    *,
    any_size: bool = False,
) -> tuple[tuple[Fraction, ...], Fraction, Rules]:
    """Return the exact numbers, the target and the rules of a puzzle.

    A string of numbers may also contain the target and the rules, and a `Puzzle` has all three.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: no numbers, unknown rules, two targets, or `any_size` is not True or False.
        LimitError: a number is too large, or there are too many.

    >>> numbers, target, rules = read_puzzle("6 6 5 2 = 17", None, "classic")
    >>> len(numbers), target, rules.name
    (4, Fraction(17, 1), 'classic')
    """
    is_any = true_or_false("any_size", any_size)
    asked, exact_rules = ask_puzzle(numbers, target, rules, any_size=is_any)
    return asked.numbers, asked.target, exact_rules


def ask_puzzle(
    numbers: NumbersLike, target: NumberLike | None, rules: RulesLike, *, any_size: bool = False
) -> tuple[_core.AskedPuzzle, Rules]:
    """Return the puzzle of a call as the core reads it, and its rules; errors as `read_puzzle`."""
    given = parts_of(numbers, target, rules)
    asked = number_tables().read_puzzle(*given, any_size=any_size)
    return asked, rules_of(asked.named_rules, given[2])


def parts_of(numbers: Any, target: NumberLike | None, rules: RulesLike) -> tuple[Any, Any, Any]:
    """Return the numbers, the target and the rules of a call, which may give a `Puzzle` instead.

    Raises:
        RuleError: a `Puzzle`, and also another target or other rules.
    """
    # The class is in a layer above.
    if isinstance(numbers, (str, tuple, list)) or not {"numbers", "target", "rules"} <= set(
        getattr(type(numbers), "__match_args__", ())
    ):
        return numbers, target, rules
    if target is not None or (rules != "classic" and rules_named(rules) != numbers.rules):
        raise RuleError(f"{quoted(str(numbers))} already has a target and rules")
    return numbers.numbers, numbers.target, numbers.rules


def rules_of(named: Any, given: RulesLike) -> Rules:
    """Return the rules that the string of a puzzle names, or the ones given if it names none."""
    if isinstance(named, dict):
        return Rules(**named)
    return rules_named(given if named is None else named)
