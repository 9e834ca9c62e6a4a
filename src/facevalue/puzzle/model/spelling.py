"""A puzzle in one string: numbers, then "-> target" or "= target", then "(rules)"; or JSON."""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from facevalue.errors import CardError, NotationError, RuleError, quoted
from facevalue.options import make_object
from facevalue.puzzle.model.numbers import BLANKS, parse_number, parse_numbers
from facevalue.puzzle.model.rules import MAX_DIGITS, Rules, rules_named

if TYPE_CHECKING:
    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.model.rules import RulesLike

# A number may also be in braces, but never in quotes.
_OBJECT = re.compile(rf'[{BLANKS}]*\{{[{BLANKS}]*["}}]')
_MORE_THAN_NUMBERS = re.compile(r'[=>(]|\{\s*["}]')


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
        """Return the rules that the string names; `usual` if it names those or none.

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
    """The parts of a string: numbers, then "-> target" or "= target", then "(rules)"; or JSON.

    Raises:
        NotationError: a bracket is misplaced, or an object is not JSON or has no numbers.
        CardError: the cards of an object are not words.

    >>> read_spelling("6 6 5 2 -> 17 (forth)")
    Spelling(numbers='6 6 5 2 ', target=' 17 ', rules='forth', cards=None)
    """
    if not isinstance(text, str):
        raise NotationError("a puzzle must be a string", quoted(text), 0)
    if _OBJECT.match(text):
        return _read_object(text)
    inside = text.strip()
    if inside.startswith("(") and inside.endswith(")"):  # numbers in brackets, and no rules
        text = inside[1:-1]
    question, bracket, rest = text.partition("(")
    # The name of custom rules may contain anything, also brackets.
    name, closing, beyond = rest.rpartition(")")
    if bracket and (not closing or beyond.strip()):
        raise NotationError("expected the rules in brackets at the end", text, len(question))
    numbers, _, target = question.replace("->", "=").partition("=")
    return Spelling(numbers, target if target.strip() else None, name if bracket else None)


def read_puzzle(
    numbers: NumbersLike,
    target: NumberLike | None,
    rules: RulesLike,
    *,
    any_size: bool = False,
) -> tuple[tuple[Fraction, ...], Fraction, Rules]:
    """The exact numbers, the target and the rules of a puzzle.

    A string of numbers may also contain the target and the rules.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: no numbers, unknown rules, or two targets.
        LimitError: a number is too large, or there are too many.

    >>> numbers, target, rules = read_puzzle("6 6 5 2 = 17", None, "classic")
    >>> len(numbers), target, rules.name
    (4, Fraction(17, 1), 'classic')
    """
    if type(numbers) is str and _MORE_THAN_NUMBERS.search(numbers):
        spelled = read_spelling(numbers)
        if target is not None and spelled.target is not None:
            raise RuleError(
                f"the target is given twice: {quoted(numbers)} and {quoted(str(target))}"
            )
        numbers, rules = spelled.numbers, spelled.find_rules(rules)
        target = spelled.target if target is None else target
    exact_rules = rules_named(rules)
    exact_target = (
        Fraction(exact_rules.target) if target is None else parse_number(target, any_size=any_size)
    )
    return parse_numbers(numbers, any_size=any_size), exact_target, exact_rules


def _read_object(text: str) -> Spelling:
    """The parts of a JSON object with `numbers` (or `nums`), `target`, `rules` and `cards`."""
    try:
        fields: dict[str, Any] = json.loads(
            text,
            # The string where Python refuses to read so many digits.
            parse_int=lambda digits: int(digits) if len(digits) < MAX_DIGITS else digits,
            parse_float=_decimal,
            object_pairs_hook=make_object,
        )
    except json.JSONDecodeError as error:
        raise NotationError("expected a JSON object", text, error.pos) from None
    except RecursionError:
        raise NotationError("expected a JSON object without deep nesting", text, 0) from None
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


def _decimal(number: str) -> Decimal | str:
    """The number; the string where its exponent has too many digits."""
    try:
        return Decimal(number)
    except InvalidOperation:
        return number
