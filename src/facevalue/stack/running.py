"""Runs programs of the stack language: `run`, the `Stack` that it leaves, and the `Listener`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from facevalue.errors import FaceValueError, RuleError, StackError, quoted
from facevalue.options import of_class, text
from facevalue.stack.library import VOCABULARIES, find, suggest
from facevalue.stack.machine import Machine
from facevalue.stack.printing import SHORT, WHOLE, printed
from facevalue.stack.reading import Definition, Reader
from facevalue.stack.values import Word, as_value
from facevalue.value import Value, as_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from facevalue.stack.values import Data

_SHOWN_VALUES = 10  # as in Factor's listener


def check_list(name: str, given: object) -> tuple[Any, ...]:
    """Return a list or tuple as a tuple, or raise a RuleError."""
    if not isinstance(given, (list, tuple)):
        raise RuleError(f"{name} must be a list or a tuple, not {quoted(given)}")
    return tuple(given)


@attrs.frozen(init=False, repr=False)
class Stack(Value):
    """What a program of the stack language leaves: the values on the stack, and what it printed.

    A stack never changes: `run` returns another one. It has a length and is indexed like a list,
    with `[-1]` for the top; `print` shows the values as Factor's listener does, the top last.

    Args:
        values: the values, the top last; lists and tuples become arrays.
        printed: what the program printed that led here.
        definitions: the words that programs have defined so far.
        vocabularies: the vocabularies that they use.
        files: the contents of the files that `file-lines` may read, by name.

    Raises:
        RuleError: one of the values is not a value of the language.
        LimitError: a value is too large or nested too deep.

    >>> stack = Stack([6, 7]).run('* "=" write dup .')
    >>> stack.printed.split(), list(stack)
    (['=42'], [42])
    """

    values: tuple[Any, ...]
    printed: str
    definitions: tuple[Definition, ...]
    vocabularies: tuple[str, ...]
    files: tuple[tuple[str, str], ...]

    def __init__(
        self,
        values: Sequence[Any] = (),
        *,
        printed: str = "",
        definitions: Sequence[Definition] = (),
        vocabularies: Sequence[str] = (),
        files: Mapping[str, str] | Sequence[tuple[str, str]] = (),
    ) -> None:
        try:
            pairs = dict(files).items()
        except (TypeError, ValueError):
            raise RuleError(f"files must be a dictionary, not {quoted(files)}") from None
        self.__attrs_init__(
            tuple(map(as_value, check_list("values", values))),
            text("printed", printed),
            tuple(
                of_class("definitions", one, Definition)
                for one in check_list("definitions", definitions)
            ),
            tuple(text("vocabularies", one) for one in check_list("vocabularies", vocabularies)),
            tuple((text("files", name), text("files", contents)) for name, contents in pairs),
        )

    def run(self, source: str) -> Stack:
        """Run a program on these values.

        Args:
            source: one line or more. If it fails, nothing of it has any effect.

        Returns:
            The stack that it leaves.

        Raises:
            StackError: a word is unknown, a value is missing or of the wrong class, or something is
                not closed.
            LimitError: the program takes more than 1000000 steps, or makes something too large.
            FaceValueError: a poker word got invalid cards.

        >>> Stack().run("{ 1 2 3 } [ sq ] map").run("sum")[0]
        14
        """
        reader = make_reader(self)
        reader.feed(text("source", source))
        return execute(self, reader)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: int) -> Data:
        return self.values[place]

    def __str__(self) -> str:
        lines = [printed(value, SHORT) for value in self.values[-_SHOWN_VALUES:]]
        rest = len(self.values) - len(lines)
        return "\n".join([f"({rest} more items)"] * (rest > 0) + lines)

    def as_dict(self) -> dict[str, Any]:
        """Return what was printed, and the values: integers as numbers, all others as strings.

        >>> Stack().run('1 1/2 "a"').as_dict()
        {'printed': '', 'stack': [1, '1/2', '"a"']}
        """
        values: list[int | str] = []
        for value in self:
            is_exact = type(value) in (int, Fraction)
            values.append(as_json(value) if is_exact else printed(value, WHOLE))
        return {"printed": self.printed, "stack": values}


def make_reader(stack: Stack) -> Reader:
    """Return a reader that knows the words of a stack."""
    own = {definition.name for definition in stack.definitions}

    def find_known(name: str, vocabularies: tuple[str, ...]) -> Word | None:
        if name in own:
            return Word(name, is_own=True)
        return find(name, (*stack.vocabularies, *vocabularies))

    return Reader(find_known, lambda name: suggest(name, tuple(own)))


def execute(stack: Stack, reader: Reader) -> Stack:
    """Run what a reader has read."""
    code = reader.finish()
    for name in reader.vocabularies:
        if name not in VOCABULARIES:
            message = f"no vocabulary {quoted(name)} here; docs/stack-words.md lists all"
            raise StackError(message, name)
    own = {one.name: one for one in (*stack.definitions, *reader.definitions.values())}
    machine = Machine(stack.values, own, dict(stack.files))
    machine.run(code)
    return stack.replace(
        values=machine.stack,
        printed="".join(machine.printed),
        definitions=tuple(own.values()),
        vocabularies=tuple(dict.fromkeys((*stack.vocabularies, *reader.vocabularies))),
    )


def run(source: str, *, files: Mapping[str, str] | None = None) -> Stack:
    """Run a program of the stack language on an empty stack.

    Args:
        source: one line or more.
        files: the contents of the files that `file-lines` may read, by name; none else is read.

    Returns:
        The stack that it leaves, with what it printed.

    Raises:
        StackError: a word is unknown, a value is missing or of the wrong class, or something is not
            closed.
        LimitError: the program takes more than 1000000 steps, or makes something too large.
        FaceValueError: a poker word got invalid cards.

    >>> print(run("5 6 / 2 + 6 *"))
    17
    """
    return Stack(files=files or {}).run(source)


class Listener:
    """Runs a program line by line, as Factor's listener does.

    Args:
        stack: the values and words to begin with.

    >>> listener = Listener()
    >>> [listener.feed(line) for line in ("2 [ 3", "* ] call")]
    [False, True]
    >>> list(listener.stack)
    [6]
    """

    def __init__(self, stack: Stack | None = None) -> None:
        self.stack = Stack() if stack is None else of_class("stack", stack, Stack)
        self.drop()

    def drop(self) -> None:
        """Forget lines that open something that they do not close."""
        self._reader = make_reader(self.stack)

    @property
    def is_open(self) -> bool:
        """Whether the lines so far open something that they do not close."""
        return self._reader.is_open

    def feed(self, line: str, *, is_last: bool = False) -> bool:
        """Run a line, or keep it if it opens something that it does not close.

        Args:
            line: the line.
            is_last: whether no other line follows that could close something.

        Returns:
            Whether the line was run.

        Raises:
            FaceValueError: as for `Stack.run`. Of lines that belong together, only the first error
                is raised. The words that they define are kept as words that cannot run, so that
                later definitions can use them.
        """
        reader = self._reader
        was_reported = reader.error is not None
        reader.feed(text("line", line) + "\n")
        if reader.is_open and not is_last:
            if reader.error and not was_reported:
                raise reader.error
            return False
        try:
            self.stack = execute(self.stack, reader)
        except FaceValueError:
            own = {one.name: one for one in self.stack.definitions}
            for name, definition in reader.definitions.items():
                if not definition.error or (name not in own and not find(name)):
                    own[name] = definition
            self.stack = self.stack.replace(definitions=tuple(own.values()))
            if not was_reported:
                raise
            return False
        finally:
            self.drop()
        return True
