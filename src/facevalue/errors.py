"""The errors, one class for each reason; all of them are `ValueError`s.

"No solution" is an answer, never an error. `args` of an error are the arguments of its constructor,
so that errors can be pickled and sent to other processes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from facevalue import _core

# Enough to recognize an input; a megabyte of it would hide the message.
SHOWN_CHARACTERS = _core.SHOWN_CHARACTERS


# Raises the error of the core with a key: bind/query/refusals.cpp lists them.
refuse = _core.refuse
NOT_AN_OBJECT = _core.NOT_AN_OBJECT


def quoted(value: object) -> str:
    """Return an input as messages show it: on one line, strings in quotes, long ones cut.

    >>> quoted("1" * 100)
    "'1111111111111111111111111111111111111111...'"
    """
    if isinstance(value, str):
        return str(_core.quoted(value))
    try:
        return " ".join(shortened(repr(value)).split())
    except (ValueError, RecursionError):
        return unprintable(value)


def unprintable(value: Any) -> str:
    """Describe a value that Python cannot print: for a number, say how many digits it has.

    Python does not print integers with more than 4300 digits (unless `sys.set_int_max_str_digits`
    raises the limit), or containers that are nested a thousand deep.

    >>> unprintable(10**5000)
    'a number with 5001 digits'
    """
    if not hasattr(value, "denominator"):
        return f"a {type(value).__name__} too long or too deep to print"
    if value.denominator == 1:
        return f"a number with {_digits(value.numerator)}"
    return f"a fraction of {_digits(value.numerator)} over {_digits(value.denominator)}"


def _digits(number: int) -> str:
    from math import log10  # noqa: PLC0415 - rarely needed

    size: int = abs(number)  # never 0, which Python can print
    power = round(log10(size))  # one of the two powers of ten next to the number
    count = power + int(size >= 10**power)
    return "1 digit" if count == 1 else f"{count} digits"


def printable(text: str, keep: str = "") -> str:
    r"""Escape characters that do not print, because they could control a terminal.

    JSON keeps its meaning.

    Args:
        text: a string that may contain input from outside.
        keep: characters that are not escaped, such as line ends.

    >>> printable("a split called \x1b[31mred\n")
    'a split called \\u001b[31mred\\u000a'
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in keep else _escaped(character)
        for character in text
    )


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def shortened(string: str) -> str:
    """Return the string, or its first 40 characters and three dots."""
    return string if len(string) <= SHOWN_CHARACTERS else string[:SHOWN_CHARACTERS] + "..."


def shown_name(name: str) -> str:
    r"""Return a name from the input as it is printed: cut if it is long, and with escapes.

    >>> shown_name("Hero"), shown_name("a\x1b[1m")
    ('Hero', "'a\\x1b[1m'")
    """
    shown = shortened(name)
    return shown if shown.isprintable() else quoted(name)


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, as in "1 puzzle" and "2 puzzles".

    >>> counted(1, "row"), counted(0, "row")
    ('1 row', '0 rows')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def makes(numbers: Collection[object], what: str) -> str:
    """Return a sentence about what numbers make.

    >>> makes([1, 2], "5 values"), makes([7], "1 value")
    ('1 2 make 5 values', '7 makes 1 value')
    """
    return f"{' '.join(map(str, numbers))} {'makes' if len(numbers) == 1 else 'make'} {what}"


def spell_arguments(message: str, spell: Callable[[str, str], str]) -> str:
    """Replace the arguments in a message by their spelling in an interface.

    Args:
        message: a message with arguments in backticks, such as `count` or `count=5`.
        spell: returns the spelling of an argument, from its name and its value ("" without one).

    >>> spell_arguments("lower `count` or set `rules='whole'`", lambda name, value: f"--{name}")
    'lower --count or set --rules'
    """

    def spell_argument(match: re.Match[str]) -> str:
        value = re.sub(r"\((\S+), (\S+)\)", r"\1-\2", match[2] or "")  # a range is low-high
        return spell(match[1], value.strip("'\""))

    return re.sub(r"`(\w+)(?:=([^`]*))?`", spell_argument, message)


# The queries that list names, by where Python lists them.
_QUERIES_OF_LISTS = {"RULES": "rules", "NOTATIONS": "notations", "poker.GAMES": "games"}


def spell_list(message: str, spell: Callable[[str], str]) -> str:
    """Replace a reference to a list of names, such as fv.RULES, with the one of an interface.

    Args:
        message: a message such as "unknown rules 'x'; ... (fv.RULES lists all 12)".
        spell: returns how the interface lists the names, from the name of a query; "" if it
            does not.

    >>> spell_list("... (fv.RULES lists all 12)", lambda query: f"facevalue {query}")
    '... (facevalue rules lists all 12)'
    """
    return re.sub(
        r"\((?:fv|facevalue)\.([\w.]+)(?= lists all )",
        lambda match: f"({spell(_QUERIES_OF_LISTS.get(match[1], ''))}",
        message,
    )


