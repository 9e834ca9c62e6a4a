"""`Verdict`: whether an answer is right, and if not, why and where, with a message."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from facevalue import _core
from facevalue.errors import quoted, shortened
from facevalue.options import one_of
from facevalue.puzzle.judge.number_sentences import describe_numbers
from facevalue.puzzle.judge.parsed_answer import ParsedAnswer, PlainAnswer, plain_answer
from facevalue.puzzle.model.numbers import number_text, parse_number, parse_numbers
from facevalue.puzzle.model.rules import VALUES
from facevalue.puzzle.notation.evaluation import Reason, reason_for, value_of
from facevalue.puzzle.notation.parsing import place_of, subtree_starts
from facevalue.value import Value, make_trusted, represent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Any, TypeAlias

    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.model.rules import Rules
    from facevalue.puzzle.notation.evaluation import LocatedTerms
    from facevalue.puzzle.notation.expression import Expression
    from facevalue.puzzle.notation.syntax import Syntax

    # Where a text begins in a completion, or where each of its characters stands, and its end.
    Start: TypeAlias = int | Sequence[int]
    # The text, its start, and the numbers, target, rules and syntax.
    Submission: TypeAlias = tuple[object, Start, NumbersLike, NumberLike, Rules, Syntax]
    Explanation: TypeAlias = tuple[Fraction | None, Expression | None, str]

    class _Packed:
        """The slots of a verdict, which the core fills."""

        reason: Reason
        position: int | None
        found_by: str | None
        _submission: Submission | None
        _explanation: Explanation

else:
    _Packed = _core._PackedVerdict  # noqa: SLF001 - hidden from its stub

REASONS = tuple(Reason)
_CORRECT = Reason.CORRECT  # finding it in its class takes longer than the question
NO_ANSWER_MESSAGE = "expected an answer: none found"
# The core's code for an answer with numbers beyond 64 bits, which Python judges. Never returned.
NEEDS_BIG_NUMBERS = len(REASONS)


class Question:
    """A submission with its numbers parsed."""

    def __init__(self, submission: Submission) -> None:
        self.text, self.start, numbers, target, self.rules, self._syntax = submission
        self.numbers = parse_numbers(numbers, any_size=True)
        self.target = parse_number(target, any_size=True)

    @cached_property
    def parsed(self) -> ParsedAnswer:
        """The text as the reader understands it."""
        forms = needs_braces(self.numbers)
        return ParsedAnswer(str(self.text), self.target, self._syntax, forms=forms)

    def plain(self) -> PlainAnswer | None:
        """What most texts make, without their details, which is quicker than `parsed`."""
        return plain_answer(str(self.text), self._syntax, forms=needs_braces(self.numbers))

    def at(self, place: int) -> str:
        """A place of the text in words: where it is in the completion, as `Verdict.position`."""
        where = place_of(str(self.text), place)
        if not self.start or place >= len(str(self.text)):
            return where
        return f"at position {position_of(place, self.start)} of the completion"


def position_of(place: int, start: Start) -> int:
    """The position in the completion of a place in the text.

    >>> position_of(2, 10), position_of(2, [10, 16, 17])
    (12, 17)
    """
    return start + place if isinstance(start, int) else start[place]


def needs_braces(numbers: Sequence[Fraction]) -> bool:
    """Whether an answer must write some of the numbers as {-5} or {3/4}."""
    parts = [number.as_integer_ratio() for number in numbers]
    return any(numerator < 0 or denominator != 1 for numerator, denominator in parts)


class Verdict(Value, _Packed):
    """Whether an answer is right, and why; see `check`. A verdict is true if the answer is correct.

    `str` returns the message.

    A value of more than 4300 digits is exact like any other, but Python does not print it: the
    message, `repr` and JSON say how many digits it has.

    Args:
        reason: a `Reason` or its text, such as "wrong_value".
        value: what the expression makes; None if it divides by zero or is malformed.
        expression: what was read; None if the text is malformed.
        position: where the mistake is, in characters from 0; None if it has no single place.
        message: all of this in one line.
        found_by: how a `Grader` found the answer in a completion: the name of its extraction, and
            for "any" the rule that found it, one of `FOUND_BY`; None if none was looked for.

    Raises:
        RuleError: an unknown reason.

    >>> from facevalue import check
    >>> check("6*(2+5)/6", [6, 6, 5, 2], 17).value
    Fraction(7, 1)
    """

    __slots__ = ()
    FIELDS = ("reason", "value", "expression", "position", "message", "found_by")

    def __init__(
        self,
        reason: Reason | str,
        value: Fraction | None = None,
        expression: Expression | None = None,
        position: int | None = None,
        message: str = "",
        *,
        found_by: str | None = None,
    ) -> None:
        slots = {
            "reason": Reason(one_of("reason", reason, REASONS)),
            "position": position,
            "found_by": found_by,
            "_submission": None,
            "_explanation": (value, expression, message),
        }
        for name, content in slots.items():
            object.__setattr__(self, name, content)

    @property
    def correct(self) -> bool:
        """Whether the answer is right."""
        return self.reason is _CORRECT

    @property
    def value(self) -> Fraction | None:
        """What the expression makes; None if it divides by zero or is malformed."""
        return self._explained[0]

    @property
    def expression(self) -> Expression | None:
        """The expression that was read; None if the text is malformed."""
        return self._explained[1]

    @property
    def message(self) -> str:
        """One line: what was expected, and what was found instead."""
        return self._explained[2]

    @property
    def _explained(self) -> Explanation:
        """The explanation. It costs more than judging, so it is made when first needed."""
        submission = self._submission
        if submission is not None:
            explanation = _explain(Question(submission), self.reason, self.position)
            object.__setattr__(self, "_explanation", explanation)  # first, for other threads
            object.__setattr__(self, "_submission", None)
        return self._explanation

    def __bool__(self) -> bool:
        return self.correct

    def as_dict(self) -> dict[str, Any]:
        """The fields as `json.dumps` writes them, after `correct`; `found_by` if it is not None."""
        content = {"correct": self.correct, **super().as_dict()}
        if self.found_by is None:
            del content["found_by"]
        return content

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        names = self.FIELDS[1:] if self.found_by else self.FIELDS[1:-1]
        named = "".join(f", {name}={represent(getattr(self, name))}" for name in names)
        return f"Verdict({self.reason.value!r}{named})"


# Verdicts are made by the million, so the core makes them.
_core.know_verdict(Verdict, REASONS)


def big_number_verdict(submission: Submission, found_by: str | None = None) -> Verdict:
    """The verdict on a well-formed answer with numbers beyond the core's 64 bits."""
    question = Question(submission)
    parsed = question.parsed
    reason, place = reason_for(parsed.terms, question.numbers, question.target, question.rules)
    if reason is Reason.CORRECT and not parsed.claim_holds:
        reason, place = Reason.FALSE_CLAIM, parsed.claim_position
    position = None if place is None else position_of(place, question.start)
    found = {"reason": reason, "position": position, "found_by": found_by}
    return make_trusted(Verdict, **found, _submission=submission)


