"""The values of the stack language, their classes as Factor names them, and when two are equal.

Whole numbers, ratios, floats, strings and booleans are those of Python. Everything else is a small
class below. Sequences know how deep and how large they are, so that nothing that walks through
them, such as printing or comparing, can take long.
"""

from __future__ import annotations

import struct
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from facevalue.errors import LimitError, RuleError, StackError, quoted
from facevalue.options import one_of, text, true_or_false, whole_number
from facevalue.value import Value, make_trusted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    Data: TypeAlias = Any  # any value of the language
    Real: TypeAlias = "int | Fraction | float"
    Number: TypeAlias = "Real | Complex"

MOST_DEPTH = 100
MOST_ELEMENTS = 100_000
# Python prints numbers of up to 4300 digits.
MOST_DIGITS = 4000
_BEYOND = 10**MOST_DIGITS
_TOO_DEEP = f"sequences can be nested {MOST_DEPTH} deep"
_FIXNUM_END = 2**60  # larger whole numbers are bignums to Factor

# Kinds of sequences: the words that open and close them.
DELIMITERS = {"array": ("{", "}"), "vector": ("V{", "}"), "quotation": ("[", "]")}


@attrs.frozen(repr=False)
class Complex(Value):
    """A complex number, whose parts are whole numbers, ratios or floats.

    >>> Complex(2, 5).imaginary
    5
    """

    real: Real
    imaginary: Real

    def __attrs_post_init__(self) -> None:
        for part in (self.real, self.imaginary):
            if not is_real(part):
                raise RuleError(f"expected a whole number, a Fraction or a float: {quoted(part)}")
            checked_number(part)


@attrs.frozen(init=False, repr=False)
class Iota(Value):
    """The whole numbers from 0 to `n` - 1, as a sequence."""

    n: int

    def __init__(self, n: int) -> None:
        self.__attrs_init__(whole_number("n", n, 0, MOST_ELEMENTS))


@attrs.frozen(init=False, repr=False)
class NumberRange(Value):
    """`length` numbers in a sequence, each larger by `step` than the one before."""

    start: Real
    length: int
    step: Real

    def __init__(self, start: Real, length: int, step: Real = 1) -> None:
        for part in (start, step):
            if not is_real(part):
                raise RuleError(f"expected a whole number, a Fraction or a float: {quoted(part)}")
            checked_number(part)
        self.__attrs_init__(start, whole_number("length", length, 0, MOST_ELEMENTS), step)


@attrs.frozen
class Word(Value):
    """A word by its name; `is_own` if the program defines it, and not the library."""

    name: str
    is_own: bool = False

    def __attrs_post_init__(self) -> None:
        text("name", self.name, is_needed=True)
        true_or_false("is_own", self.is_own)


@attrs.frozen(repr=False)
class Wrapper(Value):
    r"""A word that is pushed and not run, written `\\ name` in a quotation."""

    word: Word

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.word, Word):
            raise RuleError(f"expected a Word: {quoted(self.word)}")


@attrs.frozen(init=False, repr=False)
class Sequence(Value):
    """An array, a vector or a quotation.

    Args:
        kind: one of "array", "vector" and "quotation".
        items: the elements; lists and tuples among them become arrays.

    Raises:
        RuleError: the kind is unknown, or an element is not a value of the language.
        LimitError: the sequence has more than 100000 elements in all, or is nested deeper than 100.

    >>> Sequence("array", [1, 2]) == Sequence("array", (1, 2))
    True
    """

    FIELDS = ("kind", "items")
    kind: str
    items: tuple[Any, ...]
    _depth: int = attrs.field(eq=False)
    _size: int = attrs.field(eq=False)

    @property
    def depth(self) -> int:
        """How deep sequences are nested in it, itself counted."""
        return self._depth

    @property
    def size(self) -> int:
        """How many elements it has, with those of the sequences in it."""
        return self._size

    def __init__(self, kind: str, items: Iterable[Any]) -> None:
        if not isinstance(items, (list, tuple)):
            raise RuleError(f"items must be a list or a tuple, not {quoted(items)}")
        made = sequence(one_of("kind", kind, DELIMITERS), tuple(map(as_value, items)))
        self.__attrs_init__(made.kind, made.items, made.depth, made.size)


def sequence(kind: str, items: tuple[Any, ...]) -> Sequence:
    """A sequence of values.

    Raises:
        LimitError: it is too large or nested too deep.
    """
    nested = [item for item in items if type(item) is Sequence]
    depth = 1 + max((item.depth for item in nested), default=0)
    size = len(items) + sum(item.size for item in nested)
    checked_size(size + sum(len(item) for item in items if type(item) is str))
    if depth > MOST_DEPTH:
        raise LimitError(_TOO_DEEP, MOST_DEPTH)
    return make_trusted(Sequence, kind=kind, items=items, _depth=depth, _size=size)


def array(items: Iterable[Any]) -> Sequence:
    """An array of values."""
    return sequence("array", tuple(items))


def checked_size(size: int) -> int:
    """The size of a sequence.

    Raises:
        LimitError: it is too large.
    """
    if size > MOST_ELEMENTS:
        raise LimitError(f"a sequence can have {MOST_ELEMENTS} elements in all", MOST_ELEMENTS)
    return size


