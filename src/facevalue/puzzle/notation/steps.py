"""Step lists: one operation per line, each with its result.

An operand is the last unused result with that value, or else a number; the right operand is looked
up first. A step that means another result or number says so: `2 * 2 = 4 (from: step 1, number)`. So
each list means exactly one tree. A division by zero, and every step that uses it, is `undefined`.
Fractions as operands are in brackets, so that every line is true: `8 / (1/3) = 24`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from facevalue import _core
from facevalue.errors import LimitError, RuleError, quoted
from facevalue.options import MAX_DIGITS
from facevalue.puzzle.model.functions import FUNCTIONS
from facevalue.puzzle.model.numbers import BLANKS, WHOLE
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rules_options import MAX_NUMBERS
from facevalue.puzzle.notation.parsing import (
    FUNCTION_OF,
    UNARY,
    Postfix,
    expected,
    read_tree,
    take_result,
)
from facevalue.puzzle.notation.syntax import PLAIN, tree_reader

_GAP = f"[{BLANKS}]*"

_VALUE = f"-?{WHOLE}(?:/{WHOLE})?"

UNDEFINED = "undefined"
ROOT = FUNCTIONS["root"].symbol

# A number has the step 0, a result the step that made it.
Sources = tuple[int, int]

_SOURCE = f"step{_GAP}[1-9][0-9]{{0,3}}|number"
# Follows a step: what its left and its right operand are.
SOURCES = (
    rf"(?:\(from:{_GAP}(?P<left_source>{_SOURCE}){_GAP},{_GAP}(?P<right_source>{_SOURCE}){_GAP}\))?"
)


def named_sources(match: re.Match[str]) -> Sources | None:
    """Return the sources that a line names after `(from: ...)`, left and right."""
    names = match["left_source"], match["right_source"]
    if None in names:
        return None
    left, right = (
        int(name.removeprefix("step").strip(BLANKS).replace("number", "0")) for name in names
    )
    return left, right


class _Unused:
    """The steps whose results are not used yet, by result as it is printed."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: dict[str, list[int]] = {}

    def default(self, left: str, right: str) -> Sources:
        """Return the default sources of two operands: the last equal results, or else numbers."""
        rights, lefts = self.steps.get(right, []), self.steps.get(left, [])
        # Of two equal results the later one belongs to the right.
        taken = 1 if left == right and rights else 0
        return (lefts[-1 - taken] if len(lefts) > taken else 0), (rights[-1] if rights else 0)

    def take(self, value: str, step: int) -> None:
        if step:
            self.steps[value].remove(step)


def steps_and_value(postfix: Postfix) -> tuple[list[str], Fraction | None]:
    """Return the operations with their results, one per line, and the value.

    A number alone is one line. The value is None after a division by zero.

    Raises:
        LimitError: a result has more than 4300 digits.

    >>> steps_and_value((Fraction(5), Fraction(6), "/"))
    (['5 / 6 = 5/6'], Fraction(5, 6))
    """
    lines: list[str] = []
    operands: list[tuple[Fraction | None, str, int]] = []  # value, printed, the step that made it
    unused = _Unused()
    for token in postfix:
        if not isinstance(token, str):
            operands.append((token, _printed(token), 0))
            continue
        used = operands[-1:] if token in UNARY else operands[-2:]
        del operands[-len(used) :]
        texts, meant = [text for _, text, _ in used], tuple(step for *_, step in used)
        # A function of one value takes the last equal result, as a right operand does.
        usual = unused.default("" if len(used) == 1 else texts[0], texts[-1])[-len(used) :]
        note = ""
        if meant != usual:
            named = ", ".join(f"step {step}" if step else "number" for step in meant)
            note = f" (from: {named})"
        for _, text, step in reversed(used):
            unused.take(text, step)
        value = take_result(token, [value for value, *_ in used])
        result = _printed(value)
        lines.append(f"{_operation(token, texts)} = {result}{note}")
        unused.steps.setdefault(result, []).append(len(lines))
        operands.append((value, result, len(lines)))
    last, printed, _ = operands[0]
    return lines or [printed], last


def step_text(
    left: Fraction | None, symbol: str, right: Fraction | None, result: Fraction | None
) -> str:
    """Return a step as a line; fractions as operands are in brackets.

    Args:
        left: the value on the left, or the only one; None if it is undefined.
        symbol: the operator.
        right: the value on the right; None if it is undefined.
        result: the result; None if it is undefined.

    Raises:
        LimitError: a value has more than 4300 digits.

    >>> step_text(Fraction(8), "/", Fraction(1, 3), Fraction(24))
    '8 / (1/3) = 24'
    >>> step_text(Fraction(4), "!", Fraction(4), Fraction(24))
    '4! = 24'
    """
    used = (right,) if symbol in UNARY else (left, right)
    return f"{_operation(symbol, [_printed(value) for value in used])} = {_printed(result)}"