def _explain(question: Question, reason: Reason, position: int | None) -> Explanation:
    text, target = question.text, value_text(question.target)
    if reason is Reason.NO_ANSWER:
        return None, None, NO_ANSWER_MESSAGE
    if not isinstance(text, str):
        return None, None, f"expected a text: {quoted(text)}"
    if reason in (Reason.CORRECT, Reason.WRONG_VALUE):
        answer = question.plain() or question.parsed
        expression = str(answer.expression)
        if reason is Reason.CORRECT:
            message = correct_message(target, expression)
        else:
            message = wrong_value_message(target, expression, value_text(answer.value))
        return answer.value, answer.expression, message
    parsed, rules, start = question.parsed, question.rules, question.start
    if position is None:
        place = 0
    else:
        place = position - start if isinstance(start, int) else start.index(position)
    if parsed.flaw:
        where = question.at(place)
        return None, None, f"expected {parsed.expected} {where}: {quoted(text)}"
    if reason is Reason.WRONG_NUMBERS:
        used = [number_text(token) for token, _ in parsed.terms if not isinstance(token, str)]
        numbers = list(map(number_text, question.numbers))
        message = describe_numbers(used, numbers, needs_all=rules.use == "all")
    elif reason is Reason.FALSE_CLAIM:
        message = f"expected the claim {target}: {value_text(parsed.claim)} is claimed"
    elif reason is Reason.FORBIDDEN_VALUE:
        allowed, made = VALUES[rules.values].summary, value_text(_value_at(parsed.terms, place))
        message = f"{made} is not allowed: every intermediate result must be {allowed}"
    else:
        expected = {
            Reason.MALFORMED: f"the grouping {rules.grouping!r} of the rules",
            Reason.FORBIDDEN_OPERATOR: f"only the operators {' '.join(rules.operators)}",
            Reason.DIVISION_BY_ZERO: "a divisor other than 0",
        }[reason]
        message = f"expected {expected} {question.at(place)}: {quoted(text)}"
    return parsed.value, parsed.expression, message


def _value_at(terms: LocatedTerms, place: int) -> Fraction | None:
    """The value of the operation whose operator is at a place of the text."""
    last = next(
        at for at, (token, where) in enumerate(terms) if isinstance(token, str) and where == place
    )
    start = subtree_starts([token for token, _ in terms])[last]
    return value_of(terms[start : last + 1])


def correct_message(target: str, expression: str) -> str:
    """The message about a right answer."""
    return f"{shortened(expression)} = {target}"


def wrong_value_message(target: str, expression: str, value: str) -> str:
    """The message about an answer that makes something else."""
    return f"expected {target}: {shortened(expression)} makes {value}"


def value_text(value: Fraction | None) -> str:
    """A value for a message: a long one is cut, a very long one is given by its digits.

    >>> from fractions import Fraction
    >>> value_text(Fraction(3, 4)), value_text(Fraction(10**100)), value_text(Fraction(10**5000))
    ('3/4', '1000000000000000000000000000000000000000...', 'a number of 5001 digits')
    """
    return "None" if value is None else shortened(number_text(value))
