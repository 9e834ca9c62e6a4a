"""Runs code in a loop over frames, with limits on steps, depth and output.

A frame is an iterator over the code of a quotation or a word, or a combinator that yields code to
run. Calls in a program never become Python calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import GeneratorType
from typing import Any

from facevalue.budget import check_deadline
from facevalue.errors import LimitError
from facevalue.stack.reading import Definition
from facevalue.stack.values import Data, Sequence, Word, Wrapper, sequence
from facevalue.stack.words import LIBRARY, Failure, no_method, underflow

MAX_STEPS = 1_000_000
MAX_FRAMES = 100_000
MAX_PRINTED = 1_000_000
_BETWEEN_CHECKS = 1000  # steps, about a millisecond
_ELEMENTS_PER_STEP = 10
_BITS_PER_STEP = 64
_STEPS_TO_PRINT = 10
_END = object()


class Machine:
    """A running program, with its stack and its words.

    Args:
        values: the values on the stack, the top last.
        definitions: the words that the program defines.
        files: the contents of the files that the program may read, by name.
    """

    def __init__(
        self,
        values: Iterable[Any],
        definitions: Mapping[str, Definition],
        files: Mapping[str, str],
    ) -> None:
        self.stack = list(values)
        self.files = files
        self._definitions = definitions
        self.printed: list[str] = []
        self._characters = 0  # printed so far
        self._steps = 0
        self._next_check = _BETWEEN_CHECKS

    def push(self, *values: object) -> None:
        """Put values on the stack."""
        self.stack.extend(values)

    def pop(self) -> Data:
        """Take the top of the stack."""
        if not self.stack:
            raise underflow(1, 0)
        return self.stack.pop()

    def write(self, text: str) -> None:
        """Print a string."""
        self.spend(_STEPS_TO_PRINT)
        self._characters += len(text)
        if self._characters > MAX_PRINTED:
            raise LimitError(f"a program can print at most {MAX_PRINTED} characters", MAX_PRINTED)
        self.printed.append(text)

    def spend(self, steps: int) -> None:
        """Count steps."""
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise LimitError(f"a program can take at most {MAX_STEPS} steps", MAX_STEPS)
        if self._steps >= self._next_check:
            self._next_check = self._steps + _BETWEEN_CHECKS
            check_deadline()

    def run(self, code: Iterable[Any]) -> None:
        """Run code to its end."""
        frames: list[tuple[str, Iterator[Any]]] = [("", iter(code))]
        word = ""
        try:
            while frames:
                word, frame = frames[-1]
                item = next(frame, _END)
                if item is _END:
                    frames.pop()
                    continue
                self.spend(1)
                if type(item) is tuple:
                    frames.append((word, iter(item)))
                elif type(item) is Word:
                    word = item.name
                    started = self._start_own(word) if item.is_own else self._start(word)
                    if started is not None:
                        frames.append((word, started))
                else:
                    self.stack.append(item.word if type(item) is Wrapper else item)
                if len(frames) > MAX_FRAMES:
                    raise LimitError(
                        f"words can call each other at most {MAX_FRAMES} deep", MAX_FRAMES
                    )
        except Failure as failure:
            raise failure.in_word(word) from None

    def _start_own(self, name: str) -> Iterator[Any]:
        """Return the code of a word of the program, with values in place of its variables."""
        definition = self._definitions.get(name)
        if definition is None or definition.error:
            reason = f", because of an error: {definition.error}" if definition else ""
            raise Failure(f"is not defined{reason}")
        if not definition.variables:
            return iter(definition.body)
        taken = self._take(len(definition.variables))
        values = dict(zip(definition.variables, taken, strict=True))

        def bind(code: tuple[Any, ...], *, is_code: bool) -> Iterator[Any]:
            self.spend(len(code) // _ELEMENTS_PER_STEP)
            for item in code:
                if type(item) is Sequence:
                    is_quotation = item.kind == "quotation"
                    yield sequence(item.kind, tuple(bind(item.items, is_code=is_quotation)))
                elif type(item) is Word and item.is_own and item.name in values:
                    value = values[item.name]
                    yield Wrapper(value) if is_code and type(value) is Word else value
                else:
                    yield item

        return bind(definition.body, is_code=True)

    def _take(self, count: int) -> list[Any]:
        """Take values from the stack, the top last."""
        first = len(self.stack) - count
        if first < 0:
            raise underflow(count, len(self.stack))
        taken = self.stack[first:]
        del self.stack[first:]
        return taken

    def _start(self, name: str) -> Iterator[Any] | None:
        """Run a word of the library, or return its code."""
        entry = LIBRARY.get(name)
        if entry is None:
            raise Failure("is not defined")
        values = self._take(len(entry.takes))
        for check, value in zip(entry.takes, values, strict=True):
            if check is not None and not check[0](value):
                raise no_method(check[1], value, check[2])
        if entry.function is None:
            self.stack.extend(values)
            return iter(entry.body)
        if not entry.is_quick:
            self.spend(sum(map(_size, values)) // _ELEMENTS_PER_STEP)
        result = entry.function(self, *values) if entry.needs_machine else entry.function(*values)
        if type(result) in (list, GeneratorType):
            code: Iterator[Any] = iter(result)
            return code
        results = result if type(result) is tuple else () if result is None else (result,)
        if not entry.is_quick:
            self.spend(sum(map(_cost, results)))
        self.stack.extend(results)
        return None


def _size(value: Data) -> int:
    """Return the number of elements that a word may read; quotations count when they run."""
    if type(value) is Sequence:
        return 0 if value.kind == "quotation" else value.size
    return len(value) if type(value) is str else 0


def _cost(value: Data) -> int:
    """Return how many steps making a value costs, to bound the time and memory of a program."""
    if type(value) in (int, Fraction):
        bits = value.numerator.bit_length() + value.denominator.bit_length()
        return int(bits // _BITS_PER_STEP)
    if type(value) is Sequence:
        return len(value.items)
    return len(value) if type(value) is str else 0