def checked_number(number: Data) -> Data:
    """The number itself.

    Raises:
        LimitError: it has too many digits.
    """
    if type(number) is int:
        is_small = -_BEYOND < number < _BEYOND
    elif type(number) is Fraction:
        is_small = -_BEYOND < number.numerator < _BEYOND and number.denominator < _BEYOND
    else:
        return number
    if not is_small:
        raise LimitError(f"numbers can have {MOST_DIGITS} digits", MOST_DIGITS)
    return number


def as_value(given: Data) -> Data:
    """The value of the language for a Python value.

    Raises:
        RuleError: there is none.
        LimitError: it is too large or nested too deep.

    >>> as_value([1, 2.5, "three"]) == Sequence("array", (1, 2.5, "three"))
    True
    """
    made: list[Any] = []
    todo: list[tuple[int, Any]] = [(0, given)]
    while todo:  # lists from outside may be nested deeper than Python calls go
        depth, item = todo.pop()
        if type(item) is _End:
            made[item.start :] = [array(made[item.start :])]
        elif isinstance(item, (list, tuple)):
            if depth >= MOST_DEPTH:
                raise LimitError(_TOO_DEEP, MOST_DEPTH)
            checked_size(len(item) + len(made))
            todo.append((depth, _End(len(made))))
            todo.extend((depth + 1, each) for each in reversed(item))
        else:
            made.append(_as_atom(item))
    return made[0]


class _End:
    """Where a list ends that has begun at this place."""

    def __init__(self, start: int) -> None:
        self.start = start


def _as_atom(given: Data) -> Data:
    if isinstance(given, str):
        checked_size(len(given))
        return str(given)
    if isinstance(given, bool | float | Complex | Iota | NumberRange | Sequence | Word | Wrapper):
        return given
    if type(given) is int:
        return checked_number(given)
    if isinstance(given, Fraction):
        return checked_number(plain(given))
    raise RuleError(f"expected a value of the stack language: {quoted(given)}")


def plain(number: Data) -> Data:
    """The number, as a whole one where it is a ratio over 1 or its imaginary part is exactly 0."""
    if type(number) is Fraction and number.denominator == 1:
        return number.numerator
    if type(number) is Complex and type(number.imaginary) is int and number.imaginary == 0:
        return number.real
    return number


def is_integer(value: object) -> bool:
    """Whether it is a whole number; `t` and `f` are none."""
    return type(value) is int


def is_real(value: object) -> bool:
    """Whether it is a whole number, a ratio or a float."""
    return type(value) in (int, Fraction, float)


def is_number(value: object) -> bool:
    """Whether it is a number, complex ones included."""
    return type(value) in (int, Fraction, float, Complex)


def is_sequence(value: object) -> bool:
    """Whether it has elements."""
    return type(value) in (Sequence, str, Iota, NumberRange)


def is_quotation(value: object) -> bool:
    """Whether it can be called."""
    return type(value) is Sequence and value.kind == "quotation"


def items_of(value: Data) -> Data:
    """The elements of a sequence; those of a string are the numbers of its characters."""
    if type(value) is Sequence:
        return value.items
    if type(value) is str:
        return tuple(map(ord, value))
    if type(value) is Iota:
        return range(value.n)
    return tuple(
        plain(checked_number(value.start + place * value.step)) for place in range(value.length)
    )


def like(items: Iterable[Any], model: Data) -> Data:
    """A sequence of these elements, of the kind of another one: ranges become arrays.

    Raises:
        StackError: an element is not the number of a character, and the other one is a string.
    """
    if type(model) is not str:
        return sequence(model.kind if type(model) is Sequence else "array", tuple(items))
    try:
        return "".join(map(chr, items))
    except (TypeError, ValueError, OverflowError):
        raise StackError("expected the numbers of characters for a string") from None


_CLASSES = {
    float: "float",
    str: "string",
    Fraction: "ratio",
    Complex: "complex",
    Iota: "iota",
    NumberRange: "range",
    Word: "word",
    Wrapper: "wrapper",
}


def class_of(value: Data) -> str:
    """The name of a value's class in Factor.

    >>> class_of(5), class_of(10**20), class_of(True), class_of("a")
    ('fixnum', 'bignum', 't', 'string')
    """
    if isinstance(value, bool):
        return "t" if value else "f"
    if type(value) is int:
        return "fixnum" if -_FIXNUM_END <= value < _FIXNUM_END else "bignum"
    if type(value) is Sequence:
        return value.kind
    return _CLASSES[type(value)]


def identity(value: Data) -> Data:
    """What two values have in common if they are equal: their class and their content."""
    if type(value) is Sequence:
        return value.kind, *map(identity, value.items)  # at most MOST_DEPTH calls deep
    if type(value) is Complex:
        return "complex", identity(value.real), identity(value.imaginary)
    return type(value), struct.pack("d", value) if type(value) is float else value


def same(first: Data, second: Data) -> bool:
    """Whether two values are equal: of the same class, with the same content.

    >>> same(1, 1.0), same(array([1, 2]), array([1, 2])), same(0.0, -0.0)
    (False, True, False)
    """
    return bool(identity(first) == identity(second))


def is_identical(first: Data, second: Data) -> bool:
    """Whether two values are one object: equal small numbers are, two equal arrays are not."""
    return first is second or (class_of(first) == "fixnum" and same(first, second))


def flat(items: Iterable[Any]) -> Data:
    """The elements of all sequences, in a row."""
    return chain.from_iterable(map(items_of, items))