def _operation(symbol: str, operands: list[str]) -> str:
    if symbol == ROOT:
        return f"sqrt({operands[0]})"
    if symbol in UNARY:
        return f"{_bracketed(operands[0])}{symbol}"
    return f" {symbol} ".join(map(_bracketed, operands))


def _bracketed(value: str) -> str:
    return f"({value})" if "/" in value else value


def _printed(value: Fraction | None) -> str:
    if value is None:
        return UNDEFINED
    try:
        return str(value)
    except ValueError:
        message = f"a result has more than {MAX_DIGITS} digits"
        raise LimitError(message, MAX_DIGITS) from None


def write_steps(postfix: Postfix) -> str:
    """Return the steps as one string, one per line.

    Raises:
        RuleError: there is a power, factorial or root, which could not be read back.
        LimitError: a result has more than 4300 digits.
    """
    if any(token in FUNCTION_OF for token in postfix):
        raise RuleError("the notation 'steps' has no functions; use 'infix'")
    return "\n".join(steps_and_value(postfix)[0])


class _StepReader:
    """Reads steps: the results not used yet, each with its tree."""

    __slots__ = ("count", "numbers", "text", "trees", "unused")

    def __init__(self, text: str) -> None:
        self.text = text
        self.numbers = self.count = 0
        self.unused = _Unused()
        self.trees: dict[int, Postfix] = {}

    def take_step(self, match: re.Match[str], start: int) -> None:
        left, right = (self.value(match, side, start) for side in ("left", "right"))
        sources = named_sources(match) or self.unused.default(_printed(left), _printed(right))
        right_tree = self.operand(right, sources[1], match, "right", start)
        left_tree = self.operand(left, sources[0], match, "left", start)
        symbol = match["operator"]
        result = take_result(symbol, [left, right])
        if result != self.value(match, "result", start):
            raise expected("the true result", self.text, start + match.start("result"))
        self.count += 1
        self.unused.steps.setdefault(_printed(result), []).append(self.count)
        self.trees[self.count] = (*left_tree, *right_tree, symbol)

    def value(self, match: re.Match[str], name: str, start: int) -> Fraction | None:
        token = match[name]
        position = start + match.start(name)
        if token == UNDEFINED:
            return None
        try:
            return Fraction(token.strip("()"))
        except ZeroDivisionError:
            raise expected("a denominator other than 0", self.text, position) from None
        except ValueError:
            message = f"expected results with up to {MAX_DIGITS} digits: {quoted(token)}"
            raise LimitError(message, MAX_DIGITS) from None

    def operand(
        self, value: Fraction | None, step: int, match: re.Match[str], side: str, start: int
    ) -> Postfix:
        """Return the tree of an operand: a number, or the unused result of a step."""
        if step:
            if step not in self.unused.steps.get(_printed(value), ()):
                what = f"an unused result {match[side]} of step {step}"
                raise expected(what, self.text, start + match.start(f"{side}_source"))
            self.unused.take(_printed(value), step)
            return self.trees.pop(step)
        if value is None:
            raise expected("an undefined result before it", self.text, start + match.start(side))
        self.numbers += 1
        if self.numbers > MAX_NUMBERS:
            message = f"at most {MAX_NUMBERS} numbers are allowed: {quoted(self.text)}"
            raise LimitError(message, MAX_NUMBERS)
        return (value,)

    def finished(self) -> Postfix:
        if len(self.trees) != 1:
            what = "one result left over" if self.trees else "a step such as '5 / 6 = 5/6'"
            raise expected(what, self.text, len(self.text))
        return next(iter(self.trees.values()))


@cache
def _step_pattern() -> re.Pattern[str]:
    blank, operators = f"[{BLANKS}]+", "".join(map(re.escape, OPERATIONS))
    value = f"{_VALUE}|{UNDEFINED}"
    operand = rf"{value}|\({_VALUE}\)"
    operation = f"(?P<left>{operand}){blank}(?P<operator>[{operators}]){blank}(?P<right>{operand})"
    return re.compile(f"{_GAP}{operation}{_GAP}={_GAP}(?P<result>{value}){_GAP}{SOURCES}{_GAP}")


def read_steps(text: str) -> Postfix:
    """Read a list of steps; every result must be true."""
    if "=" not in text:
        postfix = read_tree(text, _plain_reader())
        if len(postfix) != 1:
            raise expected("a step such as '5 / 6 = 5/6'", text, 0)
        return postfix
    reader, start = _StepReader(text), 0
    for line in text.split("\n"):
        match = _step_pattern().fullmatch(line)
        if match:
            reader.take_step(match, start)
        elif line.strip(BLANKS):
            raise expected("a step such as '5 / 6 = 5/6'", text, start)
        start += len(line) + 1
    return reader.finished()


@cache
def _plain_reader() -> _core.Syntax:
    operators = (row for row in PLAIN if row[1] == "operator")
    return tree_reader(operators, "postfix", ("", "-", "/", ""), words=True, decimals=True)
