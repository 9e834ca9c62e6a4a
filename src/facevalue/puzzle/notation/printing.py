"""Prints expressions in every notation that writes a tree, with a frame for each operation.

Here an expression is postfix, a tuple of fractions and operator symbols, which needs no parentheses
and no recursion. The time is linear in the number of tokens, and deep nesting cannot overflow a
stack.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attrs

from facevalue.puzzle.notation.parsing import UNARY, Postfix
from facevalue.value import Value

# How tightly functions bind; sums and products bind less.
_POWER, _CONCATENATION, _FACTORIAL = 3, 4, 5
_TIGHTEST = 9  # binds tighter than every operation: numbers, and operations that need no brackets


@attrs.frozen
class NumberForm(Value):
    """How a number is written: the strings before and after it, its minus and its fraction bar.

    With `is_optional`, non-negative integers are written plainly: 5, but {-5} and {3/4}.
    """

    before: str
    minus: str
    bar: str
    after: str
    is_optional: bool = attrs.field(kw_only=True, default=False)

    def write(self, number: Fraction) -> str:
        """Return the number in this form."""
        text = str(number)
        if self.is_optional and text.isdecimal():
            return text
        return f"{self.before}{text.replace('-', self.minus).replace('/', self.bar)}{self.after}"


@attrs.frozen
class Frame(Value):
    """The strings before, between and after the operands of an operation.

    `binds` is how tightly the operation binds. A left operand that binds less tightly than `left`
    gets brackets, and a right or only operand that binds less than `right`. So each tree has its
    own string.
    """

    before: str
    between: str
    after: str
    binds: int
    left: int
    right: int


def frame_from(
    template: str, operator: str, precedence: int, *, brackets_all: bool = False
) -> Frame:
    """Return the frame for a template such as "$left $operator $right"."""
    before, _, rest = template.replace("$operator", operator).partition("$left")
    between, _, after = rest.partition("$right")
    # Only if a plain operator is between its operands is it unclear where they end.
    if before or after:
        return Frame(before, between, after, _TIGHTEST, 0, 0)
    if brackets_all:
        return Frame(before, between, after, 0, 1, 2)
    return Frame(before, between, after, precedence, precedence, precedence + 1)


def function_frame(template: str, function: str) -> Frame:
    """Return the frame for a function in a template such as "$left^$right" or "sqrt($right)".

    Powers group from the right: 2^3^4 is 2^(3^4). A factorial of a factorial has brackets, because
    3!! is another function.
    """
    before, _, rest = template.partition("$left")
    if not rest:
        before, rest = "", before
    between, _, after = rest.partition("$right")
    if function == "power":
        is_closed = bool(after)  # as in LaTeX, x^{...}
        return Frame(before, between, after, _POWER, _POWER + 1, 0 if is_closed else _POWER)
    if function == "concatenate":
        return Frame("", between, "", _CONCATENATION, _CONCATENATION, _CONCATENATION + 1)
    if between:  # before the only operand
        return Frame("", between, after, _TIGHTEST, 0, 0)
    return Frame("", "", after, _FACTORIAL, 0, _FACTORIAL + 1)


def write_tree(
    postfix: Postfix,
    frames: Mapping[str, Frame],
    numbers: NumberForm,
    brackets: tuple[str, str],
) -> str:
    """Return a tree as a string.

    Numbers are printed in the order of the postfix, so each token has a string at its own place:
    a number what it and the operations that begin with it print, an operation what it ends with.
    """
    opening, closing = brackets
    texts: list[str] = []
    starts: list[int] = []  # where the subtree that ends at each token begins
    for place, token in enumerate(postfix):
        if not isinstance(token, str):
            texts.append(numbers.write(token))
            starts.append(place)
            continue
        frame, right = frames[token], place - 1
        start = middle = starts[right]
        if _binding(postfix[right], frames) < frame.right:
            texts[middle] = opening + texts[middle]
            texts[right] += closing
        texts[middle] = frame.between + texts[middle]
        if token not in UNARY:
            left = middle - 1
            start = starts[left]
            if _binding(postfix[left], frames) < frame.left:
                texts[start] = opening + texts[start]
                texts[left] += closing
            texts[start] = frame.before + texts[start]
        texts.append(frame.after)
        starts.append(start)
    return "".join(texts)


def _binding(token: Fraction | str, frames: Mapping[str, Frame]) -> int:
    return frames[token].binds if isinstance(token, str) else _TIGHTEST
