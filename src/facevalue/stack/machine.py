"""Runs code in a loop over frames, with limits on steps, depth and printed text.

A frame is an iterator: over the code of a quotation or a word, or a combinator, which yields the
code to run. Calls of a program never become calls of Python.
"""

from __future__ import annotations

from fractions import Fraction
from types import GeneratorType
from typing import TYPE_CHECKING

from facevalue.budget import check_deadline
from facevalue.errors import LimitError
from facevalue.stack.values import Sequence, Word, Wrapper, sequence
from facevalue.stack.words import ROWS, Failure, no_method, underflow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from facevalue.stack.reading import Definition
    from facevalue.stack.values import Data
    from facevalue.stack.words import Row

MAX_STEPS = 1_000_000
MAX_FRAMES = 100_000
MAX_PRINTED = 1_000_000
_BETWEEN_CHECKS = 1000  # steps, about a millisecond
_ELEMENTS_PER_STEP = 10
_BITS_PER_STEP = 64
_STEPS_TO_PRINT = 10
_END = object()


class Machine:
    """A stack and the words of a program, while it runs.

    Args:
        values: the values on the stack.
        own: the words that the program defines.
        files: the contents of the files that it may read, by name.
    """

    def __init__(
        self, values: Iterable[Any], own: Mapping[str, Definition], files: Mapping[str, str]
    ) -> None:
        self.stack = list(values)
        self.files = files
        self._own = own
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
        """Print."""
        self.spend(_STEPS_TO_PRINT)
        self._characters += len(text)
        if self._characters > MAX_PRINTED:
            raise LimitError(f"a program can print {MAX_PRINTED} characters", MAX_PRINTED)
        self.printed.append(text)

    def spend(self, steps: int) -> None:
        """Count steps."""
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise LimitError(f"a program can take {MAX_STEPS} steps", MAX_STEPS)
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
                    started = self._start_own(word) if item.is_own else self._start(ROWS.get(word))
                    if started is not None:
                        frames.append((word, started))
                else:
                    self.stack.append(item.word if type(item) is Wrapper else item)
                if len(frames) > MAX_FRAMES:
                    raise LimitError(f"words can call each other {MAX_FRAMES} deep", MAX_FRAMES)
        except Failure as failure:
            raise failure.in_word(word) from None

    def _start_own(self, name: str) -> Iterator[Any]:
        """Return the code of a word of the program, with values in place of its variables."""
        definition = self._own.get(name)
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

    def _start(self, row: Row | None) -> Iterator[Any] | None:
        """Run a word of the library, or return the code that it runs."""
        if row is None:
            raise Failure("is not defined")
        values = self._take(len(row.takes))
        for check, value in zip(row.takes, values, strict=True):
            if check is not None and not check[0](value):
                raise no_method(check[1], value, check[2])
        if row.function is None:
            self.stack.extend(values)
            return iter(row.body)
        if not row.is_quick:
            self.spend(sum(map(_size, values)) // _ELEMENTS_PER_STEP)
        result = row.function(self, *values) if row.needs_machine else row.function(*values)
        if type(result) in (list, GeneratorType):
            code: Iterator[Any] = iter(result)
            return code
        results = result if type(result) is tuple else () if result is None else (result,)
        if not row.is_quick:
            self.spend(sum(map(_cost, results)))
        self.stack.extend(results)
        return None


def _size(value: Data) -> int:
    """Return how much of a value a word may look at; quotations count when they run."""
    if type(value) is Sequence:
        return 0 if value.kind == "quotation" else value.size
    return len(value) if type(value) is str else 0


def _cost(value: Data) -> int:
    """Return the steps that making a value takes: they bound the time and memory of a program."""
    if type(value) in (int, Fraction):
        bits = value.numerator.bit_length() + value.denominator.bit_length()
        return int(bits // _BITS_PER_STEP)
    if type(value) is Sequence:
        return len(value.items)
    return len(value) if type(value) is str else 0
