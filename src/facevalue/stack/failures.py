"""What can go wrong while a word runs: one line of ours, and the lines that Factor prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.errors import StackError, shortened
from facevalue.stack.printing import SHORT, printed
from facevalue.stack.values import class_of

if TYPE_CHECKING:
    from facevalue.stack.values import Data


def shown(value: Data) -> str:
    """A value in a message."""
    return shortened(printed(value, SHORT))


def underflow(word: str) -> StackError:
    """There are fewer values on the stack than a word takes."""
    return StackError(f"stack underflow in {word!r}", word, "Data stack underflow")


def no_method(word: str, expected: str, value: Data, generic: str = "") -> StackError:
    """A word got a value of the wrong class; `generic` is the word inside it that Factor names."""
    listing = (
        f"Generic word {generic or word} does not define a method for the {class_of(value)} class."
        f"\nDispatching on object: {printed(value, SHORT)}"
    )
    return StackError(f"{word!r} expects {expected}, not {shown(value)}", word, listing)


def no_arithmetic(word: str, left: Data, right: Data) -> StackError:
    """One of two values is not a number that a word can take."""
    slots = {"left": printed(left, SHORT), "right": printed(right, SHORT), "generic": word}
    message = f"{word!r} expects numbers, not {shown(left)} and {shown(right)}"
    return StackError(message, word, _with_slots("No suitable arithmetic method", slots))


def division_by_zero(word: str, dividend: Data = None) -> StackError:
    """A division by an exact zero; `/` shows what was divided."""
    slots = {} if dividend is None else {"x": printed(dividend, SHORT)}
    message = f"division by zero in {word!r}"
    return StackError(message, word, _with_slots("Division by zero", slots))


def out_of_bounds(word: str, index: int, items: Data) -> StackError:
    """A sequence has no element of this index."""
    slots = {"index": printed(index, SHORT), "seq": printed(items, SHORT)}
    message = f"no element {index} in {shown(items)} for {word!r}"
    return StackError(message, word, _with_slots("Sequence index out of bounds", slots))


def no_slice(word: str, start: int, end: int, items: Data) -> StackError:
    """A sequence has no elements from one index to another."""
    reason = "start < 0" if start < 0 else "end > sequence" if start <= end else "start > end"
    slots = {"from": str(start), "to": str(end), "seq": printed(items, SHORT)}
    slots["reason"] = f'"{reason}"'
    message = f"no elements {start} to {end} in {shown(items)} for {word!r}"
    return StackError(message, word, _with_slots("Cannot create slice", slots))


def no_branch(word: str, value: Data = None) -> StackError:
    """No branch of `case` or `cond` fits."""
    slots = {} if value is None else {"object": printed(value, SHORT)}
    return StackError(
        f"no branch fits in {word!r}", word, _with_slots(f"Fall-through in {word}", slots)
    )


def _with_slots(summary: str, slots: dict[str, str]) -> str:
    width = max(map(len, slots), default=0)
    return "\n".join([summary, *(f"{name:<{width}} {text}" for name, text in slots.items())])
