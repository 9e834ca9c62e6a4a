"""`Reason`: why an answer is right or wrong."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why an answer is right or wrong.

    The members have the same order as the codes of the core.

    >>> Reason("correct"), list(Reason)[5].value
    (<Reason.CORRECT: 'correct'>, 'wrong_numbers')
    """

    CORRECT = "correct"
    NO_ANSWER = "no_answer"
    MALFORMED = "malformed"
    UNKNOWN_SYMBOL = "unknown_symbol"
    FORBIDDEN_OPERATOR = "forbidden_operator"
    WRONG_NUMBERS = "wrong_numbers"
    DIVISION_BY_ZERO = "division_by_zero"
    FORBIDDEN_VALUE = "forbidden_value"
    WRONG_VALUE = "wrong_value"
    FALSE_CLAIM = "false_claim"
    TOO_LONG = "too_long"
    UNREADABLE = "unreadable"
