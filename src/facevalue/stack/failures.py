"""Why a word cannot run: our sentence, and the lines that Factor prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.errors import StackError, shortened
from facevalue.stack.printing import SHORT, printed
from facevalue.stack.values import class_of

if TYPE_CHECKING:
    from facevalue.stack.values import Data

THE_WORD = "\0"  # in Factor's lines; printed values have it escaped


class Failure(Exception):  # noqa: N818 - the machine makes a StackError of it
    """A word cannot run: what follows its name in our message, and Factor's lines."""

    def __init__(self, problem: str, summary: str = "", **slots: str) -> None:
        super().__init__(problem)
        width = max(map(len, slots), default=0)
        self.problem = problem
        self.listing = "\n".join([summary, *(f"{name:<{width}} {slots[name]}" for name in slots)])

    def in_word(self, word: str) -> StackError:
        """Return the error of a word."""
        return StackError(f"{word!r} {self.problem}", word, self.listing.replace(THE_WORD, word))


def shown(value: Data) -> str:
    """Return a value as messages show it."""
    return shortened(printed(value, SHORT))


def underflow(count: int, height: int) -> Failure:
    """The stack has fewer values than a word takes."""
    needed = "a value" if count == 1 else f"{count} values"
    left = f"has only {height}" if height else "is empty"
    return Failure(f"needs {needed}, but the stack {left}", "Data stack underflow")


def no_method(expected: str, value: Data, generic: str = THE_WORD) -> Failure:
    """A value is of the wrong class; `generic` is the word that Factor names."""
    summary = f"Generic word {generic} does not define a method for the {class_of(value)} class."
    summary += f"\nDispatching on object: {printed(value, SHORT)}"
    return Failure(f"expects {expected}, not {shown(value)}", summary)


def no_arithmetic(left: Data, right: Data) -> Failure:
    """One of two values is not a number that the word takes."""
    slots = {"left": printed(left, SHORT), "right": printed(right, SHORT), "generic": THE_WORD}
    problem = f"expects numbers, not {shown(left)} and {shown(right)}"
    return Failure(problem, "No suitable arithmetic method", **slots)


def out_of_bounds(index: int, seq: Data) -> Failure:
    """A sequence has no element with this index."""
    slots = {"index": str(index), "seq": printed(seq, SHORT)}
    problem = f"found no element {shown(index)} in {shown(seq)}"
    return Failure(problem, "Sequence index out of bounds", **slots)


def no_slice(start: int, end: int, seq: Data) -> Failure:
    """A sequence has no elements from one index to another."""
    reason = "start < 0" if start < 0 else "end > sequence" if start <= end else "start > end"
    slots = {"from": str(start), "to": str(end), "seq": printed(seq, SHORT)}
    problem = f"found no elements {shown(start)} to {shown(end)} in {shown(seq)}"
    return Failure(problem, "Cannot create slice", **slots, reason=f'"{reason}"')
