"""`Verdict`: whether an answer is right, and if not, why and where, with a message."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from facevalue import _core
from facevalue.errors import quoted
from facevalue.options import one_of
from facevalue.puzzle.judge.reason import Reason
from facevalue.puzzle.model.core_rules import core_rules, prepare
from facevalue.puzzle.model.numbers import (
    NumberLike,
    NumbersLike,
    parse_number,
    parse_numbers,
)
from facevalue.puzzle.model.rules import Rules
from facevalue.puzzle.notation.expression import Expression, trusted_expression
from facevalue.puzzle.notation.syntax import SYNTAXES, Syntax, answer_reader
from facevalue.value import Value, paragraph

# Where an answer begins in a completion, or where each of its characters is, and its end.
Start: TypeAlias = int | Sequence[int]
# The answer, its start, and the numbers, target, rules and syntax.
Submission: TypeAlias = tuple[object, Start, NumbersLike, NumberLike, Rules, Syntax]
# The value, the expression and the message.
Explanation: TypeAlias = tuple[Fraction | None, Expression | None, str]
# The same from the core: the numerator and denominator, and the string of the expression.
CoreExplanation: TypeAlias = tuple[tuple[int, int] | None, str | None, str]

if TYPE_CHECKING:

    class _VerdictBase:
        """The part of a verdict that the core stores."""

        reason: Reason
        position: int | None
        found_by: str | None
        _content: Submission | tuple[CoreExplanation] | Explanation

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
CORRECT_CODE = REASONS.index(_CORRECT)  # in the core


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
        if len(content) == 1:
            value, text, message = content[0]
        else:
            value, text, message = _explain(content, self.reason, self.position)
        made = None if value is None else Fraction(*value)
        expression = None if text is None else trusted_expression(text)
        explanation = made, expression, message
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


def _explain(submission: Submission, reason: Reason, position: int | None) -> CoreExplanation:
    text, start, numbers, target, rules, syntax = submission
    if reason is Reason.NO_ANSWER:
        return None, None, _core.NO_ANSWER
    if not isinstance(text, str):
        return None, None, _core.not_a_string(quoted(text))
    puzzle = _core.PreparedPuzzle.plain(numbers, target)
    if puzzle is None:  # not all numbers are plain ints
        exact_numbers = parse_numbers(numbers, any_size=True, rules=rules)
        puzzle = prepare(exact_numbers, parse_number(target, any_size=True))
    reader = answer_reader(syntax, rules)
    is_unknown = reason is Reason.UNKNOWN_SYMBOL  # the only reason for which the message needs it
    relaxed = answer_reader(SYNTAXES["relaxed"], rules) if is_unknown else reader
    in_answer = position
    if position is not None:
        in_answer = position - start if isinstance(start, int) else start.index(position)
    return _core.explain(
        reader,
        relaxed,
        core_rules(rules),
        text,
        puzzle,
        REASONS.index(reason),
        in_answer,
        position if start else None,
    )
