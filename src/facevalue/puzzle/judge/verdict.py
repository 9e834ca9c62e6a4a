"""`Verdict`: whether an answer is right, and if not, why and where, with a message."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from facevalue import _core
from facevalue.errors import quoted, shortened
from facevalue.options import one_of
from facevalue.puzzle.judge.number_sentences import describe_numbers
from facevalue.puzzle.judge.parsed_answer import ParsedAnswer, plain_answer
from facevalue.puzzle.model.numbers import (
    NumberLike,
    NumbersLike,
    number_text,
    parse_number,
    parse_numbers,
)
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rows import PuzzleRows
from facevalue.puzzle.model.rules import Rules
from facevalue.puzzle.notation.evaluation import Reason, reason_for, value_of
from facevalue.puzzle.notation.expression import Expression
from facevalue.puzzle.notation.parsing import place_of, subtree_starts
from facevalue.puzzle.notation.syntax import SYNTAXES, Syntax, answer_reader
from facevalue.value import Value, paragraph

# Where an answer begins in a completion, or where each of its characters is, and its end.
Start: TypeAlias = int | Sequence[int]
# The answer, its start, and the numbers, target, rules and syntax.
Submission: TypeAlias = tuple[object, Start, NumbersLike, NumberLike, Rules, Syntax]
# The value, the expression and the message.
Explanation: TypeAlias = tuple[Fraction | None, Expression | None, str]

if TYPE_CHECKING:

    class _VerdictBase:
        """The part of a verdict that the core stores."""

        reason: Reason
        position: int | None
        found_by: str | None
        _content: Submission | Explanation

        def __init__(
            self,
            reason: Reason,
            position: int | None,
            found_by: str | None,
            content: Submission | Explanation,
            /,
        ) -> None: ...

else:
    _VerdictBase = _core._VerdictBase  # noqa: SLF001 - hidden from its stub

REASONS = tuple(Reason)
_CORRECT = Reason.CORRECT  # looking it up in its class is slow
_NO_ANSWER = "no answer found"
# The core's codes for reasons.
CORRECT_CODE, _NO_ANSWER_CODE, _WRONG_VALUE_CODE = map(
    REASONS.index, (Reason.CORRECT, Reason.NO_ANSWER, Reason.WRONG_VALUE)
)


class Verdict(Value, _VerdictBase):
    """The verdict on an answer: whether it is right, and why; see `check`.

    A verdict is true if the answer is correct.

    `str` returns the message.

    A value with more than 4300 digits is exact, but Python cannot print it, so the message and JSON
    say how many digits it has.

    Args:
        reason: a `Reason` or its name, such as "wrong_value".
        value: the value of the expression; None if it divides by zero or is malformed.
        expression: the expression that was read; None if the answer is malformed.
        position: where the mistake is, in characters from 0; None if it has no single position.
        message: a summary on one line.
        found_by: how a `Grader` found the answer in a completion: its `extract`, or for "any" the
            rule of `FOUND_BY`; None without a search.

    Raises:
        RuleError: an unknown reason.

    >>> from facevalue import check
    >>> check("6*(2+5)/6", [6, 6, 5, 2], 17)
    <Verdict: wrong value, 6*(2+5)/6 is 7, not 17>
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
        checked = Reason(one_of("reason", reason, REASONS))
        super().__init__(checked, position, found_by, (value, expression, message))

    @property
    def correct(self) -> bool:
        """True if the answer is right."""
        return self.reason is _CORRECT

    @property
    def value(self) -> Fraction | None:
        """The value of the expression; None if it divides by zero or is malformed."""
        return self._explanation[0]

    @property
    def expression(self) -> Expression | None:
        """The expression that was read; None if the answer is malformed."""
        return self._explanation[1]

    @property
    def message(self) -> str:
        """A summary on one line."""
        return self._explanation[2]

    @property
    def _explanation(self) -> Explanation:
        """The explanation, which is made when first needed because it is slower than judging."""
        content = self._content
        if len(content) == 3:
            return content
        explanation = Mistake(content, self.reason, self.position).explain()
        object.__setattr__(self, "_content", explanation)
        return explanation

    def __bool__(self) -> bool:
        return self.correct

    def as_dict(self) -> dict[str, Any]:
        """Return `correct` and the fields for JSON; `found_by` is left out if it is None.

        JSON:
            correct (boolean): whether the answer is right.
            reason (text): the name of the reason.
            value, expression
            position (count or null): where in the answer or input, counted from 0.
            message (text): the reason as a sentence.
        """
        content = {"correct": self.correct, **super().as_dict()}
        if self.found_by is None:
            del content["found_by"]
        return content

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"<Verdict: {self.reason.value.replace('_', ' ')}, {self.message}>"

    def _repr_html_(self) -> str:
        return paragraph(self.reason.value.replace("_", " "), is_bold=True) + paragraph(self)


