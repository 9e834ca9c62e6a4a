"""The errors, one class for each reason; all of them are `ValueError`s.

"No solution" is an answer and never an error. The arguments of every class are what its constructor
takes, so that errors can be pickled and sent to other processes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Enough to recognise an input by; a megabyte of it would hide the message.
SHOWN_CHARACTERS = 40


def quoted(given: object) -> str:
    """How a message shows an input: on one line, strings in quotes, long ones cut.

    >>> quoted("1" * 100)
    "'1111111111111111111111111111111111111111...'"
    """
    if isinstance(given, str):
        return repr(shortened(given))
    try:
        return " ".join(shortened(repr(given)).split())
    except (ValueError, RecursionError):
        return unprintable(given)


def unprintable(given: Any) -> str:  # noqa: ANN401 - a number, or a container
    """A description of a value that Python does not print: for a number, how many digits it has.

    Python prints no whole number of more than 4300 digits (`sys.set_int_max_str_digits` raises
    that limit), and nothing that is nested a thousand deep.

    >>> unprintable(10**5000)
    'a number of 5001 digits'
    """
    if not hasattr(given, "denominator"):
        return f"a {type(given).__name__} too long or too deep to print"
    if given.denominator == 1:
        return f"a number of {_digits(given.numerator)}"
    return f"a fraction of {_digits(given.numerator)} over {_digits(given.denominator)}"


def _digits(number: int) -> str:
    from math import log10  # noqa: PLC0415 - numbers are rarely so long

    size: int = abs(number)  # never 0, which is printed
    power = round(log10(size))  # the logarithm is rounded, and may lie next to a whole number
    count = power + int(size >= 10**power)
    return "1 digit" if count == 1 else f"{count} digits"


def printable(text: str, kept: str = "") -> str:
    r"""The string with escapes for characters that do not print, since they could steer a terminal.

    JSON stays the same JSON.

    Args:
        text: input from outside, or a string that contains some.
        kept: characters that are left as they are, such as line ends.

    >>> printable("a split called \x1b[31mred\n")
    'a split called \\u001b[31mred\\u000a'
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in kept else _escaped(each) for each in text)


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def shortened(text: str) -> str:
    """The string itself, or its first 40 characters and three dots."""
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "..."


def counted(count: int, noun: str) -> str:
    """A count with its noun, as in "1 puzzle" and "2 puzzles".

    >>> counted(1, "row"), counted(0, "row")
    ('1 row', '0 rows')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def spell_arguments(message: str, spell: Callable[[str, str], str]) -> str:
    """A message in which an interface spells the arguments that the message names.

    Args:
        message: a message with arguments in backticks, such as `count` or `count=5`.
        spell: returns how the interface spells an argument, from its name and its value ("" if
            the message does not give one).

    >>> spell_arguments("lower `count` or set `rules='whole'`", lambda name, value: f"--{name}")
    'lower --count or set --rules'
    """

    def spell_argument(found: re.Match[str]) -> str:
        value = re.sub(r"\((\S+), (\S+)\)", r"\1-\2", found[2] or "")  # a range is low-high
        return spell(found[1], value.strip("'\""))

    return re.sub(r"`(\w+)(?:=([^`]*))?`", spell_argument, message)


# The queries that list rows, by the name of the rows in Python.
_QUERIES_OF_LISTS = {"RULES": "rules", "NOTATIONS": "notations", "poker.GAMES": "games"}


def spell_list(message: str, spell: Callable[[str], str]) -> str:
    """A message in which an interface says where all names of a kind are listed.

    Args:
        message: a message such as "unknown rules 'x'; ... (fv.RULES lists all 12)".
        spell: returns where the interface lists them, from the name of the query that does or "".

    >>> spell_list("... (fv.RULES lists all 12)", lambda query: f"facevalue {query}")
    '... (facevalue rules lists all 12)'
    """
    return re.sub(
        r"\((?:fv|facevalue)\.([\w.]+)(?= lists all )",
        lambda found: f"({spell(_QUERIES_OF_LISTS.get(found[1], ''))}",
        message,
    )


class FaceValueError(ValueError):
    """The class of all errors that facevalue raises itself."""


class _TextError(FaceValueError):
    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message, text, position)
        self.text = text
        self.position = position

    def __str__(self) -> str:
        return f"{self.args[0]}: {quoted(self.text)}"


class NotationError(_TextError):
    """A string that is not a number or an expression; `text` is the string, `position` is from 0.

    >>> str(NotationError("expected a number", "x", 0))
    "expected a number: 'x'"
    """


class RangeError(_TextError):
    """A string that is not a range of poker hands; `text` is the string, `position` is from 0.

    >>> RangeError("expected two ranks", "Q", 0).text
    'Q'
    """


class RuleError(FaceValueError):
    """Unknown rules, options out of bounds, or numbers that the rules do not allow.

    >>> str(RuleError("there are no numbers: ''"))
    "there are no numbers: ''"
    """


class CardError(FaceValueError):
    """Invalid or repeated cards, too many or too few of them.

    >>> str(CardError("expected a rank of 23456789TJQKA: '1s'"))
    "expected a rank of 23456789TJQKA: '1s'"
    """


class LimitError(FaceValueError):
    """A request that is too large to answer.

    `problem` is what is wrong, `limit` the bound that is exceeded, and `remedy` what to do about
    it, if the problem does not say so. If the call would take too long or too much memory,
    `seconds` and `megabytes` are the estimates, and `allowance` is the Python code that allows it.

    >>> seconds, megabytes = 20, 1
    >>> problem, remedy = "this would take about 20 seconds", "make the query smaller"
    >>> error = LimitError(problem, 10, remedy, seconds, megabytes, allowance="limit=None")
    >>> print(error)
    this would take about 20 seconds; make the query smaller, or run it anyway with limit=None
    >>> error.message("--no-limit")
    'this would take about 20 seconds; make the query smaller, or run it anyway with --no-limit'
    """

    def __init__(  # noqa: PLR0917 - errors are remade by position
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
        """The message in the words of an interface, which allows any time with `allowance`.

        If that is "", it does not.
        """
        more = f"or run it anyway with {allowance}" if allowance and self.allowance else ""
        remedy = ", ".join(filter(None, (self.remedy, more)))
        return "; ".join(filter(None, (self.problem, remedy)))


class StackError(FaceValueError):
    """A program of the stack language that cannot be run; the stack has not changed.

    `word` is the word that failed, `listing` is what the listener of Factor 0.95 prints, and
    `is_unfinished` is whether the program only lacks a closing word.

    >>> StackError("stack underflow in 'drop'", "drop").word
    'drop'
    """

    def __init__(
        self,
        message: str,
        word: str = "",
        listing: str = "",
        is_unfinished: bool = False,  # noqa: FBT001, FBT002 - errors are remade by position
    ) -> None:
        super().__init__(message, word, listing, is_unfinished)
        self.word = word
        self.listing = listing
        self.is_unfinished = bool(is_unfinished)

    def __str__(self) -> str:
        return str(self.args[0])


class DeadlineError(FaceValueError):
    """A call that was ended by its deadline; `seconds` is None if `cancel` ended it.

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
