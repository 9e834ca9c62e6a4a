"""A puzzle in one string: numbers, then "-> target" or "= target", then "(rules)"; or JSON.

Other common spellings are read: "[3, 6, 25] 952", "100, 10, 4 : 118", "190: 10 19",
"krypto: 6 25 7 1 13 -> 18", "Target: 98 | Numbers: [44 19 35]".
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

import attrs

from facevalue import _core
from facevalue.errors import NOT_AN_OBJECT, CardError, NotationError, RuleError, quoted, refuse
from facevalue.options import MAX_DIGITS, make_object
from facevalue.puzzle.model.numbers import (
    NumberLike,
    NumbersLike,
    in_whole,
    parse_number,
    parse_numbers,
)
from facevalue.puzzle.model.rules import RULES, Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named

_RULE_NAMES = " ".join(RULES)


@attrs.frozen
class Spelling:
    """The parts of a string that spells a puzzle.

    Attributes:
        numbers: the numbers.
        target: the target; None if there is none.
        rules: the name or the fields of the rules; None if there are none.
        cards: the words of the cards of a JSON object; None for other strings.
    """

    numbers: Any
    target: Any = None
    rules: Any = None
    cards: Any = None

    def find_rules(self, usual: RulesLike) -> Rules:
        """Return the rules that the string names; `usual` if it names no other rules.

        Raises:
            RuleError: unknown rules, or fields that are not the fields of rules.
        """
        exact_rules = rules_named(usual)
        if self.rules is None or self.rules == exact_rules.name:
            return exact_rules
        if not isinstance(self.rules, dict):
            return rules_named(self.rules)
        try:
            return Rules(**self.rules)
        except TypeError as error:  # a field is missing or unknown
            raise RuleError(f"rules: {error}") from None


def read_spelling(text: str) -> Spelling:
    """Read the parts of a string: numbers, then "-> target" or "= target", then "(rules)"; or JSON.

    A colon also separates numbers and target. If only one side is a single number, that is the
    target, and it may come first. The name of rules in `RULES` may also be at the start, with a
    colon.

    Raises:
        NotationError: a bracket is misplaced, or an object is not JSON or has no numbers; a colon
            between two single numbers; a label that is repeated.
        CardError: the cards of an object are not words.
        RuleError: the rules are given twice.

    >>> read_spelling("6 6 5 2 -> 17 (forth)")
    Spelling(numbers='6 6 5 2 ', target=' 17 ', rules='forth', cards=None)
    """
    if not isinstance(text, str):
        raise NotationError("a puzzle must be a string", text, 0)
    found = _read_parts(str(text), is_number_allowed=False)
    assert found is not None  # noqa: S101 - only numbers alone are not read
    return found


def _read_parts(text: str, *, is_number_allowed: bool) -> Spelling | None:
    """Read the parts of a string; None if it has only numbers, and that is allowed."""
    if _core.is_object(text):
        return _read_object(text)
    parts = _core.spelling(text, _RULE_NAMES, is_number_allowed)
    return parts and Spelling(*parts)


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
        RuleError: no numbers, unknown rules, or two targets.
        LimitError: a number is too large, or there are too many.

    >>> numbers, target, rules = read_puzzle("6 6 5 2 = 17", None, "classic")
    >>> len(numbers), target, rules.name
    (4, Fraction(17, 1), 'classic')
    """
    given = numbers
    if type(numbers) is str and (spelled := _read_parts(numbers, is_number_allowed=True)):
        if target is not None and spelled.target is not None:
            refuse("two targets", numbers, str(target))
        numbers, rules = spelled.numbers, spelled.find_rules(rules)
        target = spelled.target if target is None else target
    elif type(numbers) not in (str, tuple, list) and _is_puzzle(numbers):
        puzzle: Any = numbers
        has_rules = rules != "classic" and rules_named(rules) != puzzle.rules
        if target is not None or has_rules:
            raise RuleError(f"{quoted(str(puzzle))} already has a target and rules")
        numbers, target, rules = puzzle.numbers, puzzle.target, puzzle.rules
    exact_rules = rules_named(rules)
    try:
        exact_target = parse_number(
            exact_rules.target if target is None else target, any_size=any_size
        )
        exact_numbers = parse_numbers(numbers, any_size=any_size, rules=exact_rules)
    except NotationError as error:
        raise in_whole(error, given) from None
    return exact_numbers, exact_target, exact_rules


def _is_puzzle(numbers: object) -> bool:
    """Return whether a value is a `Puzzle`, whose class is in a layer above."""
    return {"numbers", "target", "rules"} <= set(getattr(type(numbers), "__match_args__", ()))


def _read_object(text: str) -> Spelling:
    """Read the parts of a JSON object with `numbers` (or `nums`), `target`, `rules` and `cards`."""
    try:
        fields: dict[str, Any] = json.loads(
            text,
            parse_int=_whole_number,
            parse_float=_decimal,
            object_pairs_hook=make_object,
        )
    except json.JSONDecodeError as error:
        raise NotationError(NOT_AN_OBJECT, text, error.pos) from None
    except RecursionError:
        raise NotationError(f"{NOT_AN_OBJECT} without deep nesting", text, 0) from None
    numbers = fields.get("numbers")
    numbers = fields.get("nums") if numbers is None else numbers
    if numbers is None:
        raise NotationError('expected the key "numbers" in the object', text, 0)
    cards = fields.get("cards")
    cards = () if cards is None else cards
    words = cards if isinstance(cards, (list, tuple)) else [cards]
    if not all(isinstance(word, str) for word in words):  # not ids of cards
        raise CardError(f'expected "cards" as a list like ["Ks", "7d"]: {quoted(cards)}')
    return Spelling(numbers, fields.get("target"), fields.get("rules"), cards)


def _whole_number(digits: str) -> int | str:
    """Return the number, or the string if it has more digits than we or Python want to read."""
    try:
        return int(digits) if len(digits) < MAX_DIGITS else digits
    except ValueError:
        return digits


def _decimal(number: str) -> Decimal | str:
    """Return the number, or the string if its exponent has too many digits."""
    try:
        return Decimal(number)
    except InvalidOperation:
        return number