# Verdicts are made by the million, so the core makes them.
_core.know_verdict(Verdict, REASONS)


def big_number_verdict(submission: Submission, found_by: str | None = None) -> Verdict:
    """Return the verdict on a well-formed answer with numbers beyond the 64 bits of the core."""
    answer = Mistake(submission, Reason.CORRECT, None)
    parsed = answer.parsed
    reason, index = reason_for(parsed.terms, answer.numbers, answer.target, answer.rules)
    if reason is Reason.CORRECT and not parsed.claim_holds:
        reason, index = Reason.FALSE_CLAIM, parsed.claim_position
    position = None if index is None else position_of(index, answer.start)
    verdict = Verdict.__new__(Verdict)
    _VerdictBase.__init__(verdict, reason, position, found_by, submission)
    return verdict


class Mistake:
    """A judged answer, from which the explanation is made."""

    def __init__(self, submission: Submission, reason: Reason, position: int | None) -> None:
        self.text, self.start, numbers, target, self.rules, self.syntax = submission
        self.reason = reason
        self.numbers = parse_numbers(numbers, any_size=True, rules=self.rules)
        self.target = parse_number(target, any_size=True)
        if position is None:
            self.place = 0
        elif isinstance(self.start, int):
            self.place = position - self.start
        else:
            self.place = self.start.index(position)

    @cached_property
    def parsed(self) -> ParsedAnswer:
        """The answer as the reader understands it."""
        return self._parse(self._reader)

    def _parse(self, reader: _core.Syntax) -> ParsedAnswer:
        forms = needs_braces(self.numbers)
        return ParsedAnswer(str(self.text), self.target, reader, forms=forms)

    @property
    def _reader(self) -> _core.Syntax:
        return answer_reader(self.syntax, self.rules)

    def explain(self) -> Explanation:
        """Return the value, the expression and the message."""
        if self.reason is Reason.NO_ANSWER:
            return None, None, _NO_ANSWER
        if not isinstance(self.text, str):
            return None, None, f"an answer must be a string, not {quoted(self.text)}"
        if self.reason in (Reason.CORRECT, Reason.WRONG_VALUE):
            # Most answers can be read faster, without their details.
            plain = plain_answer(self.text, self._reader, forms=needs_braces(self.numbers))
            answer = plain or self.parsed
            made, expression = value_text(answer.value), str(answer.expression)
            is_right = self.reason is Reason.CORRECT
            message = describe_value(made, expression, value_text(self.target), is_right=is_right)
            return answer.value, answer.expression, message
        parsed = self.parsed
        if parsed.flaw:
            is_times = self.text[self.place : self.place + 1] in ("x", "X")
            is_unknown = self.reason is Reason.UNKNOWN_SYMBOL and is_times
            is_relaxed = (
                is_unknown and not self._parse(answer_reader(SYNTAXES["relaxed"], self.rules)).flaw
            )
            remedy = "; the syntax 'relaxed' accepts x" if is_relaxed else ""
            message = f"expected {parsed.expected} {self.where}: {quoted(self.text)}{remedy}"
            return None, None, message
        return parsed.value, parsed.expression, self._message(parsed)

    def _message(self, parsed: ParsedAnswer) -> str:
        """Return what is wrong with a well-formed answer."""
        rules = self.rules
        if self.reason is Reason.WRONG_NUMBERS:
            used = [number_text(token) for token, _ in parsed.terms if not isinstance(token, str)]
            numbers = list(map(number_text, self.numbers))
            return describe_numbers(used, numbers, needs_all=rules.use == "all", join=rules.join)
        if self.reason is Reason.FALSE_CLAIM:
            if parsed.claim is None:
                return f"division by zero {self.where}: {quoted(self.text)}"
            value, claim = value_text(self.target), value_text(parsed.claim)
            return describe_value(value, str(parsed.expression), claim, is_right=False)
        if self.reason is Reason.FORBIDDEN_VALUE:
            tokens = [token for token, _ in parsed.terms]
            last = next(
                index
                for index, (token, term_position) in enumerate(parsed.terms)
                if isinstance(token, str) and term_position == self.place
            )
            operation = parsed.terms[subtree_starts(tokens)[last] : last + 1]
            made = value_of(operation)
            if made is None:  # of a function
                place = f"{self.where}: {quoted(self.text)}"
                return f"the function has no exact value, or a number above 10^15, {place}"
            return forbidden_value(value_text(made), rules)
        problem = {
            Reason.MALFORMED: f"forbidden grouping (the rules have {rules.grouping!r})",
            Reason.FORBIDDEN_OPERATOR: self._forbidden_operator(parsed),
            Reason.DIVISION_BY_ZERO: "division by zero",
        }[self.reason]
        return f"{problem} {self.where}: {quoted(self.text)}"

    def _forbidden_operator(self, parsed: ParsedAnswer) -> str:
        used = {token for token, _ in parsed.terms if isinstance(token, str)}
        if (used & OPERATIONS.keys()) - set(self.rules.operators):
            return forbidden_operator(self.rules)
        return f"forbidden operator (the rules allow {self.rules.unary_text})"

    @property
    def where(self) -> str:
        """The position of the mistake in words; in a completion, `Verdict.position`."""
        answer = str(self.text)
        if not self.start or self.place >= len(answer):
            return place_of(answer, self.place)
        return f"at position {position_of(self.place, self.start)} of the completion"


