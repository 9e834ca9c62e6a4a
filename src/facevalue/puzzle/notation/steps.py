"""Step lists: one operation a line, each with its result.

A step list does not say which of two equal numbers a step uses. So a list that is read and written
again has the same steps, value and numbers, but perhaps another tree.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from facevalue.errors import LimitError, NotationError, quoted
from facevalue.puzzle.model.numbers import BLANKS, WHOLE
from facevalue.puzzle.model.rules import MOST_DIGITS, MOST_NUMBERS, OPERATIONS
from facevalue.puzzle.notation.parsing import expected, read_tree
from facevalue.puzzle.notation.syntax import PLAIN, tree_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from facevalue import _core
    from facevalue.puzzle.notation.parsing import Postfix

_GAP = f"[{BLANKS}]*"

_VALUE = f"-?{WHOLE}(?:/{WHOLE})?"


def steps(postfix: Postfix) -> list[str]:
    """The operations with their results, one a line; a number alone is its own line.

    Raises:
        NotationError: a step divides by zero.
        LimitError: a result has more than 4300 digits.

    >>> steps((Fraction(5), Fraction(6), "/"))
    ['5 / 6 = 5/6']
    """
    lines: list[str] = []
    values: list[Fraction] = []
    for token in postfix:
        if isinstance(token, Fraction):
            values.append(token)
            continue
        right, left = values.pop(), values.pop()
        result = OPERATIONS[token].apply(left, right)
        step = f"{_printed(left)} {token} {_printed(right)}"
        if result is None:
            raise NotationError("expected a value for every step", step, len(step) - 1)
        values.append(result)
        lines.append(f"{step} = {_printed(result)}")
    return lines or [_printed(values[0])]


def _printed(value: Fraction) -> str:
    try:
        return str(value)
    except ValueError:
        message = f"expected results of up to {MOST_DIGITS} digits: '{MOST_DIGITS} digits...'"
        raise LimitError(message, MOST_DIGITS) from None


def write_steps(postfix: Postfix) -> str:
    """The steps as one text, a line each."""
    return "\n".join(steps(postfix))


class _UnusedResults:
    """The results not used yet: an operand takes the last one equal to it, or is a new number."""

    __slots__ = ("numbers", "pending", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.numbers = 0
        self.pending: dict[Fraction, list[Postfix]] = {}

    def take_step(self, match: re.Match[str], start: int) -> None:
        # The right operand first: of two equal results the later one belongs to the right.
        right, right_tree = self.operand(match["right"], start + match.start("right"))
        left, left_tree = self.operand(match["left"], start + match.start("left"))
        symbol = match["operator"]
        result = OPERATIONS[symbol].apply(left, right)
        if result is None:
            raise expected("a divisor other than 0", self.text, start + match.start("right"))
        if result != _read_value(match["result"], self.text, start + match.start("result")):
            raise expected("the true result", self.text, start + match.start("result"))
        self.pending.setdefault(result, []).append((*left_tree, *right_tree, symbol))

    def operand(self, token: str, position: int) -> tuple[Fraction, Postfix]:
        value = _read_value(token, self.text, position)
        if self.pending.get(value):
            return value, self.pending[value].pop()
        self.numbers += 1
        if self.numbers > MOST_NUMBERS:
            message = f"expected up to {MOST_NUMBERS} numbers: {quoted(self.text)}"
            raise LimitError(message, MOST_NUMBERS)
        return value, (value,)

    def finished(self) -> Postfix:
        trees = [tree for equal in self.pending.values() for tree in equal]
        if len(trees) != 1:
            what = "one result left over" if trees else "a step such as '5 / 6 = 5/6'"
            raise expected(what, self.text, len(self.text))
        return trees[0]


@cache
def _step_pattern() -> re.Pattern[str]:
    blank, operators = f"[{BLANKS}]+", "".join(map(re.escape, OPERATIONS))
    operation = f"(?P<left>{_VALUE}){blank}(?P<operator>[{operators}]){blank}(?P<right>{_VALUE})"
    return re.compile(f"{_GAP}{operation}{_GAP}={_GAP}(?P<result>{_VALUE}){_GAP}")


def read_steps(text: str) -> Postfix:
    """The tree that the steps of a text compute; every result must be true."""
    if "=" not in text:
        return _read_number(text)
    unused, start = _UnusedResults(text), 0
    for line in text.split("\n"):
        match = _step_pattern().fullmatch(line)
        if match:
            unused.take_step(match, start)
        elif line.strip(BLANKS):
            raise expected("a step such as '5 / 6 = 5/6'", text, start)
        start += len(line) + 1
    return unused.finished()


def _read_number(text: str) -> Postfix:
    postfix = read_tree(text, _plain_reader())
    if len(postfix) != 1:
        raise expected("a step such as '5 / 6 = 5/6'", text, 0)
    return postfix


@cache
def _plain_reader() -> _core.Syntax:
    operators = (row for row in PLAIN if row[1] == "operator")
    return tree_reader(operators, "postfix", ("", "-", "/", ""), words=True, decimals=True)


def _read_value(token: str, text: str, position: int) -> Fraction:
    try:
        return Fraction(token)
    except ZeroDivisionError:
        raise expected("a denominator other than 0", text, position) from None
    except ValueError:
        message = f"expected results of up to {MOST_DIGITS} digits: {quoted(token)}"
        raise LimitError(message, MOST_DIGITS) from None
