"""One printer for all notations that write a tree: what stands round operands is a row.

An expression is postfix here, a tuple of fractions and operator symbols, which needs no parentheses
and no recursion. Time is linear, and the stack is our own, so depth is no danger.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from types import MappingProxyType

from facevalue.puzzle.model.rules import OPERATION, OPERATIONS
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    Postfix: TypeAlias = tuple[Fraction | str, ...]

HIGH_MINUS = "\N{MACRON}"  # APL's sign of a negative number
BAR = OPERATION["/"].latex  # a fraction bar brackets what is over and under it
_ALONE = 9  # binds tighter than every operation: numbers, and operations that bracket themselves


@cache
def spellings(notation: str) -> Mapping[str, str]:
    """From what a notation writes to the symbol of the operation."""
    return MappingProxyType({row.spelling(notation): row.symbol for row in OPERATIONS})


class Frame(Value):
    """What stands before, between and after the operands of an operation.

    The operation binds its surroundings with `binds`; operands that bind less than `needs` get
    brackets, and so does a right operand that binds as much: text and tree are then one to one.
    """

    __slots__ = ("before", "between", "after", "binds", "needs")

    before: str
    between: str
    after: str
    binds: int
    needs: int

    def __init__(
        self, before: str, between: str, after: str, *, binds: int = _ALONE, needs: int = 0
    ) -> None:
        self._set(before=before, between=between, after=after, binds=binds, needs=needs)


@cache
def _frames(notation: str) -> Mapping[str, Frame]:
    frame = _FRAMES[notation]
    return {row.symbol: frame(row.spelling(notation), row.precedence) for row in OPERATIONS}


def _framed(blank: str, spelling: str, precedence: int) -> Frame:
    return Frame("", f"{blank}{spelling}{blank}", "", binds=precedence, needs=precedence)


def _framed_latex(spelling: str, precedence: int) -> Frame:
    if spelling == BAR:
        return Frame(f"{BAR}{{", "}{", "}")
    return _framed(" ", spelling, precedence)


_FRAMES: Mapping[str, Callable[[str, int], Frame]] = {
    "infix": partial(_framed, ""),
    "python": partial(_framed, ""),
    "unicode": partial(_framed, " "),
    "latex": _framed_latex,
    "full": lambda spelling, _: Frame("(", f" {spelling} ", ")"),
    "prefix": lambda spelling, _: Frame(f"{spelling} ", " ", ""),
    "apl": lambda spelling, _: Frame(spelling, " ", ""),
    "postfix": lambda spelling, _: Frame("", " ", f" {spelling}"),
    "forth": lambda spelling, _: Frame("", " ", f" {spelling}"),
}


def arranged(notation: str, postfix: Postfix) -> str:
    """The pieces of a tree in the order of a notation, from an own stack of what is still to do."""
    frames, number = _frames(notation), _NUMBERS.get(notation, str)
    opening, closing = _BRACKETS.get(notation, ("(", ")"))
    starts = _starts(postfix)

    def bracketed(node: int, *, is_weak: bool) -> tuple[str | int, ...]:
        return (opening, node, closing) if is_weak else (node,)

    def parts(node: int, frame: Frame) -> tuple[str | int, ...]:
        right, left = node - 1, starts[node - 1] - 1
        is_left_weak = _binding(postfix[left], frames) < frame.needs
        is_right_weak = _binding(postfix[right], frames) <= frame.needs
        operands = bracketed(left, is_weak=is_left_weak), bracketed(right, is_weak=is_right_weak)
        return (frame.before, *operands[0], frame.between, *operands[1], frame.after)

    pieces: list[str] = []
    todo: list[str | int] = [len(postfix) - 1]
    while todo:
        item = todo.pop()
        token = postfix[item] if isinstance(item, int) else item
        if isinstance(token, Fraction):
            pieces.append(number(token))
        elif isinstance(item, str):
            pieces.append(item)
        else:
            todo.extend(reversed(parts(item, frames[token])))
    return "".join(pieces)


def _starts(postfix: Postfix) -> list[int]:
    """Where the subtree that ends at each token begins."""
    starts: list[int] = []
    for node, token in enumerate(postfix):
        is_leaf = isinstance(token, Fraction)
        starts.append(node if is_leaf else starts[starts[node - 1] - 1])
    return starts


def _binding(token: Fraction | str, frames: Mapping[str, Frame]) -> int:
    return frames[token].binds if isinstance(token, str) else _ALONE


def _braced(number: Fraction) -> str:
    # Without braces -5 and 3/4 would be read as operations, and 1-{-5} as a pair of signs.
    is_plain = number >= 0 and number.denominator == 1
    return str(number) if is_plain else f"{{{number}}}"


_NUMBERS: Mapping[str, Callable[[Fraction], str]] = {
    "infix": _braced,
    "unicode": _braced,
    "full": _braced,
    "latex": _braced,
    "apl": lambda number: str(number).replace("-", HIGH_MINUS),
    "forth": lambda number: f"{number}e",
    "python": lambda number: f"Fraction({str(number).replace('/', ', ')})",
}
_BRACKETS: Mapping[str, tuple[str, str]] = {"latex": (r"\left(", r"\right)")}