class FaceValueError(ValueError):
    """The base class of all errors of facevalue."""


class _TextError(FaceValueError):
    def __init__(self, message: str, text: object, position: int) -> None:
        self.text = text if isinstance(text, str) else quoted(text)
        self.position = position
        super().__init__(message, self.text, position)

    def __str__(self) -> str:
        return f"{self.args[0]}: {quoted(self.text)}"


class NotationError(_TextError):
    """A string is not a number or an expression.

    `text` is the string that was given, or another value as messages show it, and `position` is
    where the error is, from 0. `part` is the part of the string that the message quotes.

    >>> str(NotationError("expected a number", "8 x", 2, "x"))
    "expected a number: 'x'"
    """

    def __init__(self, message: str, text: object, position: int, part: str | None = None) -> None:
        super().__init__(message, text, position)
        self.part = self.text if part is None else part
        if self.part != self.text:
            self.args = (message, self.text, position, part)

    def __str__(self) -> str:
        return f"{self.args[0]}: {quoted(self.part)}"


class RangeError(_TextError):
    """A string is not a range of poker hands.

    `text` is the string, and `position` is where the error is, from 0.

    >>> RangeError("expected two ranks", "Q", 0).text
    'Q'
    """


class RuleError(FaceValueError):
    """Unknown rules, options out of bounds, or numbers that the rules do not allow.

    >>> str(RuleError("there are no numbers: ''"))
    "there are no numbers: ''"
    """


class CardError(FaceValueError):
    """Invalid or repeated cards, or too many or too few cards.

    >>> str(CardError("expected a rank of 23456789TJQKA: '1s'"))
    "expected a rank of 23456789TJQKA: '1s'"
    """


class LimitError(FaceValueError):
    """A request is too large.

    `problem` is what is wrong, `limit` is the bound that is exceeded, and `remedy` is what to do
    about it, or "". If the call would take too long or too much memory, `seconds` and `megabytes`
    are the estimates, and `allowance` is the Python code that allows it.

    >>> problem, remedy = "this would take about 20 seconds", "make the query smaller"
    >>> error = LimitError(problem, 10, remedy, seconds=20, megabytes=1, allowance="limit=None")
    >>> print(error)
    this would take about 20 seconds; make the query smaller, or run it anyway with limit=None
    >>> error.message("--no-limit")
    'this would take about 20 seconds; make the query smaller, or run it anyway with --no-limit'
    """

    def __init__(  # noqa: PLR0917 - errors are unpickled by position
        self,
        problem: str,
        limit: int,
        remedy: str = "",
        seconds: float | None = None,
        megabytes: float | None = None,
        allowance: str = "",
    ) -> None:
        super().__init__(problem, limit, remedy, seconds, megabytes, allowance)
        self.problem, self.limit, self.remedy = problem, limit, remedy
        self.seconds, self.megabytes, self.allowance = seconds, megabytes, allowance

    def __str__(self) -> str:
        return self.message(self.allowance)

    def message(self, allowance: str) -> str:
        """Return the message for an interface.

        Args:
            allowance: how to allow any time in this interface, such as --no-limit, or "".
        """
        allowed = allowance if self.allowance else ""
        return _core.limit_message(self.problem, self.remedy, allowed)


class StackError(FaceValueError):
    """A program of the stack language cannot be run; the stack is unchanged.

    `word` is the word that failed, `listing` is what the listener of Factor 0.95 prints, and
    `is_unfinished` is True if only a closing word is missing.

    >>> StackError("stack underflow in 'drop'", "drop").word
    'drop'
    """

    def __init__(
        self,
        message: str,
        word: str = "",
        listing: str = "",
        is_unfinished: bool = False,  # noqa: FBT001, FBT002 - errors are unpickled by position
    ) -> None:
        super().__init__(message, word, listing, is_unfinished)
        self.word = word
        self.listing = listing
        self.is_unfinished = bool(is_unfinished)

    def __str__(self) -> str:
        return str(self.args[0])


class DeadlineError(FaceValueError):
    """A deadline ended a call; `seconds` is its time, or None if `cancel` ended the call.

    >>> str(DeadlineError(2.0))
    'stopped after 2 seconds, the deadline of this call'
    """

    def __init__(self, seconds: float | None) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        if self.seconds is None:
            return "stopped, because its deadline was cancelled"
        plural = "" if self.seconds == 1 else "s"
        return f"stopped after {self.seconds:g} second{plural}, the deadline of this call"