def position_of(index: int, start: Start) -> int:
    """Convert a position in the answer to a position in the completion.

    >>> position_of(2, 10), position_of(2, [10, 16, 17])
    (12, 17)
    """
    return start + index if isinstance(start, int) else start[index]


def needs_braces(numbers: Sequence[Fraction]) -> bool:
    """Return whether an answer must write some of the numbers as {-5} or {3/4}."""
    parts = [number.as_integer_ratio() for number in numbers]
    return any(numerator < 0 or denominator != 1 for numerator, denominator in parts)


def describe_outline(
    outline: tuple[Any, Any, Any, Any], puzzles: PuzzleRows, row: int, rules: Rules
) -> str | None:
    """Return the message for a row of a batch, or None if its answer must be read again.

    Args:
        outline: the result of the core: the index of the reason in `REASONS`, and for a plain
            answer the value, the expression and the numbers used.
        puzzles: the puzzles of the batch.
        row: the index of the row.
        rules: the rules of all puzzles.
    """
    code, value, expression, used = outline
    if code == _NO_ANSWER_CODE:
        return _NO_ANSWER
    if value is None:
        return None
    if code in (CORRECT_CODE, _WRONG_VALUE_CODE):
        target = puzzles.target_at(row)
        shown = str(target) if type(target) is int else value_text(parse_number(target))
        return describe_value(value, expression, shown, is_right=code == CORRECT_CODE)
    numbers, _ = puzzles.at(row)
    if type(numbers) is list and set(map(type, numbers)) == {int}:
        words = list(map(str, numbers))
    else:
        words = list(map(number_text, parse_numbers(numbers, any_size=True, rules=rules)))
    return describe_numbers(used, words, needs_all=rules.use == "all", join=rules.join)


def describe_value(value: str, expression: str, expected: str, *, is_right: bool) -> str:
    """Return the message about the value of an answer and the expected value."""
    if is_right:
        return f"{shortened(expression)} = {expected}"
    return f"{shortened(expression)} is {value}, not {expected}"


def forbidden_value(value: str, rules: Rules) -> str:
    """Return the message about an intermediate result that the rules do not allow."""
    allowed = rules.results_summary
    return f"{value} is not allowed: every intermediate result must be {allowed}"


def forbidden_operator(rules: Rules) -> str:
    """Return the message about an operator that the rules do not allow."""
    allowed = " ".join((*rules.operators, *rules.functions.split()))
    return f"forbidden operator (the rules allow {allowed})"


def value_text(value: Fraction | None) -> str:
    """Return a value for a message: long values are cut, very long ones are described.

    >>> from fractions import Fraction
    >>> value_text(Fraction(3, 4)), value_text(Fraction(10**100)), value_text(Fraction(10**5000))
    ('3/4', '1000000000000000000000000000000000000000...', 'a number with 5001 digits')
    """
    return "None" if value is None else shortened(number_text(value))
