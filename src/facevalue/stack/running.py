"""Runs programs of the stack language: `run`, the `Stack` that it leaves, and the `Listener`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs
from attrs import field

import facevalue.stack.library  # noqa: F401 - adds the words
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.locks import Lock
from facevalue.options import of_class, text
from facevalue.stack.machine import Machine
from facevalue.stack.printing import SHORT, WHOLE, printed
from facevalue.stack.reading import Definition, Reader
from facevalue.stack.values import Data, as_value
from facevalue.stack.words import is_found
from facevalue.value import Value, as_json, checked

_SHOWN_VALUES = 10  # as in Factor's listener


def _each(name: str, items: object, check: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Return a list or tuple as a tuple of checked items, or raise a RuleError."""
    if not isinstance(items, (list, tuple)):
        raise RuleError(f"{name} must be a list or a tuple, not {quoted(items)}")
    return tuple(map(check, items))


def _values(values: Sequence[Any]) -> tuple[Any, ...]:
    return _each("values", values, as_value)


def _definitions(definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    return _each("definitions", definitions, lambda it: of_class("definitions", it, Definition))


def _vocabularies(vocabularies: Sequence[str]) -> tuple[str, ...]:
    return _each("vocabularies", vocabularies, lambda name: text("vocabularies", name))


def _files(files: Mapping[str, str] | Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    try:
        pairs = dict(files).items()
    except (TypeError, ValueError):
        raise RuleError(f"files must be a dictionary, not {quoted(files)}") from None
    return tuple((text("files", name), text("files", contents)) for name, contents in pairs)


@attrs.frozen(repr=False)
class Stack(Value):
    """The result of a program in the stack language: the values on the stack, and its output.

    A stack is immutable: `run` returns a new one. It supports `len` and indexing like a list, where
    `[-1]` is the top; `print` shows the values like Factor's listener, the top last.

    Args:
        values: the values, the top last; lists and tuples become arrays.
        printed: the output of the program.
        definitions: the words that programs have defined so far.
        vocabularies: the vocabularies that programs use.
        files: the contents of the files that `file-lines` may read, by name.

    Raises:
        RuleError: an item is not a value of the language.
        LimitError: a value is too large or nested too deep.

    >>> stack = Stack([6, 7]).run('* "=" write dup .')
    >>> stack.printed.split(), list(stack)
    (['=42'], [42])
    """

    values: tuple[Any, ...] = field(default=(), converter=_values)
    printed: str = field(default="", kw_only=True, validator=checked(text))
    definitions: tuple[Definition, ...] = field(default=(), kw_only=True, converter=_definitions)
    vocabularies: tuple[str, ...] = field(default=(), kw_only=True, converter=_vocabularies)
    files: tuple[tuple[str, str], ...] = field(default=(), kw_only=True, converter=_files)

    def run(self, source: str) -> Stack:
        """Run a program on these values.

        Args:
            source: the program, on one or more lines. If it fails, this stack is unchanged.

        Returns:
            The stack after the program, with its output.

        Raises:
            StackError: a word is unknown, a value is missing or of the wrong class, or something is
                not closed.
            LimitError: the program takes more than 1000000 steps, or makes something too large.
            FaceValueError: a poker word got invalid cards.

        >>> Stack().run("{ 1 2 3 } [ sq ] map").run("sum")[0]
        14
        """
        listener = Listener(self)
        listener.feed(text("source", source), is_last=True)
        return listener.stack

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Data:
        return self.values[index]

    def __str__(self) -> str:
        lines = [printed(value, SHORT) for value in self.values[-_SHOWN_VALUES:]]
        rest = len(self.values) - len(lines)
        return "\n".join([f"({rest} more items)"] * (rest > 0) + lines)

    def as_dict(self) -> dict[str, Any]:
        """Return the output and the values for JSON: integers as numbers, others as strings.

        JSON:
            printed (text): what it printed.
            stack (list of integer/string): the values left on the stack, the top last.

        >>> Stack().run('1 1/2 "a"').as_dict()
        {'printed': '', 'stack': [1, '1/2', '"a"']}
        """
        values: list[int | str] = []
        for value in self:
            is_exact = type(value) in (int, Fraction)
            values.append(as_json(value) if is_exact else printed(value, WHOLE))
        return {"printed": self.printed, "stack": values}


def run(source: str, *, files: Mapping[str, str] | None = None) -> Stack:
    """Run a program of the stack language on an empty stack.

    Args:
        source: the program, on one or more lines.
        files: the contents of the files that `file-lines` may read, by name.

    Returns:
        The stack after the program, with its output.

    Raises:
        FaceValueError: as for `Stack.run`.

    >>> print(run("5 6 / 2 + 6 *"))
    17
    """
    return Stack(files=files or {}).run(source)


class Listener:
    """Runs a program line by line, like Factor's listener. Threads may share it; they take turns.

    Args:
        stack: the values and words to start with; None for an empty stack.

    >>> listener = Listener()
    >>> [listener.feed(line) for line in ("2 [ 3", "* ] call")]
    [False, True]
    >>> list(listener.stack)
    [6]
    """

    def __init__(self, stack: Stack | None = None) -> None:
        self.stack = Stack() if stack is None else of_class("stack", stack, Stack)
        self._lock = Lock()
        self.drop()

    def drop(self) -> None:
        """Discard the lines of an unfinished definition, sequence, string or comment."""
        with self._lock:
            self._begin()

    def _begin(self) -> None:
        names = (definition.name for definition in self.stack.definitions)
        self._reader, self._is_open = Reader(names, self.stack.vocabularies), False

    @property
    def is_open(self) -> bool:
        """True if a definition, sequence, string or comment is unfinished."""
        return self._is_open

    def feed(self, line: str, *, is_last: bool = False) -> bool:
        """Run a line, or keep it if it is unfinished.

        Args:
            line: the line.
            is_last: whether this is the last line.

        Returns:
            Whether the line was run.

        Raises:
            FaceValueError: as for `Stack.run`. For lines that belong together, only the first error
                is raised. Words with errors are still defined, but cannot run, so that later
                definitions can use them.
        """
        source = text("line", line) + "\n" * (not is_last)
        with self._lock:
            reader, stack = self._reader, self.stack
            was_reported = reader.error is not None
            reader.feed(source)
            if reader.is_open and not is_last:
                self._is_open = True
                if reader.error and not was_reported:
                    raise reader.error
                return False
            definitions = {definition.name: definition for definition in stack.definitions}
            try:
                code = reader.finish()
                machine = Machine(stack.values, definitions | reader.definitions, dict(stack.files))
                machine.run(code)
                self.stack = stack.replace(
                    values=machine.stack,
                    printed="".join(machine.printed),
                    definitions=tuple((definitions | reader.definitions).values()),
                    vocabularies=tuple(dict.fromkeys(reader.vocabularies)),
                )
            except FaceValueError:
                for name, definition in reader.definitions.items():
                    if not definition.error or (name not in definitions and not is_found(name)):
                        definitions[name] = definition
                self.stack = stack.replace(definitions=tuple(definitions.values()))
                if not was_reported:
                    raise
                return False
            finally:
                self._begin()
            return True
