"""Runs texts of the stack language: `run`, and the `Stack` that it leaves."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from facevalue.errors import RuleError, StackError, quoted
from facevalue.options import of_class, text
from facevalue.stack.machine import Machine
from facevalue.stack.printing import WHOLE, printed, stack_lines
from facevalue.stack.reading import Definition, read
from facevalue.stack.values import Word, as_value
from facevalue.stack.words import VOCABULARIES, find, remedy
from facevalue.value import Value, make_trusted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from facevalue.stack.values import Data

# As in Factor's listener: the rest is counted.
_SHOWN_VALUES = 10
_ALWAYS_THERE = {"scratchpad", "syntax"}


@attrs.frozen(init=False, repr=False)
class Stack(Value):
    """What a text of the stack language leaves: the values on the stack, and what it printed.

    A stack never changes: `run` returns another one. Iterate it, ask its `len`, or take `[-1]` for
    the top; `print` shows the values as Factor's listener does, the top last.

    Args:
        values: the values, the top last; lists and tuples become arrays.
        printed: what was printed by the text that led here.
        definitions: the words that the text and those before it defined.
        vocabularies: those that they use.
        hands: the lines of poker hands that `source-054` gives.

    Raises:
        RuleError: one of the values is not one of the stack language.
        LimitError: a value is too large or nested too deep.

    >>> stack = Stack([6, 7]).run('* "=" write dup .')
    >>> stack.printed.split(), list(stack)
    (['=42'], [42])
    """

    values: tuple[Any, ...]
    printed: str
    definitions: tuple[Definition, ...]
    vocabularies: tuple[str, ...]
    hands: tuple[str, ...]

    def __init__(
        self,
        values: Sequence[Any] = (),
        *,
        printed: str = "",
        definitions: Sequence[Definition] = (),
        vocabularies: Sequence[str] = (),
        hands: Sequence[str] = (),
    ) -> None:
        self.__attrs_init__(
            values=tuple(map(as_value, _listed("values", values))),
            printed=text("printed", printed),
            definitions=tuple(
                of_class("definitions", item, Definition)
                for item in _listed("definitions", definitions)
            ),
            vocabularies=_strings("vocabularies", vocabularies),
            hands=_strings("hands", hands),
        )

    def run(self, source: str) -> Stack:
        """Runs a text on these values.

        Args:
            source: one line or more. If it fails, nothing of it has any effect.

        Returns:
            The stack that it leaves.

        Raises:
            StackError: a word is unknown, a value is missing or of the wrong class, or something is
                not closed.
            LimitError: the text takes more than 1000000 steps, or makes something too large.
            FaceValueError: a poker word got cards that are none.

        >>> Stack().run("{ 1 2 3 } [ sq ] map").run("sum")[0]
        14
        """
        if not isinstance(source, str):
            raise RuleError(f"expected a text of the stack language: {quoted(source)}")
        own = {each.name: each for each in self.definitions}

        def known(name: str, vocabularies: tuple[str, ...]) -> Word | None:
            if name in own:
                return Word(name, is_own=True)
            return find(name, (*self.vocabularies, *vocabularies))

        program = read(source, known, lambda name: remedy(name, tuple(own)))
        for name in program.vocabularies:
            if name not in VOCABULARIES and name not in _ALWAYS_THERE:
                problem = f"no vocabulary {quoted(name)} here; docs/stack-words.md lists all"
                raise StackError(problem, name)
        own |= {each.name: each for each in program.definitions}
        machine = Machine(self.values, own, self.hands)
        machine.run(program.code)
        return make_trusted(
            Stack,
            values=tuple(machine.stack),
            printed=machine.printed,
            definitions=tuple(own.values()),
            vocabularies=tuple(dict.fromkeys((*self.vocabularies, *program.vocabularies))),
            hands=self.hands,
        )

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: int) -> Data:
        return self.values[place]

    def __str__(self) -> str:
        shown = self.values[-_SHOWN_VALUES:]
        rest = len(self.values) - len(shown)
        return "\n".join(([f"({rest} more items)"] if rest else []) + stack_lines(shown))

    def as_dict(self) -> dict[str, Any]:
        """What was printed, and the values: whole numbers as numbers, all others as text.

        >>> Stack().run('1 1/2 "a"').as_dict()
        {'printed': '', 'stack': [1, '1/2', '"a"']}
        """
        return {"printed": self.printed, "stack": [_as_json(each) for each in self.values]}


def _as_json(value: Data) -> int | str:
    if type(value) is int:
        return value
    return str(value) if type(value) is Fraction else printed(value, WHOLE)


def _strings(name: str, given: object) -> tuple[str, ...]:
    return tuple(text(name, item) for item in _listed(name, given))


def _listed(name: str, given: object) -> tuple[Any, ...]:
    if not isinstance(given, (list, tuple)):
        raise RuleError(f"{name} must be a list or a tuple, not {quoted(given)}")
    return tuple(given)


def run(source: str, *, hands: str | Sequence[str] = ()) -> Stack:
    """Runs a text of the stack language on an empty stack.

    Args:
        source: one line or more.
        hands: lines of ten cards, two poker hands each, for the word `euler054`.

    Returns:
        The stack that it leaves, with what it printed.

    Raises:
        StackError: a word is unknown, a value is missing or of the wrong class, or something is not
            closed.
        LimitError: the text takes more than 1000000 steps, or makes something too large.
        FaceValueError: a poker word got cards that are none.

    >>> print(run("5 6 / 2 + 6 *"))
    17
    """
    if isinstance(hands, str):
        hands = hands.splitlines()
    return Stack(hands=_listed("hands", hands)).run(source)
