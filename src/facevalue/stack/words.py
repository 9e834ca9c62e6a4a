"""The library of words: the vocabulary, the effect and the function or the code of each.

A function becomes a word with the decorator `word`, or in a table of `words`. The names left of the
dashes in an effect say what the word takes: `n` is an integer, `seq` a sequence, `str` a string,
`quot` a quotation (see `_TAKES`), and other names are anything. The machine checks this.
"""

from __future__ import annotations

from inspect import getdoc, signature
from typing import TYPE_CHECKING

import attrs

from facevalue.stack.failures import THE_WORD
from facevalue.stack.values import is_integer, is_number, is_quotation, is_real, is_sequence
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    Function = TypeVar("Function", bound=Callable[..., Any])

# A test, a description, and the word that Factor names if the test fails.
_TAKES: dict[str, tuple[Callable[[Any], bool], str, str]] = {
    "n": (is_integer, "an integer", THE_WORD),
    "size": (lambda x: is_integer(x) and x >= 0, "an integer of at least 0", THE_WORD),
    "real": (is_real, "a real number", THE_WORD),
    "rational": (lambda x: is_real(x) and type(x) is not float, "an integer or a ratio", THE_WORD),
    "number": (is_number, "a number", THE_WORD),
    "seq": (is_sequence, "a sequence", "length"),
    "str": (lambda x: type(x) is str, "a string", THE_WORD),
    "quot": (is_quotation, "a quotation", "call"),
}


@attrs.frozen
class Row(Value):
    """A word of the library.

    Args:
        vocabulary: where it is in Factor.
        name: its name.
        effect: what it takes and leaves, such as "x y -- z".
        meaning: what it does: a sentence or its code; empty if the effect says it.
        function: what it does in Python; None for a word that is defined in the language.
        body: the code of a word that is defined in the language.
        needs_machine: whether the function takes the machine before what the word takes.
        is_quick: whether it is one step, whatever it takes and leaves.
    """

    vocabulary: str
    name: str
    effect: str
    meaning: str = ""
    function: Callable[..., Any] | None = None
    body: tuple[Any, ...] = ()
    needs_machine: bool = False
    is_quick: bool = False
    # The tests of what it takes, None for anything.
    takes: tuple[Any, ...] = attrs.field(init=False, eq=False, repr=False)

    @takes.default
    def _read_effect(self) -> tuple[Any, ...]:
        names = self.effect.partition("--")[0].split()
        return tuple(_TAKES.get(name.rstrip("0123456789")) for name in names)


ROWS: dict[str, Row] = {}


def word(
    vocabulary: str, declaration: str, *, is_quick: bool = False
) -> Callable[[Function], Function]:
    """Make a word of a function; the declaration is such as "head ( seq n -- headseq )".

    A function whose first parameter is `machine` gets the machine first. It returns what the word
    leaves, a tuple for several values and None for nothing; or it is a generator that yields code
    to run, and pushes what it leaves.
    """
    name, _, effect = declaration[:-2].partition(" ( ")

    def register(function: Function) -> Function:
        needs_machine = next(iter(signature(function).parameters), "") == "machine"
        meaning = (getdoc(function) or "").partition("\n")[0]
        ROWS[name] = Row(vocabulary, name, effect, meaning, function, (), needs_machine, is_quick)
        return function

    return register


def words(
    vocabulary: str, functions: Mapping[str, Callable[..., Any]], *, is_quick: bool = False
) -> None:
    """Make words of short functions, by their declarations."""
    for declaration, function in functions.items():
        word(vocabulary, declaration, is_quick=is_quick)(function)
