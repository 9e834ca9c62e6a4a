"""Runs code in a loop over frames, with limits on steps, depth and printed text.

A frame is an iterator: over the code of a quotation or a word, or a generator of a combinator,
which yields the code that it wants to have run. No program makes Python calls nest.
"""

from __future__ import annotations

from fractions import Fraction
from types import GeneratorType
from typing import TYPE_CHECKING

from facevalue.budget import check_deadline
from facevalue.errors import LimitError, StackError
from facevalue.stack.failures import underflow
from facevalue.stack.values import Sequence, Word, Wrapper
from facevalue.stack.words import WORDS, code_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from facevalue.stack.reading import Definition
    from facevalue.stack.values import Data
    from facevalue.stack.words import Row

MOST_STEPS = 1_000_000
MOST_FRAMES = 100_000
MOST_PRINTED = 1_000_000
_BETWEEN_CHECKS = 1000  # steps, about a millisecond
_BITS_A_STEP = 64
_STEPS_TO_PRINT = 10
_END = object()


class Machine:
    """A stack and the words of a program, while a text runs.

    Args:
        values: what is on the stack.
        own: the words that the program defines.
        hands: the lines that `source-054` gives.
    """

    def __init__(
        self, values: Iterable[Any], own: Mapping[str, Definition], hands: tuple[str, ...] = ()
    ) -> None:
        self.stack = list(values)
        self.hands = hands
        self._own = own
        self._printed: list[str] = []
        self._characters = 0
        self._steps = 0
        self._next_check = _BETWEEN_CHECKS

    @property
    def printed(self) -> str:
        """What was printed so far."""
        return "".join(self._printed)

    def push(self, *values: object) -> None:
        """Puts values on the stack."""
        self.stack.extend(values)

    def pop(self, word: str) -> Data:
        """Takes the top of the stack for a word.

        Raises:
            StackError: the stack is empty.
        """
        if not self.stack:
            raise underflow(word)
        return self.stack.pop()

    def write(self, text: str) -> None:
        """Prints a text.

        Raises:
            LimitError: too much was printed.
        """
        self._spend(_STEPS_TO_PRINT)
        self._characters += len(text)
        if self._characters > MOST_PRINTED:
            raise LimitError(f"a text can print {MOST_PRINTED} characters", MOST_PRINTED)
        self._printed.append(text)

    def height(self, word: Word) -> int:
        """How many values more than before a word leaves on the stack, by its effect."""
        effect = self._own[word.name].effect if word.is_own else WORDS[word.name].effect
        before, _, after = effect.partition("--")
        return len(after.split()) - len(before.split())

    def run(self, code: Iterable[Any]) -> None:
        """Runs code to its end.

        Raises:
            StackError: a word cannot be run.
            LimitError: the code takes too many steps, or something grows too large.
            DeadlineError: the time is up.
        """
        frames: list[Iterator[Any]] = [iter(code)]
        while frames:
            item = next(frames[-1], _END)
            if item is _END:
                frames.pop()
                continue
            self._spend(1)
            if type(item) is tuple:
                frames.append(iter(item))
            elif type(item) is Word:
                frame = self._started(item)
                if frame is not None:
                    frames.append(frame)
            else:
                self.stack.append(item.word if type(item) is Wrapper else item)
            if len(frames) > MOST_FRAMES:
                raise LimitError(f"words can call each other {MOST_FRAMES} deep", MOST_FRAMES)

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise LimitError(f"a text can take {MOST_STEPS} steps", MOST_STEPS)
        if self._steps >= self._next_check:
            self._next_check = self._steps + _BETWEEN_CHECKS
            check_deadline()

    def _started(self, word: Word) -> Iterator[Any] | None:
        """Runs a word, or the frame that runs it."""
        if word.is_own:
            if word.name not in self._own:
                raise StackError(f"no word named {word.name!r} is defined here", word.name)
            return iter(self._own[word.name].body)
        row = WORDS[word.name]
        count = len(row.inputs)
        if len(self.stack) < count:
            raise underflow(row.name)
        given = self.stack[len(self.stack) - count :]
        row.check(given)
        if row.definition:
            return iter(code_of(row.name))
        return self._computed(row, given)

    def _computed(self, row: Row, given: list[Any]) -> Iterator[Any] | None:
        if not row.is_quick:
            self._spend(sum(map(_size, given)) // 2)
        del self.stack[len(self.stack) - len(given) :]
        assert row.function is not None  # noqa: S101 - or it had a definition
        result = row.function(self, *given) if row.needs_machine else row.function(*given)
        if type(result) is GeneratorType:
            return result
        results = result if type(result) is tuple else () if result is None else (result,)
        if not row.is_quick:
            self._spend(sum(map(_cost, results)))
        self.stack.extend(results)
        return None


def _size(value: Data) -> int:
    """How much of it a word may look at; quotations are run, and each of their words counts."""
    if type(value) is Sequence:
        return 0 if value.kind == "quotation" else value.size
    return len(value) if type(value) is str else 0


def _cost(value: Data) -> int:
    """The steps that it takes to make a value: they bound the time and the memory of a program."""
    if type(value) is int:
        return value.bit_length() // _BITS_A_STEP
    if type(value) is Fraction:
        return int((value.numerator.bit_length() + value.denominator.bit_length()) // _BITS_A_STEP)
    if type(value) is Sequence:
        return len(value.items)
    return len(value) if type(value) is str else 0
