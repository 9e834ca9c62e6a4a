"""What is said of an answer: right or not, why, and where."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property

from facevalue.errors import quoted, shortened
from facevalue.options import one_of
from facevalue.puzzle.judge.reading import Reading
from facevalue.puzzle.model.numbers import number_text, parse_number, parse_numbers
from facevalue.puzzle.model.rules import ORDERS, USES, VALUES
from facevalue.puzzle.notation.evaluation import NEGATE, Reason, judged, value_of
from facevalue.puzzle.notation.expression import Expression, expression_of
from facevalue.puzzle.notation.parsing import place_of
from facevalue.value import Value, represented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.model.rules import Rules
    from facevalue.puzzle.notation.syntax import Syntax

    # A text, where it begins in a longer one, numbers, target, rules, syntax.
    Asked: TypeAlias = tuple[object, int, NumbersLike, NumberLike, Rules, Syntax]
    Explanation: TypeAlias = tuple[Fraction | None, Expression | None, str]

REASONS = tuple(Reason)
# The code of an answer whose numbers the core's words do not hold; no reason, and seen by nobody.
TOO_WIDE = len(REASONS)
# What the core finds is a code + 16 (position + 1), and position + 1 is 0 for nowhere.
_CODES = 16


class Question:
    """What was asked: a text, what it was to answer, and where in a completion it stands."""

    def __init__(self, asked: Asked) -> None:
        self.text, self.start, numbers, target, self.rules, self._syntax = asked
        self.numbers = parse_numbers(numbers, any_size=True)
        self.target = parse_number(target, any_size=True)

    @cached_property
    def reading(self) -> Reading:
        """The text as it is read."""
        forms = has_forms(self.numbers)
        return Reading(str(self.text), self.target, self._syntax, forms=forms)


def has_forms(numbers: Sequence[Fraction]) -> bool:
    """Whether there are numbers that an answer writes as {-5} or {3/4}."""
    return any(number < 0 or number.denominator != 1 for number in numbers)


class Verdict(Value):
    """What is said of an answer; see `check`. True where the answer is correct.

    `reason` says why, `value` is what the expression makes (None where it makes nothing),
    `expression` what was read (None where it is none), `position` the place in the text, counted in
    characters from 0 (None where no place is to blame), `message` all of it in a line. A value of
    more than 4300 digits is exact like any other, but Python does not print it: message, `repr`
    and JSON tell how many digits it has.
    """

    _fields = ("reason", "value", "expression", "position", "message")

    reason: Reason
    position: int | None
    _asked: Asked | None
    _explanation: Explanation

    def __init__(
        self,
        reason: Reason | str,
        value: Fraction | None = None,
        expression: Expression | None = None,
        position: int | None = None,
        message: str = "",
    ) -> None:
        self._set(reason=Reason(one_of("reason", reason, REASONS)), position=position)
        self._set(_asked=None, _explanation=(value, expression, message))

    @property
    def correct(self) -> bool:
        """Whether the answer is right."""
        return self.reason is Reason.CORRECT

    @property
    def value(self) -> Fraction | None:
        """What the expression makes; None where it is none or divides by zero."""
        return self._explained[0]

    @property
    def expression(self) -> Expression | None:
        """The expression that was read; None where the text is none."""
        return self._explained[1]

    @property
    def message(self) -> str:
        """One line: what was expected, and what there is instead."""
        return self._explained[2]

    @property
    def _explained(self) -> Explanation:
        """The explanation, which costs more than the judging, so it waits until it is asked for."""
        if self._asked is not None:
            explanation = _explained(Question(self._asked), self.reason, self.position)
            self._set(_asked=None, _explanation=explanation)
        return self._explanation

    def __bool__(self) -> bool:
        return self.correct

    def as_dict(self) -> dict[str, Any]:
        """The fields as `json.dumps` writes them, after `correct`."""
        return {"correct": self.correct, **super().as_dict()}

    def __repr__(self) -> str:
        names = self._fields[1:]
        named = "".join(f", {name}={represented(getattr(self, name))}" for name in names)
        return f"Verdict({self.reason.value!r}{named})"


# Millions are made: the slots are set directly.
_set_reason = Verdict.__dict__["reason"].__set__
_set_position = Verdict.__dict__["position"].__set__
_set_asked = Verdict.__dict__["_asked"].__set__


def verdict_of(found: int, asked: Asked) -> Verdict:
    """The verdict that the core has found."""
    code, position = found % _CODES, found // _CODES
    if code == TOO_WIDE:
        return wide_verdict(asked)
    verdict = object.__new__(Verdict)
    _set_reason(verdict, REASONS[code])
    _set_position(verdict, position - 1 + asked[1] if position else None)
    _set_asked(verdict, asked)
    return verdict


def wide_verdict(asked: Asked) -> Verdict:
    """The verdict on an answer that is read, but whose numbers are too wide for the core."""
    question = Question(asked)
    reading = question.reading
    reason, place = judged(reading.terms, question.numbers, question.target, question.rules)
    if reason is Reason.CORRECT and not reading.claim_holds:
        reason, place = Reason.FALSE_CLAIM, reading.claim_position
    code = REASONS.index(reason)
    return verdict_of(code if place is None else code + _CODES * (place + 1), asked)


def _explained(question: Question, reason: Reason, position: int | None) -> Explanation:
    if reason is Reason.NO_ANSWER:
        return None, None, "expected an answer: none found"
    if not isinstance(question.text, str):
        return None, None, f"expected a text: {quoted(question.text)}"
    reading = question.reading
    place = 0 if position is None else position - question.start
    if reading.flaw:
        where = place_of(question.text, place)
        return None, None, f"expected {reading.expected} {where}: {quoted(question.text)}"
    message = _MESSAGES[reason](question, reading, place)
    return value_of(reading.terms), expression_of(reading.postfix), message


def _correct(question: Question, reading: Reading, _: int) -> str:
    return f"{_shown_expression(reading)} = {shown(question.target)}"


def _malformed(question: Question, _: Reading, place: int) -> str:
    what = f"the grouping {question.rules.grouping!r} of the rules"
    return f"expected {what} at position {place}: {quoted(question.text)}"


def _forbidden_operator(question: Question, _: Reading, place: int) -> str:
    operators = " ".join(question.rules.operators)
    return f"expected only the operators {operators} at position {place}: {quoted(question.text)}"


def _wrong_numbers(question: Question, reading: Reading, _: int) -> str:
    used = Counter(token for token, _ in reading.terms if isinstance(token, Fraction))
    given = Counter(question.numbers)
    parts = [f"{_listed(used - given)} left over"] if used - given else []
    if question.rules.use == "all" and given - used:
        parts.insert(0, f"{_listed(given - used)} missing")
    how = USES[question.rules.use]
    if not parts:
        parts, how = ["they are not"], ORDERS[question.rules.order]
    return f"expected the numbers {_listed(question.numbers)}, {how}: {', '.join(parts)}"


def _division_by_zero(question: Question, _: Reading, place: int) -> str:
    return f"expected a divisor other than 0 at position {place}: {quoted(question.text)}"


def _forbidden_value(question: Question, reading: Reading, place: int) -> str:
    operations = [item for item in reading.terms if isinstance(item[0], str)]
    last = reading.terms.index(next(item for item in operations if item[1] == place))
    made = value_of(reading.terms[_start(reading, last) : last + 1])
    allowed = VALUES[question.rules.values].summary
    return f"expected every result to be among {allowed}: {shown(made)} at position {place}"


def _start(reading: Reading, last: int) -> int:
    """Where the subtree that ends at an item begins."""
    wanted = 1
    for place in range(last, -1, -1):
        item = reading.terms[place][0]
        wanted += -1 if isinstance(item, Fraction) else int(item != NEGATE)
        if wanted == 0:
            return place
    return 0


def _wrong_value(question: Question, reading: Reading, _: int) -> str:
    made = shown(value_of(reading.terms))
    return f"expected {shown(question.target)}: {_shown_expression(reading)} makes {made}"


def _false_claim(question: Question, reading: Reading, _: int) -> str:
    return f"expected the claim {shown(question.target)}: {shown(reading.claim)} is claimed"


_MESSAGES: Mapping[Reason, Callable[[Question, Reading, int], str]] = {
    Reason.CORRECT: _correct,
    Reason.MALFORMED: _malformed,
    Reason.FORBIDDEN_OPERATOR: _forbidden_operator,
    Reason.WRONG_NUMBERS: _wrong_numbers,
    Reason.DIVISION_BY_ZERO: _division_by_zero,
    Reason.FORBIDDEN_VALUE: _forbidden_value,
    Reason.WRONG_VALUE: _wrong_value,
    Reason.FALSE_CLAIM: _false_claim,
}


def _shown_expression(reading: Reading) -> str:
    return shortened(str(expression_of(reading.postfix)))


def _listed(numbers: Iterable[Fraction] | Counter[Fraction]) -> str:
    items = list(numbers.elements() if isinstance(numbers, Counter) else numbers)
    most = 12  # more would hide the message
    return " ".join(map(shown, items[:most])) + (" ..." if len(items) > most else "")


def shown(value: Fraction | None) -> str:
    """A value in a message; a long one is cut, a very long one told by its digits.

    >>> shown(Fraction(3, 4)), shown(Fraction(10**100)), shown(Fraction(10**5000))
    ('3/4', '1000000000000000000000000000000000000000...', 'a number of 5001 digits')
    """
    return "None" if value is None else shortened(number_text(value))
